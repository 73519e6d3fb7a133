// Where there is no ground: lines of a metre and of five on the level of zero, which fade into the haze.
import { DoubleSide, Mesh, PlaneGeometry, ShaderMaterial } from "three";

/** Half its side; lines have faded before it (m). */
const reach = 60;

export function referenceGrid(): Mesh {
  const material = new ShaderMaterial({
    transparent: true, depthWrite: false, side: DoubleSide,
    uniforms: { reach: { value: reach } },
    vertexShader: /* glsl */ `
      varying vec2 place;
      void main() {
        place = position.xy;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      varying vec2 place;
      uniform float reach;
      float lines(vec2 p, float pixels) {
        vec2 perPixel = fwidth(p);
        vec2 away = abs(fract(p - 0.5) - 0.5) / max(perPixel, vec2(1e-6));
        vec2 drawn = (1.0 - smoothstep(0.5 * pixels, 0.5 * pixels + 1.0, away)) * (1.0 - smoothstep(0.10, 0.45, perPixel));
        return max(drawn.x, drawn.y);
      }
      void main() {
        float strength = max(0.30 * lines(place, 0.8), 0.65 * lines(place / 5.0, 1.2));
        strength *= 1.0 - smoothstep(0.2 * reach, reach, length(place));
        if (strength < 0.01) discard;
        gl_FragColor = vec4(0.035, 0.05, 0.07, strength);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
      }`,
  });
  return new Mesh(new PlaneGeometry(2 * reach, 2 * reach), material);
}
