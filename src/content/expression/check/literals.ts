import { type Expected, type Lowered, type Scope, didYouMean, didYouMeanOf, report } from './expression-context.js';
import type { Expression, NameExpression, NullExpression, Span, StringExpression } from '../syntax.js';
import type { Model } from '../../../model/model.js';
import { build, buildConstant, describeType, literalsOf, literalValue } from './build-node.js';
import { numberType } from '../../../eval/operation.js';
import { quoteText } from '../../text/quote.js';
import { running, time, turn } from '../../../eval/ops/time.js';
import { role, slot } from '../../../eval/ops/object-links.js';
import { parameter } from '../../../eval/ops/parameters.js';
import type { NamedConstant } from '../../../ir/node.js';
import {
  isOwnMember,
  isOccurring,
  lowerOccurring,
  occurringWords,
  refuseInWas,
  refuseOccurring,
} from './dot-access.js';

/**
 * A name: an object in scope, `turn`, `time`, `value`, what occurs, a constant, a parameter, a role, else a word, kind
 * or class of the expected type.
 */
export function lowerName(expression: NameExpression, expected: Expected, scope: Scope): Lowered {
  const { name, span } = expression;
  const { model, value } = scope.check;
  const bound = scope.names.get(name);
  if (bound !== undefined) return build(scope, span, slot, { slot: bound });
  if (name === 'turn') return build(scope, span, turn, undefined);
  if (name === 'time') return build(scope, span, time, undefined);
  if (name === 'value' && value !== undefined) return build(scope, span, running, { type: value });
  if (name === 'index' && scope.check.isIndexed === true) return build(scope, span, running, { type: numberType });
  if (isOccurring(name, scope)) return lowerOccurring(expression, scope);
  const named = constantNamed(name, scope);
  if (named !== undefined) return buildConstant(scope, span, named.type, named.value);
  const given = model.parameterByName.get(name);
  if (given !== undefined) return build(scope, span, parameter, { parameter: given.index, type: given.type });
  const part = roleNamed(name, scope);
  if (part >= 0) return build(scope, span, role, { role: part });
  const literal = expected && literalValue(model, expected, name);
  if (expected !== undefined && literal !== undefined) return buildConstant(scope, span, expected, literal);
  return unknownName(name, span, expected, scope);
}

/** A text in quotes, which can only be a word, kind or class. */
export function lowerString({ value: text, span }: StringExpression, expected: Expected, scope: Scope): Lowered {
  const { model } = scope.check;
  const said = quoteText(text);
  if (expected === undefined) {
    const message = `nothing here says what ${said} is a word of`;
    return report(scope, 'unknown-word', span, message, 'compare it with a property, such as `target.kind`');
  }
  const value = literalValue(model, expected, text);
  if (value !== undefined) return buildConstant(scope, span, expected, value);
  const wanted = describeType(model, expected);
  if (!hasWords(expected)) return report(scope, 'type-mismatch', span, `expected ${wanted}, found the text ${said}`);
  return report(scope, 'unknown-word', span, `${said} is not ${wanted}`, () =>
    didYouMeanOf(scope, text, literalsOf(model, expected)),
  );
}

export function lowerNull({ span }: NullExpression, expected: Expected, scope: Scope): Lowered {
  switch (expected?.name) {
    case 'entity':
    case 'class':
    case 'enumeration':
      return buildConstant(scope, span, expected, 0);
    default: {
      const [message, suggestion] =
        expected === undefined
          ? ['nothing here says of what type this `null` is', 'compare it with an object, a word or a class']
          : [
              `expected ${describeType(scope.check.model, expected)}, found \`null\``,
              'ask with `has(…)` whether a value is there',
            ];
      return report(scope, 'type-mismatch', span, message, suggestion);
    }
  }
}

export function isOpen(expression: Expression, scope: Scope): boolean {
  switch (expression.kind) {
    case 'string':
    case 'null':
      return true;
    case 'name':
      return (
        !scope.names.has(expression.name) &&
        !isValueName(expression.name, scope) &&
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

/** Whether a name has a value that is neither an object nor a word. */
export function isValueName(name: string, scope: Scope): boolean {
  return (
    name === 'turn' ||
    name === 'time' ||
    (name === 'value' && scope.check.value !== undefined) ||
    (name === 'index' && scope.check.isIndexed === true) ||
    isOccurring(name, scope) ||
    constantNamed(name, scope) !== undefined ||
    scope.check.model.parameterByName.has(name)
  );
}

/** Reports names without a type that are neither words, kinds nor classes. */
export function checkOpen(expression: Expression, scope: Scope): void {
  if (expression.kind === 'conditional') {
    scope.check.lower(expression.condition, undefined, scope);
    checkOpen(expression.then, scope);
    checkOpen(expression.otherwise, scope);
  }
  if (expression.kind === 'expanded') checkOpen(expression.body, scope);
  if (expression.kind === 'name' && !isWord(scope.check.model, expression.name))
    unknownName(expression.name, expression.span, undefined, scope);
}

export function constantNamed(name: string, { check }: Scope): NamedConstant | undefined {
  return check.names?.constants.get(name);
}

function rolesNamed({ check }: Scope): readonly string[] {
  return check.rolesByName === true ? check.model.roles : [];
}

/** -1: none. */
export function roleNamed(name: string, scope: Scope): number {
  return rolesNamed(scope).indexOf(name);
}

export function isWord({ enumerations, kindByName, classByName }: Model, name: string): boolean {
  return (
    name === 'none' ||
    kindByName.has(name) ||
    classByName.has(name) ||
    enumerations.some(({ members: words }) => words.includes(name))
  );
}

function hasWords({ name }: NonNullable<Expected>): boolean {
  return name === 'kind' || name === 'class' || name === 'enumeration';
}

export function unknownName<Wanted>(name: string, span: Span, expected: Expected, scope: Scope): Wanted | undefined {
  if (name === 'value')
    return report(scope, 'no-value', span, 'there is no `value` here, only amounts and growth formulas have one');
  if (refuseInWas(name, span, scope)) return undefined;
  if (occurringWords.includes(name)) return refuseOccurring(name, span, scope);
  const { model, nobody, names } = scope.check;
  if (nobody?.names.includes(name) === true)
    return report(
      scope,
      'unknown-name',
      span,
      `${quoteText(name)} stands for nobody here: ${nobody.why}`,
      nobody.suggestion,
    );
  if (name === 'index' && !isWord(scope.check.model, name))
    return report(scope, 'no-index', span, 'there is no `index` here, only the values and places of `start` have one');
  const wanted = expected !== undefined && hasWords(expected) ? `, expected ${describeType(model, expected)}` : '';
  return report(
    scope,
    'unknown-name',
    span,
    `unknown name ${quoteText(name)}${wanted}`,
    () =>
      didYouMean(scope, name, [
        ...scope.names.keys(),
        'turn',
        'time',
        ...occurringWords.filter((word) => isOccurring(word, scope)),
        ...(names?.constants.keys() ?? []),
        ...model.parameterByName.keys(),
        ...rolesNamed(scope),
        ...literalsOf(model, expected),
      ]) ?? intended(name, expected, scope),
  );
}

function intended(name: string, expected: Expected, scope: Scope): string | undefined {
  const { names, check } = scope;
  const first = rolesNamed(scope).at(0);
  const isUsual = name === 'source' || name === 'target';
  if (isUsual && names.has('self')) return 'write `self`';
  // Names of objects where no object is in scope.
  const isAskingForOne = isUsual || name === 'self' || (first === undefined && isOwnMember(name, scope));
  if (check.rolesByName === true && names.size === 0 && isAskingForOne) {
    const such = first === undefined ? ', which content declares under `roles`' : `, such as ${quoteText(first)}`;
    return `name an object by its role${such}, or ask an aggregate such as \`objects(kind)\``;
  }
  if (check.model.roles.includes(name)) return `write \`role('${name}')\``;
  const object = [...names.keys()].at(-1) ?? first ?? 'source';
  return nameOfOccurrence(name, scope) ?? intendedMember(name, expected, object, scope);
}

function intendedMember(name: string, expected: Expected, object: string, scope: Scope): string | undefined {
  const { model, rolesByName } = scope.check;
  const asMember = quoteText(`${object}.${name}`);
  if (isOwnMember(name, scope)) return `write ${asMember}`;
  if (model.kindByName.has(name))
    return `${quoteText(name)} is a kind: ${expected?.name === 'entity' ? `write ${asMember} or compare \`.kind\`` : 'compare `.kind` with it'}`;
  if (model.classByName.has(name)) return `${quoteText(name)} is a class: compare \`.class\` with it`;
  const words = literalsOf(model, expected);
  if (words.length > 0) return words.length <= 12 ? `write one of ${words.map(quoteText).join(', ')}` : undefined;
  return rolesByName === true ? 'declare it under `roles` if it is to be an object' : undefined;
}

function nameOfOccurrence(name: string, { check: { occurring } }: Scope): string | undefined {
  if (occurring === undefined) return undefined;
  if (occurring.types.some(({ fields }) => fields.has(name))) return `write ${quoteText(`occurrence.${name}`)}`;
  return occurring.types.some((type) => type.name === name)
    ? 'what occurs is called `occurrence` here, as in `occurrence.amount`'
    : undefined;
}
