import { expect, test } from 'vitest';
import { source, target } from '../../support/nodes.js';
import {
  type Maker,
  type RuleParts,
  classIndex,
  everybody,
  inEveryWay,
  is,
  not,
  of,
  onePass,
  planOfPass,
  ranked,
  sign,
  write,
} from './hand-rules.js';

/** 1 and 2 colonies, 3 and 4 scouts. */
const four = ({ add }: Maker): void => {
  for (const rank of [1, 2]) add('colony', { rank });
  for (const rank of [3, 4]) add('scout', { rank });
};
const scouts = { carrier: { by: 'class', class: classIndex('scout') } } as const;
const other = not(is(target, '==', source));

function signed(rules: readonly RuleParts[], more: Parameters<typeof inEveryWay>[2] = {}): readonly number[] {
  return onePass(rules, four, more).values('trail', 1, 2, 3, 4);
}

test('what a rule has had in its scope is passed over by rules with the same number, from whatever source', () => {
  const wide: RuleParts = { include: [ranked], effects: [sign(1)], claims: 7 };
  // The first colony has them all; the second colony and the scouts come too late.
  expect(signed([wide, { ...wide, ...scouts, effects: [sign(2)] }])).toEqual([1, 1, 1, 1]);
  expect(
    signed([
      { ...wide, claims: 0 },
      { ...wide, ...scouts, claims: 0, effects: [sign(2)] },
    ]),
  ).toEqual([1122, 1122, 1122, 1122]);
});

test('other numbers and rules without one do not meet', () => {
  const wide: RuleParts = { include: [ranked], effects: [sign(1)], claims: 7 };
  expect(
    signed([
      wide,
      { ...wide, claims: 8, effects: [sign(2)] },
      { ...wide, claims: 0, effects: [sign(3)] },
      { ...wide, effects: [sign(4)] },
    ]),
  ).toEqual([1233, 1233, 1233, 1233]);
});

test('some are left over for the next, in the order of sources', () => {
  // Each source has those of a higher rank than its own.
  const higher: RuleParts = {
    include: [is(of(target, 'rank'), '>', of(source, 'rank'))],
    effects: [sign(of(source, 'rank'))],
    claims: 1,
  };
  expect(signed([{ ...higher, ...scouts }, higher])).toEqual([0, 1, 1, 3]);
  expect(signed([higher, { ...higher, ...scouts }])).toEqual([0, 1, 1, 1]);
});

test('a rule has all its effects on what it claims', () => {
  expect(
    signed([
      { include: [ranked], effects: [sign(1), sign(2)], claims: 1 },
      { include: [ranked], effects: [sign(3)], claims: 1 },
    ]),
  ).toEqual([12, 12, 12, 12]);
});

test('it is claimed too where it lacks what is written, or an amount is absent', () => {
  const crew: RuleParts = { include: [ranked], effects: [write('crew', 'add', 5)], claims: 3 };
  const absent: RuleParts = { include: [ranked], effects: [write('trail', 'add', of(target, 'crew'))], claims: 3 };
  expect(signed([crew, { include: [ranked], effects: [sign(1)], claims: 3 }])).toEqual([0, 0, 0, 0]);
  expect(signed([absent, { include: [ranked], effects: [sign(1)], claims: 3 }])).toEqual([0, 0, 0, 0]);
});

test('what is out of scope or of an inactive source is not claimed', () => {
  const never: RuleParts = {
    activation: [is(of(source, 'rank'), '>', 9)],
    include: [ranked],
    effects: [sign(1)],
    claims: 3,
  };
  const low: RuleParts = { include: [is(of(target, 'rank'), '<', 3)], effects: [sign(2)], claims: 3 };
  expect(signed([never, low, { include: [everybody], effects: [sign(3)], claims: 3 }])).toEqual([2, 2, 3, 3]);
});

test('each object is claimed where rules fire by source, one after the other', () => {
  const rule = (digit: number): RuleParts => ({
    include: [other],
    effects: [sign(digit)],
    claims: 1,
    dispatch: 'source',
  });
  // The first colony fires the first rule and has all others, then the second colony has the first.
  expect(signed([rule(1), rule(2)])).toEqual([1, 1, 1, 1]);
  expect(signed([rule(1), { ...rule(2), claims: 2 }])).toEqual([12, 12, 12, 12]);
  expect(signed([{ ...rule(1), ...scouts }, rule(2)])).toEqual([2, 2, 2, 2]);
});

test('a new pass begins again', () => {
  const wide: RuleParts = { include: [ranked], effects: [sign(1)], claims: 7 };
  expect(inEveryWay([[wide, wide]], four, { run: [0, 0, 0] }).values('trail', 1, 4)).toEqual([111, 111]);
  expect(inEveryWay([[wide], [{ ...wide, effects: [sign(2)] }]], four).values('trail', 1, 4)).toEqual([12, 12]);
});

test('what fires counts, and observers hear of nobody who was claimed', () => {
  const wide: RuleParts = { include: [is(of(target, 'rank'), '<', 3)], effects: [write('rank', 'add', 1)], claims: 7 };
  const { outcome, asked, active, targets } = onePass([wide, { ...wide, ...scouts, include: [ranked] }], four);
  expect(outcome.firings).toEqual([
    { rule: 'rule 0', source: 1, targets: [1, 2] },
    { rule: 'rule 1', source: 3, targets: [3, 4] },
  ]);
  expect(outcome.fired).toBe(4);
  // In scope they were all the same.
  expect([asked, active, targets]).toEqual([
    [2, 2],
    [2, 2],
    [4, 8],
  ]);
});

test('these rules are written for many at a time', () => {
  const { rules } = planOfPass([{ include: [ranked], effects: [sign(1), write('rank', 'add', 1)], claims: 7 }]);
  expect(rules[0].writes?.steps).toHaveLength(2);
});
