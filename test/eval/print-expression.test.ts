import { expect, test } from 'vitest';
import type { Model } from '../../src/model/model.js';
import { makeNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { compare } from '../../src/eval/ops/compare-values.js';
import { controller, occurring, remembered, step } from '../../src/eval/ops/occurrence-reads.js';
import { countTrue, leftFold } from '../../src/eval/ops/member-folds.js';
import { holds } from '../../src/eval/ops/bit-tests.js';
import * as integers from '../../src/eval/ops/integers.js';
import * as logic from '../../src/eval/ops/logic.js';
import { provided } from '../../src/eval/ops/logic.js';
import { time } from '../../src/eval/ops/time.js';
import { streamDraw } from '../../src/eval/ops/draws.js';
import { supposed } from '../../src/eval/ops/supposed.js';
import { printExpression } from '../../src/eval/print-expression.js';
import { modelOf } from '../support/hand-model.js';
import { boolean, number, source } from '../support/nodes.js';

const model: Model = {
  ...modelOf({ kinds: { team: {} }, enumerations: { tech: { members: ['sailing', 'physics'] } } }),
  holdings: [{ index: 0, name: 'techs', words: 0, kinds: [1] }],
  questions: [
    { index: 0, name: 'terrain', words: 0, type: 'boolean' },
    { index: 1, name: 'blitz', words: -1, type: 'boolean' },
  ],
};
const printed = (node: Node, fields?: readonly (string | undefined)[]): string =>
  printExpression(node, { model, first: 'self', longest: 200, ...(fields === undefined ? {} : { fields }) });

const knows = makeNode(holds, { holding: 0, word: 2 }, source);
const blitz = makeNode(supposed, { question: 1, word: 0 }, source, boolean(true));
const sailing = makeNode(supposed, { question: 0, word: 1 }, source, boolean(true));
const amount = makeNode(occurring, { field: 2, type: { name: 'number' } });
const sum = makeNode(integers.integerAdd, undefined, number(1), number(2));

test.each<[string, Node]>([
  ['physics in self.techs', knows],
  ['self.blitz', blitz],
  ['sailing in self.terrain', sailing],
  [
    '!(physics in self.techs) && !self.blitz',
    makeNode(logic.and, undefined, makeNode(logic.not, undefined, knows), makeNode(logic.not, undefined, blitz)),
  ],
  ['(1 + 2) * 3', makeNode(integers.integerMultiply, undefined, sum, number(3))],
  [
    '(3 + 4 + abs(5)) * (1 + 2) * 6',
    makeNode(
      leftFold,
      { by: 'multiply' },
      makeNode(leftFold, { by: 'add' }, number(3), number(4), makeNode(integers.integerAbsolute, undefined, number(5))),
      sum,
      number(6),
    ),
  ],
  ['max(1, 2, 3)', makeNode(leftFold, { by: 'maximum' }, number(1), number(2), number(3))],
  [
    'countTrue(physics in self.techs, self.blitz) >= 1',
    makeNode(compare, { comparison: '>=' }, makeNode(countTrue, undefined, knows, blitz), number(1)),
  ],
  ['provided(time(), self.blitz)', makeNode(provided, undefined, makeNode(time, undefined), blitz)],
  [
    'was(occurrence[2]) > 1',
    makeNode(compare, { comparison: '>' }, makeNode(remembered, { number: 4 }, amount), number(1)),
  ],
  ['controller == self', makeNode(compare, { comparison: '==' }, makeNode(controller, undefined), source)],
  ['step', makeNode(step, { enumeration: 0 })],
  [
    '1 + 2 - 7 / 2',
    makeNode(
      integers.integerSubtract,
      undefined,
      sum,
      makeNode(integers.integerDivide, { byZero: 'zero' }, number(7), number(2)),
    ),
  ],
  ['percentage(1 + 2, 7)', makeNode(integers.integerPercentage, undefined, sum, number(7))],
  [
    'abs(7 % 2) < random(6)',
    makeNode(
      compare,
      { comparison: '<' },
      makeNode(
        integers.integerAbsolute,
        undefined,
        makeNode(integers.integerRemainder, undefined, number(7), number(2)),
      ),
      makeNode(streamDraw, undefined, number(6)),
    ),
  ],
])('%s', (text, node) => {
  expect(printed(node)).toBe(text);
});

test('fields of occurrences by their names, where they are known', () => {
  expect([['card', undefined, 'amount'], ['card'], []].map((fields) => printed(amount, fields))).toEqual([
    'occurrence.amount',
    'occurrence[2]',
    'occurrence[2]',
  ]);
});
