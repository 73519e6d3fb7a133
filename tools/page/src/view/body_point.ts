// Points and axes that the scene gives in the world at the initial pose, fixed to bodies.
import { Quaternion, Vector3 } from "three";
import type * as scene from "#protocol/scene";
import { orientationOf } from "./shapes";

/** A point in the axes of a body; body -1 is the world. */
export interface BodyPoint {
  body: number;
  point: Vector3;
}

type Name = string | Uint8Array | null;

export class BodyAnchors {
  private ids: Map<Name, number>;

  constructor(private content: scene.SceneT) {
    this.ids = new Map(content.bodies.map((body, id) => [body.name, id]));
  }

  /** -1: the world. */
  id(name: Name): number {
    return this.ids.get(name) ?? -1;
  }

  point(name: Name, world: Pick<scene.Vec3T, "x" | "y" | "z"> | null): BodyPoint {
    const body = this.id(name);
    const point = new Vector3(world?.x ?? 0, world?.y ?? 0, world?.z ?? 0);
    const origin = this.content.bodies[body]?.position;
    if (origin) point.sub(new Vector3(origin.x, origin.y, origin.z));
    return { body, point: point.applyQuaternion(this.toBody(body)) };
  }

  /** Unit; x without one. */
  direction(name: Name, world: scene.Vec3T | null): Vector3 {
    const axis = world ? new Vector3(world.x, world.y, world.z).normalize() : new Vector3(1, 0, 0);
    return axis.applyQuaternion(this.toBody(this.id(name)));
  }

  /** World axes to body axes at the initial pose. */
  toBody(body: number): Quaternion {
    return body < 0 ? new Quaternion() : orientationOf(this.content.bodies[body]).invert();
  }
}
