import { expect, test } from 'vitest';
import { defineContent } from '../src/content/native/define.js';
import { createWorld } from '../src/world.js';
test('a world that has run long is refused what its fork, with the same state and limits, runs', () => {
  const program = defineContent({
    meters: { m: { reset: true } }, properties: { n: { type: 'number', default: 0 } },
    kinds: { thing: { meters: ['m'], properties: ['n'] }, other: { properties: ['n'] } },
    classes: { probe: { kind: 'other', groups: [{ scope: { include: 'target.kind == thing' }, effects: [{ meter: 'm', add: 'objects(thing).filter(b, b.n > target.n && distance(b, target) <= 20).count() + turn' }] }] } },
  } as never);
  const world = createWorld(program, { executor: 'compiled', limits: { visitsPerTurn: 100_000 } });
  for (let i = 0; i < 1500; i++) world.spawn({ kind: 'thing', values: { n: i % 1000 }, place: { x: i * 13 % 1000, y: i * 7 % 1000 } });
  world.spawn({ class: 'probe' });
  let said = '';
  let turns = 0;
  for (; turns < 60 && said === ''; turns++) { try { world.step(); } catch (error) { said = (error as Error).message; } }
  console.log(turns, said);
  const fork = world.fork();
  fork.step();
  expect(said).toBe('');
});
