// The operator's instruments: lamps and large gauges of the machine that is driven.
import type { MachineConsole } from "../console/console_of";
import type { LampLevel } from "../console/lamps";
import type { Moment } from "../quantities/quantity";
import { byId, make, setData } from "./dom";
import { Gauge } from "./gauges/gauge";

export class ConsolePanel {
  private gaugeList = byId("gauges");
  private lampList = byId("lamps");
  private gauges: Gauge[] = [];
  private lamps: { element: HTMLElement; level(moment: Moment): LampLevel }[] = [];

  showMachine({ instruments, lamps }: MachineConsole): void {
    this.gauges = instruments.map((instrument) => new Gauge(instrument));
    this.gaugeList.replaceChildren(...this.gauges.map(({ element }) => element));
    this.lamps = lamps.map(({ label, level }) => {
      const element = make("li", "lamp", make("span", "lamp-sign"), label);
      element.dataset.testid = `lamp-${label}`;
      return { element, level };
    });
    this.lampList.replaceChildren(...this.lamps.map(({ element }) => element));
    this.lampList.hidden = lamps.length === 0;
  }

  show(moment: Moment): void {
    for (const gauge of this.gauges) gauge.show(moment);
    for (const { element, level } of this.lamps) setData(element, "level", level(moment));
  }
}
