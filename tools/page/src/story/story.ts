// The session as a story: which branch grew out of which, how far each has come, and what happened on it.
import type { EventMessage, RecordedBranch, Stamp } from "../protocol/messages";

export interface BranchStory {
  branch: number;
  /** The branch that it goes on from, -1: it began with the scene; and where (s). */
  parent: number;
  begin: number;
  /** s, so far. */
  end: number;
}

/** Something that happened, as a line of the log and a mark on the timeline. */
export interface Happening {
  event: EventMessage;
  level: "" | "caution" | "bad";
  text: string;
  /** When it came (ms since 1970); null: before this page. */
  at: number | null;
}

const mostHappenings = 5000;

export class Story {
  branches = new Map<number, BranchStory>();
  happenings: Happening[] = [];
  /** The branch that is shown. */
  present = 0;

  clear(): void {
    this.branches.clear();
    this.happenings = [];
  }

  /** The branches of a recording; `period`: s per frame. */
  know(recorded: readonly RecordedBranch[], period: number): void {
    for (const { branch, parent, parentFrame, lastFrame } of recorded) {
      const begin = parent === branch ? 0 : parentFrame * period;
      this.branches.set(branch, { branch, parent: parent === branch ? -1 : parent, begin, end: lastFrame * period });
    }
  }

  /** The stamp of a frame. */
  note({ branch, time }: Stamp): void {
    const known = this.branches.get(branch);
    if (known) {
      known.end = Math.max(known.end, time);
    } else {
      // It goes on from the branch shown before, unless it begins at the beginning.
      const before = this.branches.get(this.present);
      const goesOn = before !== undefined && time > 1e-9 && time <= before.end + 1;
      this.branches.set(branch, { branch, parent: goesOn ? before.branch : -1, begin: goesOn ? time : 0, end: time });
    }
    this.present = branch;
  }

  /** Whether something of this kind, moment and text is known already. */
  has({ event, stamp, text }: EventMessage): boolean {
    return this.happenings.some(({ event: other }) => other.event === event && other.stamp.tick === stamp.tick && other.text === text);
  }

  add(happening: Happening): void {
    this.happenings.push(happening);
    if (this.happenings.length > mostHappenings) this.happenings.shift();
  }

  /** How far the present branch has come (s). */
  get end(): number {
    return this.branches.get(this.present)?.end ?? 0;
  }

  /** The branches that lead to the present one, oldest first, each with the times at which it counts (s). */
  get lineage(): { branch: number; from: number; to: number }[] {
    const list: { branch: number; from: number; to: number }[] = [];
    let to = Infinity;
    for (let at = this.branches.get(this.present); at; at = this.branches.get(at.parent)) {
      list.unshift({ branch: at.branch, from: at.parent < 0 ? 0 : at.begin, to });
      to = at.begin;
    }
    return list;
  }

  /** The branch of the lineage that a time belongs to. */
  branchAt(time: number): number {
    return this.lineage.find(({ from, to }) => time >= from && time < to)?.branch ?? this.present;
  }
}
