import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { liveIds } from '../../src/components/live-objects.js';
import { createFrame } from '../../src/eval/interpreter.js';
import { makeNode, printNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { isAbsent } from '../../src/eval/operation.js';
import { compare } from '../../src/eval/ops/compare-values.js';
import { controller, occurring, remembered, step } from '../../src/eval/ops/occurrence-reads.js';
import { countTrue } from '../../src/eval/ops/member-folds.js';
import { provided } from '../../src/eval/ops/logic.js';
import { time } from '../../src/eval/ops/time.js';
import type { Possible } from '../../src/eval/bounds.js';
import { possibleOf } from '../../src/plans/never-true.js';
import { createTermBook, termOf } from '../../src/eval/term-book.js';
import { choicesOf, propertyRuns } from '../support/choices.js';
import { galaxyModel, make, stateOf } from '../support/hand-model.js';
import { boolean, number, reading, source } from '../support/nodes.js';
import { nodeFor } from '../eval/columns/random-node.js';
import { randomState } from '../eval/columns/random-state.js';
import { heavy } from '../support/heavy.js';

const state = stateOf();
make(state, 'ship');
const ofSource = (node: Node): Possible => {
  const { least, most, absent } = possibleOf(termOf(createTermBook(), node), {
    model: galaxyModel,
    kinds: new Map([[0, galaxyModel.kindByName.get('ship')?.index ?? 0]]),
  });
  return { least, most, absent };
};
const armed = reading(state, 'armed', source, 'missing');
const never = makeNode(compare, { comparison: '>' as const }, makeNode(time, undefined), number(2 ** 31));

describe('what can be said without a world', () => {
  test('of the clock: it fits 32 bits', () => {
    expect(ofSource(makeNode(time, undefined))).toEqual({ least: -(2 ** 31), most: 2 ** 31 - 1, absent: false });
    expect(ofSource(never)).toMatchObject({ most: 0 });
  });

  test('of what is no number: nothing that is compared with it is certain', () => {
    expect(ofSource(number(NaN))).toEqual({ least: -Infinity, most: Infinity, absent: false });
    expect(
      ofSource(makeNode(compare, { comparison: '==' as const }, makeNode(time, undefined), number(NaN))),
    ).toMatchObject({ least: 0 });
  });

  test('of what occurs: anything, or nothing', () => {
    expect(ofSource(makeNode(controller, undefined))).toEqual({ least: 1, most: Infinity, absent: true });
    expect(ofSource(makeNode(occurring, { field: 0, type: { name: 'entity' } }))).toEqual({
      least: 1,
      most: Infinity,
      absent: true,
    });
    expect(ofSource(makeNode(occurring, { field: 0, type: { name: 'boolean' } }))).toEqual({
      least: 0,
      most: 1,
      absent: true,
    });
    expect(ofSource(makeNode(step, { enumeration: 0 }))).toEqual({
      least: 1,
      most: galaxyModel.enumerations[0].members.length,
      absent: true,
    });
  });

  test('of what is remembered: what it can be now, absent, or of an object none', () => {
    expect(ofSource(makeNode(remembered, { number: 0 }, number(7)))).toEqual({ least: 7, most: 7, absent: true });
    expect(ofSource(makeNode(remembered, { number: 0 }, source))).toEqual({ least: 0, most: Infinity, absent: true });
    expect(ofSource(makeNode(remembered, { number: 0 }, never))).toMatchObject({ most: 0, absent: true });
  });

  test('of a count: what is certain is counted, and what is impossible is not', () => {
    expect(ofSource(makeNode(countTrue, undefined, armed, armed))).toEqual({ least: 0, most: 2, absent: false });
    expect(
      ofSource(
        makeNode(
          countTrue,
          undefined,
          armed,
          never,
          makeNode(compare, { comparison: '<' as const }, makeNode(time, undefined), number(2 ** 31)),
        ),
      ),
    ).toEqual({ least: 1, most: 2, absent: false });
    expect(ofSource(makeNode(countTrue, undefined, makeNode(provided, undefined, boolean(true), armed)))).toEqual({
      least: 0,
      most: 1,
      absent: false,
    });
  });

  test('of what is provided: it is there where the condition may be true', () => {
    expect(ofSource(makeNode(provided, undefined, number(7), armed))).toEqual({ least: 7, most: 7, absent: true });
    expect(ofSource(makeNode(provided, undefined, number(7), never))).toEqual({ least: 1, most: 0, absent: true });
  });
});

test('values of random nodes are possible', () => {
  let asked = 0;
  fc.assert(
    fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), (seed) => {
      const choices = choicesOf(seed);
      const world = randomState(choices, 12, 31);
      const ids = [...liveIds(world)];
      if (ids.length === 0) return;
      for (const name of [
        'countTrue',
        'number provided',
        'boolean provided',
        'entity provided',
        'compare',
        'and',
        'or',
      ]) {
        const own = choices.split(name);
        const node = nodeFor(
          name,
          own,
          { model: world.model, slots: 2, running: undefined, aggregates: 0 },
          own.between(1, 4),
        );
        const { least, most, absent } = possibleOf(termOf(createTermBook(), node), {
          model: world.model,
          kinds: new Map(),
        });
        const frame = createFrame(world, 5);
        for (const id of ids) {
          [frame.slots[0], frame.slots[1]] = [id, own.pick(ids)];
          const value = frame.evaluate(node);
          // NaN lies nowhere.
          if (isAbsent(value) ? !absent : value < least || value > most)
            expect.fail(
              `${printNode(node)} is ${String(value)}, and could be from ${least} to ${most}${absent ? ', or absent' : ''}`,
            );
          asked++;
        }
      }
    }),
    propertyRuns(80),
  );
  expect(asked).toBeGreaterThan(heavy(1000, 3000));
});
