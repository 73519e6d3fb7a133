// Poses of all bodies in one flat array, read as vectors and quaternions.
import { Quaternion, Vector3 } from "three";

export class PoseReader {
  /** 7 numbers per body: position, orientation w x y z; and 1 for each that is hidden. They may change under the reader. */
  constructor(
    private poses: Float64Array,
    private hidden: Uint8Array,
  ) {}

  /** Body -1 is the world, which never is. */
  isHidden(body: number): boolean {
    return body >= 0 && this.hidden[body] !== 0;
  }

  position(body: number, out = new Vector3()): Vector3 {
    return out.fromArray(this.poses, body * 7);
  }

  /** Body -1 is the world. */
  orientation(body: number, out = new Quaternion()): Quaternion {
    if (body < 0) return out.identity();
    const at = body * 7;
    return out.set(this.poses[at + 4], this.poses[at + 5], this.poses[at + 6], this.poses[at + 3]);
  }

  /** A point in the axes of a body; body -1 is the world. */
  toWorld(body: number, point: Vector3): Vector3 {
    if (body < 0) return point.clone();
    return point.clone().applyQuaternion(this.orientation(body)).add(this.position(body));
  }
}
