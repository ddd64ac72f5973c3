import { expect, test } from 'vitest';
import { makeNode } from '../../../src/eval/make-node.js';
import { and, or } from '../../../src/eval/ops/logic.js';
import { gateOf } from '../../../src/events/watcher/split.js';
import { boolean } from '../../support/nodes.js';
import { comparing, counting, numberOf } from '../../support/watched-board.js';

const members = [boolean(true), boolean(false), boolean(true)];

test('and, or and counts that are compared with a number are gates', () => {
  expect(gateOf(makeNode(and, {}, ...members))).toEqual({ members, comparison: '==', value: 3 });
  expect(gateOf(makeNode(or, {}, ...members))).toEqual({ members, comparison: '>=', value: 1 });
  expect(gateOf(counting(members, '<', 2))).toEqual({ members, comparison: '<', value: 2 });
});

test('a count that is compared with what is no constant is none', () => {
  expect(gateOf(comparing(counting(members, '<', 2).args[0], '<', numberOf(0)))).toBeUndefined();
  expect(gateOf(boolean(true))).toBeUndefined();
});
