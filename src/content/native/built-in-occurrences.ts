import type { ColumnType, Enumeration, Kind } from '../../model/model.js';
import { entityType, numberType } from '../../eval/operation.js';
import type { HeardChange, OccurrenceChange } from '../../ir/occurrence.js';
import { quoteText } from '../diagnostics/quote.js';
import type { DraftColumn } from './columns.js';
import { reportUnknownKind } from './kinds.js';
import { type Loading, didYouMean, refuse, warn } from './loading.js';
import type { ListeningSource } from './schema.js';

/**
 * What effects and phases do, as occurrences that abilities can listen to: types that nothing declares, made where
 * something listens to them.
 */

/** A type before its fields have places. */
export interface BuiltIn {
  readonly name: string;
  readonly fields: readonly BuiltInField[];
  readonly change: OccurrenceChange;
}

interface BuiltInField {
  readonly name: string;
  readonly type: ColumnType;
  readonly kinds?: readonly number[] | undefined;
}

export interface BuiltInContext {
  readonly kinds: readonly Kind[];
  readonly kindByName: ReadonlyMap<string, Kind>;
  /** Names of the kinds of classes. */
  readonly kindOfClass: ReadonlyMap<string, string>;
  readonly columnByName: ReadonlyMap<string, DraftColumn>;
  /** Meters, then properties, that are numbers. */
  readonly cellNames: readonly string[];
  /** Index of the kind of those who decide, where it owns others; 0: owners are no players. */
  readonly owners: number;
  readonly loading: Loading;
}

export type ListeningForm = Exclude<ListeningSource, string>;
type PhaseForm = Extract<ListeningForm, { phase: string }>;

/** Types of a phase that begins or ends; their field `name` is the phase. */
export const phaseBegins = 'phase-begins';
export const phaseEnds = 'phase-ends';
export const phaseField = 'name';

/** Fields of gains and losses: the value before, and after if nothing else happens. */
export const valueBefore = 'before';
export const valueAfter = 'after';

/** The phases of the standard turn. Hosts may add others. */
export const knownPhases: readonly string[] = [
  'reset',
  'meters',
  'growth',
  'clamp',
  'flows',
  'actions',
  'host',
  'expire',
];

export function listensToPhase(source: ListeningForm): source is PhaseForm {
  return 'phase' in source;
}

/** Whether it is a phase that begins or ends: a point of time, of which nothing can be prevented. */
export function isPhaseType({ name }: { readonly name: string }): boolean {
  return name === phaseBegins || name === phaseEnds;
}

/** The phases that are listened to, among all that are known: an enumeration of their own. */
export function phaseEnumeration(listened: readonly string[], index: number): Enumeration {
  return { index, name: 'turn phase', members: [...new Set([...knownPhases, ...listened])], order: 'ordered', ring: 0 };
}

export function warnOfUnknownPhase(source: PhaseForm, loading: Loading): void {
  if (knownPhases.includes(source.phase)) return;
  warn(
    { loading },
    [source, 'phase'],
    'unknown-phase',
    `the standard turn has no phase ${quoteText(source.phase)}, expected ${knownPhases.map(quoteText).join(', ')}, or one that the host adds`,
    () => didYouMean(loading, source.phase, knownPhases),
  );
}

/**
 * The types that an ability listens to in another form than by name; none, and reported, where there is no such kind or
 * number.
 */
export function builtInOf(source: ListeningForm, context: BuiltInContext): readonly BuiltIn[] {
  if ('gains' in source) return cellType('gains', source, source.gains, context);
  if ('loses' in source) return cellType('loses', source, source.loses, context);
  if ('crosses' in source)
    return cellType(
      (source.crosses.direction ?? 'up') === 'up' ? 'gains' : 'loses',
      source.crosses,
      source.crosses.meter,
      context,
    );
  const form = (['creates', 'destroys', 'gives', 'moves'] as const).find((key) => key in source);
  return form === undefined
    ? []
    : objectTypes(form, source, (source as Record<string, unknown>)[form] as string, context);
}

const whats = { creates: 'create', destroys: 'destroy', gives: 'give', moves: 'move' } as const;

/** Of objects of any kind: a type for each. */
function objectTypes(
  form: keyof typeof whats,
  source: object,
  name: string,
  context: BuiltInContext,
): readonly BuiltIn[] {
  const { kinds, kindByName, kindOfClass, loading } = context;
  const kind = kindByName.get(name);
  if (kind === undefined && name !== 'object') {
    const ofClass = kindOfClass.get(name);
    const asClass =
      ofClass &&
      `write ${quoteText(`${form}: ${ofClass}`)}, its kind, and ask for the class under \`where\`: ${quoteText(`occurrence.subject.class == ${name}`)}`;
    reportUnknownKind(name, kindByName, () => loading.places.ofValue(source, form), loading, asClass);
    return [];
  }
  const further =
    form === 'creates' ? [object('target'), number('amount')] : form === 'destroys' ? [] : [object('target')];
  return (kind === undefined ? kinds : [kind]).map((each) =>
    typeOf(`${form}:${each.name}`, { what: whats[form], kind: each.index }, [each.index], further, context),
  );
}

function cellType(form: 'gains' | 'loses', source: object, name: string, context: BuiltInContext): readonly BuiltIn[] {
  const { columnByName, cellNames, kinds, loading } = context;
  const column = columnByName.get(name);
  if (column?.type.name !== 'number') {
    if (loading.damage.names.has(name)) return [];
    refuse(
      context,
      [source, form in source ? form : 'meter'],
      column === undefined ? 'unknown-name' : 'not-a-number',
      `${quoteText(name)} is ${column === undefined ? 'nothing known' : 'no number'}, expected a meter, or a property that is a number`,
      () => didYouMean(loading, name, cellNames) ?? 'declare it under `meters`',
    );
    return [];
  }
  const having = kinds.filter(({ index }) => column.kinds[index] === 1).map(({ index }) => index);
  return [
    typeOf(
      `${form}:${name}`,
      { what: form === 'gains' ? 'gain' : 'loss', column: column.index },
      having,
      [number('amount'), number(valueBefore), number(valueAfter)],
      context,
    ),
  ];
}

function typeOf(
  name: string,
  what: HeardChange,
  subject: readonly number[] | undefined,
  further: readonly BuiltInField[],
  { owners }: BuiltInContext,
): BuiltIn {
  const fields = [
    object('subject', subject),
    object('player', owners === 0 ? undefined : [owners]),
    ...further,
    object('source'),
  ];
  return { name, fields, change: { by: 'effect', what } };
}

function object(name: string, kinds?: readonly number[]): BuiltInField {
  return { name, type: entityType, kinds };
}

function number(name: string): BuiltInField {
  return { name, type: numberType };
}
