// The sound of the scene: off until it is asked for, and nothing of it is made before that.
import type { SceneMessage } from "../protocol/messages";
import type { Moment } from "../quantities/quantity";
import { setData } from "../ui/dom";
import { nothingHeard, Soundscape, type Heard } from "./soundscape";
import { Speaker } from "./speaker";

/** Without a frame for so long (ms) all is quiet. */
const longestSilence = 400;

export class Room {
  private scape: Soundscape | null = null;
  private speaker: Speaker | null = null;
  private on = false;
  private heardAt = 0;

  constructor(private button: HTMLElement) {
    button.addEventListener("click", () => this.toggle());
  }

  setScene(message: SceneMessage): void {
    this.scape = new Soundscape(message);
  }

  toggle(): void {
    this.on = !this.on;
    this.button.setAttribute("aria-pressed", `${this.on}`);
    if (this.on) this.speaker ??= new Speaker();
    this.speaker?.sound(this.on);
  }

  /** Of every frame. */
  note(moment: Moment): void {
    if (!this.on || !this.scape) return;
    this.heardAt = performance.now();
    this.play(this.scape.hear(moment));
  }

  /** Once per picture. */
  listen(now: number): void {
    if (!this.on || this.heardAt === 0 || now - this.heardAt < longestSilence) return;
    this.heardAt = 0;
    this.play(nothingHeard);
  }

  private play(heard: Heard): void {
    this.speaker?.play(heard);
    const loudest = (voices: readonly { gain: number }[]) => Math.max(0, ...voices.map(({ gain }) => gain)).toFixed(2);
    setData(document.body, "soundLevels", [heard.motors, [heard.rolling], [heard.skid], heard.blows].map(loudest).join(" "));
  }
}
