import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printNode } from '../../../src/eval/make-node.js';
import { type Rows, rowsOver } from '../../../src/eval/columns/rows.js';
import { operations } from '../../../src/eval/ops/index.js';
import { liveIds } from '../../../src/components/live-objects.js';
import { placeKind } from '../../../src/components/place-kind.js';
import { captureState, restoreState } from '../../../src/state/world-state.js';
import { type WorldState } from '../../../src/components/state.js';
import { type Choices, choicesOf, propertyRuns } from '../../support/choices.js';
import { type Comparer, byReference, comparerOf, plainTerm, randomRows, supposeAny } from './compared.js';
import { answerAny } from './random-occurrence.js';
import { nodeFor, nodeNames } from './random-node.js';
import { change, randomState } from './random-state.js';
import { heavy } from '../../support/heavy.js';

/** A stamp that is no number is always another: what follows from it is never kept. */
let fleeting = 0;
const stampsOf = ({ stamps }: WorldState, indices: readonly number[]): readonly number[] =>
  indices.map((index) => stamps.values[index]).map((stamp) => (Number.isNaN(stamp) ? --fleeting : stamp));

/** Every object, seen from a node: few random pairs have a path between them. */
function fromNode({ state, frame }: Comparer, choices: Choices): Rows {
  const ids = Int32Array.from(liveIds(state));
  frame.slots[0] = choices.pick([...ids].filter((id) => state.place[id] === placeKind.node));
  return rowsOver(1, ids, ids.length);
}

/** Operations whose values few changes of the world change: they are asked of every object. */
const rare: ReadonlySet<string> = new Set([
  'jumps',
  'gridCell',
  'stepToward',
  'among',
  'created',
  'sighted',
  'available',
  'holds',
  'read',
  'boolean read',
  'occurring',
  'remembered',
]);

/** Nodes of one operation and of several types are named as `number parameter`. */
const operationOf = (nodeName: string): string => nodeName.slice(nodeName.lastIndexOf(' ') + 1);

test('a value changes only with a fact or column that its term depends on, or with what is in its slots', () => {
  const changed = new Set<string>();
  fc.assert(
    fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), fc.integer({ min: 5, max: 30 }), (seed, objects) => {
      const choices = choicesOf(seed);
      const state = randomState(choices, objects, choices.pick([31, 40]));
      const comparer = comparerOf(state);
      const untouched = captureState(state);
      const names = nodeNames();
      const asking = names.filter((name) => operations.get(operationOf(name))?.facts !== undefined);
      for (const [i, name] of [...names, ...asking, ...asking, ...asking, ...asking].entries()) {
        const own = choices.split(`node ${i}`);
        // After thousands of changes hardly anything would be left.
        restoreState(state, untouched);
        const node = nodeFor(
          name,
          own,
          { model: state.model, slots: 2, running: undefined, aggregates: 1 },
          own.between(1, 2),
        );
        const term = plainTerm(node);
        const rows =
          rare.has(name) || i >= names.length ? fromNode(comparer, own) : randomRows(comparer, own, 2, false);
        let after = byReference(comparer, node, rows);
        const rounds = i < names.length ? 2 : 8;
        for (let round = 0; round < rounds; round++) {
          const [stamps, before] = [stampsOf(state, term.stamps), after];
          change(state, own);
          if (round % 2 === 1) {
            supposeAny(state, comparer.frame, own.split(`suppositions ${round}`));
            answerAny(state, comparer.frame, own.split(`occurrence ${round}`));
          }
          after = byReference(comparer, node, rows);
          if (after.every((value, row) => Object.is(value, before[row]))) continue;
          changed.add(node.op);
          expect(stampsOf(state, term.stamps), printNode(node)).not.toEqual(stamps);
        }
        // A slot that a term does not name may hold anybody.
        for (const slot of [0, 1]) {
          if (((term.free >>> slot) & 1) === 1) continue;
          const before = byReference(comparer, node, rows);
          comparer.frame.slots[slot] = 1;
          expect(
            byReference(comparer, node, { ...rows, slots: rows.slots.map((ids, i) => (i === slot ? undefined : ids)) }),
            printNode(node),
          ).toEqual(before);
        }
      }
    }),
    propertyRuns(22, 2),
  );
  // The turn stands still here and with it how far it is ahead of instances, and draws change only when a row has
  // another tenant.
  const asking = [...operations.values()].filter(
    ({ name, facts, reads }) =>
      (facts !== undefined || reads !== undefined) && !['turn', 'lead', 'draw', 'instanceDraw'].includes(name),
  );
  const unchanged = asking.map(({ name }) => name).filter((name) => !changed.has(name));
  // Some change rarely, so that few runs may miss them.
  expect(unchanged.slice(heavy(40, 0))).toEqual([]);
  expect(changed.size).toBeGreaterThan(asking.length + heavy(-40, 5));
});

test('operations that look at many objects or along paths are heavy', () => {
  expect(
    [...operations.values()]
      .filter(({ heavy }) => heavy === true)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['aggregate', 'among', 'collect', 'jumps', 'nearby', 'pick', 'stepToward']);
});

test('arguments through a projection', () => {
  const projectionsOf = (name: string, data?: unknown): readonly unknown[] =>
    [0, 1].map((argument) => operations.get(name)?.projection?.(data, argument));
  expect(projectionsOf('distance')).toEqual(['place', 'place']);
  expect(projectionsOf('jumps')).toEqual(['place', 'place']);
  expect(projectionsOf('affiliation')).toEqual([undefined, 'factions']);
  expect(projectionsOf('visible')).toEqual(['factions', undefined]);
  expect(
    (['jumps', 'distance', 'squares', 'network'] as const).map((by) => projectionsOf('nearby', { by, alone: 0 })),
  ).toEqual([
    ['place', undefined],
    ['place', undefined],
    ['place', undefined],
    ['place', undefined],
  ]);
  // Who hangs on the same object may be at another place.
  expect(projectionsOf('nearby', { by: 'network', alone: 1 })).toEqual([undefined, undefined]);
  expect(projectionsOf('related')).toEqual(['factions', 'factions']);
  expect(projectionsOf('follow', { relation: 'owner', kind: 0 })[0]).toBe('factions');
  expect(projectionsOf('follow', { relation: 'parent', kind: 0 })[0]).toBeUndefined();
});
