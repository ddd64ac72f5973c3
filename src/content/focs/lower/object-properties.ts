import type { Node } from '../../../ir/node.js';
import { numberType } from '../../../eval/operation.js';
import { type GameColumn, type EnumerationName, enumerationNames, meterRules } from '../model/game-model.js';
import { enumerations, wheelOfTypes } from '../parse/keywords.js';
import { type ItemKind, type PropertyValue, type Value, itemWord, literalNumber } from '../syntax.js';
import {
  type Context,
  type EntityKind,
  withSlotTaken,
  type Subject,
  subject,
  isThere,
  ancestorOf,
  systemOf,
  kindBits,
  holderOf,
  everyKind,
  kindsIn,
  objectsOf,
  nobody,
  type KindSet,
  kindSetOf,
  kindsWithColumn,
  isWithin,
  oneOf,
} from './lowering-context.js';
import type { Kit } from './focs-nodes.js';
import { unknownItem, unknownName, wrongType, unknownConstruct } from './parameters.js';
import { describeValue } from '../parse/keyword-reading.js';

/** Numbers in content that stand for objects, empires or designs; −1 is none. */

type Leader = (of: Subject, context: Context) => Subject;

const cellObject =
  (column: GameColumn, kinds: KindSet = 0): Leader =>
  ({ node }, { kit }) =>
    subject(kit.cell(column, node), kinds, false);

const leaders = new Map<string, Leader>([
  ['ID', (of) => of],
  ['Owner', ({ node }, { kit }) => subject(kit.owner(node), 0, false)],
  ['SystemID', (of, { kit }) => systemOf(kit, of)],
  ['PlanetID', (of, { kit }) => ancestorOf(kit, of, 'planet')],
  ['FleetID', (of, { kit }) => ancestorOf(kit, of, 'fleet')],
  ['DesignID', cellObject('design')],
  ['ProducedByEmpireID', cellObject('producedBy')],
  ['NextSystemID', cellObject('nextSystem', kindBits.system)],
  ['PreviousSystemID', cellObject('previousSystem', kindBits.system)],
]);

function idOf(of: Subject, { kit }: Context): Node {
  return kit.choose(isThere(kit, of), kit.cell('id', of.node), kit.number(-1));
}

export function isEntity(value: Value): boolean {
  return (value.kind === 'property' && leaders.has(value.property)) || literalNumber(value) === -1;
}

/** Reported where no number of an object can stand. */
export function lowerEntity(value: Value, kind: EntityKind, context: Context): Subject {
  const leader = value.kind === 'property' ? leaders.get(value.property) : undefined;
  if (value.kind === 'property' && leader !== undefined) {
    const of = subjectOf(value, context);
    return of === undefined ? nobody(context) : leader(of, context);
  }
  if (literalNumber(value) === -1) return nobody(context);
  if (value.kind !== 'text' && value.kind !== 'word' && value.kind !== 'running') return numbered(value, kind, context);
  wrongType(context, value, describeValue(value), 'the number of an object, such as `Source.SystemID`');
  return nobody(context);
}

function numbered(value: Value, kind: EntityKind, context: Context): Subject {
  const { kit, builder, free } = context;
  const member = kit.slot(free);
  const number = context.language.integer(value, withSlotTaken(context));
  const hasNumber = kit.equal(kit.cell('id', member), number);
  if (kind !== 'object') return subject(kit.fold('first', objectsOf(builder.kinds[kind]), free, hasNumber), 0, false);
  const isObject = kit.oneOf(
    kit.kindOf(member),
    kindsIn(everyKind).map((kind) => kit.kind(kind)),
  );
  return subject(kit.fold('first', objectsOf(0), free, kit.all([isObject, hasNumber])), everyKind, false);
}

/** Undefined where there is none, such as a target outside of effects. */
export function subjectOf({ subject: name, through }: PropertyValue, context: Context): Subject | undefined {
  let at: Subject | undefined = context[subjects[name]];
  for (const container of through) at &&= steps[container](context.kit, at);
  return at;
}

const subjects = { Source: 'source', Target: 'target', LocalCandidate: 'candidate', RootCandidate: 'root' } as const;

const steps: Record<PropertyValue['through'][number], (kit: Kit, at: Subject) => Subject> = {
  Planet: (kit, at) => holderOf(kit, at, 'building', 'planet'),
  System: systemOf,
  Fleet: (kit, at) => holderOf(kit, at, 'ship', 'fleet'),
};

/** As in states: `TargetPopulation` is `TARGET_POPULATION`. */
export function meterName(word: string): string {
  return namesOfWords.get(word) ?? word.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
}

const namesOfWords: ReadonlyMap<string, string> = new Map(
  meterRules.map(({ meter }): [string, string] => [
    meter.toLowerCase().replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
    meter,
  ]),
);

const kindsByMeter = new Map<string, KindSet>();
for (const { meter, kinds } of meterRules) kindsByMeter.set(meter, (kindsByMeter.get(meter) ?? 0) | kindSetOf(kinds));

export function kindsWith(meter: string): KindSet {
  return kindsByMeter.get(meter) ?? 0;
}

/** The damage of a weapon is the meter that other parts call capacity. */
export function partMeterName(word: string): string {
  return meterName(word).replace(/^((?:MAX_)?)DAMAGE$/, '$1CAPACITY');
}

/** Numbers of objects; 0 of none. */

const beforeTheGame = -32_768;
const ageOfTheWorld = 2 ** 30;

type Reader = (subject: Subject, context: Context) => Node;

/** Other objects have the initial value: never. */
const turnColumns = [
  'lastTurnConquered',
  'lastTurnColonized',
  'lastTurnAttackedByShip',
  'arrivedOnTurn',
  'lastTurnActiveInBattle',
  'lastTurnResupplied',
] as const;

const readers = new Map<string, Reader>([
  ...turnColumns.map((column): [string, Reader] => [
    column.charAt(0).toUpperCase() + column.slice(1),
    (subject, context) => turnOf(subject, column, isWithin(subject.kinds, kindsWithColumn(column)), context),
  ]),
  [
    'LastTurnBattleHere',
    (subject, context) => {
      const isSystem = subject.kinds === kindBits.system;
      return turnOf(subject, 'lastTurnBattleHere', isSystem, context, systemOf(context.kit, subject).node);
    },
  ],
  ['HabitableSize', ({ node }, { kit }) => kit.cell('habitableSize', node)],
  ['CreationTurn', ({ node }, { kit }) => kit.certain(kit.created(node))],
  ['Age', ({ node }, { kit }) => ageOf(kit.created(node), kit)],
  ['TurnsSinceFocusChange', turnsSinceFocusChange],
  // Not computed: no effect depends on it.
  ['ETA', (_subject, { kit }) => kit.zero],
]);

export function isWholeProperty(property: string): boolean {
  return readers.has(property) || leaders.has(property);
}

/** Undefined without the object; and, reported, for other properties. */
export function numberProperty(value: PropertyValue, context: Context): Node | undefined {
  const { property } = value;
  const subject = subjectOf(value, context);
  const reader = readerOf(property);
  if (reader !== undefined) return subject && reader(subject, context);
  return context.language.isNumber(value)
    ? unknownConstruct(context, value, 'numeric property', property, readers.keys())
    : wrongType(context, value, `the text or word ${property}`, 'a number');
}

/** A meter's value before the turn. */
function readerOf(property: string): Reader | undefined {
  const leader = leaders.get(property);
  if (leader !== undefined) return (of, context) => idOf(leader(of, context), context);
  const reader = readers.get(property);
  const meter = meterName(property);
  if (reader !== undefined || kindsWith(meter) === 0) return reader;
  return ({ node }, { kit }) => kit.meter(meter, 'initial', node);
}

/** Within a pass; undefined for other properties. */
export function currentMeter({ property }: PropertyValue, { node }: Subject, { kit }: Context): Node | undefined {
  const meter = meterName(property);
  return kindsWith(meter) === 0 ? undefined : kit.meter(meter, 'current', node);
}

/** 0 of none. `isSure`: the object has the column. */
function turnOf(subject: Subject, name: GameColumn, isSure: boolean, { kit }: Context, of = subject.node): Node {
  if (isSure) return kit.cell(name, of);
  return kit.choose(isThere(kit, subject), kit.cell(name, of, 'initial'), kit.zero);
}

function ageOf(created: Node, kit: Context['kit']): Node {
  const isOld = kit.equal(created, kit.number(beforeTheGame));
  return kit.certain(kit.choose(isOld, kit.number(ageOfTheWorld), kit.subtract(kit.turn, created)));
}

/** 0: never, or another object. */
function turnsSinceFocusChange({ node }: Subject, { kit, builder }: Context): Node {
  const since = kit.cell('lastTurnFocusChanged', node, 'initial');
  const never = kit.number(builder.column('lastTurnFocusChanged').initial);
  return kit.choose(kit.equal(since, never), kit.zero, kit.subtract(kit.turn, since));
}

/** Types off the wheel stay. */
const wheel = enumerations.PlanetType.slice(0, wheelOfTypes);

const next = (place: number, steps: number): number => (place + steps + wheel.length) % wheel.length;

/** Of two equally near types forward. */
function stepToward(type: Node, wanted: (place: number) => Node, context: Context): Node {
  const { kit } = context;
  return wheel.reduceRight<Node>((rest, name, from) => {
    const ways = [1, 2, 3, 4].flatMap((steps) => [
      { to: next(from, steps), step: 1 },
      { to: next(from, -steps), step: -1 },
    ]);
    const word = kit.wordNamed('planetType', name);
    const moved = ways.reduceRight<Node>(
      (otherwise, { to, step }) =>
        kit.choose(wanted(to), kit.wordNamed('planetType', wheel[next(from, step)]), otherwise),
      word,
    );
    return kit.choose(kit.equal(type, word), kit.choose(wanted(from), word, moved), rest);
  }, type);
}

/** Toward the species' best environment on the wheel. */
function nextBetterType({ node }: Subject, context: Context): Node {
  const { kit, builder } = context;
  const type = kit.cell('planetType', node);
  const species = kit.cell('species', node);
  // Environments ascend from bad to good.
  const suits = wheel.map((name) =>
    kit.lookup(builder.tables.environment, numberType, kit.wordNamed('planetType', name), species),
  );
  const best = suits.reduce(kit.greatest);
  return stepToward(type, (place) => kit.equal(suits[place], best), context);
}

function closerToOriginalType({ node }: Subject, context: Context): Node {
  const { kit } = context;
  const type = kit.cell('planetType', node);
  const original = kit.cell('originalPlanetType', node);
  return stepToward(type, (place) => kit.equal(original, kit.wordNamed('planetType', wheel[place])), context);
}

const column =
  (name: GameColumn): Reader =>
  ({ node }, { kit }) =>
    kit.cell(name, node);

const table =
  (name: 'preferredFocus' | 'environment', enumeration: EnumerationName, ...columns: GameColumn[]): Reader =>
  (subject, context) =>
    wordInTable(
      name,
      enumeration,
      columns.map((each) => column(each)(subject, context)),
      context,
    );

export function wordInTable(
  name: 'preferredFocus' | 'environment',
  enumeration: EnumerationName,
  places: readonly Node[],
  { kit, builder }: Context,
): Node {
  const type = { name: 'enumeration', index: builder.enumerations[enumeration] } as const;
  return kit.lookup(builder.tables[name], type, ...places);
}

const properties: Readonly<Record<string, readonly [EnumerationName, Reader]>> = {
  Species: ['species', column('species')],
  Focus: ['focus', column('focus')],
  PreferredFocus: ['focus', table('preferredFocus', 'focus', 'species')],
  PlanetType: ['planetType', column('planetType')],
  OriginalType: ['planetType', column('originalPlanetType')],
  NextBetterPlanetType: ['planetType', nextBetterType],
  NextCloserToOriginalPlanetType: ['planetType', closerToOriginalType],
  PlanetSize: ['planetSize', column('planetSize')],
  PlanetEnvironment: ['environment', table('environment', 'environment', 'planetType', 'species')],
  StarType: ['star', (subject, { kit }) => kit.cell('star', systemOf(kit, subject).node)],
};

const itemKinds: Partial<Record<EnumerationName, ItemKind>> = { species: 'Species', designName: 'ShipDesign' };

/** Undefined for values that may be something else. */
export function enumerationOf(value: Value): EnumerationName | undefined {
  return value.kind === 'property' && Object.hasOwn(properties, value.property)
    ? properties[value.property][0]
    : undefined;
}

/** None, and reported, for other values. */
export function lowerWord(value: Value, enumeration: EnumerationName, context: Context): Node {
  return (
    textOrDrawn(
      value,
      (text) => wordOf(text, value, enumeration, context),
      (operand) => lowerWord(operand, enumeration, context),
      context,
    ) ??
    (value.kind === 'property' && enumerationOf(value) === enumeration
      ? readWord(value, context)
      : wrongType(context, value, describeValue(value), `a ${enumerationNames[enumeration]}`)) ??
    context.kit.word(enumeration, 0)
  );
}

/** Undefined for values that depend on more than draws. */
function textOrDrawn(
  value: Value,
  ofText: (text: string) => Node,
  ofOperand: (operand: Value) => Node,
  context: Context,
): Node | undefined {
  const text = context.language.text(value, context);
  if (text !== undefined) return ofText(text);
  if (value.kind !== 'function' || value.name !== 'OneOf' || value.operands.length === 0) return undefined;
  return oneOf(value, value.operands.map(ofOperand), context);
}

function readWord(value: PropertyValue, context: Context): Node | undefined {
  const subject = subjectOf(value, context);
  return subject && properties[value.property][1](subject, context);
}

function wordOf(text: string, value: Value, enumeration: EnumerationName, context: Context): Node {
  const found = text === '' ? 0 : context.builder.word(enumeration, text);
  if (found === undefined) {
    const kind = itemKinds[enumeration];
    if (kind === undefined) unknownName(context, value, enumerationNames[enumeration], text, []);
    else unknownItem(context, value, kind, text);
  }
  return context.kit.word(enumeration, found ?? 0);
}

const classes = { BuildingType: 'building', Hull: 'ship', FieldType: 'field' } as const;

export function itemKindOf(value: Value): keyof typeof classes | undefined {
  if (value.kind !== 'property') return undefined;
  return (Object.keys(classes) as (keyof typeof classes)[]).find((kind) => kind === value.property);
}

/** None, and reported, for other values. */
export function lowerClass(value: Value, kind: ItemKind, context: Context): Node {
  const { kit, builder } = context;
  const ofText = (text: string) => {
    const index = text === '' ? 0 : builder.classOf(kind, text);
    if (index === undefined) unknownItem(context, value, kind, text);
    return kit.class(index ?? 0);
  };
  const found = textOrDrawn(value, ofText, (operand) => lowerClass(operand, kind, context), context);
  if (found !== undefined) return found;
  const none = kit.class(0);
  const asked = itemKindOf(value);
  if (value.kind !== 'property' || asked !== kind)
    return wrongType(context, value, describeValue(value), `a ${itemWord(kind)}`) ?? none;
  const subject = subjectOf(value, context);
  if (subject === undefined) return none;
  const isOfIt = kit.all([isThere(kit, subject), kit.equal(kit.kindOf(subject.node), kit.kind(classes[asked]))]);
  return kit.choose(isOfIt, kit.classOf(subject.node), none);
}
