import {
  type ContentSource,
  type Handle,
  type Program,
  type ShapeOf,
  type World,
  createWorld,
  defineContent,
  loadContent,
} from 'edict';
import type { Batch } from 'edict/batch';
import { type Inspection, inspect } from 'edict/inspect';
import { type Agent, firstAgent } from 'edict/play';
import { type LevelSession, openLevel } from 'edict/antares';
import { readContent, writeFileWhole } from 'edict/node';

const content = defineContent({
  enumerations: { size: ['small', 'large'] },
  meters: { food: { default: 1, bounds: [0, null] } },
  properties: { size: { type: 'size', default: 'small' }, home: { type: 'reference' }, inhabited: { type: 'boolean' } },
  kinds: { side: { faction: true }, planet: { meters: ['food'], properties: ['size', 'home', 'inhabited'] } },
});
const world = createWorld(content);
const planet = world.spawn({ kind: 'planet', values: { food: 3, size: 'large' } });

export const food: number = world.get(planet, 'food');
export const isInhabited: boolean = world.get(planet, 'inhabited');
export const size: 'small' | 'large' = world.get(planet, 'size');
export const home: Handle | null = world.get(planet, 'home');
export const stored: number = planet;
export const found: Handle | undefined = world.find(stored);
export const [first]: readonly Handle[] = world.query({ kind: 'planet' });
// @ts-expect-error A list may be empty.
world.destroy(first);
// @ts-expect-error There is no such kind.
world.spawn({ kind: 'plannet' });
// @ts-expect-error There is no such value.
world.get(planet, 'foood');
// @ts-expect-error There is no such word.
world.set(planet, 'size', 'huge');
// @ts-expect-error There is no such phase.
world.addSystem({ name: 'weather', phase: 'hots', run: () => undefined });
// @ts-expect-error A number is no handle.
world.get(1, 'food');
// @ts-expect-error A world has none: its type has come through, and is not any.
export const nothing: unknown = world.nothing;

/** A part of a host that knows the content, and one that takes any. */
export function feed(of: World<ShapeOf<typeof content>>, object: Handle): void {
  of.set(object, 'food', of.get(object, 'food') + 1);
}
export function count(of: World): number {
  return of.size;
}
feed(world, planet);
count(world);

const loaded = loadContent([{ file: 'colony.yaml', text: 'kinds: { planet: {} }' }]);
export const program: Program | undefined = loaded.ok ? loaded.program : undefined;
const source: ContentSource = { kinds: { planet: {} } };
export const loose: World = createWorld(defineContent(source));
export const any: number | string | boolean | null | undefined = loose.get(1, 'whatever');

export const figures: Inspection = inspect(world);
export const agent: Agent = firstAgent();
export const open: (...given: Parameters<typeof openLevel>) => LevelSession = openLevel;
export type Seen = Batch['observations'];

export const files: readonly { readonly file: string; readonly text: string }[] = readContent('content');
export const save: (file: string, bytes: Uint8Array) => void = writeFileWhole;
