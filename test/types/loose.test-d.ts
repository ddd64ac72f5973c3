import { describe, expectTypeOf, test } from 'vitest';
import {
  type CellValue,
  type ContentSource,
  type Handle,
  type Program,
  type World,
  createWorld,
  defineContent,
  loadContent,
} from 'edict';
import { world as typed } from './colony.js';

declare const world: World;
declare const source: ContentSource;

describe('a world whose content is known only at run time', () => {
  test('comes from loadContent, and from content of any names', () => {
    const loaded = loadContent([{ file: 'colony.yaml', text: '' }]);
    if (loaded.ok) expectTypeOf(createWorld(loaded.program)).toEqualTypeOf<World>();
    expectTypeOf(defineContent(source)).toEqualTypeOf<Program>();
    const properties: NonNullable<ContentSource['properties']> = {};
    expectTypeOf(defineContent({ kinds: { planet: {} }, properties })).toEqualTypeOf<Program>();
    expectTypeOf(defineContent({ ...source, kinds: { planet: {} } })).toEqualTypeOf<Program>();
  });

  test('takes any name', () => {
    const ship = world.spawn({ kind: 'ship', values: { speed: 3 }, holdings: { techs: ['iron'] } });
    expectTypeOf(ship).toEqualTypeOf<Handle>();
    expectTypeOf(world.get(ship, 'speed')).toEqualTypeOf<CellValue | undefined>();
    world.set(ship, 'size', 'huge');
    world.addPhase('trade', 'host');
    world.addSystem({ name: 'caravans', phase: 'trade', run: (now) => now.get(ship, 'speed') });
    expectTypeOf(world.describe(ship).values.speed).toEqualTypeOf<CellValue>();
    expectTypeOf(world.relations.wordsOf(ship, 'techs')).toEqualTypeOf<readonly string[]>();
    world.events.raise('attack', { unit: ship });
  });

  test('takes numbers for handles', () => {
    world.get(1, 'speed');
    world.spawn({ kind: 'ship', owner: 1, place: { in: 2 } });
    // @ts-expect-error But an object is given by a number.
    world.get('ship', 'speed');
  });

  test('is any world', () => {
    const size = (any: World): number => any.size;
    size(typed);
    size(world);
  });
});
