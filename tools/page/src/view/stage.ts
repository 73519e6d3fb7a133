// Renderer, camera, sun and shadows: everything around the scene's own objects.
import {
  DirectionalLight, Fog, GridHelper, HemisphereLight, Mesh, NeutralToneMapping, Object3D, PCFSoftShadowMap, PerspectiveCamera,
  Scene, Vector3, WebGLRenderer,
} from "three";
import { skyHorizon, sunDirection, sunLight } from "./palette";
import { skyDome } from "./sky";

Object3D.DEFAULT_UP.set(0, 0, 1);

/** `full` for pictures; `adaptive` gives up resolution where the machine draws slowly, as without a graphics card. */
export type Quality = "adaptive" | "full";

/** From best to cheapest: picture pixels per screen pixel at the most, and texels along the shadow map. */
const levels = [
  { pixelRatio: 2, shadowTexels: 2048 },
  { pixelRatio: 1, shadowTexels: 2048 },
  { pixelRatio: 0.75, shadowTexels: 1024 },
  { pixelRatio: 0.5, shadowTexels: 512 },
];
/** Slower than this (ms between pictures, averaged over so long) goes a level down. */
const slowFrameMs = 70;
const judgedMs = 1500;
/** The first pictures wait for shaders. */
const framesIgnored = 3;
/** Where a processor draws, begin low: it is responsive at once. */
const softwareRenderer = /swiftshader|llvmpipe|software|basic render/i;
const softwareLevel = 2;

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(45, 1, 0.05, 900);
  private renderer: WebGLRenderer;
  private sun = new DirectionalLight(sunLight, 3.4);
  private sky: Mesh;
  private grid = new GridHelper(40, 40, 0x5b6876, 0x3a4450);
  private level = 0;
  private judgedFrames = 0;
  private judgedSince = 0;
  private lastDraw = 0;

  /** Throws where the browser has no WebGL 2. */
  constructor(
    private canvas: HTMLCanvasElement,
    private quality: Quality,
  ) {
    const software = quality === "adaptive" && drawnBySoftware();
    if (software) this.level = softwareLevel;
    this.renderer = new WebGLRenderer({ canvas, antialias: !software, powerPreference: "high-performance" });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFSoftShadowMap;
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.toneMappingExposure = 1.12;
    this.scene.fog = new Fog(skyHorizon, 25, 170);

    this.sun.castShadow = true;
    this.sun.shadow.mapSize.setScalar(levels[this.level].shadowTexels);
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.02;
    this.sky = skyDome(sunDirection, 800);
    this.grid.rotateX(Math.PI / 2);
    this.grid.visible = false;
    const ambient = new HemisphereLight("#b4c8e2", "#57503f", 1.9);
    // From the other side, so that what turns away from the sun is dark but not black.
    const fill = new DirectionalLight("#9db4d0", 0.7);
    fill.position.set(0.6, 0.7, 0.35);
    this.scene.add(ambient, fill, this.sun, this.sun.target, this.sky, this.grid);
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  showGrid(visible: boolean): void {
    this.grid.visible = visible;
  }

  /** Shadows are sharp around `focus`, about as far as the camera is away from it. */
  draw(focus: Vector3): void {
    this.adapt(performance.now());
    this.aimSun(focus, Math.min(60, Math.max(4, this.camera.position.distanceTo(focus) * 0.9)));
    this.sky.position.copy(this.camera.position);
    this.renderer.render(this.scene, this.camera);
  }

  /** The shadow map follows in whole texels and sizes in powers of two, so that edges of shadows do not crawl. */
  private aimSun(focus: Vector3, reach: number): void {
    const box = this.sun.shadow.camera;
    const size = 2 ** Math.ceil(Math.log2(reach));
    if (box.right !== size) {
      box.left = box.bottom = -size;
      box.right = box.top = size;
      box.near = 1;
      box.far = 6 * size + 60;
      box.updateProjectionMatrix();
    }
    const texel = (2 * size) / this.sun.shadow.mapSize.x;
    this.sun.target.position.copy(focus).divideScalar(texel).round().multiplyScalar(texel);
    this.sun.position.copy(this.sun.target.position).addScaledVector(sunDirection, 3 * size + 30);
  }

  private adapt(now: number): void {
    // A page that was hidden for a while was not slow.
    if (this.lastDraw === 0 || now - this.lastDraw > 5000) this.judgedFrames = -framesIgnored;
    this.lastDraw = now;
    this.judgedFrames += 1;
    if (this.judgedFrames <= 0) this.judgedSince = now;
    const judged = now - this.judgedSince;
    if (this.quality === "full" || this.level === levels.length - 1 || judged < judgedMs) return;
    const average = judged / this.judgedFrames;
    this.judgedFrames = 0;
    this.judgedSince = now;
    if (average < slowFrameMs) return;
    this.level += 1;
    this.sun.shadow.mapSize.setScalar(levels[this.level].shadowTexels);
    this.sun.shadow.map?.dispose();
    this.sun.shadow.map = null;
    this.resize();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, levels[this.level].pixelRatio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    // A tall, narrow window keeps the width in sight.
    this.camera.fov = width < height ? 62 : 45;
    this.camera.updateProjectionMatrix();
  }
}

function drawnBySoftware(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const info = context?.getExtension("WEBGL_debug_renderer_info");
  const name = context?.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER);
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return softwareRenderer.test(`${name}`);
}
