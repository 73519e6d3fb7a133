// The sky: a dome around the camera, from haze at the horizon to dusk above, with a glow around the sun.
import { BackSide, Mesh, ShaderMaterial, SphereGeometry, Vector3 } from "three";
import { skyHorizon, skyZenith } from "./palette";

/** `sun`: unit vector towards it. */
export function skyDome(sun: Vector3, radius: number): Mesh {
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    fog: false,
    uniforms: { horizon: { value: skyHorizon }, zenith: { value: skyZenith }, sun: { value: sun } },
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
      void main() {
        vec3 d = normalize(direction);
        vec3 color = mix(horizon, zenith, pow(clamp(d.z, 0.0, 1.0), 0.55));
        color += vec3(0.35, 0.26, 0.16) * pow(max(dot(d, sun), 0.0), 24.0);
        gl_FragColor = vec4(color, 1.0);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
      }`,
  });
  const dome = new Mesh(new SphereGeometry(radius, 32, 16), material);
  dome.renderOrder = -1;
  return dome;
}
