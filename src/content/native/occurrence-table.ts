import { isList } from '../../kernel/given.js';
import { didYouMean } from '../text/nearest-name.js';
import { type ColumnType, type Kind, indexByName } from '../../model/model.js';
import { booleanType, entityType, numberType } from '../../eval/operation.js';
import type { OccurrenceChange } from '../../ir/occurrence.js';
import type { OccurringField, OccurringType } from '../expression/compile-expression.js';
import { listTexts, quoteText } from '../text/quote.js';
import {
  type BuiltIn,
  type DraftingContext,
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
import { kindNamed } from './references.js';
import {
  type Reporting,
  type ValueSpot,
  type Where,
  atKey,
  isLost,
  isTorn,
  namesOf,
  refuse,
  refuseUnknown,
} from './load-context.js';
import { isIdentifier } from './names.js';
import type { AbilitySource, ListeningSource, OccurrenceSource } from './schema.js';

const fieldRoles = ['subject', 'player', 'target', 'amount'] as const;
export type FieldRole = (typeof fieldRoles)[number];

export interface OccurrenceDraft extends OccurringType {
  readonly index: number;
  /** -1: none. */
  readonly roles: Readonly<Record<FieldRole, number>>;
  /** Undefined: its actions. */
  readonly change: OccurrenceChange | undefined;
  /** Undefined: built in. */
  readonly declaration: Declaration<OccurrenceSource> | undefined;
}

/** Fields of one name have one place in all types. */
export interface OccurrenceTable {
  readonly types: readonly OccurrenceDraft[];
  /** Declared ones. */
  readonly byName: ReadonlyMap<string, OccurrenceDraft>;
  /** By form without a name; of a phase its beginning and its end. */
  readonly heard: ReadonlyMap<object, readonly OccurrenceDraft[]>;
  /** Kind of the players; 0: none. */
  readonly players: number;
  /** Missing from content and reported. */
  readonly missed: Set<'occurrences' | 'players'>;
}

/** `enumerations`: with those that the types need. */
export function collectOccurrences(
  declarations: Declarations,
  known: Omit<DraftingContext, 'players' | 'kindOfClass'>,
) {
  const kindOfClass = new Map(declarations.classes.map(({ name, source }) => [name, source.kind]));
  const players = playersOf(declarations, { ...known, kindOfClass });
  const context: DraftingContext = { ...known, kindOfClass, players };
  const places = new Map<string, number>();
  const types = declarations.occurrences.map((declaration, index) => draftOf(declaration, index, places, context));
  const declared = indexByName(types);
  const forms = declarations.abilities
    .flatMap(({ source }) => listened(source).map(([form]) => form))
    .filter((form) => typeof form !== 'string');
  const phases = forms.filter(listensToPhase);
  for (const form of phases) warnOfUnknownPhase(form, context);
  const enumerations =
    phases.length === 0
      ? context.enumerations
      : [...context.enumerations, phaseEnumeration(phases, context.enumerations.length)];
  const heard = builtInTypes(forms, { types, places, phases: enumerations.length - 1, context });
  const missed: OccurrenceTable['missed'] = new Set();
  if (declarations.lacks('occurrences') && declared.size === 0) missed.add('occurrences');
  const table: OccurrenceTable = { types, byName: declared, heard, players: players?.index ?? 0, missed };
  return { table, enumerations };
}

type Listened = readonly [form: ListeningSource, where: ValueSpot];

export function listened(source: AbilitySource): readonly Listened[] {
  const { on } = source;
  return isList(on) ? on.map((form, i): Listened => [form, [on, i]]) : [[on, [source, 'on']]];
}

function playersOf({ timing }: Declarations, context: Omit<DraftingContext, 'players'>): Kind | undefined {
  if (timing?.source.players === undefined) return undefined;
  const { players } = timing.source;
  return kindNamed(
    players,
    context.kindByName,
    [timing.source, 'players'],
    context,
    asKind(players, context.kindOfClass),
  );
}

function asKind(name: string, kindOfClass: ReadonlyMap<string, string>): string | undefined {
  const kind = kindOfClass.get(name);
  return kind && `write ${quoteText(kind)}, its kind`;
}

const unreadable: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);

function draftOf(
  declaration: Declaration<OccurrenceSource>,
  index: number,
  places: Map<string, number>,
  context: DraftingContext,
): OccurrenceDraft {
  const { name, source } = declaration;
  refuseName(declaration, context);
  const named = source.fields ?? {};
  const fields = new Map<string, OccurringField>();
  let hasLost = isTorn(context, source) || isTorn(context, named);
  for (const [field, type] of Object.entries(named)) {
    const found = isReadable(field, named, context) ? typeOfField(field, type, named, context) : undefined;
    if (found === undefined) hasLost = true;
    else fields.set(field, { place: placeIn(places, field), ...found });
  }
  const drafted: Drafted = { name, source, fields, isTorn: hasLost };
  const roles = rolesBy((role) => roleOf(role, drafted, context));
  return { index, name, fields, roles, change: changeOf(drafted, context), declaration, isTorn: hasLost };
}

interface Drafted {
  readonly name: string;
  readonly source: OccurrenceSource;
  readonly fields: ReadonlyMap<string, OccurringField>;
  readonly isTorn: boolean;
}

function rolesBy(placeOf: (role: FieldRole) => number): OccurrenceDraft['roles'] {
  const [subject, player, target, amount] = fieldRoles.map(placeOf);
  return { subject, player, target, amount };
}

function refuseName({ name, place }: Declaration<OccurrenceSource>, context: DraftingContext): void {
  if (!name.includes(':') && !isPhaseType({ name })) return;
  refuse(
    context,
    place,
    'reserved-name',
    `${quoteText(name)} is the name of a built-in occurrence, expected another name, without a colon`,
    'choose another name',
  );
}

function isReadable(field: string, fields: object, context: DraftingContext) {
  return (
    (isIdentifier(field) && !unreadable.has(field)) ||
    refuse(
      context,
      atKey(fields, field),
      'bad-name',
      `the field ${quoteText(field)} cannot be used in an expression, expected letters, digits and \`_\``,
      'begin it with a letter, without spaces',
    )
  );
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

function typeOfField(
  field: string,
  named: string,
  fields: object,
  context: DraftingContext,
): Omit<OccurringField, 'place'> | undefined {
  const { kindByName, kindOfClass, enumerations, loading } = context;
  const plain = plainTypes.get(named);
  if (plain !== undefined) return { type: plain, kinds: undefined };
  if (isLost(context, named)) return undefined;
  const kind = kindByName.get(named);
  const enumeration = loading.index.find(enumerations, named);
  if (kind !== undefined && enumeration !== undefined)
    return refuse(
      context,
      [fields, field],
      'duplicate-name',
      `${quoteText(named)} is a kind and an enumeration, and the field ${quoteText(field)} could be either; expected the name of one`,
      'rename one of the two',
    );
  if (kind !== undefined) return { type: entityType, kinds: [kind.index] };
  if (enumeration !== undefined) return { type: { name: 'enumeration', index: enumeration.index }, kinds: undefined };
  const known = (): readonly string[] => [...plainTypes.keys(), ...kindByName.keys(), ...namesOf(enumerations)];
  return refuse(
    context,
    [fields, field],
    'unknown-type',
    () => `the type of ${quoteText(field)} is ${quoteText(named)}, expected ${listTexts(known(), 12)}`,
    () =>
      asKind(named, kindOfClass) ??
      plainTypeFor(named) ??
      didYouMean(named, known(), context.loading.budget) ??
      (named === stepsName ? 'list the steps under `timing`' : 'declare it under `kinds` or `enumerations`'),
  );
}

/** Names of types elsewhere. */
const plainNames: ReadonlyMap<string, string> = new Map([
  ['integer', 'number'],
  ['float32', 'number'],
  ['reference', 'object'],
  ['entity', 'object'],
]);

function plainTypeFor(named: string): string | undefined {
  const plain = plainNames.get(named);
  return plain && `write ${quoteText(plain)}`;
}

const wantedTypes: Readonly<Partial<Record<FieldRole, 'entity' | 'number'>>> = {
  subject: 'entity',
  player: 'entity',
  amount: 'number',
};

/** Named for the role, or called so. */
function roleOf(role: FieldRole, { name, source, fields, isTorn }: Drafted, context: DraftingContext): number {
  const named = source[role];
  const field = fields.get(named ?? role);
  const wanted = wantedTypes[role];
  if (field === undefined) {
    if (named !== undefined && !isTorn) refuseField([source, role], named, { name, fields }, context);
    return -1;
  }
  if (wanted === undefined || field.type.name === wanted) return field.place;
  refuse(
    context,
    named === undefined ? atKey(source.fields ?? {}, role) : [source, role],
    'wrong-type',
    `the ${role} of ${quoteText(name)} is the field ${quoteText(named ?? role)}, which is not ${wanted === 'entity' ? 'an object' : 'a number'}, expected one`,
    named === undefined ? `rename the field, or give another under \`${role}\`` : 'name another field',
  );
  return -1;
}

export function refuseField(
  where: Where,
  field: string,
  { name, fields }: Pick<OccurrenceDraft, 'name' | 'fields'>,
  context: Reporting,
): void {
  refuseUnknown(
    context,
    where,
    field,
    (known) => `${quoteText(name)} has no field ${quoteText(field)}, expected ${listTexts(known)}`,
    fields,
    'declare it under the `fields` of the occurrence',
  );
}

const changes = {
  turnBegins: 'turn-begins',
  turnEnds: 'turn-ends',
  stepBegins: 'step-begins',
  stepEnds: 'step-ends',
} as const;

function changeOf({ name, source, fields, isTorn }: Drafted, context: DraftingContext): OccurrenceChange | undefined {
  if (source.change === undefined) return undefined;
  const change: Readonly<Partial<Record<keyof typeof changes, string>>> = source.change;
  const key = (Object.keys(changes) as (keyof typeof changes)[]).find((each) => each in change);
  const named = (key && change[key]) ?? '';
  const field = fields.get(named);
  if (key === undefined) return { by: 'nothing' };
  if (field === undefined) {
    if (!isTorn) refuseField([change, key], named, { name, fields }, context);
    return { by: 'nothing' };
  }
  const is = `the field ${quoteText(named)} of ${quoteText(name)} is`;
  const fault = key.startsWith('step') ? stepFault(field, is, context) : playerFault(field, is, named, context);
  if (fault !== undefined) refuse(context, [change, key], 'wrong-type', ...fault);
  return { by: changes[key], field: field.place };
}

type FieldFault = readonly [message: string, suggestion: string];

function stepFault({ type }: OccurringField, is: string, { enumerations }: DraftingContext): FieldFault | undefined {
  if (type.name === 'enumeration' && enumerations[type.index].name === stepsName) return undefined;
  const hasSteps = enumerations.some((each) => each.name === stepsName);
  return [
    `${is} not a step, expected a field of type \`step\``,
    hasSteps ? 'name another field' : 'list the steps under `timing`',
  ];
}

function playerFault(
  { type, kinds }: OccurringField,
  is: string,
  named: string,
  context: DraftingContext,
): FieldFault | undefined {
  const { players } = context;
  if (type.name !== 'entity') return [`${is} not an object, expected a player`, 'name another field'];
  if (players === undefined || kinds?.includes(players.index) !== false) return undefined;
  // Such a turn would be nobody's.
  const of = kinds.map((kind) => quoteText(context.kinds.find(({ index }) => index === kind)?.name ?? '')).join(', ');
  return [
    `${is} of kind ${of}, and those who play are of kind ${quoteText(players.name)}; expected a field of theirs`,
    `write ${quoteText(`${named}: ${players.name}`)} under \`fields\`, or name another field`,
  ];
}

interface Building {
  readonly types: OccurrenceDraft[];
  readonly places: Map<string, number>;
  readonly phases: number;
  readonly context: DraftingContext;
}

function builtInTypes(
  forms: readonly ListeningForm[],
  building: Building,
): ReadonlyMap<object, readonly OccurrenceDraft[]> {
  const type = { name: 'enumeration' as const, index: building.phases };
  const phaseTypes = [phaseBegins, phaseEnds].map(
    (name): BuiltIn => ({ name, fields: [{ name: phaseField, type }], change: { by: 'nothing' } }),
  );
  const made = new Map<string, OccurrenceDraft>();
  const heard = new Map<object, readonly OccurrenceDraft[]>();
  for (const form of forms) {
    if ('type' in form) continue;
    const types = listensToPhase(form) ? phaseTypes : (builtInOf(form, building.context) ?? []);
    heard.set(
      form,
      types.map((found) => typeNamed(found, made, building)),
    );
  }
  return heard;
}

function typeNamed(
  { name, fields: named, change }: BuiltIn,
  made: Map<string, OccurrenceDraft>,
  { types, places }: Building,
): OccurrenceDraft {
  const known = made.get(name);
  if (known !== undefined) return known;
  const fields = new Map(
    named.map((field) => [field.name, { place: placeIn(places, field.name), type: field.type, kinds: field.kinds }]),
  );
  const roles = rolesBy((role) => fields.get(role)?.place ?? -1);
  const index = types.length;
  const draft: OccurrenceDraft = { index, name, fields, roles, change, declaration: undefined, isTorn: false };
  types.push(draft);
  made.set(name, draft);
  return draft;
}
