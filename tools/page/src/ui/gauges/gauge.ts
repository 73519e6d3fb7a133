// A gauge: an instrument as it is drawn. One tile each, its figures large.
import type { Instrument } from "../../console/instrument";
import { levelOf, type Level, type Moment } from "../../quantities/quantity";
import { make, setData } from "../dom";
import { CompassFace, DialFace, HorizonFace, NumberFace, PointFace } from "./faces";

/** Draws the values of an instrument's quantities. */
export interface GaugeFace {
  readonly element: Element;
  show(values: number[], level: Level): void;
}

export class Gauge {
  readonly element: HTMLElement;
  private face: GaugeFace;

  constructor(private instrument: Instrument) {
    this.face = faceOf(instrument);
    this.element = make("div", `gauge gauge-${instrument.face}`, make("div", "gauge-label", instrument.label), this.face.element);
    this.element.dataset.testid = `gauge-${instrument.quantities[0].key}`;
    this.element.setAttribute("role", "group");
    this.element.ariaLabel = instrument.label;
  }

  show(moment: Moment): void {
    const { instrument } = this;
    const values = instrument.quantities.map((quantity) => quantity.read(moment));
    const levels = values.map((value) => levelOf(value, instrument));
    const level = levels.includes("bad") ? "bad" : levels.includes("caution") ? "caution" : "";
    this.face.show(values, level);
    setData(this.element, "level", level);
  }
}

function faceOf(instrument: Instrument): GaugeFace {
  switch (instrument.face) {
    case "number": return new NumberFace(instrument);
    case "dial": return new DialFace(instrument);
    case "compass": return new CompassFace();
    case "horizon": return new HorizonFace();
    case "point": return new PointFace(instrument);
  }
}
