import { expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import { createWorld } from '../../../src/world.js';
import { turn, twins } from '../../support/twin-worlds.js';

test('sources with radii of every size find what the interpreter finds', () => {
  const program = defineContent({
    meters: { m: { reset: true } }, properties: { r: { type: 'number', default: 0 } },
    kinds: { thing: { meters: ['m'] }, other: { properties: ['r'] } },
    classes: { probe: { kind: 'other', groups: [{ scope: { include: 'target.kind == thing && distance(target, source) <= source.r' }, effects: [{ meter: 'm', add: 'source.r < 1e6 ? source.r : 1' }] }] } },
  });
  const worlds = twins((options) => {
    const world = createWorld(program, options);
    for (let i = 0; i < 60; i++) world.spawn({ kind: 'thing', place: { x: 2 ** (i - 30), y: i % 3 } });
    for (let i = 0; i < 120; i++) world.spawn({ class: 'probe', values: { r: 1.5 * 2 ** (i - 60) }, place: { x: i % 7, y: 1 } });
    return world;
  });
  for (let i = 0; i < 3; i++) expect(turn(worlds)).toBe(true);
  expect(worlds.compiled.executor.paths.distance).toBeGreaterThan(100);
  expect(worlds.compiled.executor.activity.targets[0]).toBeGreaterThan(1_000);
});
