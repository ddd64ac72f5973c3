import type { ColumnType } from '../../../model/model.js';
import { makeNode, makeNodeOf } from '../../../eval/make-node.js';
import { type Node, sourceSlot, targetSlot } from '../../../ir/node.js';
import { compare } from '../../../eval/ops/compare.js';
import { constant } from '../../../eval/ops/constant.js';
import * as logic from '../../../eval/ops/logic.js';
import { occurring } from '../../../eval/ops/occurring.js';
import { provided } from '../../../eval/ops/provided.js';
import { read } from '../../../eval/ops/read.js';
import { role } from '../../../eval/ops/role.js';
import { slot } from '../../../eval/ops/slot.js';
import type { ScenarioModel } from '../scenario-model.js';

/** Nodes that scenarios are made of. */

/** Whose ability it is, or the player of what occurs. */
export const firstSlot: Node = makeNode(slot, { slot: sourceSlot });
/** What occurs befalls this. */
export const subjectNode: Node = makeNode(slot, { slot: targetSlot });

export function constantNode(value: number, type: ColumnType): Node {
  return makeNode(constant, { value, type });
}

export function numberNode(value: number): Node {
  return constantNode(value, { name: 'number' });
}

export function booleanNode(value: boolean): Node {
  return constantNode(value ? 1 : 0, { name: 'boolean' });
}

/** Nobody, and nothing. */
export function noneNode(type: ColumnType = { name: 'entity' }): Node {
  return constantNode(0, type);
}

/** A value that is never there. */
export function missingNode(type: ColumnType): Node {
  return makeNode(provided, undefined, noneNode(type), booleanNode(false));
}

export function roleNode(index: number): Node {
  return makeNode(role, { role: index });
}

/** A column of an object; missing where there is no object. */
export function readNode({ model }: ScenarioModel, column: number, of: Node): Node {
  return makeNode(read, { column, type: model.columns[column].type, climb: false, absent: 'missing' }, of);
}

/** A field of what is answered, or of what occurs. */
export function fieldNode({ fields }: ScenarioModel, field: number): Node {
  return makeNode(occurring, { field, type: fields.list[field].type as ColumnType });
}

export function equalNode(left: Node, right: Node): Node {
  return makeNode(compare, { comparison: '==' }, left, right);
}

/** True of no conditions at all. */
export function allOf(conditions: readonly Node[]): Node {
  if (conditions.length === 0) return booleanNode(true);
  return conditions.length === 1 ? conditions[0] : makeNodeOf(logic.and, undefined, conditions);
}

/** False of no conditions at all. */
export function anyOf(conditions: readonly Node[]): Node {
  if (conditions.length === 0) return booleanNode(false);
  return conditions.length === 1 ? conditions[0] : makeNodeOf(logic.or, undefined, conditions);
}

export function absentNode(value: Node): Node {
  return makeNode(logic.not, undefined, makeNode(logic.present, undefined, value));
}

/** A condition that is never absent. */
export function appliesNode(condition: Node): Node {
  return makeNode(logic.applies, undefined, condition);
}
