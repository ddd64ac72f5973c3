import { describe, expect, test } from 'vitest';
import { aboutObject } from '../../src/eval/with-slot.js';
import { makeNode, printNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { booleanType } from '../../src/eval/operation.js';
import { aggregate } from '../../src/eval/ops/member-folds.js';
import { compare } from '../../src/eval/ops/compare-values.js';
import { constant } from '../../src/eval/ops/constants.js';
import { follow, slot } from '../../src/eval/ops/object-links.js';
import { and } from '../../src/eval/ops/logic.js';

const at = (index: number) => makeNode(slot, { slot: index });
const isOwner = (member: number, of: number) =>
  makeNode(
    compare,
    { comparison: '==' as const },
    makeNode(follow, { relation: 'owner' as const, kind: 0 }, at(member)),
    at(of),
  );
const any = (bound: number, anchor: number, filter: Node) =>
  makeNode(
    aggregate,
    { fold: 'any' as const, range: { over: 'attached' as const, kind: 0, class: 0 }, slot: bound },
    at(anchor),
    filter,
  );

describe('a condition about another object', () => {
  test('has it in place of slot 0, and binds slots after those that are taken', () => {
    const node = any(1, 0, makeNode(and, undefined, isOwner(1, 0), any(2, 1, isOwner(2, 1))));
    const parent = makeNode(follow, { relation: 'parent' as const, kind: 0 }, at(4));
    expect(printNode(aboutObject(node, parent, 5))).toBe(
      '(aggregate any attached 0 0 @5 (follow parent (slot 4)) (and ' +
        '(compare == (follow owner (slot 5)) (follow parent (slot 4))) (aggregate any attached 0 0 @6 (slot 5) (compare == (follow owner (slot 6)) (slot 5)))))',
    );
  });

  test('shares what was shared, so that a large one stays as large as it was', () => {
    let node: Node = makeNode(constant, { value: 1, type: booleanType });
    for (let i = 0; i < 60; i++) node = makeNode(and, undefined, node, node);
    const moved = aboutObject(node, at(3), 4);
    expect(moved.args[0]).toBe(moved.args[1]);
  });
});
