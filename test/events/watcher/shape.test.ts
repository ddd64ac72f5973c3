import { describe, expect, test } from 'vitest';
import { makeNode, printNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { draw } from '../../../src/eval/ops/draws.js';
import { present } from '../../../src/eval/ops/logic.js';
import { read } from '../../../src/eval/ops/read.js';
import { role } from '../../../src/eval/ops/object-links.js';
import { gateOf, shapeOf } from '../../../src/events/watcher/split.js';
import { number, source } from '../../support/nodes.js';

const roleOf = (index: number): Node => makeNode(role, { role: index });
const health = (of: Node): Node =>
  makeNode(read, { column: 0, type: { name: 'number' }, climb: false, absent: 'missing' as const }, of);
const below = (left: Node, right: Node): Node => makeNode(compare, { comparison: '<' as const }, left, right);

describe('the shape of a condition', () => {
  test('is the same for conditions that differ in roles and a number', () => {
    const [a, b] = [shapeOf(below(health(roleOf(3)), number(5))), shapeOf(below(health(roleOf(8)), number(7)))];
    expect(a?.text).toBe(b?.text);
    expect([a?.roles, a?.number, b?.roles, b?.number]).toEqual([[3], 5, [8], 7]);
  });

  test('tells one role that is named twice from two', () => {
    const [a, b] = [
      shapeOf(below(health(roleOf(3)), health(roleOf(3)))),
      shapeOf(below(health(roleOf(3)), health(roleOf(4)))),
    ];
    expect([a?.roles, b?.roles]).toEqual([[3], [3, 4]]);
    expect(a?.text).not.toBe(b?.text);
  });

  test('has a role that is bound to nobody missing', () => {
    const shape = shapeOf(makeNode(present, {}, roleOf(2)));
    expect(shape === undefined ? '' : printNode(shape.node)).toBe(
      '(present (provided (slot 0) (compare != (slot 0) (constant entity 0))))',
    );
  });

  test('there is none of what draws or has slots of its own', () => {
    expect(shapeOf(below(makeNode(draw, { site: 0, slots: 0 }), number(1)))).toBeUndefined();
    expect(shapeOf(below(health(source), number(1)))).toBeUndefined();
  });

  test('a comparison with a number is no gate', () => {
    expect(gateOf(below(health(roleOf(1)), number(1)))).toBeUndefined();
  });
});
