import type { Model, Type } from '../../../model/model.js';
import type { NamedConstant } from '../../../ir/names.js';
import type { Node } from '../../../ir/node.js';
import { entityType } from '../../../eval/operation.js';
import { turn, running } from '../../../eval/ops/clock.js';
import { role } from '../../../eval/ops/role.js';
import { slot } from '../../../eval/ops/slot.js';
import { time } from '../../../eval/ops/time.js';
import type { Expression, NameExpression, NullExpression, Span, StringExpression } from '../syntax.js';
import { quote } from '../wording.js';
import { build, buildConstant } from './build.js';
import { describeType, literalsOf, literalValue } from './demand.js';
import { didYouMean, didYouMeanOf, report } from './report.js';
import { isOccurring, lowerOccurring, occurringWords, refuseInWas, refuseOccurring } from './occurring.js';
import { isOtherMember } from './other-members.js';
import type { Scope } from './context.js';
import { variablesNamed } from './kinds.js';

/** Names and literals: what they mean depends on what is in scope and on the type that is expected. */

/**
 * A name: an object in scope, `turn`, `time`, `value`, something of what occurs, a constant of content, a role where
 * they go by their names, else a word, kind or class of the expected type.
 */
export function lowerName({ name, span }: NameExpression, expected: Type | undefined, scope: Scope): Node | undefined {
  const bound = scope.names.get(name);
  if (bound !== undefined) return build(scope, span, slot, { slot: bound });
  if (name === 'turn') return build(scope, span, turn, undefined);
  if (name === 'time') return build(scope, span, time, undefined);
  if (name === 'value' && scope.check.context.value !== undefined)
    return lowerValue(scope.check.context.value, span, scope);
  if (isOccurring(name, scope)) return lowerOccurring({ kind: 'name', name, span }, scope);
  const named = constantNamed(name, scope);
  if (named !== undefined) return buildConstant(scope, span, named.type, named.value);
  const part = roleNamed(name, scope);
  if (part >= 0) return build(scope, span, role, { role: part });
  const value = expected === undefined ? undefined : literalValue(scope.check.context.model, expected, name);
  if (expected !== undefined && value !== undefined) return buildConstant(scope, span, expected, value);
  return unknownName(name, span, expected, scope);
}

/** A text in quotes, which can only be a word, kind or class. */
export function lowerString(
  { value: text, span }: StringExpression,
  expected: Type | undefined,
  scope: Scope,
): Node | undefined {
  const { model } = scope.check.context;
  if (expected === undefined) {
    return report(
      scope,
      'unknown-word',
      span,
      `nothing here says what ${quote(text)} is a word of`,
      () => 'compare it with a property, such as `target.kind`',
    );
  }
  const value = literalValue(model, expected, text);
  if (value !== undefined) return buildConstant(scope, span, expected, value);
  if (!hasWords(expected))
    return report(
      scope,
      'type-mismatch',
      span,
      `expected ${describeType(model, expected)}, found the text ${quote(text)}`,
    );
  return report(scope, 'unknown-word', span, `${quote(text)} is not ${describeType(model, expected)}`, () =>
    didYouMeanOf(scope, text, literalsOf(model, expected)),
  );
}

/** `null`: none, of the expected type. */
export function lowerNull({ span }: NullExpression, expected: Type | undefined, scope: Scope): Node | undefined {
  const { model } = scope.check.context;
  if (expected === undefined) {
    return report(
      scope,
      'type-mismatch',
      span,
      'nothing here says of what type this `null` is',
      () => 'compare it with an object, a word or a class',
    );
  }
  switch (expected.name) {
    case 'entity':
    case 'class':
    case 'enumeration':
      return buildConstant(scope, span, expected, 0);
    default:
      return report(
        scope,
        'type-mismatch',
        span,
        `expected ${describeType(model, expected)}, found \`null\``,
        () => 'ask with `has(…)` whether a value is there',
      );
  }
}

/** Whether an expression has no type of its own and takes it from what stands beside it. */
export function isOpen(expression: Expression, scope: Scope): boolean {
  switch (expression.kind) {
    case 'string':
    case 'null':
      return true;
    case 'name':
      return (
        !isClock(expression.name) &&
        !scope.names.has(expression.name) &&
        (expression.name !== 'value' || scope.check.context.value === undefined) &&
        !isOccurring(expression.name, scope) &&
        constantNamed(expression.name, scope) === undefined &&
        roleNamed(expression.name, scope) < 0
      );
    case 'conditional':
      return isOpen(expression.then, scope) && isOpen(expression.otherwise, scope);
    case 'expanded':
      return isOpen(expression.body, scope);
    default:
      return false;
  }
}

/** Reports the names of an open expression that nothing gives a type that are no words, kinds or classes at all. */
export function checkOpen(expression: Expression, scope: Scope): void {
  if (expression.kind === 'conditional') {
    scope.check.lower(expression.condition, undefined, scope);
    checkOpen(expression.then, scope);
    checkOpen(expression.otherwise, scope);
  }
  if (expression.kind === 'expanded') checkOpen(expression.body, scope);
  if (expression.kind === 'name' && !isWord(scope.check.context.model, expression.name))
    unknownName(expression.name, expression.span, undefined, scope);
}

/** The number or boolean that content gives a name. */
export function constantNamed(name: string, scope: Scope): NamedConstant | undefined {
  return scope.check.context.names?.constants.get(name);
}

/** The index of a role that its bare name stands for; -1 for none. */
export function roleNamed(name: string, { check: { context } }: Scope): number {
  return context.rolesByName === true ? context.model.roles.indexOf(name) : -1;
}

/** Whether a name is that of a number which is the same everywhere in a turn. */
export function isClock(name: string): boolean {
  return name === 'turn' || name === 'time';
}

/** Whether a name means something where a word, kind or class is expected. */
export function isWord({ enumerations, kindByName, classByName }: Model, name: string): boolean {
  return (
    name === 'none' ||
    kindByName.has(name) ||
    classByName.has(name) ||
    enumerations.some(({ members: words }) => words.includes(name))
  );
}

function lowerValue(type: Type, span: Span, scope: Scope): Node | undefined {
  return build(scope, span, running, { type });
}

function hasWords(type: Type): boolean {
  return type.name === 'kind' || type.name === 'class' || type.name === 'enumeration';
}

/** Reports a name that means nothing. */
export function unknownName(name: string, span: Span, expected: Type | undefined, scope: Scope): Node | undefined {
  if (name === 'value')
    return report(scope, 'no-value', span, 'there is no `value` here, only amounts and growth formulas have one');
  if (refuseInWas(name, span, scope)) return undefined;
  if (occurringWords.includes(name)) return refuseOccurring(name, span, scope);
  const { model, nobody } = scope.check.context;
  if (nobody?.names.includes(name) === true)
    return report(scope, 'unknown-name', span, `nobody is ${quote(name)} here: ${nobody.why}`, () => nobody.suggestion);
  const wanted = expected !== undefined && hasWords(expected) ? `neither ${describeType(model, expected)} nor a` : 'no';
  return report(
    scope,
    'unknown-name',
    span,
    `${quote(name)} is ${wanted} name that is known here`,
    () =>
      didYouMean(scope, name, [
        ...scope.names.keys(),
        'turn',
        'time',
        ...occurringWords.filter((word) => isOccurring(word, scope)),
        ...(scope.check.context.names?.constants.keys() ?? []),
        ...rolesNamed(scope),
        ...literalsOf(model, expected),
      ]) ?? intended(name, expected, scope),
  );
}

function rolesNamed({ check: { context } }: Scope): readonly string[] {
  return context.rolesByName === true ? context.model.roles : [];
}

/** What a name that stands at the wrong place was most likely meant to say. */
function intended(name: string, expected: Type | undefined, scope: Scope): string | undefined {
  const { model } = scope.check.context;
  const object = [...scope.names.keys()].at(-1) ?? rolesNamed(scope).at(0) ?? 'source';
  if ((name === 'source' || name === 'target') && scope.names.has('self')) return 'write `self`';
  if (isNobodysName(name, scope))
    return `name an object by its role${rolesNamed(scope).length > 0 ? `, such as ${quote(rolesNamed(scope)[0])}` : ', which content declares under `roles`'}, or ask an aggregate such as \`objects(kind)\``;
  if (model.roles.includes(name)) return `write \`role('${name}')\``;
  return nameOfOccurrence(name, scope) ?? intendedMember(name, expected, object, scope);
}

/** The same where it is neither an object nor what occurs. */
function intendedMember(name: string, expected: Type | undefined, object: string, scope: Scope): string | undefined {
  const { model } = scope.check.context;
  if (
    model.columnByName.has(name) ||
    members.has(name) ||
    variablesNamed(scope, name).length > 0 ||
    isOtherMember(name, scope)
  )
    return `write ${quote(`${object}.${name}`)}`;
  if (model.kindByName.has(name)) {
    return expected?.name === entityType.name
      ? `${quote(name)} is a kind: write ${quote(`${object}.${name}`)} or compare \`.kind\``
      : `${quote(name)} is a kind: compare \`.kind\` with it`;
  }
  if (model.classByName.has(name)) return `${quote(name)} is a class: compare \`.class\` with it`;
  const words = literalsOf(model, expected);
  if (words.length > 0) return words.length <= 12 ? `write one of ${words.map(quote).join(', ')}` : undefined;
  return scope.check.context.rolesByName === true ? 'declare it under `roles` if it is to be an object' : undefined;
}

/** What occurs goes by one name, whatever its type is called. */
function nameOfOccurrence(
  name: string,
  {
    check: {
      context: { occurring },
    },
  }: Scope,
): string | undefined {
  if (occurring === undefined) return undefined;
  if (occurring.types.some(({ fields }) => fields.has(name))) return `write ${quote(`occurrence.${name}`)}`;
  return occurring.types.some((type) => type.name === name)
    ? `what occurs is called ${quote('occurrence')} here, as in ${quote('occurrence.amount')}`
    : undefined;
}

/** Names of objects where no object is in scope. */
function isNobodysName(name: string, { names, check: { context } }: Scope): boolean {
  return (
    context.rolesByName === true && names.size === 0 && (name === 'self' || name === 'source' || name === 'target')
  );
}

const members: ReadonlySet<string> = new Set(['owner', 'parent', 'kind', 'class']);
