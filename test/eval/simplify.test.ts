import { inspect } from '../../src/world/inspect.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createState, restoreState } from '../../src/state/world-state.js';
import { createFrame } from '../../src/eval/interpreter.js';
import { makeNode, nodeLike } from '../../src/eval/make-node.js';
import { type Node, type Value, sourceSlot, targetSlot } from '../../src/ir/node.js';
import * as arithmetic from '../../src/eval/ops/arithmetic.js';
import { compare } from '../../src/eval/ops/compare-values.js';
import { type Comparison } from '../../src/kernel/comparison.js';
import { countTrue } from '../../src/eval/ops/member-folds.js';
import * as logic from '../../src/eval/ops/logic.js';
import { provided } from '../../src/eval/ops/logic.js';
import { createTermBook, termOf } from '../../src/eval/term-book.js';
import { nodesOfEffect } from '../../src/ir/effect-nodes.js';
import { defineContent } from '../../src/content/native/define.js';
import { limitsFrom } from '../../src/kernel/world-limits.js';
import { choicesOf, propertyRuns, randomCases } from '../support/choices.js';
import { make, stateOf } from '../support/hand-model.js';
import { boolean, number, reading, source, target } from '../support/nodes.js';
import { randomContent } from '../support/random-content.js';
import { randomWorld } from '../support/random-world.js';

const state = stateOf();
const ship = make(state, 'ship');
const planet = make(state, 'planet');

function valueOf(node: Node): Value {
  const frame = createFrame(state, 1);
  [frame.slots[sourceSlot], frame.slots[targetSlot]] = [ship, planet];
  return frame.evaluate(node);
}

/** The simplest form, as a node without what terms know of themselves. */
function simplest(node: Node): Node {
  return plain(termOf(createTermBook(), node));
}

function plain(node: Node): Node {
  return nodeLike(node, node.args.map(plain));
}

// A ship is armed or not, a planet neither: its reads are absent in one way or the other.
const conditions = ['missing', 'notFound', 'zero'] as const;
const booleanLeaves: readonly Node[] = [
  boolean(true),
  boolean(false),
  reading(state, 'armed', source, 'missing'),
  ...conditions.map((absent) => reading(state, 'armed', target, absent)),
];
const numberLeaves: readonly Node[] = [
  ...[0, -0, 1, -2.5, Infinity, NaN].map(number),
  reading(state, 'population', target, 'missing'),
  ...conditions.map((absent) => reading(state, 'population', source, absent)),
];
const comparisons: readonly Comparison[] = ['==', '!=', '<', '<=', '>', '>='];

const { condition } = fc.letrec<{ condition: Node; number: Node }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(...booleanLeaves),
    fc.array(tie('condition'), { minLength: 1, maxLength: 4 }).map((args) => makeNode(logic.and, undefined, ...args)),
    fc.array(tie('condition'), { minLength: 1, maxLength: 4 }).map((args) => makeNode(logic.or, undefined, ...args)),
    tie('condition').map((arg) => makeNode(logic.not, undefined, arg)),
    tie('condition').map((arg) => makeNode(logic.applies, undefined, arg)),
    tie('number').map((arg) => makeNode(logic.present, undefined, arg)),
    fc.tuple(tie('condition'), tie('condition')).map((args) => makeNode(logic.otherwise, undefined, ...args)),
    fc
      .tuple(tie('condition'), tie('condition'), tie('condition'))
      .map((args) => makeNode(logic.choose, undefined, ...args)),
    fc.tuple(tie('condition'), tie('condition')).map((args) => makeNode(provided, undefined, ...args)),
    fc
      .tuple(fc.constantFrom(...comparisons), tie('number'), tie('number'))
      .map(([comparison, ...args]) => makeNode(compare, { comparison }, ...args)),
  ),
  number: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(...numberLeaves),
    fc
      .tuple(
        fc.constantFrom(
          arithmetic.add,
          arithmetic.subtract,
          arithmetic.multiply,
          arithmetic.minimum,
          arithmetic.maximum,
          arithmetic.power,
        ),
        tie('number'),
        tie('number'),
      )
      .map(([operation, ...args]) => makeNode(operation, undefined, ...args)),
    fc
      .tuple(fc.constantFrom('zero', 'dividend', 'ieee'), tie('number'), tie('number'))
      .map(([zeroDivisor, ...args]) => makeNode(arithmetic.divide, { zeroDivisor }, ...args)),
    fc
      .tuple(
        fc.constantFrom(
          arithmetic.negate,
          arithmetic.absolute,
          arithmetic.round,
          arithmetic.truncate,
          arithmetic.single,
        ),
        tie('number'),
      )
      .map(([operation, arg]) => makeNode(operation, undefined, arg)),
    fc.tuple(tie('condition'), tie('number'), tie('number')).map((args) => makeNode(logic.choose, undefined, ...args)),
    fc.tuple(tie('number'), tie('condition')).map((args) => makeNode(provided, undefined, ...args)),
    fc.array(tie('condition'), { maxLength: 4 }).map((args) => makeNode(countTrue, undefined, ...args)),
  ),
}));

describe('simplest forms', () => {
  it('have the value of what they were made of, to the last bit and the kind of absence', () => {
    const met = new Set<unknown>();
    fc.assert(
      fc.property(condition, (node) => {
        const before = valueOf(node);
        met.add(before);
        expect(valueOf(simplest(node))).toBe(before);
      }),
      propertyRuns(2000),
    );
    expect(met).toEqual(new Set([0, 1, null, undefined]));
  });

  it('have it in random content over random worlds too', () => {
    let compared = 0;
    fc.assert(
      fc.property(randomCases({ objects: 12 }), ({ seed, groups, objects }) => {
        const program = defineContent(randomContent(choicesOf(seed), groups).source);
        const world = randomWorld(choicesOf(seed), program, objects, { reserve: { factions: 64 } });
        const inside = createState(
          program.model,
          limitsFrom(),
          { capacity: inspect(world).capacity, lanes: 5_000, factions: 64, streams: 16 },
          '1',
          false,
        );
        restoreState(inside, world.snapshot());
        const book = createTermBook();
        const ids = Array.from({ length: 6 }, (_, i) => i + 1);
        for (const rule of program.rules.rules) {
          for (const node of [
            ...rule.activation,
            ...rule.include,
            ...rule.exclude,
            ...rule.effects.flatMap(nodesOfEffect),
          ]) {
            for (const id of ids) {
              const frame = createFrame(inside, 3);
              [frame.slots[sourceSlot], frame.slots[targetSlot], frame.value] = [id, ids[(id + seed) % ids.length], 2];
              expect(frame.evaluate(termOf(book, node))).toBe(frame.evaluate(node));
              compared++;
            }
          }
        }
      }),
      propertyRuns(40),
    );
    expect(compared).toBeGreaterThan(1000);
  });

  it('fold constants, and put them on the right of comparisons', () => {
    const wealth = reading(state, 'population', target, 'missing');
    expect(simplest(makeNode(arithmetic.add, undefined, number(2), number(3)))).toEqual(number(5));
    expect(simplest(makeNode(compare, { comparison: '<' }, number(3), wealth))).toEqual(
      makeNode(compare, { comparison: '>' }, wealth, number(3)),
    );
    expect(
      simplest(
        makeNode(logic.not, undefined, makeNode(logic.not, undefined, reading(state, 'armed', source, 'missing'))),
      ),
    ).toEqual(reading(state, 'armed', source, 'missing'));
  });

  it('count constants, and leave out a condition that is true', () => {
    const armed = reading(state, 'armed', source, 'missing');
    expect(simplest(makeNode(countTrue, undefined, boolean(true), boolean(false), boolean(true)))).toEqual(number(2));
    expect(simplest(makeNode(countTrue, undefined, armed, armed)).args).toEqual([armed, armed]);
    expect(simplest(makeNode(provided, undefined, armed, boolean(true)))).toEqual(armed);
    expect(simplest(makeNode(provided, undefined, number(1), boolean(false))).op).toBe('provided');
  });

  it('make nested conditions one, without repetition, and let a deciding one decide', () => {
    const [a, b] = [reading(state, 'armed', source, 'missing'), reading(state, 'armed', target, 'missing')];
    const both = makeNode(logic.and, undefined, a, b);
    expect(simplest(makeNode(logic.and, undefined, a, makeNode(logic.and, undefined, b, a), boolean(true)))).toEqual(
      both,
    );
    expect(simplest(makeNode(logic.and, undefined, a, boolean(false), b))).toEqual(boolean(false));
    expect(simplest(makeNode(logic.or, undefined, boolean(false), a))).toEqual(a);
    expect(simplest(makeNode(logic.or, undefined))).toEqual(boolean(false));
  });

  it('leave of a choice that is known what is chosen', () => {
    const [a, b] = [reading(state, 'armed', source, 'missing'), reading(state, 'armed', target, 'notFound')];
    expect([true, false].map((known) => simplest(makeNode(logic.choose, undefined, boolean(known), a, b)))).toEqual([
      a,
      b,
    ]);
    expect(
      simplest(
        makeNode(
          logic.choose,
          undefined,
          makeNode(compare, { comparison: '<' }, number(2), number(1)),
          a,
          makeNode(logic.and, undefined, b, boolean(true)),
        ),
      ),
    ).toEqual(b);
  });
});

describe('terms', () => {
  it('are one object for equal texts, whatever the order of conditions', () => {
    const book = createTermBook();
    const [a, b] = [reading(state, 'armed', source, 'missing'), reading(state, 'armed', target, 'missing')];
    const term = termOf(book, makeNode(logic.and, undefined, a, b));
    expect(
      termOf(
        book,
        makeNode(
          logic.and,
          undefined,
          reading(state, 'armed', target, 'missing'),
          reading(state, 'armed', source, 'missing'),
        ),
      ),
    ).toBe(term);
    expect(termOf(book, makeNode(logic.or, undefined, a, b))).not.toBe(term);
    expect(new Set(book.terms).size).toBe(book.terms.length);
    expect(book.terms.every((each, i) => each.id === i && each.args.every((arg) => arg.id < i))).toBe(true);
  });

  it('tell −0 from 0, and ways to be absent', () => {
    const book = createTermBook();
    expect(termOf(book, number(-0))).not.toBe(termOf(book, number(0)));
    expect(termOf(book, number(NaN))).toBe(termOf(book, number(NaN)));
    expect(termOf(book, reading(state, 'armed', source, 'missing'))).not.toBe(
      termOf(book, reading(state, 'armed', source, 'notFound')),
    );
  });

  it('know the slots and stamps that they depend on', () => {
    const book = createTermBook();
    const term = termOf(
      book,
      makeNode(
        logic.and,
        undefined,
        reading(state, 'armed', source, 'missing'),
        makeNode(compare, { comparison: '>' }, reading(state, 'population', target, 'missing'), number(1)),
      ),
    );
    expect(term.free).toBe((1 << sourceSlot) | (1 << targetSlot));
    for (const arg of term.args) for (const stamp of arg.stamps) expect(term.stamps).toContain(stamp);
    expect([...term.stamps].sort((x, y) => x - y)).toEqual(term.stamps);
    expect(term.stamps).toBe(term.stamps);
  });
});
