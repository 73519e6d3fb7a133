// The sound of the machine that is watched, made here from what the physics says; silent until somebody asks for it.
import type { Machine } from "../machines";
import type { SceneMessage } from "../protocol/messages";
import type { Moment } from "../quantities/quantity";
import { setData } from "../ui/dom";
import { levelsOf, type Levels } from "./levels";

/** Time constant (s) with which loudness and pitch follow. */
const smoothing = 0.06;
/** s that a blow rings. */
const ringing = 0.22;
/** Of all together. */
const loudness = 0.35;

interface Voices {
  context: AudioContext;
  motor: OscillatorNode[];
  motorGain: GainNode;
  rollingGain: GainNode;
  noise: AudioBuffer;
  out: GainNode;
}

export class Sound {
  private voices: Voices | null = null;
  private on = false;
  private heard: Moment | null = null;

  /** A browser makes no sound before somebody has touched the page, which choosing it is. */
  set(on: boolean): void {
    this.on = on;
    this.heard = null;
    if (on) this.voices ??= makeVoices();
    const { context } = this.voices ?? {};
    void (on ? context?.resume() : context?.suspend());
    setData(document.body, "sound", on ? "on" : "off");
  }

  /** A new moment. Nothing sounds while time stands still, or where nobody looks at a machine. */
  hear(scene: SceneMessage, machine: Machine | undefined, moment: Moment): void {
    const { voices, heard } = this;
    this.heard = moment;
    if (!this.on || !voices || moment === heard) return;
    const { stamp } = moment.telemetry;
    const silent = !machine || stamp.frozen;
    const levels: Levels = silent ? { motor: 0, motorPitch: 55, rolling: 0, impact: 0 } : levelsOf(scene, machine, moment, heard?.telemetry.stamp.branch === stamp.branch ? heard : null);
    const now = voices.context.currentTime;
    voices.motor.forEach(({ frequency }, i) => frequency.setTargetAtTime(levels.motorPitch * (i + 1), now, smoothing));
    voices.motorGain.gain.setTargetAtTime(0.5 * levels.motor, now, smoothing);
    voices.rollingGain.gain.setTargetAtTime(0.6 * levels.rolling, now, smoothing);
    if (levels.impact > 0) strike(voices, levels.impact);
    setData(document.body, "soundLevels", [levels.motor, levels.rolling, levels.impact].map((value) => value.toFixed(2)).join(" "));
  }
}

function makeVoices(): Voices {
  const context = new AudioContext();
  const out = new GainNode(context, { gain: loudness });
  out.connect(context.destination);
  const motorGain = new GainNode(context, { gain: 0 });
  const low = new BiquadFilterNode(context, { type: "lowpass", frequency: 900 });
  motorGain.connect(low).connect(out);
  const motor = (["sawtooth", "triangle"] as const).map((type) => {
    const voice = new OscillatorNode(context, { type, frequency: 55 });
    voice.connect(motorGain);
    voice.start();
    return voice;
  });
  const noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  noise.getChannelData(0).forEach((_, i, samples) => (samples[i] = 2 * Math.random() - 1));
  const rolling = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
  const rollingGain = new GainNode(context, { gain: 0 });
  rolling.connect(new BiquadFilterNode(context, { type: "lowpass", frequency: 320 })).connect(rollingGain).connect(out);
  rolling.start();
  return { context, motor, motorGain, rollingGain, noise, out };
}

function strike({ context, noise, out }: Voices, strength: number): void {
  const begin = context.currentTime;
  const blow = new AudioBufferSourceNode(context, { buffer: noise });
  const gain = new GainNode(context, { gain: strength });
  gain.gain.setTargetAtTime(0, begin, ringing / 4);
  blow.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: 180 + 500 * strength, Q: 1.5 })).connect(gain).connect(out);
  blow.start(begin, 0, ringing);
}
