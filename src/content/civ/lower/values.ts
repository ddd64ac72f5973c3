import { integerPercentage } from '../../../eval/ops/integers.js';
import type { Node } from '../../../ir/node.js';
import type { CivExpression } from '../syntax.js';
import {
  type CivModel,
  changedOptions,
  derivedAttributes,
  inactiveBuildings,
  tagKind,
} from '../world/create-civ-model.js';
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
import { type TagRow, hasTable, isGomKind, tagTable } from '../world/gom-kinds.js';

/** `name` with ATTRIBUTE_. 0 for objects that have none. */
export function attributeNode(subject: Subject, name: string): Node {
  const answer = byType(subject, (type) => attributeOf(subject, name, type));
  return supposedNode(subject, name, 0, answer);
}

function attributeOf(subject: Subject, name: string, type: ObjectType): Node {
  const { civ } = subject;
  if (derivedAttributes.get(name) === type) {
    const counted = name === 'ATTRIBUTE_TEAMS' ? 'TEAM' : 'PLAYER';
    const steps = relationSteps(civ, 'ASSOCIATED', 'GAME', counted) ?? [];
    return foldOf(subject, 'count', steps, civ.nodes.boolean(true));
  }
  const column = civ.columns.attributes.get(name);
  return column === undefined ? civ.nodes.number(0) : columnNode(subject, column);
}

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
 * An option that is declared as another number than 0 and 1 is that number until it is set or taken away, or supposed
 * so.
 */
function numberedOption(subject: Subject, id: string, declared: number): Node {
  const { civ } = subject;
  const game = gameOf(subject);
  const word = wordOf(civ, 'OPTION', id);
  const isChanged = heldNode(game, changedOptions, word);
  const set = civ.nodes.choose(isChanged, civ.nodes.number(1), civ.nodes.number(declared));
  return supposedNode(game, 'OPTION', word, asNumber(civ, heldNode(game, 'OPTION', word), set));
}

/** A number where a condition is true, else 0. */
function asNumber({ nodes }: CivModel, condition: Node, value: Node): Node {
  return nodes.choose(condition, value, nodes.number(0));
}

const whole = 100;

/** Types of objects whose owner's handicap counts. */
const handicapped: ReadonlySet<ObjectType> = new Set<ObjectType>(['PLAYER', 'CITY', 'UNIT']);

/**
 * Scales a number by the speed of the game, the size of its world, and the handicap of the owner; truncated after each.
 */
export function adaptNode(subject: Subject, id: string, value: Node): Node {
  const { civ } = subject;
  const { gamespeed, worldsize } = civ.declaration.adapt;
  const common = [gamespeed, worldsize].reduce(
    (adapted, percents) => scaled(civ, adapted, civ.nodes.number(percents.get(id) ?? whole)),
    value,
  );
  const percent = handicapPercent(ownerOf(subject), id);
  const full = civ.nodes.number(whole);
  const byHandicap = civ.nodes.choose(civ.nodes.equal(percent, full), common, scaled(civ, common, percent));
  const countsForNobody = percent === full;
  return byType(subject, (type) => (handicapped.has(type) && !countsForNobody ? byHandicap : common));
}

function scaled(civ: CivModel, value: Node, percent: Node): Node {
  return percent === civ.nodes.number(whole) ? value : civ.nodes.make(integerPercentage, undefined, [value, percent]);
}

/** By the stored handicap: overlays do not change it. */
function handicapPercent(player: Subject, id: string): Node {
  const { civ } = player;
  const rows = (civ.declaration.types.HANDICAP ?? []).map((handicap) => ({
    handicap,
    percent: civ.declaration.adapt.handicap.get(handicap)?.get(id) ?? whole,
  }));
  if (rows.every(({ percent }) => percent === whole)) return civ.nodes.number(whole);
  return rows.reduceRight(
    (rest, { handicap, percent }) =>
      civ.nodes.choose(
        heldNode(player, 'HANDICAP', wordOf(civ, 'HANDICAP', handicap)),
        civ.nodes.number(percent),
        rest,
      ),
    civ.nodes.number(whole),
  );
}

/** Something of a kind, or a tag. */
interface Thing {
  readonly kind: string;
  readonly word: number;
  readonly sources: TagRow;
}

/** By the table of the kind, and by what overlays suppose. */
export function hasNode(subject: Subject, kind: string, id: string): Node {
  const sources = kind === tagKind ? tagTable.get(id) : isGomKind(kind) ? hasTable[kind] : undefined;
  if (sources === undefined && kind !== tagKind) return subject.civ.nodes.boolean(false);
  return askHas(subject, { kind, word: wordOf(subject.civ, kind, id), sources: sources ?? {} });
}

function askHas(subject: Subject, thing: Thing): Node {
  const answer = byType(subject, (type) => answerOf(subject, thing, type));
  return supposedNode(subject, thing.kind, thing.word, answer);
}

function answerOf(subject: Subject, thing: Thing, type: ObjectType): Node {
  const { nodes } = subject.civ;
  switch (thing.sources[type] ?? 'never') {
    case 'never':
      return nodes.boolean(false);
    case 'stored':
      return stored(subject, thing);
    case 'stored and active':
      return nodes.all([stored(subject, thing), nodes.not(heldNode(subject, inactiveBuildings, thing.word))]);
    case 'stored or players':
      return nodes.any([stored(subject, thing), anyRelated(subject, thing, 'GAME', 'PLAYER')]);
    case 'players':
      return anyRelated(subject, thing, 'GAME', 'PLAYER');
    case 'teams':
      return anyRelated(subject, thing, 'GAME', 'TEAM');
    case 'members':
      return anyRelated(subject, thing, 'TEAM', 'PLAYER');
    case 'cities':
      return anyRelated(subject, thing, 'PLAYER', 'CITY', (city) =>
        supposedNode(city, thing.kind, thing.word, stored(city, thing)),
      );
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
  return heldNode(subject, kind, word);
}

function anyRelated(
  subject: Subject,
  thing: Thing,
  from: ObjectType,
  to: ObjectType,
  ask = (member: Subject) => askHas(member, thing),
  relation: RelationName = 'ASSOCIATED',
): Node {
  const steps = relationSteps(subject.civ, relation, from, to) ?? [];
  return foldOf(subject, 'any', steps, ask(memberOf(subject, to)));
}
