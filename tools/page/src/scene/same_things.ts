// Whether two scenes have the same things, so that numbers of one mean the same in the other.
import type * as scene from "#protocol/scene";

type Named = { name: string | Uint8Array | null };

/** Lists whose places frames and telemetry speak of. */
const lists = (content: scene.SceneT): readonly Named[][] => [content.bodies, content.joints, content.drives, content.wheels, content.controls];

export function sameThings(a: scene.SceneT, b: scene.SceneT): boolean {
  const names = (content: scene.SceneT) => JSON.stringify(lists(content).map((list) => list.map(({ name }) => `${name}`)));
  return names(a) === names(b);
}
