import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/eval/ops/index.js';
import { choicesOf, propertyRuns } from '../support/choices.js';
import { heavy, isQuick } from '../support/heavy.js';
import { runningType } from './columns/compared.js';
import { nodeFor, nodeNames } from './columns/random-node.js';
import { change, randomState } from './columns/random-state.js';
import { type Executor, executors } from './executors.js';

/** What was run of each operation: rows, and values that are not the same. */
interface Met {
  readonly rows: Map<string, number>;
  readonly values: Map<string, Set<unknown>>;
}

/** Compares an executor with the interpreter: nodes of every operation in random rows, while the world changes. */
function compareEverything(executor: Executor, seed: number, objects: number, factions: number, met: Met): void {
  const choices = choicesOf(seed);
  const state = randomState(choices, objects, factions);
  const running = executor.open(state);
  for (const name of nodeNames()) {
    const own = choices.split(`${executor.name} ${name}`);
    const withRunning = own.pick([false, true, 'numeric'] as const);
    const place = { model: state.model, slots: 2, running: runningType(withRunning), aggregates: own.between(1, 2) };
    const node = nodeFor(name, own, place, own.between(1, 4));
    for (let round = 0; round < 2; round++) {
      const rows = running.rows(own, withRunning);
      const { values, ran } = running.compare(node, rows, own);
      for (const op of ran) met.rows.set(op, (met.rows.get(op) ?? 0) + rows.length);
      const seen = met.values.get(node.op) ?? new Set<unknown>();
      for (const value of values) if (seen.size < 20) seen.add(value);
      met.values.set(node.op, seen);
      for (let i = own.below(3); i > 0; i--) change(state, own);
    }
  }
}

/** What has one value in all worlds, or outside of occurrences. */
const alone: ReadonlySet<string> = new Set(['turn', 'occurring', 'controller', 'unbound']);

/** Factions, runs, and the least rows over which each operation must have run by then. */
const factionCounts = [
  ['few factions', 31, 15, 60],
  ['more factions than a mask holds', 40, 17, 20],
] as const;

describe.each(executors)('$name', (executor) => {
  test.each(factionCounts.slice(0, heavy(1, 2)))(
    'says of every operation what the interpreter says: %s',
    (_name, factions, runs, leastRows) => {
      const met: Met = { rows: new Map(), values: new Map() };
      fc.assert(
        fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), fc.integer({ min: 0, max: 40 }), (seed, objects) => {
          compareEverything(executor, seed, objects, factions, met);
        }),
        propertyRuns(runs, 1),
      );
      expect(met.rows.size).toBeGreaterThan(operations.size / 8);
      // A few runs do not meet everything.
      if (isQuick) return;
      for (const what of executor.meets ?? []) expect(met.rows.get(what), what).toBeGreaterThan(0);
      for (const name of operations.keys()) {
        if (!executor.runs(name)) continue;
        expect(met.rows.get(name) ?? 0, name).toBeGreaterThan(leastRows);
        expect(met.values.get(name)?.size, name).toBeGreaterThan(alone.has(name) ? 0 : 1);
      }
    },
  );
});
