// Lines that are drawn anew in every picture, over everything, as wide as the eye needs.
import { Color, InstancedInterleavedBuffer, InterleavedBufferAttribute, Vector3 } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";

/** More are left out. */
const most = 12_000;
/** Pixels. */
const width = 3;

export class Strokes {
  readonly lines: LineSegments2;
  private places = new InstancedInterleavedBuffer(new Float32Array(6 * most), 6, 1);
  private colors = new InstancedInterleavedBuffer(new Float32Array(6 * most), 6, 1);
  private count = 0;

  constructor() {
    const geometry = new LineSegmentsGeometry();
    geometry.setAttribute("instanceStart", new InterleavedBufferAttribute(this.places, 3, 0));
    geometry.setAttribute("instanceEnd", new InterleavedBufferAttribute(this.places, 3, 3));
    geometry.setAttribute("instanceColorStart", new InterleavedBufferAttribute(this.colors, 3, 0));
    geometry.setAttribute("instanceColorEnd", new InterleavedBufferAttribute(this.colors, 3, 3));
    geometry.instanceCount = 0;
    const material = new LineMaterial({ vertexColors: true, linewidth: width, depthTest: false, transparent: true, fog: false });
    material.toneMapped = false;
    this.lines = new LineSegments2(geometry, material);
    this.lines.frustumCulled = false;
    this.lines.renderOrder = 12;
  }

  begin(): void {
    this.count = 0;
  }

  line(a: Vector3, b: Vector3, color: Color): void {
    if (this.count === most) return;
    const at = 6 * this.count++;
    a.toArray(this.places.array, at);
    b.toArray(this.places.array, at + 3);
    color.toArray(this.colors.array, at);
    color.toArray(this.colors.array, at + 3);
  }

  /** Three short lines through a point, `size` (m) each way. */
  cross(at: Vector3, size: number, color: Color): void {
    for (const axis of [0, 1, 2]) {
      const way = new Vector3().setComponent(axis, size);
      this.line(at.clone().sub(way), way.add(at), color);
    }
  }

  /** From `a` to `b` with a head in the plane that contains the vertical. */
  arrow(a: Vector3, b: Vector3, color: Color): void {
    const way = b.clone().sub(a);
    const length = way.length();
    if (length < 1e-6) return;
    this.line(a, b, color);
    way.divideScalar(length);
    const side = new Vector3(0, 0, 1).cross(way);
    if (side.length() < 0.05) side.set(1, 0, 0);
    side.setLength(0.09 * length);
    const neck = b.clone().addScaledVector(way, -0.2 * length);
    this.line(b, neck.clone().add(side), color);
    this.line(b, neck.sub(side), color);
  }

  end(): void {
    this.places.needsUpdate = this.colors.needsUpdate = true;
    this.lines.geometry.instanceCount = this.count;
    this.lines.visible = this.count > 0;
  }
}
