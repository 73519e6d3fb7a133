// The console of a machine: what its instruments and lamps are.
import type { Machine } from "../machines";
import type { SceneMessage } from "../protocol/messages";
import type { Instrument } from "./instrument";
import { lampsOf, type Lamp } from "./lamps";
import { sceneInstruments } from "./scene_instruments";
import { usualInstruments } from "./usual_instruments";

export interface MachineConsole {
  instruments: Instrument[];
  lamps: Lamp[];
}

export function consoleOf(message: SceneMessage, machine: Machine, body: number): MachineConsole {
  const given = sceneInstruments(message, machine);
  const instruments = given.length > 0 ? given : usualInstruments(message, machine, body).map((instrument) => shortened(instrument, machine));
  return { instruments, lamps: lampsOf(message, machine, instruments) };
}

/** What names of one machine among many begin with need not be said on its console. */
function shortened(instrument: Instrument, { name }: Machine): Instrument {
  const { label } = instrument;
  return name && label.startsWith(`${name}_`) ? { ...instrument, label: label.slice(name.length + 1) } : instrument;
}
