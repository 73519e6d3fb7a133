// The panel of instruments: speed and attitude, then every machine's own, energy.
import { Quaternion, Vector3 } from "three";
import type { Machine } from "../machines";
import type { SceneMessage, TelemetryMessage } from "../protocol/messages";
import { byId, make, setText, signed } from "./dom";
import { MachineMeters } from "./machine_meters";

/** A machine's instruments; of many machines each folds away. */
interface Group {
  machine: Machine;
  meters: MachineMeters;
  fold: HTMLDetailsElement | null;
}

export class Instruments {
  private root = byId("instruments");
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
    const toggle = byId("panel-toggle");
    toggle.addEventListener("click", () => this.show(this.root.hidden));
    // On a phone the panel would cover the view: it waits to be asked for.
    this.show(innerWidth > 620);
  }

  toggle(): void {
    this.show(this.root.hidden);
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
      make("div", "speedometer", this.speed, make("span", "", "m/s"), this.attitude),
      this.place,
      ...this.groups.flatMap(({ fold, meters }) => (fold ? [fold] : meters.elements)),
      make("h2", "", "World"),
      fact("energy", this.energy),
      fact("contacts", this.contacts),
      fact("lateness, compute", this.timing, "narrow-only"),
    );
  }

  /** Unfolds this machine's instruments and no other's. */
  showMachine(machine: Machine | undefined): void {
    for (const group of this.groups) if (group.fold) group.fold.open = group.machine === machine;
  }

  /** Speed of the body that is followed, where it is and how it leans. */
  setMotion(velocity: readonly [number, number, number], position: Vector3, orientation: Quaternion): void {
    setText(this.speed, Math.hypot(...velocity).toFixed(2));
    const forward = new Vector3(1, 0, 0).applyQuaternion(orientation);
    const left = new Vector3(0, 1, 0).applyQuaternion(orientation);
    const degrees = (sine: number) => (Math.asin(Math.max(-1, Math.min(1, sine))) * 180) / Math.PI;
    const text = `pitch ${signed(degrees(forward.z), 1)}°\nroll ${signed(degrees(left.z), 1)}°`;
    setText(this.attitude, text);
    setText(this.place, position.toArray().map((value, i) => `${"xyz"[i]} ${signed(value, 2)}`).join("\u2003"));
  }

  setTelemetry(telemetry: TelemetryMessage): void {
    for (const { fold, meters } of this.groups) if (fold?.open ?? true) meters.setTelemetry(telemetry);
    setText(this.energy, joules(telemetry.energyKinetic + telemetry.energyPotential));
    setText(this.contacts, `${telemetry.contactCount}`);
    setText(this.timing, `${telemetry.latenessMs.toFixed(2)}, ${telemetry.computeMs.toFixed(2)} ms`);
  }

  private show(visible: boolean): void {
    this.root.hidden = !visible;
    byId("panel-toggle").setAttribute("aria-pressed", `${visible}`);
  }
}

function joules(value: number): string {
  return Math.abs(value) >= 1000 ? `${signed(value / 1000, 2)} kJ` : `${signed(value, 1)} J`;
}
