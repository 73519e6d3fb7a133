// The sky: a dome around the camera, from haze at the horizon to blue above, with clouds and a glow around the sun.
import { BackSide, Mesh, ShaderMaterial, SphereGeometry, Vector3 } from "three";
import { grainTexture } from "./grain";
import { skyHorizon, skyZenith } from "./palette";

/** `sun`: unit vector towards it. */
export function skyDome(sun: Vector3, radius: number): Mesh {
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    fog: false,
    uniforms: { horizon: { value: skyHorizon }, zenith: { value: skyZenith }, sun: { value: sun }, grain: { value: grainTexture() } },
    vertexShader: /* glsl */ `
      varying vec3 direction;
      void main() {
        direction = position;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      varying vec3 direction;
      uniform vec3 horizon;
      uniform vec3 zenith;
      uniform vec3 sun;
      uniform sampler2D grain;
      void main() {
        vec3 d = normalize(direction);
        vec3 color = mix(horizon, zenith, pow(clamp(d.z, 0.0, 1.0), 0.55));
        // A layer of clouds, seen under its own angle; it fades into the haze.
        vec2 place = d.xy / (max(d.z, 0.0) + 0.18);
        float high = texture2D(grain, place * 0.11 + 0.2).b * 0.62 + texture2D(grain, place * 0.37).b * 0.38;
        float cloud = smoothstep(0.50, 0.74, high) * smoothstep(0.03, 0.22, d.z);
        float facing = max(dot(d, sun), 0.0);
        color = mix(color, mix(vec3(0.62, 0.67, 0.73), vec3(0.92, 0.88, 0.82), 0.35 + 0.65 * facing), cloud * 0.62);
        color += vec3(0.35, 0.26, 0.16) * pow(facing, 24.0) + vec3(1.6, 1.4, 1.1) * smoothstep(0.9992, 0.9996, facing);
        gl_FragColor = vec4(color, 1.0);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
      }`,
  });
  const dome = new Mesh(new SphereGeometry(radius, 32, 16), material);
  dome.renderOrder = -1;
  return dome;
}
