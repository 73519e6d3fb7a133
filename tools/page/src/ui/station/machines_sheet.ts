// All machines: a picture of each, who drives it, and taking over or handing over by one click.
import type { Machine } from "../../machines";
import { control, type ClientBody } from "../../protocol/messages";
import type { SceneView } from "../../scene_view";
import type { SessionView } from "../../session";
import type { Mount } from "../../view/mounted_camera";
import { words } from "../../words";
import { byId, make, setData, setText } from "../dom";
import { seen } from "../seen";

interface Row {
  machine: Machine;
  /** Where its picture is taken from, once that is known. */
  mount: Mount | null;
  element: HTMLElement;
  picture: CanvasRenderingContext2D;
  driver: HTMLElement;
  take: HTMLButtonElement;
  /** To whom it can be handed over. */
  give: HTMLSelectElement;
  /** Whom it offers; null: nothing yet. */
  shown: string | null;
}

export interface MachineActions {
  watch(machine: Machine): void;
  send(body: ClientBody): void;
}

/** Pictures of machines further down the list are not drawn; of the others one a picture. */
const tile = { width: 192, height: 108 };

export class MachinesSheet {
  private list = byId("machines");
  private rows: Row[] = [];
  private next = 0;

  constructor(
    private session: SessionView,
    private actions: MachineActions,
  ) {}

  setScene(scene: SceneView): void {
    this.rows = scene.machines.map((machine) => this.row(machine, machine.name || scene.message.name));
    this.list.replaceChildren(...this.rows.map(({ element }) => element));
    this.next = 0;
  }

  /** Brings drivers and choices on. */
  show(watched: Machine | undefined): void {
    if (!seen(this.list)) return;
    for (const row of this.rows) {
      setData(row.element, "watched", `${row.machine === watched}`);
      this.showDriver(row);
    }
  }

  /** The picture that is due now: of one machine in sight after the other. */
  nextTile(mountOf: (machine: Machine) => Mount | null): { picture: CanvasRenderingContext2D; mount: Mount }[] {
    if (!seen(this.list)) return [];
    for (let tried = 0; tried < this.rows.length; ++tried) {
      const row = this.rows[this.next++ % this.rows.length];
      if (!seen(row.element)) continue;
      row.mount ??= mountOf(row.machine);
      if (row.mount) return [{ picture: row.picture, mount: row.mount }];
    }
    return [];
  }

  private row(machine: Machine, name: string): Row {
    const canvas = make("canvas", "tile");
    [canvas.width, canvas.height] = [tile.width, tile.height];
    canvas.setAttribute("role", "img");
    canvas.ariaLabel = words("Picture of {name}", { name });
    const watch = make("button", "tile-button", canvas);
    watch.title = words("Watch {name}", { name });
    watch.addEventListener("click", () => this.actions.watch(machine));
    const take = make("button", "", "");
    take.dataset.testid = `take-${name}`;
    take.addEventListener("click", () => this.takeOrRelease(machine));
    const give = make("select");
    give.ariaLabel = words("Hand {name} over to", { name });
    give.dataset.testid = `give-${name}`;
    give.addEventListener("change", () => {
      const to = Number(give.value);
      give.value = "";
      if (to > 0) this.handOver(machine, to);
    });
    const driver = make("span", "driver-name");
    const drives = machine.channels.length > 0 ? [driver, make("div", "row-buttons", take, give)] : [];
    const element = make("li", "", watch, make("div", "", make("strong", "", name), ...drives));
    return { machine, mount: null, element, picture: canvas.getContext("2d")!, driver, take, give, shown: null };
  }

  private showDriver(row: Row): void {
    const { session } = this;
    const { channels } = row.machine;
    const names = session.driversOf(channels);
    const own = session.holds(channels);
    setText(row.driver, own ? words("you drive") : names ? words("{name} drives.", { name: names }) : words("nobody drives"));
    setText(row.take, own ? words("Release") : words("Take over"));
    const others = session.drivers;
    const shown = others.map(({ session: id, name }) => `${id} ${name}`).join();
    if (shown === row.shown) return;
    row.shown = shown;
    row.give.hidden = others.length === 0;
    row.give.replaceChildren(new Option(words("Hand over to…"), ""), ...others.map(({ session: id, name }) => new Option(name || `${id}`, `${id}`)));
  }

  private takeOrRelease({ channels }: Machine): void {
    const own = this.session.holds(channels);
    this.actions.send(own ? new control.ReleaseControlT(channels) : new control.TakeControlT(channels, true));
  }

  /** What nobody holds is taken first: only a holder hands over. */
  private handOver({ channels }: Machine, to: number): void {
    if (!this.session.holds(channels)) this.actions.send(new control.TakeControlT(channels, true));
    this.actions.send(new control.HandOverT(channels, to));
  }
}
