import { meterRules } from '../model/meters.js';
import { type KindSet, kindSetOf, type Subject, isThere, systemOf, isWithin, kindBits } from './subjects.js';
import type { Node } from '../../../ir/node.js';
import type { GameColumn } from '../model/game-model.js';
import type { PropertyValue } from '../syntax.js';
import type { Context } from './context.js';
import { entityProperty, idOf, isEntityProperty, subjectOf } from './entities.js';
import { unknownConstruct, wrongType } from './parameters.js';

/** The name in states of a meter's word: `TargetPopulation` is `TARGET_POPULATION`. */
export function meterName(word: string): string {
  return namesOfWords.get(word) ?? word.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
}

/** Of the words for all meters there are. */
const namesOfWords: ReadonlyMap<string, string> = new Map(
  meterRules.map(({ meter }): [string, string] => [
    meter.toLowerCase().replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
    meter,
  ]),
);

const kindsByMeter = new Map<string, KindSet>();
for (const { meter, kinds } of meterRules) kindsByMeter.set(meter, (kindsByMeter.get(meter) ?? 0) | kindSetOf(kinds));

/** Kinds of game objects that have a meter; none for meters of parts and for what is no meter. */
export function kindsWith(meter: string): KindSet {
  return kindsByMeter.get(meter) ?? 0;
}

/** Damage of weapons is what other parts call capacity. */
export function partMeterName(word: string): string {
  return meterName(word).replace(/^((?:MAX_)?)DAMAGE$/, '$1CAPACITY');
}

/** Numbers that objects have. Of an object that is not there they are 0. */

/** Turn of creation of what was there before the first turn, and the age that it counts for. */
const beforeTheGame = -32_768;
const ageOfTheWorld = 2 ** 30;

type Reader = (subject: Subject, context: Context) => Node;

/**
 * Turns of which each kind has its own: of other objects it is the turn that means never, which the columns begin with.
 */
const turnColumns = {
  lastTurnConquered: kindBits.planet,
  lastTurnColonized: kindBits.planet,
  lastTurnAttackedByShip: kindBits.planet,
  arrivedOnTurn: kindBits.ship,
  lastTurnActiveInBattle: kindBits.ship,
  lastTurnResupplied: kindBits.ship,
} as const;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...(Object.keys(turnColumns) as (keyof typeof turnColumns)[]).map((column): [string, Reader] => [
    column.charAt(0).toUpperCase() + column.slice(1),
    (subject, context) => turnOf(subject, column, turnColumns[column], context),
  ]),
  ['LastTurnBattleHere', (subject, context) => battleTurn(subject, context)],
  ['HabitableSize', ({ node }, { kit, builder }) => kit.read(builder.column('habitableSize'), node)],
  ['CreationTurn', ({ node }, { kit }) => kit.certain(kit.created(node))],
  ['Age', ({ node }, { kit }) => ageOf(kit.created(node), kit)],
  ['TurnsSinceFocusChange', (subject, context) => turnsSinceFocusChange(subject, context)],
  // How long a fleet still travels is not worked out: nothing that acts on the world asks for it.
  ['ETA', (_subject, { kit }) => kit.number(0)],
]);

/** Properties beside meters that are whole numbers. */
export function isWholeProperty(property: string): boolean {
  return readers.has(property) || isEntityProperty(property);
}

/** A number of an object; 0, and reported, for what is none. */
export function numberProperty(value: PropertyValue, context: Context): Node {
  const { kit } = context;
  const { property, at } = value;
  const subject = subjectOf(value, context);
  if (isEntityProperty(property))
    return subject === undefined ? kit.number(0) : idOf(entityProperty(property, subject, context), context);
  const reader = readers.get(property) ?? meterReader(property);
  if (reader === undefined) {
    if (context.language.isNumber(value))
      unknownConstruct(context, at, 'number of an object', property, readers.keys());
    else wrongType(context, at, `the text or word ${property}`, 'a number');
    return kit.number(0);
  }
  return subject === undefined ? kit.number(0) : reader(subject, context);
}

/** Plain references to a meter read what it was before the turn. */
function meterReader(word: string): Reader | undefined {
  const meter = meterName(word);
  if (kindsWith(meter) === 0) return undefined;
  return ({ node }, { kit, builder }) => kit.read(builder.meter(meter)?.initial ?? 0, node);
}

/** What a meter holds now, in the middle of a pass; undefined for what is no meter. */
export function currentMeter(
  { property }: PropertyValue,
  { node }: Subject,
  { kit, builder }: Context,
): Node | undefined {
  const meter = meterName(property);
  return kindsWith(meter) === 0 ? undefined : kit.read(builder.meter(meter)?.current ?? 0, node);
}

function turnOf(subject: Subject, name: GameColumn, kinds: KindSet, context: Context): Node {
  const { kit, builder } = context;
  const column = builder.column(name);
  if (isWithin(subject.kinds, kinds)) return kit.read(column, subject.node);
  return ofSomething(subject, kit.read(column, subject.node, 'initial'), context);
}

function battleTurn(subject: Subject, context: Context): Node {
  const { kit, builder } = context;
  const column = builder.column('lastTurnBattleHere');
  if (subject.kinds === kindBits.system) return kit.read(column, subject.node);
  return ofSomething(subject, kit.read(column, systemOf(kit, subject).node, 'initial'), context);
}

/** A number that is 0 where there is no object at all. */
function ofSomething(subject: Subject, number: Node, { kit }: Context): Node {
  return kit.choose(isThere(kit, subject), number, kit.number(0));
}

function ageOf(created: Node, kit: Context['kit']): Node {
  const isOld = kit.compare('==', created, kit.number(beforeTheGame));
  return kit.certain(kit.choose(isOld, kit.number(ageOfTheWorld), kit.subtract(kit.turn, created)));
}

/** Of what has never changed, and of what is no planet, 0. */
function turnsSinceFocusChange({ node }: Subject, { kit, builder }: Context): Node {
  const column = builder.column('lastTurnFocusChanged');
  const since = kit.read(column, node, 'initial');
  return kit.choose(kit.compare('==', since, kit.number(column.initial)), kit.number(0), kit.subtract(kit.turn, since));
}
