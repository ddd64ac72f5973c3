import { expect, test } from 'vitest';
import { createBatch } from '../../src/batch/batch.js';
import type { BatchSource } from '../../src/batch/api.js';
import { defineContent } from '../../src/content/native/define.js';
import { openEnvironment } from '../../src/environments/open-environment.js';
import { createWorld } from '../../src/world.js';
import type { World } from '../../src/world/api.js';

/** The state hashes of two instances after a turn, in one world and each in a world of its own. */
function hashesOf(source: BatchSource): readonly (readonly string[])[] {
  return [2, 1].map((together) => {
    const batch = createBatch(source, { instances: 2, together });
    batch.reset(1);
    batch.step();
    return [batch.hash(0), batch.hash(1)];
  });
}

test.each(['of content', 'of a host'])(
  'a clock that is ahead of the turns when an episode begins stays so by rules %s, also beside other instances',
  (rules) => {
    const { hostRules, ...content } = openEnvironment('cart-pole');
    const source: BatchSource = rules === 'of a host' && hostRules !== undefined ? { ...content, hostRules } : content;
    const [merged, alone] = hashesOf({
      ...source,
      start: (map) => {
        const world = source.start(map);
        world.triggers.advance(3);
        return world;
      },
    });
    expect(merged).toEqual(alone);
  },
);

test('content that would create an object of no class can run in one world', () => {
  const program = defineContent({
    enumerations: { plan: ['go'] },
    properties: { plan: { type: 'plan' } },
    kinds: { side: { faction: true, properties: ['plan'] } },
    classes: {
      player: { kind: 'side', groups: [{ scope: { include: 'target == source' }, effects: [{ create: 'null' }] }] },
    },
    environment: {
      name: 'nothing',
      agents: { of: 'side', count: 1 },
      capacity: 40,
      observation: { own: { values: { one: '1' } } },
      actions: { plan: { property: 'plan' } },
      reward: '0',
    },
  });
  const [merged, alone] = hashesOf({
    program,
    start: () => {
      const world = createWorld(program, { reserve: { objects: 40 }, fixed: true });
      world.spawn({ class: 'player' });
      return world;
    },
  });
  expect(merged).toEqual(alone);
});

test('a world with a host component is refused, because instances would lose it', () => {
  const source = openEnvironment('cart-pole');
  const start = (map: number): World => {
    const world = source.start(map);
    world.component('velocity', { x: 'f64' });
    return world;
  };
  for (const together of [2, 1])
    expect(() => createBatch({ ...source, start }, { instances: 2, together }).reset(1)).toThrow(
      'start gave a world with the component velocity of the host',
    );
});
