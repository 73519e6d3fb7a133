// The dialog in which a device learns what its axes do: which channel, over which way, with how much play and along which curve.
import { readSource, type Device, type Devices } from "../input/devices/devices";
import { Learning } from "../input/devices/learning";
import { usualMode, type Binding, type BindingMode, type Profile } from "../input/devices/profile";
import { shaped } from "../input/devices/axis_shape";
import type { Levers } from "../input/levers";
import { words } from "../words";
import { make, setText } from "./dom";

export class DeviceDialog {
  private dialog = make("dialog", "notice devices");
  private device: string | null = null;
  private learning: { channel: string; learning: Learning } | null = null;
  /** Brings live values on; undefined while the dialog is closed. */
  private live: (() => void)[] = [];

  constructor(
    private devices: Devices,
    private levers: Levers,
  ) {
    this.dialog.dataset.testid = "device-dialog";
    this.dialog.addEventListener("close", () => (this.learning = null));
    document.body.append(this.dialog);
  }

  show(): void {
    this.render();
    this.dialog.showModal();
    this.follow();
  }

  private get chosen(): Device | undefined {
    const { list } = this.devices;
    return list.find(({ id }) => id === this.device) ?? list[0];
  }

  /** Once per picture while the dialog is open. */
  private follow(): void {
    if (!this.dialog.open) return;
    const device = this.chosen;
    if (device?.id !== (this.device ?? undefined)) this.render();
    const { learning } = this;
    const learned = device && learning?.learning.look(device.pad);
    if (device && learning && learned) {
      this.learning = null;
      this.bind(device, learning.channel, learned);
    }
    for (const show of this.live) show();
    requestAnimationFrame(() => this.follow());
  }

  private render(): void {
    const { list } = this.devices;
    const device = this.chosen;
    this.device = device?.id ?? null;
    this.live = [];
    const close = make("button", "primary", words("Done"));
    close.dataset.testid = "devices-done";
    close.addEventListener("click", () => this.dialog.close());
    const choice = make("select", "", ...list.map(({ id }) => new Option(id, id, false, id === device?.id)));
    choice.ariaLabel = words("Device");
    choice.addEventListener("change", () => {
      this.device = choice.value;
      this.render();
    });
    const parts = device
      ? [choice, this.table(device), this.reset(device)]
      : [make("p", "", words("No device is seen. Connect one and press a button of it: before that a browser does not show it."))];
    this.dialog.replaceChildren(make("h1", "", words("Joysticks, wheels, pedals and gamepads")), ...parts, close);
  }

  private table(device: Device): HTMLElement {
    const rows = this.levers.machine.map((channel) => this.row(device, channel));
    return make("div", "device-rows", ...rows);
  }

  private row(device: Device, channel: number): HTMLElement {
    const name = this.devices.nameOf(channel);
    const bindings = device.profile?.bindings.filter((binding) => binding.channel === name) ?? [];
    const learn = make("button", "", this.learning?.channel === name ? words("Move it…") : words("Learn"));
    learn.dataset.testid = `learn-${name}`;
    learn.addEventListener("click", () => {
      this.learning = { channel: name, learning: new Learning(device.pad) };
      this.render();
    });
    const said = this.learning?.channel === name
      ? words("Move the axis, or press the button, that raises it: its whole way, and back.")
      : bindings.map(({ source }) => words(source.kind === "axis" ? "axis {index}" : "button {index}", { index: source.index })).join(", ") || words("nothing");
    const head = make("div", "device-head", make("strong", "", name), make("span", "said", said), learn);
    const row = make("div", "device-row", head, ...bindings.slice(0, 1).map((first) => this.settings(device, name, bindings, first)));
    row.dataset.testid = `device-${name}`;
    return row;
  }

  /** Of all bindings of a channel together. */
  private settings(device: Device, name: string, bindings: Binding[], first: Binding): HTMLElement {
    const change = (how: (binding: Binding) => Binding) => this.rebind(device, name, bindings.map(how));
    const bar = make("meter", "live");
    bar.min = -1;
    bar.max = 1;
    bar.ariaLabel = words("{channel} now", { channel: name });
    const value = make("output");
    this.live.push(() => {
      const pad = this.chosen?.pad;
      const now = pad ? bindings.reduce((sum, { source, shape, sign }) => sum + sign * shaped(readSource(pad, source), shape), 0) : 0;
      bar.value = now;
      setText(value, now.toFixed(2));
    });
    const turned = make("input");
    turned.type = "checkbox";
    turned.checked = first.sign < 0;
    turned.addEventListener("change", () => change((binding) => ({ ...binding, sign: binding.sign > 0 ? -1 : 1 })));
    const play = slider(0, 0.4, 0.01, first.shape.deadZone, (deadZone) => change((b) => ({ ...b, shape: { ...b.shape, deadZone } })));
    const curve = slider(1, 3, 0.1, first.shape.curve, (exponent) => change((b) => ({ ...b, shape: { ...b.shape, curve: exponent } })));
    play.dataset.testid = `play-${name}`;
    curve.dataset.testid = `curve-${name}`;
    turned.dataset.testid = `turned-${name}`;
    const mode = make("select", "", new Option(words("the lever stands where it stands"), "place"), new Option(words("it pushes the lever"), "rate"));
    mode.value = first.mode;
    mode.addEventListener("change", () => change((binding) => ({ ...binding, mode: mode.value as BindingMode })));
    return make("div", "device-settings", bar, value, labelled(words("turned round"), turned), labelled(words("dead zone"), play),
      labelled(words("curve"), curve), labelled(words("means"), mode));
  }

  private reset(device: Device): HTMLElement {
    const reset = make("button", "", device.pad.mapping === "standard" ? words("Back to the usual") : words("Forget all"));
    reset.dataset.testid = "devices-reset";
    reset.addEventListener("click", () => {
      this.devices.setProfile(device.id, null);
      this.render();
    });
    return reset;
  }

  private bind(device: Device, name: string, learned: Pick<Binding, "source" | "shape" | "sign">): void {
    const channel = this.levers.machine.find((i) => this.devices.nameOf(i) === name);
    if (channel === undefined) return;
    this.rebind(device, name, [{ channel: name, mode: usualMode(this.levers.list[channel].channel), ...learned }]);
    this.render();
  }

  private rebind(device: Device, name: string, bindings: Binding[]): void {
    const others = this.chosen?.profile?.bindings.filter((binding) => binding.channel !== name) ?? [];
    const profile: Profile = { bindings: [...others, ...bindings] };
    this.devices.setProfile(device.id, profile);
    this.render();
  }
}

function slider(minimum: number, maximum: number, step: number, value: number, changed: (value: number) => void): HTMLInputElement {
  const input = make("input");
  input.type = "range";
  [input.min, input.max, input.step, input.value] = [minimum, maximum, step, value].map(String);
  input.addEventListener("change", () => changed(Number(input.value)));
  return input;
}

function labelled(text: string, control: HTMLElement): HTMLElement {
  return make("label", "", make("span", "", text), control);
}
