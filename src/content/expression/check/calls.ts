import type { Type } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import type { CallExpression, Expression } from '../syntax.js';
import { quote } from '../wording.js';
import { rangeNamed, ranges, readCollection, steps } from './collections.js';
import { folds, lowerFold } from './folds.js';
import { functions } from './functions.js';
import { constantNamed, isClock } from './literals.js';
import { didYouMean } from './nearest.js';
import { isOccurring } from './occurring.js';
import { isOtherMember } from './other-members.js';
import { report } from './report.js';
import { type Description, hasArity } from './row.js';
import type { Scope } from './scope.js';
import { variablesNamed } from './variables.js';

/** A call: a function, or with a receiver a fold over a collection. */
export function lowerCall(call: CallExpression, expected: Type | undefined, scope: Scope): Node | undefined {
  if (call.receiver !== undefined) return lowerReceiverCall(call, call.receiver, scope);
  const row = functions.get(call.function);
  if (row !== undefined) return hasArity(call, row, scope) ? row.lower(call, expected, scope) : undefined;
  return rangeNamed(call.function, scope) === undefined ? refuseCall(call, scope) : unfolded(call, scope);
}

function lowerReceiverCall(call: CallExpression, receiver: Expression, scope: Scope): Node | undefined {
  const fold = folds.get(call.function);
  if (fold !== undefined) return lowerFold(call, receiver, fold, scope);
  return steps.has(call.function) ? unfolded(call, scope) : refuseCall(call, scope);
}

/** Whether there is what a call calls, with as many arguments; reports it when not. */
export function isCallable(call: CallExpression, scope: Scope): boolean {
  const { function: name, receiver } = call;
  const row =
    receiver === undefined
      ? (functions.get(name) ?? rangeNamed(name, scope) ?? macroRow(name, scope))
      : (folds.get(name) ?? steps.get(name));
  if (row !== undefined) return hasArity(call, row, scope);
  refuseCall(call, scope);
  return false;
}

/**
 * Reports a call of what is no function here. Of content's functions only calls with too few or too many arguments are
 * left.
 */
function refuseCall(call: CallExpression, scope: Scope): Node | undefined {
  const row = call.receiver === undefined ? macroRow(call.function, scope) : undefined;
  if (row !== undefined && !hasArity(call, row, scope)) return undefined;
  const what = call.receiver === undefined ? 'function' : 'fold of collections';
  return report(scope, 'unknown-function', call.functionSpan, `there is no ${what} ${quote(call.function)}`, () =>
    intended(call, scope),
  );
}

function macroRow(
  name: string,
  scope: Scope,
): (Description & { readonly least: number; readonly most: number }) | undefined {
  const macro = scope.check.context.library?.functions.get(name);
  if (macro === undefined) return undefined;
  const { length } = macro.arguments;
  return {
    name,
    signature: `${name}(${macro.arguments.join(', ')})`,
    meaning: '',
    example: '',
    least: length,
    most: length,
  };
}

/** What a call was most likely meant to be. */
function intended({ function: name, receiver }: CallExpression, scope: Scope): string | undefined {
  const {
    value,
    library,
    model: { columnByName, kindByName },
  } = scope.check.context;
  const own = library?.functions ?? new Map<string, unknown>();
  if (receiver === undefined) {
    const fold = folds.get(name) ?? steps.get(name);
    if (fold !== undefined) return `write it after a collection, as in ${quote(`objects()${fold.signature}`)}`;
    if (
      scope.names.has(name) ||
      isClock(name) ||
      isOccurring(name, scope) ||
      (name === 'value' && value !== undefined) ||
      constantNamed(name, scope) !== undefined
    )
      return `write ${quote(name)} without parentheses`;
    return didYouMean(scope, name, [
      ...functions.keys(),
      ...ranges.keys(),
      ...own.keys(),
      ...scope.check.context.model.connections.map((connection) => connection.name),
    ]);
  }
  const row = functions.get(name) ?? rangeNamed(name, scope);
  if (row !== undefined) return `write ${quote(row.signature)}`;
  if (own.has(name)) return `write ${quote(`${name}(…)`)}, with the object as an argument`;
  if (
    columnByName.has(name) ||
    kindByName.has(name) ||
    variablesNamed(scope, name).length > 0 ||
    isOtherMember(name, scope)
  )
    return 'leave the parentheses out: it is a member, no function';
  return didYouMean(scope, name, [...folds.keys(), ...steps.keys()]);
}

/** The collection's own mistakes come first: mending them may be all that is wanted. */
function unfolded(call: CallExpression, scope: Scope): Node | undefined {
  readCollection(call, scope);
  return report(
    scope,
    'collection-value',
    call.span,
    'a collection is not a value',
    () => 'fold it, as with `.count()`, `.exists(v, …)`, `.sum(v, …)` or `.first()`',
  );
}
