import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Node } from '../../../src/ir/node.js';
import { operations } from '../../../src/eval/ops/index.js';
import { choicesOf, propertyRuns } from '../../support/choices.js';
import { comparerOf, expectSame, randomRows, runningType } from './compared.js';
import { nodeFor, nodeNames } from './random-node.js';
import { change, randomState } from './random-state.js';
import { heavy } from '../../support/heavy.js';

function countOperations(node: Node, into: Map<string, number>, rows: number): void {
  into.set(node.op, (into.get(node.op) ?? 0) + rows);
  for (const arg of node.args) countOperations(arg, into, rows);
}

/** Compares both interpretations of nodes of every operation in random rows, with changes of the world in between. */
function compareEverything(
  seed: number,
  objects: number,
  factions: number,
  asked: Map<string, number>,
  values: Map<string, Set<unknown>>,
): void {
  const choices = choicesOf(seed);
  const state = randomState(choices, objects, factions);
  const comparer = comparerOf(state);
  for (const name of nodeNames()) {
    const own = choices.split(`node ${name}`);
    const withRunning = own.pick([false, true, 'numeric'] as const);
    const place = { model: state.model, slots: 2, running: runningType(withRunning), aggregates: 2 };
    const node = nodeFor(name, own, place, own.between(1, 4));
    for (let round = 0; round < 3; round++) {
      const rows = randomRows(comparer, own, 2, withRunning);
      const expected = expectSame(comparer, node, rows);
      countOperations(node, asked, rows.length);
      const seen = values.get(node.op) ?? new Set<unknown>();
      for (const value of expected) if (seen.size < 20) seen.add(value);
      values.set(node.op, seen);
      for (let i = own.below(3); i > 0; i--) change(state, own);
    }
  }
}

test.each([
  ['few factions', 31, 50],
  ['more factions than a mask holds', 40, 20],
] as const)('columns say what the reference interpretation says: %s', (_name, factions, runs) => {
  const asked = new Map<string, number>();
  const values = new Map<string, Set<unknown>>();
  fc.assert(
    fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), fc.integer({ min: 0, max: 40 }), (seed, objects) => {
      compareEverything(seed, objects, factions, asked, values);
    }),
    propertyRuns(runs),
  );
  for (const name of operations.keys()) {
    expect(asked.get(name), name).toBeGreaterThan(heavy(10, runs) * 20);
    expect(values.get(name)?.size, name).toBeGreaterThan(name === 'turn' ? 0 : 1);
  }
});
