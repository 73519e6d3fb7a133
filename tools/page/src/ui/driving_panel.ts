// The operator's panel: joysticks, a row for every other lever, take and release, the emergency stop.
import type { Hands } from "../hands";
import type { SessionView } from "../session";
import { labelOf, words } from "../words";
import { byId, make, setData, setText } from "./dom";
import { LeverRow } from "./lever_row";
import { Pad } from "./pad";

export interface DrivingActions {
  take(): void;
  release(): void;
  devices(): void;
}

/** Of the machine's channels: SessionView. */
export type Holders = Pick<SessionView, "otherDrivers" | "free" | "notGiven">;

/** What is named for people by its name, in two languages. */
export type GroupNames = (group: string) => string;

export class DrivingPanel {
  private root = byId("driving");
  private padList = byId("pads");
  private list = byId("sliders");
  private takeButton = byId<HTMLButtonElement>("take");
  private releaseButton = byId("release");
  private stopButton = byId<HTMLButtonElement>("stop");
  private hint = byId("driving-hint");
  private rows: (LeverRow | Pad)[] = [];
  private nameOf = (channel: number) => `${channel}`;

  constructor(
    private hands: Hands,
    private actions: DrivingActions,
  ) {
    this.takeButton.addEventListener("click", () => actions.take());
    this.releaseButton.addEventListener("click", () => actions.release());
    byId("devices").addEventListener("click", () => actions.devices());
    this.stopButton.addEventListener("click", () => (hands.levers.stopped ? hands.levers.lift() : hands.stop()));
    // Keys go on driving, not pressing this button again.
    for (const button of this.root.querySelectorAll("button")) button.addEventListener("click", () => button.blur());
  }

  /** After the levers got another machine. `shortName`: what a channel is called here. */
  showMachine(shortName: (channel: number) => string, groupName: GroupNames): void {
    const { levers } = this.hands;
    this.nameOf = (channel) => labelOf(levers.list[channel].channel, words(shortName(channel)));
    const { nameOf } = this;
    const pads = levers.sticks.map((stick) => {
      const names = [stick.up, stick.across].filter((channel) => channel >= 0).map(nameOf);
      return new Pad(levers, stick, names);
    });
    const onPads = new Set(levers.sticks.flatMap(({ up, across }) => [up, across]));
    const others = levers.machine.filter((channel) => !onPads.has(channel));
    const groups = new Map<string, LeverRow[]>();
    for (const channel of others) {
      const row = new LeverRow(levers.list[channel], nameOf(channel), levers.keys.get(channel) ?? { raise: [], lower: [] }, {
        grasp: (value) => levers.grasp(channel, value),
        letGo: () => levers.letGoOf(channel),
        neutral: () => levers.neutral(channel),
      });
      const { group } = levers.list[channel].channel;
      groups.set(group, [...(groups.get(group) ?? []), row]);
    }
    this.padList.replaceChildren(...pads.map(({ element }) => element));
    this.padList.hidden = pads.length === 0;
    this.list.replaceChildren(...[...groups].flatMap(([group, rows]) => [
      ...(group ? [make("h2", "", groupName(group))] : []),
      ...rows.map(({ element }) => element),
    ]));
    this.rows = [...pads, ...[...groups.values()].flat()];
  }

  /** Of the machine: `otherDrivers` are names, empty where nobody else drives. */
  update(visible: boolean, held: boolean, { otherDrivers, free, notGiven }: Holders): void {
    this.root.hidden = !visible;
    if (!visible) return;
    const { levers, goneIn } = this.hands;
    setData(this.root, "held", `${held}`);
    setData(this.root, "stopped", `${levers.stopped}`);
    this.takeButton.hidden = held;
    this.releaseButton.hidden = !held;
    setText(this.takeButton, otherDrivers && free.length === 0 ? words("Ask for control") : words("Take control"));
    setText(this.stopButton.querySelector(".stop-word")!, levers.stopped ? words("Lift stop") : words("Stop"));
    const strangers = this.hands.devices.list.filter(({ profile }) => profile === null);
    const hint = levers.stopped ? words("Emergency stop: the levers are dead until it is lifted.")
      : goneIn !== undefined ? words("Nobody there? Neutral in {seconds} s.", { seconds: Math.ceil(goneIn / 1000) })
      : held && notGiven.length > 0 ? words("Not given: {channels}.", { channels: this.listed(notGiven) })
      : otherDrivers ? words("{name} drives.", { name: otherDrivers })
      : strangers.length > 0 ? words("{device} is connected: say under Devices what its axes do.", { device: strangers[0].id })
      : "";
    setText(this.hint, hint);
    this.hint.hidden = hint === "";
    setData(this.hint, "level", levers.stopped ? "bad" : goneIn !== undefined || strangers.length > 0 ? "caution" : "");
    for (const row of this.rows) row.show();
  }

  private listed(notGiven: Holders["notGiven"]): string {
    return notGiven.map(({ channel, holder }) => `${this.nameOf(channel)} (${holder})`).join(", ");
  }
}
