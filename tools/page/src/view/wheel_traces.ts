// What wheels and belts leave behind: prints in earth, rubber where they slide, dust. Drawing only: nothing of it is felt.
import {
  BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, Mesh, MeshBasicMaterial, NormalBlending, Points, Quaternion, ShaderMaterial, Vector3,
} from "three";
import type * as scene from "#protocol/scene";
import type { GroundHeights } from "./ground_heights";
import type { PoseReader } from "./pose_reader";
import { rollersOf, slipOf, type Roller } from "./rollers";

const { abs, hypot, max, min } = Math;

/** Quads of all marks together; the oldest give way. */
const mostMarks = 1500;
/** A longer way (m) between two pictures is a jump. */
const longestWay = 3;
/** Above the ground (m), beside what the depth offset does. */
const lift = 0.012;
/** Lower above the ground than this part of its radius a wheel touches it. */
const touch = 0.12;
const mostPuffs = 120;
/** A puff lives so long (s). */
const puffLife = 1.4;

/** On pavement rubber is left from this slip on (m/s); or from the smaller one on where it is such a part of the speed. */
const slides = 0.5;
const scrubs = 0.1;
const scrubbedPart = 0.4;

/** How dark (0 to 1) a mark is; `slip`: speed of rubber over the ground, `speed`: of the wheel's or belt's middle (m/s). */
export function markDarkness(slip: number, speed: number, soft: boolean): number {
  if (soft) return min(0.6, 0.24 + 0.22 * abs(slip));
  const left = abs(slip) >= slides || (abs(slip) >= scrubs && abs(slip) >= scrubbedPart * abs(speed));
  return left ? min(0.65, 0.2 + 0.12 * abs(slip)) : 0;
}

/** Puffs per second that a wheel raises; `speed`: of the wheel over the ground (m/s). */
export function dustRate(slip: number, speed: number, soft: boolean): number {
  const raised = soft ? 1.6 * max(0, abs(speed) - 0.6) + 7 * max(0, abs(slip) - 0.25) : 5 * max(0, abs(slip) - 1.5);
  return min(24, raised);
}

/** What a roller has left behind so far. */
interface Trace {
  roller: Roller;
  /** Where its last mark ended: both edges. */
  edge: [Vector3, Vector3] | null;
  last: Vector3;
  /** Where it was in the last picture: while time stands still it raises nothing. */
  seen: Vector3;
  /** Of a puff that is still to come. */
  owed: number;
}

export class WheelTraces {
  readonly group = new Group();
  private traces: Trace[];
  private marks: Mesh;
  private marksLaid = 0;
  private dust: Points;
  private puffs: { age: number; drift: Vector3 }[] = [];
  private nextPuff = 0;
  private at = new Vector3();
  private turn = new Quaternion();
  private across = new Vector3();

  /** `rolling`: bodies that are wheels. */
  constructor(content: scene.SceneT, rolling: ReadonlySet<number>, private ground: GroundHeights) {
    this.traces = rollersOf(content, rolling).map((roller) => ({ roller, edge: null, last: new Vector3(), seen: new Vector3(), owed: 0 }));
    const marks = new BufferGeometry();
    marks.setAttribute("position", new BufferAttribute(new Float32Array(mostMarks * 18), 3).setUsage(DynamicDrawUsage));
    marks.setAttribute("color", new BufferAttribute(new Float32Array(mostMarks * 24), 4).setUsage(DynamicDrawUsage));
    marks.setDrawRange(0, 0);
    const rubbed = new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -4, side: 2 });
    this.marks = new Mesh(marks, rubbed);
    const dust = new BufferGeometry();
    dust.setAttribute("position", new BufferAttribute(new Float32Array(mostPuffs * 3), 3).setUsage(DynamicDrawUsage));
    dust.setAttribute("age", new BufferAttribute(new Float32Array(mostPuffs).fill(1), 1).setUsage(DynamicDrawUsage));
    this.dust = new Points(dust, dustMaterial());
    this.puffs = Array.from({ length: mostPuffs }, () => ({ age: puffLife, drift: new Vector3() }));
    this.marks.frustumCulled = this.dust.frustumCulled = false;
    this.dust.visible = false;
    this.group.add(this.marks, this.dust);
  }

  /** Time has jumped: what was left behind is not there. */
  clear(): void {
    this.marksLaid = 0;
    this.marks.geometry.setDrawRange(0, 0);
    for (const trace of this.traces) trace.edge = null;
    for (const puff of this.puffs) puff.age = puffLife;
  }

  /** How many puffs hang in the air. */
  get puffsAlive(): number {
    return this.puffs.filter(({ age }) => age < puffLife).length;
  }

  /**
   * Once per picture: `dt` (s) since the last; `newest`: poseStride numbers per body, for their velocities; `dusty`: dust rises
   * where it does.
   */
  update(dt: number, poses: PoseReader, newest: Float64Array | null, dusty: boolean): void {
    for (const trace of this.traces) this.roll(trace, dt, poses, newest, dusty);
    const places = this.dust.geometry.getAttribute("position") as BufferAttribute;
    const ages = this.dust.geometry.getAttribute("age") as BufferAttribute;
    this.puffs.forEach((puff, i) => {
      if (puff.age >= puffLife) return;
      puff.age += dt;
      places.setXYZ(i, places.getX(i) + puff.drift.x * dt, places.getY(i) + puff.drift.y * dt, places.getZ(i) + puff.drift.z * dt);
      ages.setX(i, min(1, puff.age / puffLife));
    });
    const alive = this.puffsAlive > 0;
    if (alive || this.dust.visible) places.needsUpdate = ages.needsUpdate = true;
    this.dust.visible = alive;
  }

  private roll(trace: Trace, dt: number, poses: PoseReader, newest: Float64Array | null, dusty: boolean): void {
    const { center: { body, point }, axis, radius, halfWidth, share, markLength } = trace.roller;
    const turn = poses.orientation(body, this.turn);
    const at = poses.position(body, this.at).add(this.across.copy(point).applyQuaternion(turn));
    const moved = at.distanceTo(trace.seen) > 1e-4;
    trace.seen.copy(at);
    const ground = poses.isHidden(body) ? null : this.ground.at(at.x, at.y);
    if (!ground || at.z - ground.z - radius > touch * radius) {
      trace.edge = null;
      return;
    }
    const across = this.across.copy(axis).applyQuaternion(turn);
    const [slip, speed] = newest ? slipOf(newest, trace.roller) : [0, 0];
    const way = hypot(at.x - trace.last.x, at.y - trace.last.y);
    if (moved && dusty) this.raise(trace, dt, share * dustRate(slip, speed, ground.soft), ground.z);
    if (trace.edge && way < markLength) return;
    const edge = ([-1, 1] as const).map((side) => {
      const x = at.x + side * halfWidth * across.x;
      const y = at.y + side * halfWidth * across.y;
      return new Vector3(x, y, (this.ground.at(x, y)?.z ?? ground.z) + lift);
    }) as [Vector3, Vector3];
    const darkness = share * markDarkness(slip, speed, ground.soft);
    if (trace.edge && way < longestWay && darkness > 0) this.lay(trace.edge, edge, darkness, ground.soft);
    trace.edge = edge;
    trace.last.copy(at);
  }

  private lay(from: [Vector3, Vector3], to: [Vector3, Vector3], darkness: number, soft: boolean): void {
    const { geometry } = this.marks;
    const positions = geometry.getAttribute("position") as BufferAttribute;
    const colors = geometry.getAttribute("color") as BufferAttribute;
    const first = (this.marksLaid % mostMarks) * 6;
    [from[0], from[1], to[1], from[0], to[1], to[0]].forEach((corner, i) => {
      positions.setXYZ(first + i, corner.x, corner.y, corner.z);
      if (soft) colors.setXYZW(first + i, 0.035, 0.026, 0.018, darkness);
      else colors.setXYZW(first + i, 0.008, 0.008, 0.009, darkness);
    });
    positions.addUpdateRange(first * 3, 18);
    colors.addUpdateRange(first * 4, 24);
    positions.needsUpdate = colors.needsUpdate = true;
    this.marksLaid += 1;
    geometry.setDrawRange(0, 6 * min(this.marksLaid, mostMarks));
  }

  private raise(trace: Trace, dt: number, rate: number, z: number): void {
    const { radius } = trace.roller;
    trace.owed = min(2, trace.owed + rate * dt);
    const places = this.dust.geometry.getAttribute("position") as BufferAttribute;
    for (; trace.owed >= 1; trace.owed -= 1) {
      const any = () => Math.random() - 0.5;
      const puff = this.puffs[this.nextPuff];
      places.setXYZ(this.nextPuff, this.at.x + any() * radius, this.at.y + any() * radius, z + 0.15 * radius);
      puff.age = 0;
      puff.drift.set(any() * 0.5, any() * 0.5, 0.25 + 0.3 * Math.random());
      this.nextPuff = (this.nextPuff + 1) % mostPuffs;
    }
  }
}

function dustMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true, depthWrite: false, blending: NormalBlending,
    vertexShader: /* glsl */ `
      attribute float age;
      varying float old;
      void main() {
        old = age;
        vec4 seen = modelViewMatrix * vec4(position, 1.0);
        gl_Position = projectionMatrix * seen;
        gl_PointSize = age < 1.0 ? min(160.0, (0.16 + 0.55 * age) * 620.0 / max(0.3, -seen.z)) : 0.0;
      }`,
    fragmentShader: /* glsl */ `
      varying float old;
      void main() {
        float away = length(gl_PointCoord - 0.5) * 2.0;
        float alpha = 0.30 * (1.0 - old) * (1.0 - old) * (1.0 - smoothstep(0.15, 1.0, away));
        gl_FragColor = vec4(0.52, 0.46, 0.37, alpha);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
      }`,
  });
}
