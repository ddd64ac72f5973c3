import type { Step } from '../../../model/connection.js';
import { aggregate } from '../../../eval/ops/member-folds.js';
import { connectionRange } from '../../../eval/ops/members.js';
import { holds } from '../../../eval/ops/bit-tests.js';
import { supposed } from '../../../eval/ops/supposed.js';
import { type Node, sourceSlot } from '../../../ir/node.js';
import { EdictError } from '../../../kernel/errors.js';
import { quoteText } from '../../text/quote.js';
import { type ObjectType, objectTypes, type Policy, type RelationName, type CivExpression } from '../syntax.js';
import {
  type CivModel,
  changedOptions,
  derivedAttributes,
  inactiveBuildings,
  tagKind,
} from '../world/create-civ-model.js';
import { relationLeads } from '../parse/operators.js';
import { integerPercentage } from '../../../eval/ops/integers.js';
import { type TagRow, hasTable, isGomKind, tagTable } from '../world/gom-kinds.js';

/** The object asked: its node, its possible types, and the first free slot. */
export interface Subject {
  readonly civ: CivModel;
  readonly object: Node;
  readonly types: readonly ObjectType[];
  readonly free: number;
  readonly policy: Policy;
}

/** Without types: any type. */
export function askedSubject(civ: CivModel, types: readonly ObjectType[], policy: Policy): Subject {
  return {
    civ,
    object: civ.nodes.slot(sourceSlot),
    types: types.length === 0 ? objectTypes : [...new Set(types)],
    free: sourceSlot + 1,
    policy,
  };
}

function elsewhere(subject: Subject, type: ObjectType, object: Node): Subject {
  return { ...subject, types: [type], object };
}

function ownerOf(subject: Subject): Subject {
  return elsewhere(subject, 'PLAYER', subject.civ.nodes.owner(subject.object));
}

function plotOf(subject: Subject): Subject {
  return elsewhere(subject, 'PLOT', subject.civ.nodes.parent(subject.object));
}

function teamOf(player: Subject): Subject {
  return elsewhere(player, 'TEAM', columnNode(player, player.civ.columns.team));
}

function cityOn(plot: Subject): Subject {
  const { civ, object, free } = plot;
  const range = { over: 'attached', kind: civ.kinds.CITY, class: 0 } as const;
  const city = civ.nodes.make(aggregate, { fold: 'first', range, slot: free }, [object, civ.nodes.boolean(true)]);
  return elsewhere(plot, 'CITY', city);
}

function gameOf(subject: Subject): Subject {
  const { civ } = subject;
  const bound = civ.nodes.role(civ.game);
  return elsewhere(subject, 'GAME', civ.nodes.otherwise(bound, civ.nodes.none));
}

export function memberOf({ civ, free, policy }: Subject, type: ObjectType): Subject {
  return { civ, object: civ.nodes.slot(free), types: [type], free: free + 1, policy };
}

export function foldOf(
  { civ, object, free }: Subject,
  fold: 'any' | 'all' | 'count',
  steps: readonly Step[],
  condition: Node,
): Node {
  return civ.nodes.make(aggregate, { fold, range: connectionRange(civ.model, steps), slot: free }, [object, condition]);
}

function heldNode({ civ, object }: Subject, holding: string, word: number): Node {
  return civ.nodes.make(holds, { holding: known(civ.holdings, holding), word }, [object]);
}

export function columnNode({ civ, object }: Subject, column: number): Node {
  return civ.nodes.read(column, civ.model.columns[column].type, object, 'zero');
}

export function supposedNode({ civ, object }: Subject, question: string, word: number, answer: Node): Node {
  return civ.nodes.make(supposed, { question: known(civ.questions, question), word }, [object, answer]);
}

/** The answer for the object's type. Tests only for types whose answers differ. */
export function byType({ civ, object, types }: Subject, answer: (type: ObjectType) => Node): Node {
  const answers = new Map<Node, ObjectType[]>();
  for (const type of types) {
    const node = answer(type);
    const sharing = answers.get(node);
    if (sharing === undefined) answers.set(node, [type]);
    else sharing.push(type);
  }
  // The most frequent answer needs no test.
  const [rest, ...others] = [...answers].sort(([, a], [, b]) => b.length - a.length);
  return others.reduceRight(
    (otherwiseNode, [node, sharing]) => civ.nodes.choose(isOneOf(civ, object, sharing), node, otherwiseNode),
    rest[0],
  );
}

function isOneOf({ nodes, kinds }: CivModel, object: Node, types: readonly ObjectType[]): Node {
  return nodes.any(
    types.map((type) => nodes.equal(nodes.kindOf(object), nodes.constant(kinds[type], { name: 'kind' }))),
  );
}

export function known(all: ReadonlyMap<string, number> | undefined, name: string): number {
  const found = all?.get(name);
  if (found === undefined)
    throw new EdictError(
      'civ-unknown',
      `an expression names ${quoteText(name)}, which the world does not declare; load it with the names of this world`,
      name,
    );
  return found;
}

function wordOf({ words }: CivModel, kind: string, id: string): number {
  return known(words.get(kind), id);
}

/**
 * Steps from objects of a type to related ones of another, in the order of the game; undefined if the relation does not
 * lead there. Never empty: the step to the object itself is by its kind. `distance` is for NEAR alone.
 */
export function relationSteps(
  civ: CivModel,
  relation: RelationName,
  from: ObjectType,
  to: ObjectType,
  distance = 0,
  policy: Policy = 'intended',
): readonly Step[] | undefined {
  if (!relationLeads(relation, from, to)) return undefined;
  return civ.nodes.steps(`${relation} ${from} ${to} ${distance} ${policy}`, () => {
    switch (relation) {
      case 'ASSOCIATED':
        return associated(civ, from, to);
      case 'SAME_PLOT':
        return throughPlot(civ, from, to);
      case 'NEAR':
        return near(civ, to, distance, policy);
      case 'TRADE':
        return [{ by: 'listed', link: civ.links.trade }];
      case 'WORKING':
        return [{ by: from === 'CITY' ? 'listed' : 'listing', link: civ.links.working }];
    }
  });
}

/** Leads to objects associated with the plot of an object. */
function throughPlot(civ: CivModel, from: ObjectType, to: ObjectType): readonly Step[] {
  if (from === 'PLOT') return fromPlot(civ, to);
  return to === 'PLOT' ? [{ by: 'parent' }] : [{ by: 'parent' }, ...fromPlot(civ, to)];
}

function associated(civ: CivModel, from: ObjectType, to: ObjectType): readonly Step[] {
  const { kinds, columns } = civ;
  if (from === to) return [{ by: 'kind', kind: kinds[from] }];
  if (to === 'GAME') return [{ by: 'objects', kind: kinds.GAME }];
  const living: Step = { by: 'having', column: columns.alive };
  switch (from) {
    case 'GAME':
      // Objects of players are those of living players.
      if (to === 'PLOT') return [{ by: 'objects', kind: kinds.PLOT }];
      return fromPlayers(civ, [{ by: 'objects', kind: kinds.PLAYER }, living], to);
    case 'TEAM':
      return fromPlayers(civ, [{ by: 'referrers', column: columns.team, kind: kinds.PLAYER }, living], to);
    case 'PLAYER':
      return to === 'TEAM' ? [teamStep(civ)] : [{ by: 'owned', kind: kinds[to] }];
    case 'CITY':
    case 'UNIT':
    case 'PLOT':
      return to === 'TEAM' || to === 'PLAYER' ? owners(civ, to) : throughPlot(civ, from, to);
  }
}

/** Player by player, but teams and plots are sorted. */
function fromPlayers(civ: CivModel, players: readonly Step[], to: ObjectType): readonly Step[] {
  if (to === 'PLAYER') return players;
  if (to === 'TEAM') return [...players, teamStep(civ), { by: 'once' }, { by: 'sorted' }];
  const owned: Step = { by: 'owned', kind: civ.kinds[to] };
  return to === 'PLOT' ? [...players, owned, { by: 'sorted' }] : [...players, owned];
}

function fromPlot(civ: CivModel, to: ObjectType): readonly Step[] {
  const { kinds, columns } = civ;
  // One game for each plot: where many plots lead there, it counts for each.
  if (to === 'GAME') return [{ by: 'reference', column: columns.game }];
  if (to === 'TEAM' || to === 'PLAYER') return owners(civ, to);
  return [{ by: to === 'PLOT' ? 'kind' : 'attached', kind: kinds[to] }];
}

function owners(civ: CivModel, to: 'TEAM' | 'PLAYER'): readonly Step[] {
  return to === 'TEAM' ? [{ by: 'owner' }, teamStep(civ)] : [{ by: 'owner' }];
}

function near(civ: CivModel, to: ObjectType, distance: number, policy: Policy): readonly Step[] {
  const square: Step = { by: 'square', grid: civ.grid, distance };
  const found = to === 'PLOT' ? [square] : [square, ...fromPlot(civ, to)];
  return policy === 'intended' ? [...found, { by: 'once' }] : found;
}

function teamStep(civ: CivModel): Step {
  return { by: 'reference', column: civ.columns.team };
}

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

/** An option declared as a number other than 0 and 1 has that number until it is set, removed or supposed. */
function numberedOption(subject: Subject, id: string, declared: number): Node {
  const { civ } = subject;
  const game = gameOf(subject);
  const word = wordOf(civ, 'OPTION', id);
  const isChanged = heldNode(game, changedOptions, word);
  const set = civ.nodes.choose(isChanged, civ.nodes.number(1), civ.nodes.number(declared));
  return supposedNode(game, 'OPTION', word, asNumber(civ, heldNode(game, 'OPTION', word), set));
}

function asNumber({ nodes }: CivModel, condition: Node, value: Node): Node {
  return nodes.choose(condition, value, nodes.number(0));
}

const whole = 100;

/** Types whose owner's handicap counts. */
const handicapped: readonly ObjectType[] = ['PLAYER', 'CITY', 'UNIT'];

/** Scales a number by the speed of the game, the size of its world, and the owner's handicap; truncates after each. */
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
  return byType(subject, (type) => (handicapped.includes(type) && !countsForNobody ? byHandicap : common));
}

function scaled(civ: CivModel, value: Node, percent: Node): Node {
  return percent === civ.nodes.number(whole) ? value : civ.nodes.make(integerPercentage, undefined, [value, percent]);
}

/** Reads the stored handicap: overlays do not change it. */
function handicapPercent(player: Subject, id: string): Node {
  const { civ } = player;
  const full = civ.nodes.number(whole);
  const rows = (civ.declaration.types.HANDICAP ?? []).map((handicap) => ({
    handicap,
    percent: civ.nodes.number(civ.declaration.adapt.handicap.get(handicap)?.get(id) ?? whole),
  }));
  if (rows.every(({ percent }) => percent === full)) return full;
  return rows.reduceRight(
    (rest, { handicap, percent }) =>
      civ.nodes.choose(heldNode(player, 'HANDICAP', wordOf(civ, 'HANDICAP', handicap)), percent, rest),
    full,
  );
}

interface Thing {
  readonly kind: string;
  readonly word: number;
  readonly sources: TagRow;
}

/** By the table of the kind, and the suppositions of overlays. */
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
  const { kind, word } = thing;
  const stored = (holder: Subject) => heldNode(holder, kind, word);
  const source = thing.sources[type] ?? 'never';
  switch (source) {
    case 'never':
      return nodes.boolean(false);
    case 'stored':
      return stored(subject);
    case 'stored and active':
      return nodes.all([stored(subject), nodes.not(heldNode(subject, inactiveBuildings, word))]);
    case 'stored or players':
      return nodes.any([stored(subject), anyRelated(subject, thing, 'players')]);
    case 'cities':
      return anyRelated(subject, thing, source, (city) => supposedNode(city, kind, word, stored(city)));
    case 'players':
    case 'teams':
    case 'members':
    case 'units':
    case 'working plots':
    case 'units there':
      return anyRelated(subject, thing, source);
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

const relatives = {
  players: ['GAME', 'PLAYER', 'ASSOCIATED'],
  teams: ['GAME', 'TEAM', 'ASSOCIATED'],
  members: ['TEAM', 'PLAYER', 'ASSOCIATED'],
  cities: ['PLAYER', 'CITY', 'ASSOCIATED'],
  units: ['PLAYER', 'UNIT', 'ASSOCIATED'],
  'working plots': ['CITY', 'PLOT', 'WORKING'],
  'units there': ['PLOT', 'UNIT', 'ASSOCIATED'],
} as const;

function isSomebody({ civ, object }: Subject): Node {
  return civ.nodes.compare('!=', object, civ.nodes.none);
}

function anyRelated(
  subject: Subject,
  thing: Thing,
  source: keyof typeof relatives,
  ask = (member: Subject) => askHas(member, thing),
): Node {
  const [from, to, relation] = relatives[source];
  const steps = relationSteps(subject.civ, relation, from, to) ?? [];
  return foldOf(subject, 'any', steps, ask(memberOf(subject, to)));
}
