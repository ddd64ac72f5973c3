import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operations } from '../../../src/compile/operations/index.js';
import { choicesOf, propertyRuns } from '../../support/choices.js';
import { expectSame, inColumns, plainTerm, randomRows } from '../columns/compared.js';
import { nodeFor, nodeNames } from '../columns/random-node.js';
import { change, randomState } from '../columns/random-state.js';
import { emittedIn, generating, sourceOrRefusal } from './generated.js';

/** What has no code: it is left to the primitives, or is the same in all rows. */
const never = new Set(['constant', 'role', 'turn', 'jumps', 'draw']);

test.each([['few factions', 31, 120], ['more factions than a mask holds', 40, 15]] as const)('generated functions say what the reference interpretation says: %s', (_name, factions, runs) => {
  const compared = new Map<string, number>();
  let calls = 0;
  fc.assert(fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), fc.integer({ min: 0, max: 40 }), (seed, objects) => {
    const choices = choicesOf(seed);
    const state = randomState(choices, objects, factions);
    const comparer = generating(state, 'always');
    for (const name of nodeNames()) {
      const own = choices.split(`generated ${name}`);
      const withRunning = own.oneIn(2);
      const place = { model: state.model, slots: 2, running: withRunning ? { name: 'number' } as const : undefined, aggregates: 1 };
      const node = nodeFor(name, own, place, own.between(1, 3));
      for (let round = 0; round < 2; round++) {
        const rows = randomRows(comparer, own, 2, withRunning);
        const before = comparer.counts.generatedCalls;
        expectSame(comparer, node, rows);
        if (comparer.counts.generatedCalls > before && sourceOrRefusal(plainTerm(node), rows, state).source !== undefined) {
          for (const op of emittedIn(node, rows)) compared.set(op, (compared.get(op) ?? 0) + rows.length);
        }
        if (own.oneIn(2)) change(state, own);
      }
    }
    calls += comparer.counts.generatedCalls;
  }), propertyRuns(runs));
  expect(calls).toBeGreaterThan(runs * 10);
  if (factions > 31) return;
  for (const name of operations.keys()) {
    if (!never.has(name)) expect(compared.get(name), name).toBeGreaterThan(runs * 5);
  }
});

test('aggregates count as many objects as the primitives do', () => {
  let visited = 0;
  fc.assert(fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), (seed) => {
    const choices = choicesOf(seed);
    const state = randomState(choices, 30);
    const [by, without] = [generating(state, 'always'), generating(state, 'never')];
    for (let i = 0; i < 12; i++) {
      const own = choices.split(i);
      const place = { model: state.model, slots: 2, running: undefined, aggregates: 1 };
      const node = nodeFor(own.pick(['number aggregate', 'boolean aggregate', 'and', 'or', 'compare', 'choose', 'otherwise', 'follow', 'visible', 'related', 'affiliation']), own, place, 3);
      const rows = randomRows(by, own, 2, false);
      by.frame.slots.forEach((id, slot) => { without.frame.slots[slot] = id; });
      const generated = by.counts.generatedCalls;
      expect(inColumns(by, plainTerm(node), rows)).toEqual(inColumns(without, plainTerm(node), rows));
      expect(by.frame.visits).toBe(without.frame.visits);
      if (by.counts.generatedCalls > generated) visited += by.frame.visits;
    }
  }), propertyRuns(60));
  expect(visited).toBeGreaterThan(1000);
});
