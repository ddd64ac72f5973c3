import { nearestName } from '../../diagnostics/nearest-name.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { Offset, Value, Parameter } from '../syntax.js';
import type { Context, GroupState, Problem } from './context.js';
import type { Node } from '../../../ir/node.js';
import type { Kit } from './kit.js';

/**
 * Reports of what is wrong with content. Lowering goes on with something harmless in its place, so that all problems of
 * an item are found at once.
 */

type Reporting = Pick<Context, 'group'> | { readonly group: GroupState };

/** A name that content does not define. A warning where the game itself takes it for nothing. */
export function unknownName(
  { group }: Reporting,
  at: Offset,
  what: string,
  name: string,
  known: Iterable<string>,
  severity: Problem['severity'] = 'error',
): void {
  const nearest = nearestName(name, known, group.names);
  group.report({
    severity,
    code: 'unknown-name',
    at,
    message: `there is no ${what} ${quoteText(name)}, expected the name of one that content defines`,
    ...(nearest === undefined ? {} : { suggestion: `did you mean ${quoteText(nearest)}?` }),
  });
}

/** A value of another type than its place asks for. */
export function wrongType({ group }: Reporting, at: Offset, found: string, expected: string): void {
  group.report({ severity: 'error', code: 'wrong-type', at, message: `${found} stands here, expected ${expected}` });
}

export function missingParameter({ group }: Reporting, at: Offset, construct: string, label: string): void {
  group.report({
    severity: 'error',
    code: 'missing-parameter',
    at,
    message: `${construct} lacks ${quoteText(label)}, expected \`${label} = …\``,
  });
}

/** A construct that is known, and has no meaning in Edict. */
export function unsupported({ group }: Reporting, at: Offset, construct: string, instead: string): void {
  group.report({
    severity: 'error',
    code: 'unsupported',
    at,
    message: `${construct} has no meaning in Edict, expected ${instead}`,
  });
}

/** A group that comes to more than anybody would write. */
export function tooLarge({ group }: Reporting, at: Offset): void {
  group.report({
    severity: 'error',
    code: 'too-large',
    at,
    message: 'this group asks for too many conditions, expected fewer locations and alternatives inside one another',
  });
}

/** A construct that nobody knows. */
export function unknownConstruct(
  { group }: Reporting,
  at: Offset,
  what: string,
  name: string,
  known: Iterable<string>,
): void {
  const nearest = nearestName(name, known, group.names);
  group.report({
    severity: 'error',
    code: 'unknown-construct',
    at,
    message: `${quoteText(name)} is no ${what} that Edict knows`,
    ...(nearest === undefined ? {} : { suggestion: `did you mean ${quoteText(nearest)}?` }),
  });
}

/** A value as messages name it. */
export function describe(value: Value): string {
  switch (value.sort) {
    case 'number':
      return `the number ${value.value}`;
    case 'text':
      return 'a text';
    case 'word':
      return `the word ${value.word}`;
    case 'property':
      return `${value.subject}.${value.property}`;
    case 'free':
      return value.name;
    case 'running':
      return 'the value of a meter';
    case 'operation':
      return 'a calculation';
    case 'function':
      return value.name;
    case 'statistic':
      return `Statistic ${value.statistic}`;
    case 'query':
      return value.name;
    case 'choice':
      return 'a choice of numbers';
  }
}

/** Something with parameters: a condition, a query, an effect. */
interface Parameterised {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly at: Offset;
}

/** The value of the first parameter of a label, or of the one that comes after `skip` others of it. */
export function valueAt({ parameters }: Parameterised, label: string, skip = 0): Value | undefined {
  return parameters
    .filter((parameter) => parameter.label === label)
    .at(skip)
    ?.values.at(0);
}

/** All values of a label; none where it is left out. */
export function valuesAt({ parameters }: Parameterised, label: string): readonly Value[] {
  return parameters.filter((parameter) => parameter.label === label).flatMap(({ values }) => values);
}

/** A value that must be there; undefined, and reported, where it is not. */
export function requiredAt(of: Parameterised, label: string, context: Context, skip = 0): Value | undefined {
  const value = valueAt(of, label, skip);
  if (value === undefined) missingParameter(context, of.at, of.name, label);
  return value;
}

/** How a bound is worked out. */
type Lower = (value: Value) => Node;

/**
 * Whether a number lies between the `low` and the `high` that a construct gives, each left out where it is not given.
 */
export function isBetween(kit: Kit, number: Node, of: Parameterised, lower: Lower, lowest?: number): Node {
  const [low, high] = ['low', 'high']
    .map((label) => valueAt(of, label))
    .map((value) => (value === undefined ? undefined : lower(value)));
  const from = low ?? (lowest === undefined ? undefined : kit.number(lowest));
  if (from !== undefined && from === high) return kit.compare('==', number, from);
  return kit.all([
    from === undefined ? kit.yes : kit.compare('>=', number, from),
    high === undefined ? kit.yes : kit.compare('<=', number, high),
  ]);
}
