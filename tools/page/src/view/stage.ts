// Renderer, camera, sun and shadows: everything around the scene's own objects.
import {
  Camera, Color, DirectionalLight, Fog, HemisphereLight, Mesh, NeutralToneMapping, Object3D, PCFSoftShadowMap, PerspectiveCamera,
  Scene, Vector3, WebGLRenderer,
} from "three";
import { scenery } from "./ground";
import { skyHorizon, sunDirection, sunLight } from "./palette";
import { referenceGrid } from "./reference_grid";
import { skyDome } from "./sky";

Object3D.DEFAULT_UP.set(0, 0, 1);

/**
 * `full` for pictures; `adaptive` gives up resolution where the machine draws slowly, as without a graphics card; `off` draws
 * nothing: for a console beside another picture.
 */
export type Quality = "adaptive" | "full" | "off";

/** From best to cheapest: picture pixels per screen pixel at the most, texels along the shadow map, and whether dust rises. */
const levels = [
  { pixelRatio: 2, shadowTexels: 2048, dusty: true },
  { pixelRatio: 1, shadowTexels: 2048, dusty: true },
  { pixelRatio: 0.75, shadowTexels: 1024, dusty: false },
  { pixelRatio: 0.5, shadowTexels: 512, dusty: false },
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
  private grid = referenceGrid();
  private level = 0;
  private judgedFrames = 0;
  private judgedSince = 0;
  private lastDraw = 0;
  /** Of the canvas (px), kept: to ask for it in a picture would make a layout. */
  private width = 0;
  private height = 0;

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
    this.camera.layers.enable(scenery);
    this.scene.fog = new Fog(skyHorizon, 25, 170);

    this.sun.castShadow = true;
    this.sun.shadow.mapSize.setScalar(levels[this.level].shadowTexels);
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.02;
    this.sky = skyDome(sunDirection, 800);
    this.grid.visible = false;
    const ambient = new HemisphereLight("#b4c8e2", "#6a604c", 2.1);
    // From the other side, so that what turns away from the sun is dark but not black.
    const fill = new DirectionalLight("#9db4d0", 0.7);
    fill.position.set(0.6, 0.7, 0.35);
    this.scene.add(ambient, fill, this.sun, this.sun.target, this.sky, this.grid);
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  get draws(): boolean {
    return this.quality !== "off";
  }

  showGrid(visible: boolean): void {
    this.grid.visible = visible;
  }

  /** What is drawn meanwhile has the grid, or has it not. */
  withGrid(visible: boolean, draw: () => void): void {
    const before = this.grid.visible;
    this.grid.visible = visible;
    draw();
    this.grid.visible = before;
  }

  /** Whether dust rises: its puffs are drawn one over another. */
  get dusty(): boolean {
    return levels[this.level].dusty;
  }

  /**
   * Shadows are sharp around `focus`, about as far as the camera is away from it. `part`: from where to where across the window (px)
   * it is drawn, else everywhere.
   */
  draw(camera: PerspectiveCamera, focus: Vector3, part?: { left: number; right: number }): void {
    if (!this.draws) return;
    // The right one of two is drawn at once behind the left one.
    if (!part || part.left === 0) this.adapt(performance.now());
    this.aimSun(focus, shadowReach(camera, focus));
    this.sky.position.copy(camera.position);
    this.renderer.setScissorTest(part !== undefined);
    if (part) this.renderer.setScissor(part.left, 0, part.right - part.left, this.height);
    this.renderer.render(this.scene, camera);
    this.renderer.setScissorTest(false);
  }

  /** Moves the middle of the picture to this place in the window (px). */
  center(camera: PerspectiveCamera, x: number, y: number): void {
    const { width, height } = this;
    camera.setViewOffset(width, height, Math.round(width / 2 - x), Math.round(height / 2 - y), width, height);
  }

  /**
   * Draws what another camera sees into a picture of its own; before `draw`, which draws over the place where it was made.
   * `mirror`: left and right change places. `focus`: new shadows around it, else those of the main picture.
   */
  drawInto(picture: CanvasRenderingContext2D, camera: Camera, { mirror = false, focus }: { mirror?: boolean; focus?: Vector3 } = {}): void {
    if (!this.draws) return;
    const { width, height } = picture.canvas;
    const ratio = this.renderer.getPixelRatio();
    const canvas = this.renderer.domElement;
    const scale = Math.min(1, canvas.width / width, canvas.height / height);
    const [w, h] = [Math.floor(width * scale), Math.floor(height * scale)];
    if (camera instanceof PerspectiveCamera && camera.view?.enabled) camera.clearViewOffset();
    // three.js uploads what has moved once per number, and the shadows of the main picture have used this one.
    this.renderer.info.render.frame += 1;
    if (focus) this.aimSun(focus, shadowReach(camera, focus));
    else this.renderer.shadowMap.autoUpdate = false;
    this.renderer.setScissorTest(true);
    this.renderer.setViewport(0, 0, w / ratio, h / ratio);
    this.renderer.setScissor(0, 0, w / ratio, h / ratio);
    this.sky.position.copy(camera.position);
    this.renderer.render(this.scene, camera);
    this.renderer.setScissorTest(false);
    this.renderer.setViewport(0, 0, canvas.width / ratio, canvas.height / ratio);
    this.renderer.shadowMap.autoUpdate = true;
    picture.setTransform(mirror ? -1 : 1, 0, 0, 1, mirror ? width : 0, 0);
    picture.drawImage(canvas, 0, canvas.height - h, w, h, 0, 0, width, height);
  }

  /** As a map shows it: without fog, shadows and sky, on `background`. Programs are the same: other ones would have to be compiled. */
  withoutAir(draw: () => void, background: Color): void {
    const fog = this.scene.fog as Fog;
    const { near, far } = fog;
    [fog.near, fog.far] = [1e6, 2e6];
    this.sun.shadow.intensity = 0;
    this.sky.visible = false;
    this.scene.background = background;
    draw();
    this.scene.background = null;
    [fog.near, fog.far] = [near, far];
    this.sun.shadow.intensity = 1;
    this.sky.visible = true;
  }

  /** Of the main picture (px). */
  get right(): number {
    return this.width;
  }

  /** Width over height of the main picture. */
  get aspect(): number {
    return this.width / (this.height || 1);
  }

  /** Field of view of the free cameras: a tall, narrow window keeps the width in sight. */
  get fieldOfView(): number {
    return this.aspect < 1 ? 62 : 45;
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
    [this.width, this.height] = [width, height];
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, levels[this.level].pixelRatio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = this.aspect;
    this.camera.fov = this.fieldOfView;
    this.camera.updateProjectionMatrix();
  }
}

/** Sharp where the camera is near (m). */
function shadowReach(camera: Camera, focus: Vector3): number {
  return Math.min(60, Math.max(4, camera.position.distanceTo(focus) * 0.9));
}

function drawnBySoftware(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const info = context?.getExtension("WEBGL_debug_renderer_info");
  const name = context?.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER);
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return softwareRenderer.test(`${name}`);
}
