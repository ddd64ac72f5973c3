import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeNode, printNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import * as arithmetic from '../../../src/eval/ops/arithmetic.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import * as logic from '../../../src/eval/ops/logic.js';
import type { Term } from '../../../src/eval/term.js';
import { type Choices, choicesOf, propertyRuns } from '../../support/choices.js';
import { byReference, inColumns, plainTerm, randomRows } from '../columns/compared.js';
import { nodeFor } from '../columns/random-node.js';
import { randomState } from '../columns/random-state.js';
import { generating } from './generated.js';
import { heavy } from '../../support/heavy.js';

/** Terms as the planner makes them: what says the same is one term, so that it is computed once where it can be. */
function sharedTerm(node: Node, known: Map<string, Term>): Term {
  const text = printNode(node);
  const term = known.get(text) ?? { ...plainTerm(node), args: node.args.map((arg) => sharedTerm(arg, known)) };
  known.set(text, term);
  return term;
}

/** A node in which the same few nodes stand many times, some of them where they are evaluated in some rows only. */
function repeating(choices: Choices, numbers: readonly Node[], conditions: readonly Node[], depth: number): Node {
  const inner = (): Node => repeating(choices, numbers, conditions, depth - 1);
  if (depth === 0) return choices.pick(numbers);
  switch (choices.below(4)) {
    case 0:
      return makeNode(logic.choose, undefined, choices.pick(conditions), inner(), inner());
    case 1:
      return makeNode(logic.otherwise, undefined, inner(), inner());
    case 2:
      return makeNode(arithmetic.add, undefined, inner(), inner());
    default:
      return makeNode(
        logic.choose,
        undefined,
        makeNode(
          choices.pick([logic.and, logic.or]),
          undefined,
          makeNode(compare, { comparison: '<' as const }, inner(), inner()),
          choices.pick(conditions),
          makeNode(logic.present, undefined, inner()),
        ),
        inner(),
        inner(),
      );
  }
}

test('what stands several times in a function is the same everywhere', () => {
  let calls = 0;
  fc.assert(
    fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), (seed) => {
      const choices = choicesOf(seed);
      const state = randomState(choices, 25);
      const comparer = generating(state, 'always');
      const place = { model: state.model, slots: 2, running: { name: 'number' } as const, aggregates: 1 };
      for (let i = 0; i < 6; i++) {
        const own = choices.split(i);
        const numbers = ['read', 'age', 'number choose', 'number aggregate', 'multiply'].map((name) =>
          nodeFor(name, own, place, 2),
        );
        const conditions = ['compare', 'affiliation', 'visible', 'related', 'unowned'].map((name) =>
          nodeFor(name, own, place, 2),
        );
        const node = repeating(own, numbers, conditions, 3);
        const rows = randomRows(comparer, own, 2, true);
        expect(inColumns(comparer, sharedTerm(node, new Map()), rows)).toEqual(byReference(comparer, node, rows));
        // The same inside a loop over members.
        const member = nodeFor('number aggregate', own, place, 1);
        const inLoop = { ...member, args: member.args.map((arg) => (arg.type.name === 'number' ? node : arg)) };
        expect(inColumns(comparer, sharedTerm(inLoop, new Map()), rows)).toEqual(byReference(comparer, inLoop, rows));
      }
      calls += comparer.counts.generatedCalls;
    }),
    propertyRuns(20),
  );
  expect(calls).toBeGreaterThan(heavy(150, 500));
});

test('aggregates count as many objects as the primitives do', () => {
  let visited = 0;
  fc.assert(
    fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), (seed) => {
      const choices = choicesOf(seed);
      const state = randomState(choices, 30);
      const [by, without] = [generating(state, 'always'), generating(state, 'never')];
      // Where masks are at hand, primitives leave out what an observer without factions cannot see, with what would be
      // looked at for it.
      for (const { evaluator } of [by, without]) evaluator.indexes.factions();
      for (let i = 0; i < 12; i++) {
        const own = choices.split(i);
        const place = { model: state.model, slots: 2, running: undefined, aggregates: 1 };
        const any = nodeFor(
          own.pick([
            'number aggregate',
            'boolean aggregate',
            'and',
            'or',
            'compare',
            'choose',
            'otherwise',
            'follow',
            'visible',
            'related',
            'affiliation',
          ]),
          own,
          place,
          3,
        );
        // Nothing is looked at in rows that something light decides, wherever it stands.
        const few = makeNode(
          compare,
          { comparison: '<' as const },
          nodeFor('number aggregate', own, place, 2),
          nodeFor('age', own, place, 1),
        );
        const decided = makeNode(
          own.pick([logic.and, logic.or]),
          undefined,
          few,
          nodeFor(own.pick(['compare', 'unowned', 'boolean aggregate']), own, place, 2),
        );
        const node = own.oneIn(2) ? any : decided;
        const rows = randomRows(by, own, 2, false);
        by.frame.slots.forEach((id, slot) => {
          without.frame.slots[slot] = id;
        });
        const { suppositions, occurrence, controller } = by.frame;
        Object.assign(without.frame, { suppositions, occurrence, controller });
        const generated = by.counts.generatedCalls;
        expect(inColumns(by, plainTerm(node), rows)).toEqual(inColumns(without, plainTerm(node), rows));
        expect(by.frame.visits).toBe(without.frame.visits);
        if (by.counts.generatedCalls > generated) visited += by.frame.visits;
      }
    }),
    propertyRuns(18),
  );
  expect(visited).toBeGreaterThan(1000);
});
