// An instructor's hand on a body: a force that follows the pointer, as an input of the session; it ends by itself when the page does not go on.
import { Vector3 } from "three";
import { connectedWith } from "./machines";
import { control, EventKind, type ClientBody, type EventMessage, type SceneMessage } from "./protocol/messages";
import type { Pick, Viewer } from "./viewer";
import { words } from "./words";

/** ms between forces, and s of simulation after which one ends unless another has taken its place. */
const rhythmMs = 100;
const lifetime = 0.5;
/** At one length of the machine it pulls with its weight; and it pulls with so many times that at the most. */
const mostWeights = 3;
const gravity = 9.81;
/** 1/s^2: small machines are pulled softer, or ten forces a second would not hold them. */
const mostStiffness = 25;
/** Part of the damping at which nothing swings any more. */
const damping = 0.7;

export interface PushingActions {
  /** Rejects with what the server says. */
  request(body: ClientBody): Promise<void>;
  tell(text: string): void;
}

export class Pushing {
  private scene: SceneMessage | null = null;
  private grip: Pick | null = null;
  private target = new Vector3();
  /** N for each m, and for each m/s. */
  private stiffness = 0;
  private resistance = 0;
  private most = 0;
  /** Number of the force that acts; 0: none is known to. */
  private effect = 0;
  private asking = false;

  constructor(private viewer: Viewer, private actions: PushingActions) {
    // Apart from drawing, which may be slow.
    setInterval(() => this.grip && !this.asking && void this.push(this.grip), rhythmMs);
  }

  setScene(scene: SceneMessage): void {
    this.end();
    this.scene = scene;
  }

  /** Takes hold of the body there; false: there is none that moves. */
  begin(x: number, y: number): boolean {
    const { scene, viewer } = this;
    const hit = viewer.pickAt(x, y);
    if (!scene || !hit || !viewer.movesByForce(hit.body)) return false;
    const bodies = connectedWith(scene, hit.body).filter((id) => !scene.content.bodies[id].static_);
    const mass = bodies.reduce((sum, id) => sum + (scene.content.bodies[id].mass ?? 0), 0);
    if (mass === 0) return false;
    this.grip = hit;
    this.target.copy(viewer.placeOf(hit));
    this.stiffness = mass * Math.min(mostStiffness, gravity / Math.max(0.1, ...bodies.map((id) => viewer.sizeOf(id))));
    this.resistance = 2 * damping * Math.sqrt(this.stiffness * mass);
    this.most = mostWeights * gravity * mass;
    this.effect = 0;
    return true;
  }

  /** The pointer is there now. */
  pull(x: number, y: number): void {
    if (!this.grip) return;
    this.target.copy(this.viewer.pointAt(x, y, this.target));
    this.viewer.setPull({ from: this.grip, to: this.target });
  }

  end(): void {
    if (!this.grip) return;
    this.grip = null;
    this.viewer.setPull(null);
    // Another force may be on its way; it ends by itself.
    if (this.effect !== 0) void this.actions.request(new control.ClearEffectT(this.effect)).catch(() => undefined);
  }

  /** Whether it is only the same force in another direction, which is no news. `own`: number of this page's session. */
  isFollowing(event: EventMessage, own: number): boolean {
    if (!this.isOfGrip(event, own) || this.effect === 0) return false;
    return event.event === EventKind.EffectBegan || (event.event === EventKind.EffectCleared && event.ids[0] === this.effect);
  }

  /** Learns the number of the force that has begun. */
  note(event: EventMessage, own: number): void {
    if (event.event === EventKind.EffectBegan && this.isOfGrip(event, own)) this.effect = event.ids[0] ?? 0;
  }

  /** What it pulls with; empty: nothing is held. */
  get text(): string {
    return this.grip ? words("{body}: {force} N", { body: `${this.scene!.content.bodies[this.grip.body].name}`, force: this.force.length().toFixed(0) }) : "";
  }

  private isOfGrip(event: EventMessage, own: number): boolean {
    return this.grip !== null && event.session === own && !event.recorded;
  }

  private get force(): Vector3 {
    const { place, velocity } = this.viewer.newestOf(this.grip!);
    return this.target.clone().sub(place).multiplyScalar(this.stiffness).addScaledVector(velocity, -this.resistance).clampLength(0, this.most);
  }

  private async push({ body, point }: Pick): Promise<void> {
    const { force, scene, effect } = this;
    const numbers: [string, number][] = [["x", force.x], ["y", force.y], ["z", force.z], ["at_x", point.x], ["at_y", point.y], ["at_z", point.z]];
    const parameters = numbers.map(([name, value]) => new control.EffectParameterT(name, value));
    this.asking = true;
    try {
      await this.actions.request(new control.BeginEffectT(`${scene!.content.bodies[body].name}`, "force", parameters, 1, 0, lifetime, effect));
    } catch (error) {
      // It had ended by itself: another one is begun.
      if (effect !== 0) this.effect = 0;
      else {
        this.grip = null;
        this.viewer.setPull(null);
        this.actions.tell((error as Error).message);
      }
    }
    this.asking = false;
  }
}
