import type { WorldState } from '../../src/components/state.js';
import type { ColumnType, Type } from '../../src/model/model.js';
import { filled } from '../../src/eval/columns/absence.js';
import { createFrame } from '../../src/eval/interpreter.js';
import { makeNode } from '../../src/eval/make-node.js';
import { type Node, type Value, missing, notFound, sourceSlot, targetSlot } from '../../src/ir/node.js';
import type { Operation } from '../../src/eval/operation.js';
import { constant } from '../../src/eval/ops/constants.js';
import { read } from '../../src/eval/ops/read.js';
import { type WhenAbsent } from '../../src/eval/data.js';
import { slot } from '../../src/eval/ops/object-links.js';
import { columnNamed } from './hand-model.js';

/** IR by hand, for tests of operations. */

export const number = (value: number): Node => makeNode(constant, { value, type: { name: 'number' } });
export const boolean = (value: boolean): Node =>
  makeNode(constant, { value: value ? 1 : 0, type: { name: 'boolean' } });
export const none: Node = makeNode(constant, { value: 0, type: { name: 'entity' } });
export const word = (index: number, value: number): Node =>
  makeNode(constant, { value, type: { name: 'enumeration', index } });
export const kindNode = (value: number): Node => makeNode(constant, { value, type: { name: 'kind' } });
export const classNode = (value: number): Node => makeNode(constant, { value, type: { name: 'class' } });
export const source: Node = makeNode(slot, { slot: sourceSlot });
export const target: Node = makeNode(slot, { slot: targetSlot });
export const member: Node = makeNode(slot, { slot: 2 });

/** An operation that only tests have: it gives any value, also an absent one. */
const given: Operation<{ readonly value: Value; readonly type: Type }> = {
  name: 'constant',
  type: (_args, data) => data.type,
  document: constant.document,
  evaluate: (node) => node.data.value,
  columns: (term, rows, { scratch }) => filled(term, term.data.value, rows.length, scratch),
};

/** A node that gives a value of a type; `undefined` and `null` are the two absences. */
export const giving = (value: Value, type: ColumnType['name'] = 'number'): Node =>
  makeNode(given, { value, type: type === 'enumeration' ? { name: type, index: 0 } : { name: type } });

export const absences: readonly (readonly [string, Value])[] = [
  ['missing', missing],
  ['not found', notFound],
];

/** A read of a column by name. */
export function reading(state: WorldState, name: string, of: Node, absent: WhenAbsent, climb = false): Node {
  const column = columnNamed(state.model, name);
  return makeNode(read, { column: column.index, type: column.type, climb, absent }, of);
}

/** Evaluates a node with objects in the slots of source, target and the first member. */
export function evaluated(state: WorldState, node: Node, slots: readonly number[] = [], turn = 1): Value {
  const frame = createFrame(state, turn);
  slots.forEach((id, i) => {
    frame.slots[i] = id;
  });
  return frame.evaluate(node);
}
