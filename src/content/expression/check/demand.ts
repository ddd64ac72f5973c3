import type { Model, Type } from '../../../model/model.js';
import { quote } from '../wording.js';
import type { Node } from '../../../ir/node.js';
import { booleanType, sameType } from '../../../eval/operation.js';
import type { Expression, Span } from '../syntax.js';
import { report } from './report.js';
import { compared, type Scope } from './context.js';

/** A value of a type, for sentences: "a number", "a word of `focus`". */
export function describeType(model: Model, type: Type): string {
  switch (type.name) {
    case 'number':
    case 'numeric':
      return 'a number';
    case 'text':
      return 'a text';
    case 'pair':
      return 'a pair';
    case 'dice':
      return 'dice';
    case 'array':
      return 'an array';
    case 'boolean':
      return 'a condition';
    case 'entity':
      return 'an object';
    case 'kind':
      return 'a kind';
    case 'class':
      return 'a class';
    case 'enumeration':
      return `a word of ${quote(model.enumerations[type.index].name)}`;
  }
}

/** Names of the literals that a type has. */
export function literalsOf(model: Model, type: Type | undefined): readonly string[] {
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

/** The value of a literal's name in a type; undefined when the type has no such name. */
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
  if (wanted.name === 'class' && found.name === 'entity') return 'write `.class` after it';
  if (wanted.name === 'kind' && found.name === 'entity') return 'write `.kind` after it';
  return undefined;
}

/** Lowers an expression that must be of a type; reports it when it is of another. */
export function demand(expression: Expression, type: Type, scope: Scope): Node | undefined {
  return demandType(scope.check.lower(expression, type, scope), type, expression.span, scope);
}

/** A condition: what is compared in it is the tested value. */
export function demandCondition(expression: Expression, scope: Scope): Node | undefined {
  return demand(expression, booleanType, compared(scope));
}

/** Passes a node of the right type; reports any other. */
function demandType(node: Node | undefined, type: Type, span: Span, scope: Scope): Node | undefined {
  if (node === undefined || sameType(node.type, type)) return node;
  const { model } = scope.check.context;
  const found = node.type;
  return report(
    scope,
    'type-mismatch',
    span,
    `expected ${describeType(model, type)}, found ${describeType(model, found)}`,
    () => conversion(model, found, type),
  );
}
