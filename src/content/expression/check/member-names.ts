import type { CallExpression, Expression, NameExpression } from '../syntax.js';

/** A call that names a member of a collection for the expression behind the name. */
export interface NamingCall {
  readonly receiver: Expression;
  /** What stands before the name. */
  readonly before: readonly Expression[];
  readonly variable: NameExpression;
  readonly inside: Expression;
}

/** Folds and steps that name a member, with how many arguments stand before the name. */
const naming: ReadonlyMap<string, number> = new Map([
  ['filter', 0],
  ['map', 0],
  ['exists', 0],
  ['all', 0],
  ['sum', 0],
  ['mean', 0],
  ['min', 0],
  ['max', 0],
  ['collect', 1],
]);

/** The parts of `.exists(v, …)` and its like; undefined for other calls. */
export function namesMember({ receiver, function: name, arguments: given }: CallExpression): NamingCall | undefined {
  const first = naming.get(name);
  if (receiver === undefined || first === undefined || given.length !== first + 2) return undefined;
  const variable = given[first];
  return variable.kind === 'name'
    ? { receiver, before: given.slice(0, first), variable, inside: given[first + 1] }
    : undefined;
}
