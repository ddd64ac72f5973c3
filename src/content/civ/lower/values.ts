import { integerPercentage } from '../../../eval/ops/integers.js';
import { choose, and, or } from '../../../eval/ops/logic.js';
import type { Node } from '../../../ir/node.js';
import type { CivExpression } from '../expression/syntax.js';
import { derivedAttributes, type CivModel, changedOptions, tagKind } from '../world/create-civ-model.js';
import type { ObjectType, RelationName } from '../policy.js';
import {
  relationSteps,
  type Subject,
  byType,
  columnNode,
  foldOf,
  gameOf,
  heldNode,
  known,
  ownerOf,
  supposedNode,
  wordOf,
  cityOn,
  memberOf,
  plotOf,
  teamOf,
} from './subject.js';
import { anarchyTag, plotTags, unitTags } from '../expression/names.js';
import { isGomKind, type HasSource, hasTable } from '../world/gom-kinds.js';

/** The value of an attribute (with ATTRIBUTE_); 0 of objects that have none. */
export function attributeNode(subject: Subject, name: string): Node {
  const { civ } = subject;
  return supposedNode(
    subject,
    known(civ.questions, name),
    0,
    byType(subject, (type) => attributeOf(subject, name, type)),
  );
}

function attributeOf(subject: Subject, name: string, type: ObjectType): Node {
  const { civ } = subject;
  if (derivedAttributes.get(name) === type) {
    const counted = name === 'ATTRIBUTE_TEAMS' ? 'TEAM' : 'PLAYER';
    const steps = relationSteps(civ, 'ASSOCIATED', 'GAME', counted, 0, 'intended') ?? [];
    return foldOf(subject, 'count', steps, civ.nodes.boolean(true));
  }
  const column = civ.columns.attributes.get(name);
  return column === undefined ? civ.nodes.number(0) : columnNode(subject, column);
}

/** The value of an option, as a condition or a number. */
export function optionNode(
  subject: Subject,
  { of, id, type }: Extract<CivExpression, { readonly node: 'option' }>,
): Node {
  const { civ } = subject;
  switch (of) {
    case 'BUG': {
      const value = civ.declaration.bugOptions.get(id) ?? 0;
      return type === 'number' ? civ.nodes.number(value) : civ.nodes.boolean(value !== 0);
    }
    case 'PLAYER': {
      const value = columnNode(ownerOf(subject), known(civ.columns.playerOptions, id));
      return type === 'number' ? value : civ.nodes.compare('!=', value, civ.nodes.number(0));
    }
    case 'GAME': {
      const isSet = hasNode(gameOf(subject), 'OPTION', id);
      const declared = civ.declaration.options.get(id) ?? 0;
      if (type === 'boolean') return isSet;
      return declared === 0 || declared === 1
        ? asNumber(civ, isSet, civ.nodes.number(1))
        : numberedOption(subject, id, declared);
    }
  }
}

/**
 * One that is declared as another number than 0 and 1 is that number until somebody sets it or takes it away, or
 * supposes so.
 */
function numberedOption(subject: Subject, id: string, declared: number): Node {
  const { civ } = subject;
  const game = gameOf(subject);
  const word = wordOf(civ, 'OPTION', id);
  const held = (holding: string): Node => heldNode(game, known(civ.holdings, holding), word);
  const set = civ.nodes.choose(held(changedOptions), civ.nodes.number(1), civ.nodes.number(declared));
  return supposedNode(game, known(civ.questions, 'OPTION'), word, asNumber(civ, held('OPTION'), set));
}

/** A number where a condition is true, else 0. */
function asNumber(civ: CivModel, condition: Node, value: Node): Node {
  return civ.nodes.choose(condition, value, civ.nodes.number(0));
}

const whole = 100;

/** Types of objects whose owner's handicap counts. */
const handicapped: ReadonlySet<ObjectType> = new Set<ObjectType>(['PLAYER', 'CITY', 'UNIT']);

/**
 * A number by the speed of the game, the size of its world, and the handicap of who owns the object; truncated after
 * each.
 */
export function adaptNode(subject: Subject, id: string, value: Node): Node {
  const { civ } = subject;
  const { gamespeed, worldsize } = civ.declaration.adapt;
  const common = [gamespeed, worldsize].reduce(
    (adapted, percents) => scaled(civ, adapted, civ.nodes.number(percents.get(id) ?? whole)),
    value,
  );
  const percent = handicapPercent(ownerOf(subject), id);
  const byHandicap = civ.nodes.make(
    choose,
    undefined,
    civ.nodes.equal(percent, civ.nodes.number(whole)),
    common,
    scaled(civ, common, percent),
  );
  const countsForNobody = percent === civ.nodes.number(whole);
  return byType(subject, (type) => (handicapped.has(type) && !countsForNobody ? byHandicap : common));
}

/** A percentage of a number, truncated. */
function scaled(civ: CivModel, value: Node, percent: Node): Node {
  return percent === civ.nodes.number(whole) ? value : civ.nodes.make(integerPercentage, undefined, value, percent);
}

/** By the handicap that a player stores, which overlays leave alone. */
function handicapPercent(player: Subject, id: string): Node {
  const { civ } = player;
  const holding = known(civ.holdings, 'HANDICAP');
  const rows = (civ.declaration.types.HANDICAP ?? []).map((handicap) => ({
    handicap,
    percent: civ.declaration.adapt.handicap.get(handicap)?.get(id) ?? whole,
  }));
  if (rows.every(({ percent }) => percent === whole)) return civ.nodes.number(whole);
  return rows.reduceRight(
    (rest, { handicap, percent }) =>
      civ.nodes.make(
        choose,
        undefined,
        heldNode(player, holding, wordOf(civ, 'HANDICAP', handicap)),
        civ.nodes.number(percent),
        rest,
      ),
    civ.nodes.number(whole),
  );
}

/** Beside what a kind of things has: whether a plot has an owner, or a city. */
type TagSource = HasSource | 'owned' | 'settled';

type TagRow = Partial<Readonly<Record<ObjectType, TagSource>>>;

const ofUnits: TagRow = { UNIT: 'stored' };
const ofPlots: TagRow = { PLOT: 'stored', UNIT: 'plot' };

/** Where objects of each type have a tag (with TAG_) from; everything else is never so. */
const tagTable: ReadonlyMap<string, TagRow> = new Map([
  ...unitTags.map((tag) => [tag, ofUnits] as const),
  ...plotTags.map((tag) => [tag, ofPlots] as const),
  ['TAG_OWNED', { PLOT: 'owned', UNIT: 'plot' }],
  ['TAG_CITY', { PLOT: 'settled', UNIT: 'plot' }],
  [anarchyTag, { PLAYER: 'stored', CITY: 'stored', PLOT: 'city', UNIT: 'plot' }],
]);

/** What is had: a thing of some kind, or a tag. */
interface Thing {
  readonly kind: string;
  readonly word: number;
  readonly sources: TagRow;
}

/** Whether an object has a thing, or a tag, as the table of its kind says and overlays suppose. */
export function hasNode(subject: Subject, kind: string, id: string): Node {
  const sources = kind === tagKind ? tagTable.get(id) : isGomKind(kind) ? hasTable[kind] : undefined;
  if (sources === undefined && kind !== tagKind) return subject.civ.nodes.boolean(false);
  return askHas(subject, { kind, word: wordOf(subject.civ, kind, id), sources: sources ?? {} });
}

function askHas(subject: Subject, thing: Thing): Node {
  return supposedHas(
    subject,
    thing,
    byType(subject, (type) => answerOf(subject, thing, type)),
  );
}

function supposedHas(subject: Subject, { kind, word }: Thing, answer: Node): Node {
  return supposedNode(subject, known(subject.civ.questions, kind), word, answer);
}

function answerOf(subject: Subject, thing: Thing, type: ObjectType): Node {
  const { civ } = subject;
  const { nodes } = civ;
  switch (thing.sources[type] ?? 'never') {
    case 'never':
      return civ.nodes.boolean(false);
    case 'stored':
      return stored(subject, thing);
    case 'stored and active': {
      const inactive = heldNode(subject, civ.inactive, thing.word);
      return nodes.make(and, undefined, stored(subject, thing), nodes.not(inactive));
    }
    case 'stored or players':
      return nodes.make(or, undefined, stored(subject, thing), anyRelated(subject, thing, 'GAME', 'PLAYER'));
    case 'players':
      return anyRelated(subject, thing, 'GAME', 'PLAYER');
    case 'teams':
      return anyRelated(subject, thing, 'GAME', 'TEAM');
    case 'members':
      return anyRelated(subject, thing, 'TEAM', 'PLAYER');
    case 'cities':
      return anyRelated(subject, thing, 'PLAYER', 'CITY', (city) => supposedHas(city, thing, stored(city, thing)));
    case 'units':
      return anyRelated(subject, thing, 'PLAYER', 'UNIT');
    case 'working plots':
      return anyRelated(subject, thing, 'CITY', 'PLOT', undefined, 'WORKING');
    case 'units there':
      return anyRelated(subject, thing, 'PLOT', 'UNIT');
    case 'game':
      return askHas(gameOf(subject), thing);
    case 'team':
      return askHas(teamOf(subject), thing);
    case 'owner':
      return askHas(ownerOf(subject), thing);
    case 'plot':
      return askHas(plotOf(subject), thing);
    case 'city':
      return askHas(cityOn(type === 'PLOT' ? subject : plotOf(subject)), thing);
    case 'owned':
      return isSomebody(ownerOf(subject));
    case 'settled':
      return isSomebody(cityOn(subject));
  }
}

function isSomebody({ civ, object }: Subject): Node {
  return civ.nodes.compare('!=', object, civ.nodes.none);
}

function stored(subject: Subject, { kind, word }: Thing): Node {
  return heldNode(subject, known(subject.civ.holdings, kind), word);
}

function anyRelated(
  subject: Subject,
  thing: Thing,
  from: ObjectType,
  to: ObjectType,
  ask = (member: Subject) => askHas(member, thing),
  relation: RelationName = 'ASSOCIATED',
): Node {
  const steps = relationSteps(subject.civ, relation, from, to, 0, 'intended') ?? [];
  return foldOf(subject, 'any', steps, ask(memberOf(subject, to)));
}
