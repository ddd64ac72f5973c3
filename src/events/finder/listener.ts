import { firstFound } from '../../kernel/lists.js';
import { kept } from '../../kernel/maps.js';
import type { WorldState } from '../../components/state.js';
import { type Asked, asked, type Hot } from '../../eval/frames/hot.js';
import { nodeLike, rebuilt, withArgs } from '../../eval/make-node.js';
import { occurring, controller } from '../../eval/ops/occurrence-reads.js';
import { asKeyed, asKnown, asRead, conjuncts, dataOf, isSlot, isOf, someIn } from '../../eval/node-shape.js';
import type { Term } from '../../eval/term.js';
import { type TermBook, termOf, plainTerm } from '../../eval/term-book.js';
import { type Node, sourceSlot, type Frame } from '../../ir/node.js';
import type { Ability, AbilityCarrier, Listening } from '../../ir/occurrence.js';
import { union } from '../../match/selection-plan.js';
import { copyOf } from '../../meaning/answering.js';
import { type Model, classAt } from '../../model/model.js';
import { fact, type Freshness, freshness } from '../../model/stamps.js';
import { type Code, js } from '../../eval/emit/code.js';
import type { Emission } from '../../eval/emit/emission.js';
import { frameFunction } from '../../eval/emit/make-function.js';
import { emitDemand } from '../../eval/emit/parts.js';

/** An ability with one type that it listens to, prepared for frequent tests. */
export interface Listener {
  readonly ability: Ability;
  readonly type: number;
  /** By which it counts as used; several abilities may be one copy. */
  readonly copy: number;
  readonly isShared: boolean;
  readonly live: Asked | undefined;
  readonly where: Asked | undefined;
  readonly condition: Asked | undefined;
  readonly controller: Asked | undefined;
  /** The stored value that a field must have. `where` is omitted if that is all it says. */
  readonly demanded: Demanded | undefined;
  /** The field that names its object; -1: none. */
  readonly self: number;
  /** Equal for abilities with the same objects, conditions and controllers. */
  readonly holdersKey: string;
  /** Undefined where any of its conditions draws: no result can be kept. */
  readonly dependsOn: Dependences | undefined;
  matches: Matches | undefined;
}

interface Demanded {
  readonly field: number;
  readonly value: number;
}

export function createListener(ability: Ability, { type, where }: Listening, model: Model, book: TermBook): Listener {
  const kinds = kindsOfCarriers(ability.carrier, model);
  const plain = (node: Node | undefined): Term | undefined => node && termOf(book, withoutClimb(node, kinds, model));
  const [live, controller, condition] = [plain(ability.live), plain(ability.controller), plain(ability.condition)];
  const filter = where && termOf(book, where);
  const demands = [filter, condition].flatMap((term) => (term === undefined ? [] : conjuncts(term)));
  return {
    ability,
    type,
    copy: copyOf(ability),
    isShared: ability.copy !== undefined,
    live: live && asked(live),
    where: filter === undefined || demandedBy(filter) !== undefined ? undefined : asked(filter),
    condition: condition && asked(condition),
    controller: controller && asked(controller),
    demanded: firstFound(demands, demandedBy),
    self: firstFound(demands, selfIn) ?? -1,
    holdersKey: [carrierText(ability), live?.id, controller?.id].join('; '),
    dependsOn: dependencesOf([live, controller], [filter, condition]),
    matches: undefined,
  };
}

/** A field equals a constant. Objects are not compared as they are stored. */
function demandedBy(term: Term): Demanded | undefined {
  const known = asKnown(term);
  const field = known && dataOf(known.of, occurring)?.field;
  return known === undefined || field === undefined || known.of.type.name === 'entity'
    ? undefined
    : { field, value: known.value };
}

/** The field that equals the carrier. */
function selfIn(term: Term): number | undefined {
  const keyed = asKeyed(term, sourceSlot);
  return keyed?.comparison === '==' && isSlot(keyed.value) ? dataOf(keyed.key, occurring)?.field : undefined;
}

type Perhaps = readonly (Term | undefined)[];

function dependencesOf(holders: Perhaps, answers: Perhaps): Dependences | undefined {
  if ([...holders, ...answers].some((term) => term?.draws === true || term?.sequential === true)) return undefined;
  const stampsOf = (terms: Perhaps): readonly number[] =>
    union([[fact.population], ...terms.map((term) => term?.stamps ?? [])]);
  const [ofHolders, ofAnswers] = [stampsOf(holders), stampsOf(answers)];
  // Which occurrence it is, is known otherwise.
  const lasting = ofAnswers.filter((stamp) => stamp !== fact.occurrence);
  return {
    holders: ofHolders,
    answers: union([ofHolders, lasting]),
    occurrence: lasting.length < ofAnswers.length,
  };
}

function carrierText({ carrier }: Ability): string {
  if (carrier.by === 'kind') return `kind ${carrier.kind}`;
  return carrier.by === 'classes' ? `classes ${[...carrier.classes].sort((a, b) => a - b).join(' ')}` : carrier.by;
}

/** Kinds of carriers; none for the world and for created copies. */
export function kindsOfCarriers(carrier: AbilityCarrier, model: Model): readonly number[] {
  if (carrier.by === 'kind') return [carrier.kind];
  return carrier.by === 'classes' ? [...new Set([...carrier.classes].map((index) => classAt(model, index).kind))] : [];
}

/** Reads that climb for a column become plain where all carriers have it: places then do not matter. */
function withoutClimb(node: Node, kinds: readonly number[], { columns }: Model): Node {
  return rebuilt(node, (part, args) => {
    const data = asRead(part);
    const isOwn =
      data?.climb === true &&
      isSlot(args[0], sourceSlot) &&
      kinds.length > 0 &&
      kinds.every((kind) => columns[data.column].kinds[kind] === 1);
    return isOwn ? nodeLike(part, args, { ...data, climb: false }) : withArgs(part, args);
  });
}

/** Abilities that listen to one type at one point in one step. */
export interface Listeners {
  /** Of the world and of objects. */
  readonly printed: Listener[];
  /** The same, each by itself. */
  readonly groups: (readonly Listener[])[];
  readonly created: Map<Ability, readonly Listener[]>;
  /** Printed ones that may answer an occurrence, by row, and perhaps others. */
  readonly fitting: (row: number) => readonly Listener[];
  /** None of them draws: answers last. */
  isLasting: boolean;
}

/** Of several types as one, by ability. */
export function joinedListeners(all: ReadonlySet<Listeners>): Pick<Listeners, 'groups' | 'created'> {
  const [only, ...others] = all;
  if (others.length === 0) return only ?? { groups: [], created: new Map() };
  const [printed, created] = [new Map<Ability, Listener[]>(), new Map<Ability, Listener[]>()];
  for (const listeners of all) {
    for (const each of listeners.printed) kept(printed, each.ability, () => []).push(each);
    for (const [ability, group] of listeners.created) kept(created, ability, () => []).push(...group);
  }
  return { groups: [...printed.values()].sort(([a], [b]) => a.ability.index - b.ability.index), created };
}

const fewListeners = 6;

export function createListeners(state: WorldState): Listeners {
  const printed: Listener[] = [];
  let byValue: ByValue | undefined;
  return {
    printed,
    groups: [],
    created: new Map(),
    isLasting: true,
    fitting(row) {
      if (printed.length < fewListeners) return printed;
      byValue ??= sortedByValue(printed);
      const { field, lists, others } = byValue;
      return field < 0 ? printed : (lists.get(state.occurrences.values[row * state.fieldCount + field]) ?? others);
    },
  };
}

/**
 * Listeners by the value that they demand of one field, in order, each list with those that demand none (`others`).
 * Field -1: there is no such field.
 */
interface ByValue {
  readonly field: number;
  readonly lists: ReadonlyMap<number, readonly Listener[]>;
  readonly others: readonly Listener[];
}

function sortedByValue(listeners: readonly Listener[]): ByValue {
  const counts = new Map<number, number>();
  for (const { demanded } of listeners)
    if (demanded !== undefined) counts.set(demanded.field, (counts.get(demanded.field) ?? 0) + 1);
  const [field, most] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [-1, 0]);
  // Lists that hardly differ waste memory.
  if (2 * most < listeners.length) return { field: -1, lists: new Map(), others: listeners };
  const valueOf = ({ demanded }: Listener): number | undefined =>
    demanded?.field === field ? demanded.value : undefined;
  const others = listeners.filter((each) => valueOf(each) === undefined);
  const lists = new Map<number, readonly Listener[]>();
  for (const value of new Set(listeners.map(valueOf)))
    if (value !== undefined)
      lists.set(
        value,
        listeners.filter((each) => [undefined, value].includes(valueOf(each))),
      );
  return { field, lists, others };
}

export interface Dependences {
  readonly holders: readonly number[];
  readonly answers: readonly number[];
  /** Answers also depend on the occurrence. */
  readonly occurrence: boolean;
}

/** Objects, and the controllers of their ability, by ids (0: nobody); the first `count` are in use. */
export interface Pairs {
  count: number;
  ids: Int32Array;
  players: Int32Array;
}

export function emptyPairs(): Pairs {
  return { count: 0, ids: new Int32Array(0), players: new Int32Array(0) };
}

export function clearPairs(pairs: Pairs, room: number): void {
  pairs.count = 0;
  if (pairs.ids.length >= room) return;
  pairs.ids = new Int32Array(room);
  pairs.players = new Int32Array(room);
}

export function addPair(pairs: Pairs, id: number, player: number): void {
  const at = pairs.count++;
  pairs.ids[at] = id;
  pairs.players[at] = player;
}

/**
 * The objects that have an ability, while nothing that its conditions read changes. Shared by abilities of the same
 * objects on the same conditions.
 */
export interface Holders {
  readonly pairs: Pairs;
  /** Dropped before recomputing, so that nothing holds if that fails. */
  readonly found: Freshness;
}

/** The holders that answer, while nothing that any condition reads changes, including the occurrence. */
export interface Matches extends Hot<MatchLoops> {
  readonly holders: Holders;
  readonly answering: Pairs;
  /** Whether `answering` still holds, for the occurrence in this row. */
  readonly isFresh: (row: number) => boolean;
  readonly drop: () => void;
  readonly note: (row: number) => void;
}

export function createMatches(state: WorldState, { answers, occurrence }: Dependences, holders: Holders): Matches {
  const found = freshness(state.stamps, answers);
  let changes = NaN;
  const versionOf = (row: number) => (occurrence ? state.occurrences.id[row] : 0);
  return {
    holders,
    answering: emptyPairs(),
    made: undefined,
    calls: 0,
    isFresh: (row) => (!occurrence || state.occurrenceChanges === changes) && found.isFresh(versionOf(row)),
    drop: found.drop,
    note(row) {
      changes = state.occurrenceChanges;
      found.note(versionOf(row));
    },
  };
}

/** The frame is bound to the occurrence; `into` is empty with room for all. */
interface MatchLoops {
  readonly findHolders: (frame: Frame, carriers: Int32Array, into: Pairs) => void;
  readonly findAnswering: (frame: Frame, holders: Pairs, into: Pairs) => void;
}

/** Throws where it cannot be compiled, or the engine makes no functions (an EvalError). */
export function makeMatchLoops({ ability, live, controller, where, condition }: Listener, model: Model): MatchLoops {
  const kinds = kindsOfCarriers(ability.carrier, model);
  const conditions = [where, condition].flatMap((each) => (each === undefined ? [] : [each.node]));
  return {
    findHolders: frameFunction(model, (emission) => {
      emitHolders(emission, kinds, live?.node, controller?.node);
    }) as MatchLoops['findHolders'],
    findAnswering: frameFunction(model, (emission) => {
      emitAnswering(emission, kinds, conditions);
    }) as MatchLoops['findAnswering'],
  };
}

function emitHolders(
  emission: Emission,
  kinds: readonly number[],
  live: Node | undefined,
  controller: Node | undefined,
): void {
  emitLoop(emission, js`from.length`, (at) => {
    const id = emission.keep(js`from[${at}]`);
    bindSource(emission, id, kinds);
    // The controller matters only where it is live, unless that depends on it.
    const isFirst = live !== undefined && !asksForController(live);
    if (isFirst) emitDemand(plainTerm(live), emission);
    emission.add(js`frame.controller = 0;`);
    const player = controller === undefined ? js`0` : emission.idOf(plainTerm(controller));
    if (live !== undefined && !isFirst) {
      emission.add(js`frame.controller = ${player};`);
      emitDemand(plainTerm(live), emission);
    }
    emitPair(emission, id, player);
  });
}

function emitAnswering(emission: Emission, kinds: readonly number[], conditions: readonly Node[]): void {
  emitLoop(emission, js`from.count`, (at) => {
    const [id, player] = [emission.keep(js`from.ids[${at}]`), emission.keep(js`from.players[${at}]`)];
    bindSource(emission, id, kinds);
    emission.add(js`frame.controller = ${player};`);
    for (const condition of conditions) emitDemand(plainTerm(condition), emission);
    emitPair(emission, id, player);
  });
}

function emitPair(emission: Emission, id: Code, player: Code): void {
  emission.add(js`${emission.thing('addPair', addPair)}(into, ${id}, ${player});`);
}

function emitLoop(emission: Emission, length: Code, emit: (at: Code) => void): void {
  const at = emission.variable(0);
  const body = emission.inside(() => {
    emit(at);
  });
  emission.add(js`for (; ${at} < ${length}; ${at}++) { ${body} }`);
}

function bindSource(emission: Emission, id: Code, kinds: readonly number[]): void {
  emission.add(js`frame.slots[${sourceSlot}] = ${id};`);
  emission.bind(sourceSlot, { value: id, kinds });
}

function asksForController(node: Node): boolean {
  return someIn(node, (part) => isOf(part, controller));
}
