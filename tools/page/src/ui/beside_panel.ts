// A recording beside the session: opened from a file or the daemon, in step with what the session shows, by so much before or after it.
import type { Recording } from "../recording/recording";
import { readRecording } from "../recording/recording";
import { words } from "../words";
import { byId, setText } from "./dom";
import { clockText } from "./timeline";

export interface BesideActions {
  /** The bytes of a recording that the daemon has; rejects with what to tell. */
  fetch(name: string): Promise<Uint8Array>;
  /** From now on; null: none. */
  changed(recording: Recording | null): void;
}

export class BesidePanel {
  private state = byId("beside-state");
  private name = byId<HTMLInputElement>("beside-recording");
  private file = byId<HTMLInputElement>("beside-file");
  private offsetChoice = byId<HTMLInputElement>("beside-offset");
  private closing = byId("beside-close");
  private halves = byId("halves");
  private caption = byId("halves-second");
  private recording: Recording | null = null;
  /** Of what was asked for last: who comes late is not wanted any more. */
  private asked = 0;

  constructor(private actions: BesideActions) {
    byId("beside-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.open(this.name.value.trim());
    });
    byId("beside-choose").addEventListener("click", () => this.file.click());
    this.file.addEventListener("change", () => {
      const [file] = this.file.files ?? [];
      this.file.value = "";
      if (file) this.openFile(file);
    });
    this.closing.addEventListener("click", () => this.close());
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) this.openFile(file);
    });
  }

  /** s by which the recording is ahead of the session. */
  get offset(): number {
    return Number(this.offsetChoice.value) || 0;
  }

  /** A recording that the daemon has. */
  open(name: string): void {
    this.name.value = name;
    void this.read(name, () => this.actions.fetch(name));
  }

  close(): void {
    ++this.asked;
    this.set(null, "");
  }

  /** Where the two pictures meet (px), and what the second one shows (s); once per picture. */
  show(border: { x: number; top: number; bottom: number; right: number }, time: number): void {
    if (!this.recording) return;
    const { style } = this.halves;
    style.left = `${border.x}px`;
    style.top = `${border.top}px`;
    style.height = `${border.bottom - border.top}px`;
    style.width = `${border.right - border.x}px`;
    setText(this.caption, `${this.recording.name} · ${clockText(time)}`);
  }

  private openFile(file: File): void {
    void this.read(file.name, async () => new Uint8Array(await file.arrayBuffer()));
  }

  private async read(name: string, bytes: () => Promise<Uint8Array>): Promise<void> {
    const own = ++this.asked;
    this.tell(words("{file} is being read.", { file: name }), false);
    try {
      const recording = await readRecording(name, await bytes());
      if (own !== this.asked) return;
      this.set(recording, words("{file} runs beside, as far as {time}.", { file: name, time: clockText(recording.end) }));
      if (!recording.whole) this.tell(words("{file} is damaged or was cut off; what is left of it runs beside, as far as {time}.", { file: name, time: clockText(recording.end) }), true);
    } catch (error) {
      if (own === this.asked) this.tell((error as Error).message, true);
    }
  }

  private set(recording: Recording | null, text: string): void {
    this.recording = recording;
    this.closing.hidden = this.halves.hidden = recording === null;
    this.tell(text, false);
    this.actions.changed(recording);
  }

  private tell(text: string, wrong: boolean): void {
    setText(this.state, text);
    this.state.classList.toggle("wrong", wrong);
  }
}
