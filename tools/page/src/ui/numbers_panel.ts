// Engineering numbers: place and attitude of what is followed, every machine's channels, joints, motors and wheels, energy.
import type { Machine } from "../machines";
import type { SceneMessage, TelemetryMessage } from "../protocol/messages";
import { pitchOf, rollOf } from "../quantities/of_bodies";
import { BodyReader, type Moment } from "../quantities/quantity";
import { words } from "../words";
import { byId, make, setText, signed } from "./dom";
import { MachineMeters } from "./machine_meters";

/** A machine's instruments; of many machines each folds away. */
interface Group {
  machine: Machine;
  meters: MachineMeters;
  fold: HTMLDetailsElement | null;
}

export class NumbersPanel {
  private root = byId("numbers");
  private speed = make("output");
  private attitude = make("span", "attitude");
  private place = make("div", "place");
  private groups: Group[] = [];
  private energy = make("span", "value");
  private contacts = make("span", "value");
  private timing = make("span", "value");

  constructor() {
    this.speed.dataset.testid = "body-speed";
    this.place.dataset.testid = "body-position";
  }

  /** `tellsFaults`: whether who reads them may know of malfunctions. */
  setScene(message: SceneMessage, machines: Machine[], tellsFaults: () => boolean): void {
    const many = machines.length > 1;
    this.groups = machines.map((machine) => {
      const meters = new MachineMeters(message, machine, many ? `${machine.name}_` : "", tellsFaults);
      const fold = many ? make("details", "machine", make("summary", "", machine.name), ...meters.elements) : null;
      if (fold) fold.dataset.testid = `machine-${machine.name}`;
      return { machine, meters, fold };
    });
    const fact = (name: string, value: HTMLElement, className = "") =>
      make("div", `fact ${className}`, make("span", "name", name), value);
    this.root.replaceChildren(
      make("div", "speedometer", this.speed, make("span", "", words("m/s")), this.attitude),
      this.place,
      ...this.groups.flatMap(({ fold, meters }) => (fold ? [fold] : meters.elements)),
      make("h2", "", words("World")),
      fact(words("energy"), this.energy),
      fact(words("contacts"), this.contacts),
      fact(words("lateness, compute"), this.timing, "narrow-only"),
    );
  }

  /** Unfolds this machine's instruments and no other's. */
  showMachine(machine: Machine | undefined): void {
    for (const group of this.groups) if (group.fold) group.fold.open = group.machine === machine;
  }

  /** Speed of the body that is followed, where it is and how it leans; `body` -1: nothing is. */
  setMotion(moment: Moment, body: number): void {
    if (body < 0) return;
    const reader = new BodyReader(body);
    setText(this.speed, Math.hypot(...reader.velocity(moment)).toFixed(2));
    const [pitch, roll] = [pitchOf("", body), rollOf("", body)].map(({ name, read }) => `${name} ${signed(read(moment), 1)}°`);
    setText(this.attitude, `${pitch}\n${roll}`);
    setText(this.place, reader.position(moment).map((value, i) => `${"xyz"[i]} ${signed(value, 2)}`).join("\u2003"));
  }

  setTelemetry(telemetry: TelemetryMessage): void {
    for (const { fold, meters } of this.groups) if (fold?.open ?? true) meters.setTelemetry(telemetry);
    setText(this.energy, joules(telemetry.energyKinetic + telemetry.energyPotential));
    setText(this.contacts, `${telemetry.contactCount}`);
    setText(this.timing, `${telemetry.latenessMs.toFixed(2)}, ${telemetry.computeMs.toFixed(2)} ${words("ms")}`);
  }
}

function joules(value: number): string {
  return Math.abs(value) >= 1000 ? `${signed(value / 1000, 2)} ${words("kJ")}` : `${signed(value, 1)} ${words("J")}`;
}
