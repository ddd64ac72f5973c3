import { booleanType, entityType, numberType, sameType } from '../../../eval/operation.js';
import type { Model, Type } from '../../../model/model.js';
import type { Expression } from '../syntax.js';
import { quote } from '../wording.js';
import { type Expected, type Lowered, type Scope, compared, parameter } from './context.js';
import { report } from './report.js';

/** A value of a type, for sentences: "a number", "a word of `focus`". */
export function describeType(model: Model, type: Type): string {
  return type.name === 'enumeration' ? `a word of ${quote(model.enumerations[type.index].name)}` : described[type.name];
}

const described: Readonly<Record<Exclude<Type['name'], 'enumeration'>, string>> = {
  number: 'a number',
  numeric: 'a number',
  text: 'a text',
  pair: 'a pair',
  dice: 'dice',
  array: 'an array',
  boolean: 'a condition',
  entity: 'an object',
  kind: 'a kind',
  class: 'a class',
};

export function literalsOf(model: Model, type: Expected): readonly string[] {
  switch (type?.name) {
    case 'kind':
      return model.kinds.map((kind) => kind.name);
    case 'class':
      return model.classes.map((each) => each.name);
    case 'enumeration':
      return model.enumerations[type.index].members;
    default:
      return [];
  }
}

/** The value of a word, kind or class. */
export function literalValue(model: Model, type: Type, name: string): number | undefined {
  switch (type.name) {
    case 'kind':
      return model.kindByName.get(name)?.index;
    case 'class':
      return model.classByName.get(name)?.index;
    case 'enumeration': {
      const place = model.enumerations[type.index].members.indexOf(name);
      if (place >= 0) return place + 1;
      return name === 'none' ? 0 : undefined;
    }
    default:
      return undefined;
  }
}

/** How to turn a value of one type into one of another, where there is a usual way. */
function conversion(model: Model, found: Type, wanted: Type): string | undefined {
  if (wanted.name === 'boolean') {
    if (found.name === 'number') return 'compare it, such as `… > 0`';
    if (found.name === 'entity') return 'compare it, such as `… != null` or `… == source`';
    return `compare it, such as \`… == ${literalsOf(model, found)[0] ?? 'null'}\``;
  }
  if (wanted.name === 'number' && found.name === 'boolean') return 'write `… ? 1 : 0`';
  const isSort = wanted.name === 'class' || wanted.name === 'kind';
  return isSort && found.name === 'entity' ? `write \`.${wanted.name}\` after it` : undefined;
}

/** Lowers an expression that must be of a type; reports it when it is of another. */
export function demand(expression: Expression, type: Type, scope: Scope): Lowered {
  const node = scope.check.lower(expression, type, scope);
  if (node === undefined || sameType(node.type, type)) return node;
  const { model } = scope.check;
  const message = `expected ${describeType(model, type)}, found ${describeType(model, node.type)}`;
  return report(scope, 'type-mismatch', expression.span, message, () => conversion(model, node.type, type));
}

/** A condition: what is compared in it is the tested value. */
export function demandCondition(expression: Expression, scope: Scope): Lowered {
  return demand(expression, booleanType, compared(scope));
}

/** As a part of a larger value. */
export function demandNumber(expression: Expression, scope: Scope): Lowered {
  return demand(expression, numberType, parameter(scope));
}

export function demandObject(expression: Expression, scope: Scope): Lowered {
  return demand(expression, entityType, parameter(scope));
}
