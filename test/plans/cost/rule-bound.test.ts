import { describe, expect, it } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import type { ContentSource } from '../../../src/content/native/schema.js';
import { boundProgram } from '../../../src/plans/cost/program-bound.js';
import { worldCounts } from '../../../src/plans/cost/world-counts.js';

type Group = NonNullable<NonNullable<ContentSource['classes']>[string]['groups']>[number];

/** Bounds of rules of two planets and eight ships. */
function boundsOf(...groups: readonly Group[]) {
  const program = defineContent({
    meters: { fuel: { default: 1 } },
    kinds: { planet: { node: true, meters: ['fuel'] }, ship: { attachesTo: ['planet'], meters: ['fuel'] } },
    classes: { world: { kind: 'planet', groups: [...groups] }, hull: { kind: 'ship' } },
  });
  const counts = worldCounts(program.model, [
    { of: 'kind', index: 1, count: 2 },
    { of: 'kind', index: 2, count: 8 },
  ]);
  return boundProgram(program, counts).rules.map(({ work, unbounded }) => ({ ...work, unbounded }));
}

const itself = { include: 'target == source' };

describe('the bound of a rule', () => {
  it('has one arm of a branch for each target', () => {
    const add = (amount: string) => ({ meter: 'fuel', add: amount });
    const [{ effects }] = boundsOf({
      scope: itself,
      effects: [{ if: 'target.fuel > 1', do: [add('1'), add('2'), add('3')], else: [add('4')] }],
    });
    expect(effects).toBe(6);
  });

  it('has what hangs on objects once for all of them', () => {
    const read = (of: string) => ({
      scope: itself,
      effects: [{ meter: 'fuel', set: `${of}.sum(s, s.fuel)` }],
    });
    const [around, everywhere] = boundsOf(read('attached(source, ship)'), read('objects(ship)'));
    expect(around.visits).toBeLessThan(everywhere.visits + 1);
    expect(around.visits).toBeGreaterThanOrEqual(8);
    expect(everywhere.visits).toBeGreaterThanOrEqual(16);
  });

  it('adds newborn objects to the candidates of the rules after it', () => {
    const [build, touch] = boundsOf(
      { scope: itself, effects: [{ create: 'hull', count: '3' }] },
      { scope: { include: 'target.kind == ship' }, effects: [{ destroy: true }] },
    );
    expect(build).toMatchObject({ effects: 2, created: 6, unbounded: '' });
    expect(touch).toMatchObject({ tests: 2 * (2 + 8 + 6), effects: 2 * (8 + 6) });
  });

  it('is none where newborn objects lead to more births, or any number is created', () => {
    const [breed, any] = boundsOf(
      { scope: { include: 'target.kind == ship' }, effects: [{ create: 'hull' }] },
      { scope: itself, effects: [{ create: 'hull', count: 'target.fuel' }] },
    );
    for (const { created, unbounded } of [breed, any])
      expect([created, unbounded]).toEqual([Infinity, 'the number of objects that it creates has no bound']);
  });
});
