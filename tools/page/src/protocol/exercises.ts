// Exercises: the one that runs, the library that they are chosen from, and what an attempt is worth.
import type * as control from "#protocol/control";
import type * as stream from "#protocol/stream";

/** In two languages; an empty one: not said in it. */
export interface BilingualText {
  en: string;
  ru: string;
}

export interface ExerciseInfo {
  name: string;
  title: BilingualText;
  briefing: BilingualText;
  /** s of simulation; null: none. */
  timeLimit: number | null;
  /** Points of 100. */
  passMark: number;
  trainee: string;
  /** Number of the attempt that the scene's first branch is. */
  firstAttempt: number;
  /** Name of the one of its variants that runs; empty: none. */
  variant: string;
  variantTitle: BilingualText;
}

/** A way in which an exercise can be set. */
export interface Variant {
  /** For Reload. */
  name: string;
  title: BilingualText;
}

export interface LibraryFile {
  /** For Reload. */
  file: string;
  title: BilingualText;
  briefing: BilingualText;
  isExercise: boolean;
  /** Why it cannot run; empty: nothing is known against it. */
  wrong: string;
  /** Of an exercise. */
  variants: Variant[];
}

export interface ScenesMessage {
  kind: "scenes";
  files: LibraryFile[];
  /** What an exercise of this library says as its scene for the one that runs; empty: that has no file. */
  scene: string;
}

/** As drawbar.exercise.Outcome counts them. */
export enum Outcome {
  running = 0,
  completed,
  failed,
  aborted,
  outOfTime,
  stopped,
  brokenOff,
}

/** As course records name it. */
export function outcomeNamed(name: string): Outcome {
  return { completed: Outcome.completed, failed: Outcome.failed, aborted: Outcome.aborted, out_of_time: Outcome.outOfTime, stopped: Outcome.stopped, broken_off: Outcome.brokenOff }[name] ?? Outcome.running;
}

export interface CriterionScore {
  name: string;
  title: BilingualText;
  figure: number;
  unit: string;
  /** Points. */
  lost: number;
  /** When it cost them (s): begin and end of each time, in order. */
  moments: readonly number[];
}

/** What a trigger of the exercise has done on this attempt, and whether it may do more. */
export interface TriggerState {
  name: string;
  fired: number;
  /** It fires when its condition begins to hold. */
  armed: boolean;
  /** Its condition holds. */
  holds: boolean;
}

export interface ScoreMessage {
  kind: "score";
  attempt: number;
  outcome: Outcome;
  /** s, until when it counts. */
  time: number;
  /** 0 to 100. */
  score: number;
  /** As it stands. */
  passed: boolean;
  criteria: CriterionScore[];
  triggers: TriggerState[];
}

function textFrom(text: control.Text | null): BilingualText {
  return { en: text?.en() ?? "", ru: text?.ru() ?? "" };
}

/** null: a scene alone runs. */
export function exerciseFrom(info: stream.ExerciseInfo | null): ExerciseInfo | null {
  return info && {
    name: info.name() ?? "", title: textFrom(info.title()), briefing: textFrom(info.briefing()), timeLimit: info.timeLimit(),
    passMark: info.passMark(), trainee: info.trainee() ?? "", firstAttempt: info.firstAttempt(), variant: info.variant() ?? "",
    variantTitle: textFrom(info.variantTitle()),
  };
}

export function scenesFrom(message: stream.Scenes): ScenesMessage {
  const files = Array.from({ length: message.filesLength() }, (_, i): LibraryFile => {
    const file = message.files(i)!;
    const variants = Array.from({ length: file.variantsLength() }, (_, k) => ({ name: file.variants(k)!.name() ?? "", title: textFrom(file.variants(k)!.title()) }));
    return {
      file: file.file() ?? "", title: textFrom(file.title()), briefing: textFrom(file.briefing()), isExercise: file.exercise(), wrong: file.wrong() ?? "",
      variants,
    };
  });
  return { kind: "scenes", files, scene: message.scene() ?? "" };
}

export function scoreFrom(message: stream.Score): ScoreMessage {
  const criteria = Array.from({ length: message.criteriaLength() }, (_, i): CriterionScore => {
    const criterion = message.criteria(i)!;
    return {
      name: criterion.name() ?? "", title: textFrom(criterion.title()), figure: criterion.figure(), unit: criterion.unit() ?? "", lost: criterion.lost(),
      moments: Array.from(criterion.momentsArray() ?? []),
    };
  });
  const triggers = Array.from({ length: message.triggersLength() }, (_, i): TriggerState => {
    const trigger = message.triggers(i)!;
    return { name: trigger.name() ?? "", fired: trigger.fired(), armed: trigger.armed(), holds: trigger.holds() };
  });
  return {
    kind: "score", attempt: message.attempt(), outcome: message.outcome(), time: message.time(), score: message.score(), passed: message.passed(), criteria, triggers,
  };
}
