import type { Type } from '../../../components/model.js';
import type { Node } from '../../../compile/node.js';
import type { CallExpression, Expression } from '../syntax.js';
import { quote } from '../wording.js';
import { ranges, readCollection, steps } from './collections.js';
import { folds, lowerFold } from './folds.js';
import { functions } from './functions.js';
import { didYouMean } from './nearest.js';
import { report } from './report.js';
import { hasArity } from './row.js';
import type { Scope } from './scope.js';

/** A call: a function, or with a receiver a fold over a collection. */
export function lowerCall(call: CallExpression, expected: Type | undefined, scope: Scope): Node | undefined {
  if (call.receiver !== undefined) return lowerReceiverCall(call, call.receiver, scope);
  const row = functions.get(call.function);
  if (row !== undefined) return hasArity(call, row, scope) ? row.lower(call, expected, scope) : undefined;
  if (ranges.has(call.function)) return unfolded(call, scope);
  const fold = folds.get(call.function) ?? steps.get(call.function);
  return unknownFunction(call, scope, () => (fold === undefined
    ? didYouMean(call.function, [...functions.keys(), ...ranges.keys()])
    : `write it after a collection, as in ${quote(`objects()${fold.signature}`)}`));
}

function lowerReceiverCall(call: CallExpression, receiver: Expression, scope: Scope): Node | undefined {
  const fold = folds.get(call.function);
  if (fold !== undefined) return lowerFold(call, receiver, fold, scope);
  if (steps.has(call.function)) return unfolded(call, scope);
  const row = functions.get(call.function) ?? ranges.get(call.function);
  return unknownFunction(call, scope, () => {
    if (row !== undefined) return `write ${quote(row.signature)}`;
    const { columnByName, kindByName } = scope.check.context.model;
    if (columnByName.has(call.function) || kindByName.has(call.function)) return 'leave the parentheses out: it is a member, no function';
    return didYouMean(call.function, [...folds.keys(), ...steps.keys()]);
  });
}

/** The collection's own mistakes come first: mending them may be all that is wanted. */
function unfolded(call: CallExpression, scope: Scope): Node | undefined {
  readCollection(call, scope);
  return report(scope, 'collection-value', call.span, 'a collection is not a value', () => 'fold it, as with `.count()`, `.exists(v, …)`, `.sum(v, …)` or `.first()`');
}

function unknownFunction(call: CallExpression, scope: Scope, suggest: () => string | undefined): Node | undefined {
  const what = call.receiver === undefined ? 'function' : 'fold of collections';
  return report(scope, 'unknown-function', call.functionSpan, `there is no ${what} ${quote(call.function)}`, suggest);
}
