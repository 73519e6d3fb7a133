// How an attempt ended, in the words of scenes/exercise/outcomes.cpp.
import { Outcome } from "../protocol/exercises";
import { words } from "../words";

export function outcomeName(outcome: Outcome): string {
  return {
    [Outcome.running]: words("running"), [Outcome.completed]: words("completed"), [Outcome.failed]: words("failed"),
    [Outcome.aborted]: words("aborted"), [Outcome.outOfTime]: words("out of time"), [Outcome.stopped]: words("ended by the instructor"),
    [Outcome.brokenOff]: words("broken off"),
  }[outcome];
}
