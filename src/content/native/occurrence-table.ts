import type { ColumnType, Enumeration, Kind } from '../../model/model.js';
import { booleanType, entityType, numberType } from '../../eval/operation.js';
import type { OccurrenceChange } from '../../ir/occurrence.js';
import type { OccurringField, OccurringType } from '../expression/compile-expression.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import {
  type BuiltIn,
  type BuiltInContext,
  type ListeningForm,
  builtInOf,
  isPhaseType,
  listensToPhase,
  phaseBegins,
  phaseEnds,
  phaseEnumeration,
  phaseField,
  warnOfUnknownPhase,
} from './built-in-occurrences.js';
import { type Declaration, type Declarations, stepsName } from './declarations.js';
import { reportUnknownKind } from './kinds.js';
import { atKey, didYouMean, refuse, refuseUnknown, reportError } from './loading.js';
import type { ListeningSource, OccurrenceSource } from './schema.js';

/** The fields that mean something to the rules of timing. */
export type FieldRole = 'subject' | 'player' | 'target' | 'amount';

/** A type of occurrence before its expressions and actions are lowered. */
export interface OccurrenceDraft extends OccurringType {
  readonly index: number;
  /** Places of the fields with a meaning; -1: it has none. */
  readonly roles: Readonly<Record<FieldRole, number>>;
  /** Undefined: what its actions do. */
  readonly change: OccurrenceChange | undefined;
  /** Undefined: it is built in. */
  readonly declaration: Declaration<OccurrenceSource> | undefined;
}

/** All types of a content, with places for their fields: one for each name, in whatever types it is. */
export interface OccurrenceTable {
  readonly types: readonly OccurrenceDraft[];
  /** Those that content declares. */
  readonly byName: ReadonlyMap<string, OccurrenceDraft>;
  /** Types of what is listened to in other forms than by name; of a phase: of its beginning and its end. */
  readonly heard: ReadonlyMap<object, readonly OccurrenceDraft[]>;
  /** Index of the kind of those who decide; 0: nobody does. */
  readonly players: number;
  /** What content has none of, where an error has said so: what only follows from that is no mistake of its own. */
  readonly missed: Set<'occurrences' | 'players'>;
}

interface TableContext extends Omit<BuiltInContext, 'owners' | 'kindOfClass'> {
  readonly enumerations: readonly Enumeration[];
}

/** What types of the content are drafted with. */
interface Drafting extends TableContext, Pick<BuiltInContext, 'kindOfClass'> {
  readonly players: Kind | undefined;
}

/** A table, and the enumerations of the content with those that the types need besides. */
export function collectOccurrences(
  declarations: Declarations,
  known: TableContext,
): { readonly table: OccurrenceTable; readonly enumerations: readonly Enumeration[] } {
  const kindOfClass = new Map(declarations.classes.map(({ name, source }) => [name, source.kind]));
  const players = playersOf(declarations, { ...known, kindOfClass });
  const context: Drafting = { ...known, kindOfClass, players };
  const places = new Map<string, number>();
  const byName = new Map<string, OccurrenceDraft>();
  const types: OccurrenceDraft[] = [];
  for (const declaration of declarations.occurrences) {
    const draft = draftOf(declaration, types.length, places, context);
    types.push(draft);
    byName.set(draft.name, draft);
  }
  const forms = declarations.abilities.flatMap(({ source }) => listeningForms(source.on));
  const phases = forms.filter(listensToPhase);
  for (const form of phases) warnOfUnknownPhase(form, context.loading);
  const enumerations =
    phases.length === 0
      ? context.enumerations
      : [
          ...context.enumerations,
          phaseEnumeration(
            phases.map(({ phase }) => phase),
            context.enumerations.length,
          ),
        ];
  const heard = builtInTypes(forms, { types, places, phases: enumerations.length - 1, context });
  const isLost = declarations.lacksOccurrences && byName.size === 0;
  return {
    table: {
      types,
      byName,
      heard,
      players: players?.index ?? 0,
      missed: new Set(isLost ? ['occurrences' as const] : []),
    },
    enumerations,
  };
}

/** The forms of what an ability listens to that are no names. */
function listeningForms(on: ListeningSource | readonly ListeningSource[]): readonly ListeningForm[] {
  return (isList(on) ? on : [on]).filter((form) => typeof form !== 'string');
}

export function isList(on: ListeningSource | readonly ListeningSource[]): on is readonly ListeningSource[] {
  return Array.isArray(on);
}

function playersOf(
  { timing }: Declarations,
  { kindByName, kindOfClass, loading }: Omit<Drafting, 'players'>,
): Kind | undefined {
  const name = timing?.source.players;
  if (timing === undefined || name === undefined) return undefined;
  const kind = kindByName.get(name);
  if (kind === undefined)
    reportUnknownKind(
      name,
      kindByName,
      () => loading.places.ofValue(timing.source, 'players'),
      loading,
      asKind(name, kindOfClass),
    );
  return kind;
}

/** What to write for a class where a kind is meant. */
function asKind(name: string, kindOfClass: ReadonlyMap<string, string>): string | undefined {
  const kind = kindOfClass.get(name);
  return kind && `write ${quoteText(kind)}, its kind`;
}

// --- types of the content

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
const unreadable: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);

function draftOf(
  declaration: Declaration<OccurrenceSource>,
  index: number,
  places: Map<string, number>,
  context: Drafting,
): OccurrenceDraft {
  const { name, source } = declaration;
  refuseName(declaration, context);
  const fields = new Map<string, OccurringField>();
  let isWhole =
    !context.loading.damage.containers.has(source) &&
    (source.fields === undefined || !context.loading.damage.containers.has(source.fields));
  for (const [field, type] of Object.entries(source.fields ?? {})) {
    const found = isReadable(field, source.fields ?? {}, context)
      ? typeOfField(field, type, source.fields ?? {}, context)
      : undefined;
    if (found === undefined) isWhole = false;
    else fields.set(field, { place: placeIn(places, field), ...found });
  }
  const isTorn = !isWhole;
  const roles = { subject: -1, player: -1, target: -1, amount: -1 };
  for (const role of ['subject', 'player', 'target', 'amount'] as const)
    roles[role] = roleOf(role, declaration, fields, isTorn, context);
  return { index, name, fields, roles, change: changeOf(declaration, fields, isTorn, context), declaration, isTorn };
}

function refuseName({ name, place }: Declaration<OccurrenceSource>, context: TableContext): void {
  if (!name.includes(':') && !isPhaseType({ name })) return;
  refuse(
    context,
    place,
    'reserved-name',
    `${quoteText(name)} is a name of what is built in, expected another name for an occurrence, without a colon`,
    'choose another name',
  );
}

function isReadable(field: string, fields: object, context: TableContext): boolean {
  if (identifier.test(field) && !unreadable.has(field)) return true;
  refuse(
    context,
    atKey(fields, field),
    'bad-name',
    `the field ${quoteText(field)} cannot stand in an expression, expected letters, digits and \`_\``,
    'begin it with a letter, without spaces',
  );
  return false;
}

function placeIn(places: Map<string, number>, field: string): number {
  const place = places.get(field) ?? places.size;
  places.set(field, place);
  return place;
}

const plainTypes: ReadonlyMap<string, ColumnType> = new Map<string, ColumnType>([
  ['object', entityType],
  ['number', numberType],
  ['boolean', booleanType],
  ['kind', { name: 'kind' }],
  ['class', { name: 'class' }],
]);

/** The type that a field names: a plain one, a kind of objects or an enumeration. */
function typeOfField(
  field: string,
  named: string,
  fields: object,
  { kindByName, kindOfClass, enumerations, loading }: Drafting,
): Omit<OccurringField, 'place'> | undefined {
  const plain = plainTypes.get(named);
  if (plain !== undefined) return { type: plain, kinds: undefined };
  if (loading.damage.names.has(named)) return undefined;
  const kind = kindByName.get(named);
  const enumeration = loading.index.find(enumerations, named);
  const place = loading.places.ofValue(fields, field);
  if (kind !== undefined && enumeration !== undefined) {
    return refuse(
      { loading },
      place,
      'duplicate-name',
      `${quoteText(named)} is a kind and an enumeration, and the field ${quoteText(field)} could be either; expected the name of one`,
      'rename one of the two',
    );
  }
  if (kind !== undefined) return { type: entityType, kinds: [kind.index] };
  if (enumeration !== undefined) return { type: { name: 'enumeration', index: enumeration.index }, kinds: undefined };
  reportError(loading, place, () => {
    const known = [...plainTypes.keys(), ...kindByName.keys(), ...enumerations.map(({ name }) => name)];
    return {
      code: 'unknown-type',
      message: `the type of ${quoteText(field)} is ${quoteText(named)}, expected ${listTexts(known, 12)}`,
      suggestion:
        asKind(named, kindOfClass) ??
        plainTypeFor(named) ??
        didYouMean(loading, named, known) ??
        (named === stepsName ? 'list the steps under `timing`' : 'declare it under `kinds` or `enumerations`'),
    };
  });
  return undefined;
}

/** What a type that is known elsewhere is called here. */
function plainTypeFor(named: string): string | undefined {
  const plain =
    named === 'integer' || named === 'float32'
      ? 'number'
      : named === 'reference' || named === 'entity'
        ? 'object'
        : undefined;
  return plain && `write ${quoteText(plain)}`;
}

const wantedTypes: Readonly<Record<FieldRole, 'entity' | 'number' | undefined>> = {
  subject: 'entity',
  player: 'entity',
  target: undefined,
  amount: 'number',
};

/** The place of the field with a meaning: the one that is named, or the one of that name. */
function roleOf(
  role: FieldRole,
  { name, source }: Declaration<OccurrenceSource>,
  fields: ReadonlyMap<string, OccurringField>,
  isTorn: boolean,
  context: TableContext,
): number {
  const named = source[role];
  const field = fields.get(named ?? role);
  const wanted = wantedTypes[role];
  if (field === undefined) {
    if (named !== undefined && !isTorn) reportNoField(source, role, named, name, fields, context.loading);
    return -1;
  }
  if (wanted === undefined || field.type.name === wanted) return field.place;
  const place =
    named === undefined
      ? context.loading.places.ofKey(source.fields ?? {}, role)
      : context.loading.places.ofValue(source, role);
  refuse(
    context,
    place,
    'wrong-type',
    `the ${role} of ${quoteText(name)} is the field ${quoteText(named ?? role)}, which is no ${wanted === 'entity' ? 'object' : 'number'}, expected one`,
    named === undefined ? `rename the field, or give another under \`${role}\`` : 'name another field',
  );
  return -1;
}

function reportNoField(
  container: object,
  key: string,
  field: string,
  type: string,
  fields: ReadonlyMap<string, unknown>,
  loading: TableContext['loading'],
): void {
  refuseUnknown(
    { loading },
    [container, key],
    field,
    () => `${quoteText(type)} has no field ${quoteText(field)}, expected ${listTexts([...fields.keys()])}`,
    () => [...fields.keys()],
    'declare it under `fields`',
  );
}

const changes = {
  turnBegins: 'turn-begins',
  turnEnds: 'turn-ends',
  stepBegins: 'step-begins',
  stepEnds: 'step-ends',
} as const;

function changeOf(
  { name, source }: Declaration<OccurrenceSource>,
  fields: ReadonlyMap<string, OccurringField>,
  isTorn: boolean,
  { enumerations, players, kinds, loading }: Drafting,
): OccurrenceChange | undefined {
  const { change } = source;
  if (change === undefined) return undefined;
  if (source.do !== undefined) {
    refuse(
      { loading },
      atKey(source, 'do'),
      'two-ways',
      `${quoteText(name)} has both ${quoteText('change')} and ${quoteText('do')}, expected one of the two`,
      'let an ability do the rest, at `when`',
    );
  }
  const key = (Object.keys(changes) as (keyof typeof changes)[]).find((each) => each in change);
  if (key === undefined) return { by: 'nothing' };
  const named = (change as Readonly<Partial<Record<keyof typeof changes, string>>>)[key] ?? '';
  const field = fields.get(named);
  if (field === undefined) {
    if (!isTorn) reportNoField(change, key, named, name, fields, loading);
    return { by: 'nothing' };
  }
  const isStep = key === 'stepBegins' || key === 'stepEnds';
  const isRight = isStep
    ? field.type.name === 'enumeration' && enumerations[field.type.index].name === stepsName
    : field.type.name === 'entity';
  if (!isRight) {
    refuse(
      { loading },
      [change, key],
      'wrong-type',
      `the field ${quoteText(named)} of ${quoteText(name)} is no ${isStep ? 'step' : 'object'}, expected ${isStep ? 'a field of type `step`' : 'a player'}`,
      isStep && !enumerations.some((each) => each.name === stepsName)
        ? 'list the steps under `timing`'
        : 'name another field',
    );
  } else if (!isStep && players !== undefined && field.kinds?.includes(players.index) === false) {
    // Nobody would ever get the turn.
    const of = field.kinds.map((kind) => quoteText(kinds.find(({ index }) => index === kind)?.name ?? '')).join(', ');
    refuse(
      { loading },
      [change, key],
      'wrong-type',
      `the field ${quoteText(named)} of ${quoteText(name)} is of kind ${of}, and those who play are of kind ${quoteText(players.name)}; expected a field of theirs`,
      `write ${quoteText(`${named}: ${players.name}`)} under \`fields\`, or name another field`,
    );
  }
  return { by: changes[key], field: field.place };
}

// --- built-in types

interface Building {
  readonly types: OccurrenceDraft[];
  readonly places: Map<string, number>;
  /** Index of the enumeration of phases. */
  readonly phases: number;
  readonly context: Drafting;
}

function builtInTypes(
  forms: readonly ListeningForm[],
  building: Building,
): ReadonlyMap<object, readonly OccurrenceDraft[]> {
  const { phases, context } = building;
  const { players } = context;
  const made = new Map<string, OccurrenceDraft>();
  const heard = new Map<object, readonly OccurrenceDraft[]>();
  const owners = players?.faction === true ? players.index : 0;
  for (const form of forms) {
    if ('type' in form) continue;
    if (listensToPhase(form)) {
      const fields = [{ name: phaseField, type: { name: 'enumeration' as const, index: phases } }];
      heard.set(
        form,
        [phaseBegins, phaseEnds].map((name) => typeNamed({ name, fields, change: { by: 'nothing' } }, made, building)),
      );
      continue;
    }
    heard.set(
      form,
      builtInOf(form, { ...context, owners }).map((found) => typeNamed(found, made, building)),
    );
  }
  return heard;
}

function typeNamed(
  { name, fields, change }: BuiltIn,
  made: Map<string, OccurrenceDraft>,
  { types, places }: Building,
): OccurrenceDraft {
  const known = made.get(name);
  if (known !== undefined) return known;
  const byName = new Map(
    fields.map((field) => [field.name, { place: placeIn(places, field.name), type: field.type, kinds: field.kinds }]),
  );
  const role = (which: FieldRole): number => byName.get(which)?.place ?? -1;
  const draft: OccurrenceDraft = {
    index: types.length,
    name,
    fields: byName,
    change,
    declaration: undefined,
    isTorn: false,
    roles: { subject: role('subject'), player: role('player'), target: role('target'), amount: role('amount') },
  };
  types.push(draft);
  made.set(name, draft);
  return draft;
}
