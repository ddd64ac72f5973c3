import type { Node } from '../../../ir/node.js';
import { type PropertyValue, type Value, literalNumber } from '../syntax.js';
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
  isWithin,
} from './lowering-context.js';
import type { Kit } from './focs-nodes.js';
import { describe, wrongType, unknownConstruct } from './parameters.js';
import { type GameColumn, meterRules } from '../model/game-model.js';

/** Properties that content treats as numbers and that stand for objects, empires or designs; −1 is none. */

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

function entityProperty(property: PropertyValue['property'], of: Subject, context: Context): Subject {
  return leaders.get(property)?.(of, context) ?? nobody(context);
}

function idOf(of: Subject, { kit }: Context): Node {
  return kit.choose(isThere(kit, of), kit.cell('id', of.node), kit.number(-1));
}

export function isEntity(value: Value): boolean {
  return (value.kind === 'property' && leaders.has(value.property)) || literalNumber(value) === -1;
}

/** Reported where no number of an object can stand. */
export function lowerEntity(value: Value, kind: EntityKind, context: Context): Subject {
  if (value.kind === 'property' && leaders.has(value.property)) {
    const of = subjectOf(value, context);
    return of === undefined ? nobody(context) : entityProperty(value.property, of, context);
  }
  if (literalNumber(value) === -1) return nobody(context);
  if (value.kind !== 'text' && value.kind !== 'word' && value.kind !== 'running') return numbered(value, kind, context);
  const found = value.kind === 'running' ? describe(value) : 'a text';
  wrongType(context, value, found, 'the number of an object, such as `Source.SystemID`');
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

/** The name in states of a meter's word: `TargetPopulation` is `TARGET_POPULATION`. */
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

/** Damage of weapons is called capacity in other parts. */
export function partMeterName(word: string): string {
  return meterName(word).replace(/^((?:MAX_)?)DAMAGE$/, '$1CAPACITY');
}

/** Numbers of objects; 0 of none. */

const beforeTheGame = -32_768;
const ageOfTheWorld = 2 ** 30;

type Reader = (subject: Subject, context: Context) => Node;

/** Kinds with the turn; of others it is the initial value of the column, which means never. */
const turnColumns = {
  lastTurnConquered: kindBits.planet,
  lastTurnColonized: kindBits.planet,
  lastTurnAttackedByShip: kindBits.planet,
  arrivedOnTurn: kindBits.ship,
  lastTurnActiveInBattle: kindBits.ship,
  lastTurnResupplied: kindBits.ship,
} as const;

const readers = new Map<string, Reader>([
  ...(Object.keys(turnColumns) as (keyof typeof turnColumns)[]).map((column): [string, Reader] => [
    column.charAt(0).toUpperCase() + column.slice(1),
    (subject, context) => turnOf(subject, column, isWithin(subject.kinds, turnColumns[column]), context),
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
  // The remaining travel time of a fleet is not computed: no effect depends on it.
  ['ETA', (_subject, { kit }) => kit.zero],
]);

export function isWholeProperty(property: string): boolean {
  return readers.has(property) || leaders.has(property);
}

/** Undefined where there is no such object; and, reported, for other properties. */
export function numberProperty(value: PropertyValue, context: Context): Node | undefined {
  const { property } = value;
  const subject = subjectOf(value, context);
  const reader = readerOf(property);
  if (reader !== undefined) return subject && reader(subject, context);
  return context.language.isNumber(value)
    ? unknownConstruct(context, value, 'number of an object', property, readers.keys())
    : wrongType(context, value, `the text or word ${property}`, 'a number');
}

/** References to a meter read its value before the turn. */
function readerOf(property: string): Reader | undefined {
  if (leaders.has(property)) return (of, context) => idOf(entityProperty(property, of, context), context);
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

/** 0 for never, and of other objects. */
function turnsSinceFocusChange({ node }: Subject, { kit, builder }: Context): Node {
  const since = kit.cell('lastTurnFocusChanged', node, 'initial');
  const never = kit.number(builder.column('lastTurnFocusChanged').initial);
  return kit.choose(kit.equal(since, never), kit.zero, kit.subtract(kit.turn, since));
}
