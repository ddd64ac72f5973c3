import { didYouMean } from '../text/nearest-name.js';
import type { ColumnType, Enumeration, Kind } from '../../model/model.js';
import { entityType, numberType } from '../../eval/operation.js';
import type { HeardChange, OccurrenceChange } from '../../ir/occurrence.js';
import { quoteText } from '../text/quote.js';
import { byHead } from './document-shape.js';
import { type Reporting, type Where, isLost, refuseUnknown, warn } from './load-context.js';
import type { ModelContext } from './model-context.js';
import { kindNamed } from './references.js';
import type { ListeningSource } from './schema.js';

/** Effects and phases as occurrences, made where an ability listens to them. */

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

export interface DraftingContext extends Pick<ModelContext, 'kinds' | 'kindByName' | 'columnByName' | 'loading'> {
  readonly kindOfClass: ReadonlyMap<string, string>;
  /** Numeric meters, then properties. */
  readonly cellNames: readonly string[];
  readonly enumerations: readonly Enumeration[];
  readonly players: Kind | undefined;
}

export type ListeningForm = Exclude<ListeningSource, string>;
type PhaseForm = Extract<ListeningForm, { phase: string }>;

export const phaseBegins = 'phase-begins';
export const phaseEnds = 'phase-ends';
export const phaseField = 'name';

/** Fields of gains and losses; after: if nothing else happens. */
export const valueBefore = 'before';
export const valueAfter = 'after';

/** The phases of the standard turn; hosts may add others. */
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

/** Points of time cannot be prevented. */
export function isPhaseType({ name }: { readonly name: string }): boolean {
  return name === phaseBegins || name === phaseEnds;
}

export function phaseEnumeration(listened: readonly PhaseForm[], index: number): Enumeration {
  const members = [...new Set([...knownPhases, ...listened.map(({ phase }) => phase)])];
  return { index, name: 'turn phase', members, order: 'ordered', ring: 0 };
}

export function warnOfUnknownPhase(source: PhaseForm, context: Reporting): void {
  if (knownPhases.includes(source.phase)) return;
  warn(
    context,
    [source, 'phase'],
    'unknown-phase',
    `the standard turn has no phase ${quoteText(source.phase)}, expected ${knownPhases.map(quoteText).join(', ')}, or one that the host adds`,
    () => didYouMean(source.phase, knownPhases, context.loading.budget),
  );
}

/** Empty, and reported, for unknown names. */
export const builtInOf = byHead<
  Exclude<ListeningForm, PhaseForm | { type: string }>,
  [DraftingContext],
  readonly BuiltIn[]
>({
  gains: (source, context) => cellType('gains', source.gains, [source, 'gains'], context),
  loses: (source, context) => cellType('loses', source.loses, [source, 'loses'], context),
  crosses({ crosses }, context) {
    const { meter, direction = 'up' } = crosses;
    return cellType(direction === 'up' ? 'gains' : 'loses', meter, [crosses, 'meter'], context);
  },
  creates: (source, context) => objectTypes('creates', source, context),
  destroys: (source, context) => objectTypes('destroys', source, context),
  gives: (source, context) => objectTypes('gives', source, context),
  moves: (source, context) => objectTypes('moves', source, context),
});

const target = { name: 'target', type: entityType };
const amount = { name: 'amount', type: numberType };

const happenings = {
  creates: ['create', [target, amount]],
  destroys: ['destroy', []],
  gives: ['give', [target]],
  moves: ['move', [target]],
} as const;

function objectTypes<Form extends keyof typeof happenings>(
  form: Form,
  source: Readonly<Record<Form, string>>,
  context: DraftingContext,
): readonly BuiltIn[] {
  const name: string = source[form];
  const { kinds, kindByName, kindOfClass } = context;
  const ofClass = kindOfClass.get(name);
  const asClass =
    ofClass &&
    `write ${quoteText(`${form}: ${ofClass}`)}, its kind, and ask for the class under \`where\`: ${quoteText(`occurrence.subject.class == ${name}`)}`;
  const kind = name === 'object' ? kindByName.get(name) : kindNamed(name, kindByName, [source, form], context, asClass);
  const [what, further] = happenings[form];
  const reached = kind !== undefined ? [kind] : name === 'object' ? kinds : [];
  return reached.map((each) =>
    typeOf(`${form}:${each.name}`, { what, kind: each.index }, [each.index], further, context),
  );
}

function cellType(form: 'gains' | 'loses', name: string, where: Where, context: DraftingContext): readonly BuiltIn[] {
  const { columnByName, cellNames, kinds } = context;
  const column = columnByName.get(name);
  if (column?.type.name !== 'number') {
    const shown = quoteText(name);
    const [code, fault] =
      column === undefined ? ['unknown-name', `unknown name ${shown}`] : ['not-a-number', `${shown} is not a number`];
    if (!isLost(context, name))
      refuseUnknown(
        context,
        where,
        name,
        `${fault}, expected a meter, or a property that is a number`,
        cellNames,
        'declare it under `meters`',
        code,
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
  // Owners of another kind are not players.
  const owners = players?.faction === true ? [players.index] : undefined;
  const fields = [
    { name: 'subject', type: entityType, kinds: subject },
    { name: 'player', type: entityType, kinds: owners },
    ...further,
    { name: 'source', type: entityType },
  ];
  return { name, fields, change: { by: 'effect', what } };
}
