import type { Type } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import type { CallExpression, Expression, NameExpression } from '../syntax.js';
import { quote } from '../wording.js';
import { rangeNamed, ranges, readCollection, steps } from './collections.js';
import { folds, lowerFold } from './folds.js';
import { functions } from './functions.js';
import { constantNamed, isClock, isWord, unknownName } from './literals.js';
import { didYouMean, report } from './report.js';
import { isOccurring, isOccurrence, occurringWords } from './occurring.js';
import { isOtherMember } from './other-members.js';
import { type Description, hasArity } from './row.js';
import type { Scope } from './context.js';
import { variablesNamed } from './kinds.js';
import { childrenOf, namesMember } from '../children.js';
import { isMember, unknownMember } from './members.js';

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
function isCallable(call: CallExpression, scope: Scope): boolean {
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

/**
 * Checks what can be known of the body of a function of content before it is called: its names, functions and members.
 * Types are checked where it is called.
 * `scope` has the arguments among its names.
 */
export function checkBody(body: Expression, scope: Scope): void {
  const waiting: { readonly expression: Expression; readonly bound: readonly string[] }[] = [
    { expression: body, bound: [] },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { expression, bound } = next;
    checkNode(expression, bound, scope);
    const member = expression.kind === 'call' ? namesMember(expression) : undefined;
    if (member !== undefined) {
      const { receiver, variable, inside } = member;
      waiting.push({ expression: receiver, bound });
      const { name } = variable;
      if (scope.names.has(name) || bound.includes(name)) {
        report(
          scope,
          'shadowed-name',
          variable.span,
          `${quote(name)} has a meaning here already`,
          () => 'give the member another name',
        );
      }
      waiting.push({ expression: inside, bound: [...bound, name] });
    } else {
      for (const child of childrenOf(expression)) waiting.push({ expression: child, bound });
    }
  }
}

function checkNode(expression: Expression, bound: readonly string[], scope: Scope): void {
  if (expression.kind === 'name') checkName(expression, bound, scope);
  if (
    expression.kind === 'member' &&
    !isOccurring(expression.object, bound, scope) &&
    !isMember(expression.member, scope)
  )
    unknownMember(expression, scope);
  if (expression.kind === 'call') isCallable(expression, scope);
}

/** What its fields are is known where the function is called. */
function isOccurring(object: Expression, bound: readonly string[], scope: Scope): boolean {
  return isOccurrence(object) && !scope.names.has('occurrence') && !bound.includes('occurrence');
}

/** Names that are known where a function is called, perhaps. */
const elsewhere: ReadonlySet<string> = new Set([
  'self',
  'source',
  'target',
  'value',
  'turn',
  'time',
  ...occurringWords,
]);

function checkName({ name, span }: NameExpression, bound: readonly string[], scope: Scope): void {
  if (scope.names.has(name) || elsewhere.has(name) || bound.includes(name) || isNamed(name, scope)) return;
  unknownName(name, span, undefined, scope);
}

/** A word, kind or class, or what functions such as `role` and `stockpile` take by its bare name. */
function isNamed(name: string, scope: Scope): boolean {
  const { model, library } = scope.check.context;
  return (
    isWord(model, name) ||
    constantNamed(name, scope) !== undefined ||
    model.aggregators.some((aggregator) => aggregator.name === name) ||
    model.columnByName.has(name) ||
    model.roles.includes(name) ||
    model.relations.some((relation) => relation.name === name) ||
    library?.tables.has(name) === true
  );
}
