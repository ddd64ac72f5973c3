import type { ColumnType, Enumeration, Kind } from '../../model/model.js';
import { entityType, numberType } from '../../eval/operation.js';
import type { HeardChange, OccurrenceChange } from '../../ir/occurrence.js';
import { quoteText } from '../diagnostics/quote.js';
import type { DraftColumn } from './columns.js';
import { reportUnknownKind } from './kinds.js';
import { type Loading, type Reporting, type Where, didYouMean, refuse, warn, isLost } from './loading.js';
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

/** What types of occurrences are drafted with. */
export interface DraftingContext {
  readonly kinds: readonly Kind[];
  readonly kindByName: ReadonlyMap<string, Kind>;
  /** Names of the kinds of classes. */
  readonly kindOfClass: ReadonlyMap<string, string>;
  readonly columnByName: ReadonlyMap<string, DraftColumn>;
  /** Meters, then properties, that are numbers. */
  readonly cellNames: readonly string[];
  readonly enumerations: readonly Enumeration[];
  /** The kind of those who decide. */
  readonly players: Kind | undefined;
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

export function warnOfUnknownPhase(source: PhaseForm, context: Reporting): void {
  if (knownPhases.includes(source.phase)) return;
  warn(
    context,
    [source, 'phase'],
    'unknown-phase',
    `the standard turn has no phase ${quoteText(source.phase)}, expected ${knownPhases.map(quoteText).join(', ')}, or one that the host adds`,
    () => didYouMean(context.loading, source.phase, knownPhases),
  );
}

/**
 * The types that an ability listens to in another form than by name; none, and reported, where there is no such kind or
 * number.
 */
export function builtInOf(source: ListeningForm, context: DraftingContext): readonly BuiltIn[] {
  if ('gains' in source) return cellType('gains', source.gains, [source, 'gains'], context);
  if ('loses' in source) return cellType('loses', source.loses, [source, 'loses'], context);
  if ('crosses' in source) {
    const { meter, direction = 'up' } = source.crosses;
    return cellType(direction === 'up' ? 'gains' : 'loses', meter, [source.crosses, 'meter'], context);
  }
  if ('creates' in source) return objectTypes('creates', source.creates, source, context);
  if ('destroys' in source) return objectTypes('destroys', source.destroys, source, context);
  if ('gives' in source) return objectTypes('gives', source.gives, source, context);
  return 'moves' in source ? objectTypes('moves', source.moves, source, context) : [];
}

const target = { name: 'target', type: entityType };
const amount = { name: 'amount', type: numberType };

/** What happens to objects, and what of it has a field besides those that all have. */
const happenings = {
  creates: ['create', [target, amount]],
  destroys: ['destroy', []],
  gives: ['give', [target]],
  moves: ['move', [target]],
} as const;

/** Of objects of any kind: a type for each. */
function objectTypes(
  form: keyof typeof happenings,
  name: string,
  source: object,
  context: DraftingContext,
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
  const [what, further] = happenings[form];
  return (kind === undefined ? kinds : [kind]).map((each) =>
    typeOf(`${form}:${each.name}`, { what, kind: each.index }, [each.index], further, context),
  );
}

function cellType(form: 'gains' | 'loses', name: string, where: Where, context: DraftingContext): readonly BuiltIn[] {
  const { columnByName, cellNames, kinds } = context;
  const column = columnByName.get(name);
  if (column?.type.name !== 'number') {
    const [code, fault] = column === undefined ? ['unknown-name', 'nothing known'] : ['not-a-number', 'no number'];
    if (!isLost(context, name))
      refuse(
        context,
        where,
        code,
        `${quoteText(name)} is ${fault}, expected a meter, or a property that is a number`,
        () => didYouMean(context.loading, name, cellNames) ?? 'declare it under `meters`',
      );
    return [];
  }
  const having = kinds.filter(({ index }) => column.kinds[index] === 1).map(({ index }) => index);
  const further = [amount, { name: valueBefore, type: numberType }, { name: valueAfter, type: numberType }];
  const what = form === 'gains' ? 'gain' : 'loss';
  return [typeOf(`${form}:${name}`, { what, column: column.index }, having, further, context)];
}

function typeOf(
  name: string,
  what: HeardChange,
  subject: readonly number[],
  further: readonly BuiltInField[],
  { players }: DraftingContext,
): BuiltIn {
  // Owners of another kind are no players.
  const owners = players?.faction === true ? [players.index] : undefined;
  const fields = [
    { name: 'subject', type: entityType, kinds: subject },
    { name: 'player', type: entityType, kinds: owners },
    ...further,
    { name: 'source', type: entityType },
  ];
  return { name, fields, change: { by: 'effect', what } };
}
