// Going back in time: a replay is sought at once; a live session shows the moment first, and goes on from there when told to.
import { control, type ClientBody, type Stamp } from "./protocol/messages";
import type { Past } from "./story/past";
import type { Story } from "./story/story";
import { BookmarkForm } from "./ui/bookmark_form";
import { byId, setData, setText } from "./ui/dom";
import { clockText, Timeline } from "./ui/timeline";
import { words } from "./words";

/** A moment that this page has seen is previewed if it is at most so far (s) from the one asked for. */
const tolerance = 1;

export interface TravelActions {
  ask(body: ClientBody): Promise<boolean>;
  preview(poses: Float64Array | null, time?: number): void;
}

export class TimeTravel {
  private timeline: Timeline;
  private bookmark: BookmarkForm;
  private root = byId("timeline");
  private again = byId("again");
  private ended = byId("ended");
  private replay = false;
  private mayInstruct = false;
  private chosen: number | null = null;
  /** A replay is on its way to a moment; the newest wish waits. */
  private seeking = false;
  private wish: number | null = null;

  constructor(
    private story: Story,
    private past: Past,
    private actions: TravelActions,
  ) {
    this.timeline = new Timeline(story, { preview: (time) => this.show(time), chosen: (time) => this.show(time) });
    this.bookmark = new BookmarkForm(actions.ask);
    byId("again-go").addEventListener("click", () => void this.goOn());
    byId("again-back").addEventListener("click", () => this.backToNow());
    byId("ended-begin").addEventListener("click", () => void this.fromTheBeginning());
  }

  /** The past moment that is shown in place of the present; null: none is. */
  get shown(): number | null {
    return this.chosen;
  }

  /** Shows a moment (s): in a replay by going there, live from what this page has seen. */
  show(time: number): void {
    if (this.replay) {
      if (this.mayInstruct) this.seek(time);
      return;
    }
    if (time > this.story.end - 0.1) return this.backToNow();
    this.chosen = time;
    const moment = this.past.at(this.story.branchAt(time), time, tolerance);
    this.actions.preview(moment?.poses ?? null, moment?.telemetry.stamp.time);
    setData(document.body, "preview", "true");
    this.again.hidden = false;
    byId("again-go").hidden = !this.mayInstruct;
    const text = moment ? words("This was at {time}.", { time: clockText(time) })
      : words("{time}: this page was not there and has no picture of it.", { time: clockText(time) });
    setText(byId("again-text"), text);
  }

  /** Live: everything again from so many seconds ago. */
  againFrom(secondsAgo: number): void {
    void this.rewind(Math.max(0, this.story.end - secondsAgo));
  }

  /** Once per picture. */
  update(now: number, stamp: Stamp, mayInstruct: boolean): void {
    this.replay = stamp.replay;
    this.mayInstruct = mayInstruct;
    this.root.hidden = !(mayInstruct || stamp.replay);
    this.bookmark.allow(mayInstruct);
    this.ended.hidden = !(stamp.replay && stamp.time >= this.story.end - 1e-6 && mayInstruct);
    this.timeline.show(now, this.chosen ?? stamp.time);
  }

  private seek(time: number): void {
    this.wish = time;
    if (!this.seeking) void this.followWish();
  }

  private async followWish(): Promise<void> {
    this.seeking = true;
    while (this.wish !== null) {
      const time = this.wish;
      this.wish = null;
      await this.actions.ask(new control.SeekT(null, null, time));
    }
    this.seeking = false;
  }

  private async goOn(): Promise<void> {
    const time = this.chosen;
    if (time !== null) await this.rewind(time);
  }

  private async rewind(time: number): Promise<void> {
    await this.actions.ask(new control.RewindT(null, null, time));
    this.backToNow();
  }

  private async fromTheBeginning(): Promise<void> {
    await this.actions.ask(new control.SeekT(null, 0n, null));
    await this.actions.ask(new control.RunT());
  }

  private backToNow(): void {
    this.chosen = null;
    this.actions.preview(null);
    setData(document.body, "preview", "false");
    this.again.hidden = true;
  }
}
