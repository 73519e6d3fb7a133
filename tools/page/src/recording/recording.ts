// A recording that was read in the page: its last scene, and where everything was on the way to its last frame.
import * as flatbuffers from "flatbuffers";
import * as record from "#protocol/record";
import * as scene from "#protocol/scene";
import * as stream from "#protocol/stream";
import { frameFrom, poseStride, telemetryFrom, type FrameMessage } from "../protocol/messages";
import type { Moment } from "../quantities/quantity";
import { Past } from "../story/past";
import { Story } from "../story/story";
import { words } from "../words";
import { chunksOf } from "./mcap";

/** Bytes of moments, about; of a longer recording the older ones are kept thinner. */
const budget = 256e6;
/** So long (ms) the page may stand still while it reads. */
const longestPause = 30;

export class Recording {
  readonly story = new Story();
  readonly past = new Past(budget);
  /** false: some of the file is damaged or was cut off, and missing here. */
  whole = true;

  constructor(
    readonly name: string,
    readonly content: scene.SceneT,
    readonly periodMs: number,
  ) {}

  /** s of simulation. */
  get end(): number {
    return this.story.end;
  }

  /** The moments that a time (s) lies between; the same twice before the first and after the last. */
  around(time: number): [Moment, Moment] | null {
    return this.past.around(this.story.branchAt(time), time);
  }

  /** On the way to the last frame, from `from` to `to` (s). */
  between(from: number, to: number): Moment[] {
    return this.story.lineage.flatMap((part) => this.past.between(part.branch, Math.max(from, part.from), Math.min(to, part.to)));
  }
}

/** Reads a whole file without holding up the page. Rejects with what to tell. */
export async function readRecording(name: string, file: Uint8Array): Promise<Recording> {
  let recording: Recording | null = null;
  let frame: FrameMessage | null = null;
  let begun = performance.now();
  const take = (topic: string, data: Uint8Array): void => {
    if (topic === "/drawbar/scene") {
      const shown = record.SceneRecord.getRootAsSceneRecord(bufferOf(data));
      const content = scene.Scene.getRootAsScene(bufferOf(shown.sceneArray() ?? new Uint8Array())).unpack();
      recording = new Recording(name, content, Number(shown.periodNs()) / 1e6);
    } else if (topic === "/poses" && recording) {
      frame = frameFrom(stream.Frame.getRootAsFrame(bufferOf(data)));
    } else if (topic === "/telemetry" && recording && frame) {
      note(recording, frame, data);
    }
  };
  let whole = true;
  for (const messages of chunksOf(file)) {
    if (messages === null) whole = false;
    for (const { topic, data } of messages ?? []) {
      try {
        take(topic, data);
      } catch {
        // A damaged message: what it held is missing.
        whole = false;
      }
    }
    if (performance.now() - begun < longestPause) continue;
    await new Promise((passed) => setTimeout(passed));
    begun = performance.now();
  }
  const found = recording as Recording | null;
  if (!found || found.story.branches.size === 0) throw new Error(words("{file} has no frames of drawbar.", { file: name }));
  found.whole = whole;
  return found;
}

function note(recording: Recording, frame: FrameMessage, data: Uint8Array): void {
  const telemetry = telemetryFrom(stream.Telemetry.getRootAsTelemetry(bufferOf(data)));
  if (telemetry.stamp.frame !== frame.stamp.frame || telemetry.stamp.branch !== frame.stamp.branch) return;
  const bodies = recording.content.bodies.length;
  const poses = new Float64Array(bodies * poseStride);
  frame.ids.forEach((id, i) => {
    if (id < bodies) poses.set(frame.poses.subarray(i * poseStride, (i + 1) * poseStride), id * poseStride);
  });
  recording.story.note(telemetry.stamp);
  recording.past.add({ telemetry, poses });
}

/** A buffer of its own: fields must be aligned, wherever they lay in the file. */
function bufferOf(data: Uint8Array): flatbuffers.ByteBuffer {
  return new flatbuffers.ByteBuffer(data.slice());
}
