// Makes audible what is to be heard, by Web Audio: oscillators and noise, no files.
import { mostMotors, nothingHeard, type Heard } from "./soundscape";
import type { Blow, Voice } from "./voices";

/** Of each kind in the whole. */
const motorLoudness = 0.10;
const rollingLoudness = 0.35;
const skidLoudness = 0.22;
const blowLoudness = 0.6;
/** In which a steady sound follows (s): about a frame, so that steps are not heard. */
const glide = 0.05;

interface Sounding {
  gain: GainNode;
  tune: AudioParam;
}

export class Speaker {
  private context = new AudioContext();
  private noise: AudioBuffer;
  private out: AudioNode;
  private motors: Sounding[];
  private rolling: Sounding;
  private skid: Sounding;

  constructor() {
    const { context } = this;
    const compressor = context.createDynamicsCompressor();
    compressor.connect(context.destination);
    this.out = compressor;
    this.noise = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate);
    const samples = this.noise.getChannelData(0);
    for (let i = 0; i < samples.length; ++i) samples[i] = 2 * Math.random() - 1;
    this.motors = Array.from({ length: mostMotors }, () => this.motor());
    this.rolling = this.rush("lowpass", 0.7);
    this.skid = this.rush("bandpass", 9);
  }

  /** Browsers let a page sound only after its user has touched it. */
  sound(on: boolean): void {
    if (!on) this.play(nothingHeard);
    void (on ? this.context.resume() : this.context.suspend());
  }

  play({ motors, rolling, skid, blows }: Heard): void {
    this.motors.forEach((sounding, i) => this.follow(sounding, motors[i], motorLoudness));
    this.follow(this.rolling, rolling, rollingLoudness);
    this.follow(this.skid, skid, skidLoudness);
    for (const blow of blows) this.strike(blow);
  }

  private follow({ gain, tune }: Sounding, voice: Voice | undefined, loudness: number): void {
    const now = this.context.currentTime;
    gain.gain.setTargetAtTime((voice?.gain ?? 0) * loudness, now, glide);
    if (voice && voice.gain > 0) tune.setTargetAtTime(voice.frequency, now, glide);
  }

  private motor(): Sounding {
    const oscillator = new OscillatorNode(this.context, { type: "sawtooth", frequency: 100 });
    const soft = new BiquadFilterNode(this.context, { type: "lowpass", frequency: 900 });
    const gain = new GainNode(this.context, { gain: 0 });
    oscillator.connect(soft).connect(gain).connect(this.out);
    oscillator.start();
    return { gain, tune: oscillator.frequency };
  }

  private rush(type: BiquadFilterType, Q: number): Sounding {
    const source = new AudioBufferSourceNode(this.context, { buffer: this.noise, loop: true });
    const filter = new BiquadFilterNode(this.context, { type, Q, frequency: 400 });
    const gain = new GainNode(this.context, { gain: 0 });
    source.connect(filter).connect(gain).connect(this.out);
    source.start();
    return { gain, tune: filter.frequency };
  }

  private strike({ frequency, gain: loud, decay }: Blow): void {
    const { context } = this;
    const [now, end] = [context.currentTime, context.currentTime + decay];
    const gain = new GainNode(context, { gain: loud * blowLoudness });
    gain.gain.exponentialRampToValueAtTime(1e-3, end);
    gain.connect(this.out);
    const ring = new OscillatorNode(context, { type: "triangle", frequency });
    ring.frequency.exponentialRampToValueAtTime(0.6 * frequency, end);
    const knock = new AudioBufferSourceNode(context, { buffer: this.noise });
    const dull = new BiquadFilterNode(context, { type: "lowpass", frequency: 4 * frequency });
    ring.connect(gain);
    knock.connect(dull).connect(gain);
    ring.start(now);
    ring.stop(end);
    knock.start(now);
    knock.stop(Math.min(end, now + 0.05));
    ring.onended = () => gain.disconnect();
  }
}
