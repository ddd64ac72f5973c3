import { childrenOf } from '../children.js';
import type { Expression, NameExpression } from '../syntax.js';
import { quote } from '../wording.js';
import { isCallable } from './calls.js';
import { namesMember } from './member-names.js';
import { constantNamed, isWord, unknownName } from './literals.js';
import { isMember, unknownMember } from './members.js';
import { isOccurrence, occurringWords } from './occurring.js';
import { report } from './report.js';
import type { Scope } from './scope.js';

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
