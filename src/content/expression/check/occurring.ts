import type { CallExpression, Expression, MemberExpression, NameExpression, Span } from '../syntax.js';
import type { Expected, Kinds, Lowered, OccurringNames, OccurringType, Scope } from './expression-context.js';
import { type FunctionRow, rowOf } from './row.js';
import { build, describeType } from './build-node.js';
import { didYouMeanOf, report } from './report-problem.js';
import { quoteText } from '../../text/quote.js';
import { sameType } from '../../../eval/operation.js';
import { controller, occurring, remembered, step } from '../../../eval/ops/occurrence-reads.js';

export const occurringWords: readonly string[] = ['occurrence', 'controller', 'step'];

export function isOccurring(name: string, { check: { steps, occurring: names } }: Scope): boolean {
  if (name === 'step') return steps !== undefined;
  return names !== undefined && (name === 'occurrence' || name === 'controller');
}

export function lowerOccurring({ name, span }: NameExpression, scope: Scope): Lowered {
  const { steps, occurring: names } = scope.check;
  if (name === 'step' && steps !== undefined) return build(scope, span, step, { enumeration: steps });
  if (name === 'step' || names === undefined) return refuseOccurring(name, span, scope);
  if (name === 'controller') {
    const { controller: who } = names;
    return typeof who === 'string'
      ? report(scope, 'no-controller', span, `there is no \`controller\` here: ${who}`)
      : build(scope, span, controller, undefined);
  }
  return report(
    scope,
    'occurrence-value',
    span,
    'an occurrence is no value, only its fields are',
    () => `write ${quoteText(`occurrence.${fieldNames(names).at(0) ?? 'field'}`)}`,
  );
}

const inAbilities = 'in `where`, `if`, `into`, `yields` and `do`';

/** Reports one of these names where it means nothing, saying where it does. */
export function refuseOccurring<Wanted>(name: string, span: Span, scope: Scope): Wanted | undefined {
  if (name === 'step') {
    const message = 'there is no `step` here, only content that declares the steps of play has one';
    return report(scope, 'no-step', span, message, 'list their words under `timing` as `steps`');
  }
  const [what, others] =
    name === 'controller' ? ['controller', ''] : ['occurrence', ', and occurrences in `possible` and `do`'];
  const message = `there is no \`${what}\` here, only abilities have one, ${inAbilities}${others}`;
  return report(scope, `no-${what}`, span, message);
}

// --- fields

export function isOccurrence(expression: Expression): boolean {
  return expression.kind === 'name' && expression.name === 'occurrence';
}

export function isField({ object }: MemberExpression, scope: Scope): boolean {
  return isOccurrence(object) && !scope.names.has('occurrence') && scope.check.occurring !== undefined;
}

/** A field of what occurs; absent of types that do not have it. */
export function lowerField({ member, memberSpan, span }: MemberExpression, scope: Scope): Lowered {
  const { model, occurring: names } = scope.check;
  if (names === undefined) return undefined;
  const [first, ...others] = names.types.filter(({ fields }) => fields.has(member));
  const field = first?.fields.get(member);
  if (field === undefined) return unknownField(member, memberSpan, names, scope);
  const other = others.find(({ fields }) => !sameType(fields.get(member)?.type ?? field.type, field.type));
  if (other === undefined) return build(scope, span, occurring, { field: field.place, type: field.type });
  const described = ({ name, fields }: OccurringType): string =>
    `${describeType(model, fields.get(member)?.type ?? field.type)} in ${quoteText(name)}`;
  return report(
    scope,
    'field-types',
    memberSpan,
    `${quoteText(member)} is ${described(first)} and ${described(other)}, expected one type in all that is answered here`,
    'rename one of the two fields, or make two abilities of it',
  );
}

function unknownField(member: string, span: Span, names: OccurringNames, scope: Scope): Lowered {
  const { types } = names;
  // What an error has taken a field of may have had this one.
  if (types.length === 0 || types.some(({ isTorn }) => isTorn === true)) return undefined;
  const known = fieldNames(names);
  const listed = known.length === 0 ? 'there are none' : `there are ${known.slice(0, 12).map(quoteText).join(', ')}`;
  const first = types.slice(0, 8).map(({ name }) => quoteText(name));
  const which = types.length === 1 ? `${first[0]} has no` : `none of ${first.join(', ')} has a`;
  const message = `${which} field ${quoteText(member)}, ${listed}`;
  return report(scope, 'unknown-field', span, message, () => didYouMeanOf(scope, member, known));
}

function fieldNames({ types }: OccurringNames): readonly string[] {
  return [...new Set(types.flatMap(({ fields }) => [...fields.keys()]))];
}

export function kindsOfField(place: number, scope: Scope): Kinds {
  const found = new Set<number>();
  for (const { fields } of scope.check.occurring?.types ?? []) {
    for (const field of fields.values()) {
      if (field.place !== place) continue;
      if (field.kinds === undefined) return undefined;
      for (const kind of field.kinds) found.add(kind);
    }
  }
  return found.size === 0 ? undefined : [...found];
}

export function kindsOfController({ check: { occurring: names } }: Scope): Kinds {
  return names === undefined || typeof names.controller === 'string' ? undefined : names.controller.kinds;
}

export const occurrenceFunctions: readonly FunctionRow[] = [
  rowOf(
    'was(x)',
    'what x was just before the occurrence that is answered happened, and before that what it is; x looks at the occurrence alone',
    'was(occurrence.planet.population) > 3',
    lowerWas,
  ),
];

function lowerWas({ arguments: [x], span, functionSpan }: CallExpression, scope: Scope, expected: Expected): Lowered {
  const names = scope.check.occurring;
  if (names?.remember === undefined) {
    const message =
      names?.apart === undefined
        ? `nothing is remembered here, expected \`was\` in abilities, ${inAbilities}, or in what occurrences \`do\``
        : '`was` stands in `was`, expected it once: all in it is as it was';
    return report(scope, 'no-occurrence', functionSpan, message);
  }
  const node = lowerApart(x, expected, names, scope);
  return node && build(scope, span, remembered, { number: names.remember(node) }, [node]);
}

/** What is remembered is one for all who ask: it looks at the occurrence and the world, not at the ability. */
function lowerApart(x: Expression, expected: Expected, { types }: OccurringNames, scope: Scope): Lowered {
  const apart: OccurringNames = {
    types,
    controller: '`was` looks at the occurrence alone, expected it outside of `was`',
    apart: new Set(scope.names.keys()),
  };
  const check = { ...scope.check, slots: new Map(), tested: -1, value: undefined, still: true, occurring: apart };
  return check.lower(x, expected, { ...scope, check, names: new Map() });
}

export function refuseInWas(name: string, span: Span, scope: Scope): boolean {
  if (scope.check.occurring?.apart?.has(name) !== true) return false;
  const said = quoteText(name);
  const message = `${said} stands in \`was\`, which looks at the occurrence alone; expected its fields, roles and aggregates`;
  report(scope, 'not-remembered', span, message, `ask ${said} outside of \`was\``);
  return true;
}
