import { didYouMean } from '../../text/nearest-name.js';
import { quoteText } from '../../text/quote.js';
import { type Condition, type ItemKind, type Offset, type Parameter, type Value, itemWord } from '../syntax.js';
import {
  type Context,
  type EntityKind,
  type GroupState,
  type Problem,
  type Subject,
  nobody,
} from './lowering-context.js';
import type { Node } from '../../../ir/node.js';

/** Reports give undefined, and lowering goes on with something harmless, so that all problems are found at once. */

interface Placed {
  readonly at: Offset;
}

export interface Reporting {
  readonly group: Pick<GroupState, 'names' | 'report'>;
}

export function report<Lowered>(
  { group }: Reporting,
  place: Placed,
  code: Problem['code'],
  message: string,
  { severity = 'error', name = '', names = [] }: Partial<Pick<Problem, 'severity'>> & Partial<Misnamed> = {},
): Lowered | undefined {
  group.report({ severity, code, at: place.at, message, suggestion: didYouMean(name, names, group.names) });
  return undefined;
}

interface Misnamed {
  readonly name: string;
  readonly names: Iterable<string>;
}

export function unknownName<Lowered>(
  context: Reporting,
  place: Placed,
  what: string,
  name: string,
  names: Iterable<string>,
  severity: Problem['severity'] = 'error',
): Lowered | undefined {
  const message = `there is no ${what} ${quoteText(name)}, expected the name of one that content defines`;
  return report(context, place, 'unknown-name', message, { severity, name, names });
}

export function unknownItem<Lowered>(
  context: Context,
  place: Placed,
  kind: ItemKind,
  name: string,
  severity?: Problem['severity'],
): Lowered | undefined {
  const names = context.catalog.items(kind).map((item) => item.name);
  return unknownName(context, place, itemWord(kind), name, names, severity);
}

export function wrongType<Lowered>(
  context: Reporting,
  place: Placed,
  found: string,
  expected: string,
): Lowered | undefined {
  return report(context, place, 'wrong-type', `expected ${expected}, found ${found}`);
}

export function unsupported<Lowered>(
  context: Reporting,
  place: Placed,
  construct: string,
  instead: string,
): Lowered | undefined {
  const message = `${construct} has no meaning in Edict, expected ${instead}`;
  return report(context, place, 'unsupported', message);
}

export function tooLarge(context: Reporting, place: Placed): void {
  const message = 'this group has too many conditions, expected fewer nested locations and alternatives';
  report(context, place, 'too-large', message);
}

export function unknownConstruct<Lowered>(
  context: Reporting,
  place: Placed,
  what: string,
  name: string,
  names: Iterable<string>,
): Lowered | undefined {
  const message = `unknown ${what} ${quoteText(name)}`;
  return report(context, place, 'unknown-construct', message, { name, names });
}

interface Parameterised extends Placed {
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

/** The first value of a label, after `skip` others of that label. */
export function valueAt({ parameters }: Parameterised, label: string, skip = 0): Value | undefined {
  return parameters
    .filter((parameter) => parameter.label === label)
    .at(skip)
    ?.values.at(0);
}

export function valuesAt({ parameters }: Parameterised, label: string): readonly Value[] {
  return parameters.filter((parameter) => parameter.label === label).flatMap(({ values }) => values);
}

/** The value of a label without which the grammar refuses the construct. */
export function givenAt(of: Parameterised, label: string): Value {
  const value = valueAt(of, label);
  if (value === undefined) throw new Error(`edict: ${of.name} was read without ${label}`);
  return value;
}

/** The value of a label that the grammar treats as optional; undefined, and reported, if it is missing. */
function requiredAt(of: Parameterised, label: string, context: Context, skip: number): Value | undefined {
  const message = `${of.name} lacks ${quoteText(label)}, expected \`${label} = …\``;
  return valueAt(of, label, skip) ?? report(context, of, 'missing-parameter', message);
}

/** A text; undefined, and reported, unless it is known at load. */
export function writtenAt(
  of: Parameterised,
  label: string,
  context: Context,
  what = `${of.name} of a ${label}`,
  instead = `a ${label} in quotes`,
  skip = 0,
): string | undefined {
  const value = requiredAt(of, label, context, skip);
  if (value === undefined) return undefined;
  return (
    context.language.text(value, context) ?? unsupported(context, value, `${what} that depends on the world`, instead)
  );
}

/** The facts of the item in `name =`; undefined, and reported, where there is none. */
export function itemAt<Known>(
  of: Parameterised,
  context: Context,
  kind: ItemKind,
  name: string | undefined,
  find: (name: string) => Known | undefined,
): Known | undefined {
  return name === undefined ? undefined : (find(name) ?? unknownItem(context, valueAt(of, 'name') ?? of, kind, name));
}

export function certainReal(value: Value, context: Context): Node {
  return context.kit.certain(context.language.real(value, context));
}

/** Nobody, and reported, where it is missing. */
export function entityAt(of: Parameterised, label: EntityKind, context: Context, skip = 0): Subject {
  const value = requiredAt(of, label, context, skip);
  return value === undefined ? nobody(context) : context.language.entity(value, label, context);
}

/** The affiliation; by default with the empire in `empire =`, or with any. */
export function affiliationOf(of: Parameterised & Pick<Condition, 'word'>): string {
  return of.word ?? (valueAt(of, 'empire') === undefined ? 'AnyEmpire' : 'TheEmpire');
}

const relations: Readonly<Record<string, readonly ('war' | 'peace' | 'allied')[]>> = {
  EnemyOf: ['war'],
  PeaceWith: ['peace'],
  AllyOf: ['peace', 'allied'],
};

/** Undefined for an affiliation that is no relation. */
export function isRelated(affiliation: string, object: Node, other: () => Node, context: Context): Node | undefined {
  const { kit, builder } = context;
  if (!Object.hasOwn(relations, affiliation)) return undefined;
  const to = other();
  return kit.any(relations[affiliation].map((name) => kit.related(builder.relations[name], object, to)));
}

export function empireFor(of: Parameterised, { node }: Subject, context: Context): Node {
  const empire = valueAt(of, 'empire');
  return empire === undefined ? context.kit.owner(node) : context.language.entity(empire, 'empire', context).node;
}

type Bounds = 'integer' | 'single';

/** `lowest`: the default of `low`. */
export function isBetween(number: Node, of: Parameterised, bounds: Bounds, context: Context, lowest?: number): Node {
  const { kit, language } = context;
  const [low, high] = ['low', 'high']
    .map((label) => valueAt(of, label))
    .map(
      (value) =>
        value && (bounds === 'integer' ? language.integer(value, context) : kit.single(language.real(value, context))),
    );
  const from = low ?? (lowest === undefined ? undefined : kit.number(lowest));
  if (from !== undefined && from === high) return kit.equal(number, from);
  return kit.all([
    from === undefined ? kit.yes : kit.compare('>=', number, from),
    high === undefined ? kit.yes : kit.compare('<=', number, high),
  ]);
}

/** False where the number is absent. */
export function isThereBetween(number: Node, of: Parameterised, context: Context): Node {
  const { kit } = context;
  return kit.all([kit.present(number), isBetween(number, of, 'single', context)]);
}
