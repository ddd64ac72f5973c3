import type { Condition } from '../syntax.js';
import type { Context, Subject } from './context.js';
import { nobody } from './entity-properties.js';
import { requiredAt } from './parameters.js';

/** Conditions that are true of one object at most. */

/** Operands that must all hold; conditions that are no `And` are one operand. */
export function operandsOf(condition: Condition): readonly Condition[] {
  return condition.name === 'And' ? condition.operands.flatMap(operandsOf) : [condition];
}

/** The object that a condition names itself, and what else it asks of it; undefined where it names none. */
export function identityIn(
  condition: Condition,
  context: Context,
): { readonly at: Subject; readonly rest: readonly Condition[] } | undefined {
  return identityAmong(operandsOf(condition), context);
}

/** The same among operands that must all hold. */
export function identityAmong(
  operands: readonly Condition[],
  context: Context,
): { readonly at: Subject; readonly rest: readonly Condition[] } | undefined {
  const first = operands.findIndex(({ name }) => isIdentity(name));
  return first < 0
    ? undefined
    : { at: namedBy(operands[first], context), rest: operands.filter((_, i) => i !== first) };
}

/** Whether a construct names an object. */
function isIdentity(name: string): boolean {
  return name === 'Source' || name === 'Target' || name === 'RootCandidate' || name === 'Object';
}

/** The object that such a construct names: nobody where there is none. */
export function namedBy(condition: Condition, context: Context): Subject {
  switch (condition.name) {
    case 'Source':
      return context.source;
    case 'Target':
      return context.target ?? nobody(context);
    case 'RootCandidate':
      return context.root ?? nobody(context);
    default: {
      const id = requiredAt(condition, 'id', context);
      return id === undefined ? nobody(context) : context.language.entity(id, 'object', context);
    }
  }
}
