// Outside influences and malfunctions: what the scene allows, and what acts.
import * as stream from "#protocol/stream";

export interface EffectParameter {
  name: string;
  /** Empty: a plain number. */
  unit: string;
  minimum: number;
  maximum: number;
  /** When it is left out; null: it must be given. */
  preset: number | null;
  meaning: string;
}

export interface EffectType {
  name: string;
  meaning: string;
  /** Acts once and is over. */
  atOnce: boolean;
  parameters: EffectParameter[];
  /** Names in the scene that it may act on. */
  targets: string[];
}

/** One that acts. */
export interface ActiveEffect {
  effect: number;
  target: string;
  type: string;
  parameters: { name: string; value: number }[];
  /** 0 to 1. */
  strength: number;
  /** s of simulation since it began. */
  age: number;
}

export interface EffectsMessage {
  kind: "effects";
  types: EffectType[];
  /** In the order of their beginning. */
  active: ActiveEffect[];
}

export function effectsFrom(message: stream.Effects): EffectsMessage {
  const { types, active } = message.unpack();
  return {
    kind: "effects",
    types: types.map(({ name, meaning, atOnce, parameters, targets }) => ({
      name: `${name}`, meaning: `${meaning ?? ""}`, atOnce, targets: targets.map((target) => `${target}`),
      parameters: parameters.map((parameter) => ({
        name: `${parameter.name}`, unit: `${parameter.unit ?? ""}`, minimum: parameter.minimum, maximum: parameter.maximum,
        preset: parameter.preset, meaning: `${parameter.meaning ?? ""}`,
      })),
    })),
    active: active.map(({ effect, target, type, parameters, strength, age }) => ({
      effect, target: `${target}`, type: `${type}`, strength, age, parameters: parameters.map(({ name, value }) => ({ name: `${name}`, value })),
    })),
  };
}
