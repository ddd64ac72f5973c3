import {
  kindOfSubject,
  answeringRule,
  handleIn,
  isFirst,
  isOpen,
  isThere,
  stepOf,
  subjectOf,
  type Candidates,
  type Finder,
  type Search,
  type Step,
  addCandidate,
  createCandidates,
  createSearch,
  carries,
} from '../../meaning/answering.js';
import { copyCount, lastCopyNumber } from '../../components/copies.js';
import { isUsed } from '../../components/occurrence-stack.js';
import type { WorldState } from '../../components/state.js';
import { ask, hotAfter } from '../../eval/frames/hot.js';
import { createFrame } from '../../eval/interpreter.js';
import { createTermBook } from '../../eval/term-book.js';
import { type Frame, sourceSlot, targetSlot } from '../../ir/node.js';
import { type Ability, type Point, type TimingBook, points } from '../../ir/occurrence.js';
import { handleOf, resolve } from '../../kernel/identity.js';
import { kept } from '../../kernel/maps.js';
import { freshness } from '../../model/stamps.js';
import { placeCount, placeNumber, pointNumber } from '../points.js';
import { carriersIn } from './ability-carriers.js';
import { createFoundBefore } from './found-before.js';
import {
  type Listener,
  type Listeners,
  createListener,
  createListeners,
  joinedListeners,
  type Dependences,
  type Holders,
  type Matches,
  type Pairs,
  addPair,
  clearPairs,
  createMatches,
  emptyPairs,
  makeMatchLoops,
} from './listener.js';

interface Finding {
  readonly state: WorldState;
  readonly book: TimingBook;
  /** By type, point and step. */
  readonly table: (Listeners | undefined)[];
  /** Types with listeners at a point, and at any; the same for created abilities. */
  readonly heardAt: Uint8Array;
  readonly heard: Uint8Array;
  readonly bornAt: Uint8Array;
  readonly born: Uint8Array;
  readonly carriers: (ability: number) => Int32Array;
  /** By carriers and conditions. */
  readonly holders: Map<string, Holders>;
  readonly before: ReturnType<typeof createFoundBefore>;
  copiesOf: ReadonlyMap<Ability, readonly number[]>;
  copiesKnown: { readonly count: number; readonly number: number; readonly restores: number };
  search: Search;
  into: Candidates;
  frame: Frame;
}

/** Finds what may answer by type, point and step, so that no other abilities are tested. */
export function compiledFinder(state: WorldState, book: TimingBook): Finder {
  const types = book.types.length;
  const finding: Finding = {
    state,
    book,
    table: new Array<undefined>(types * placeCount).fill(undefined),
    heardAt: new Uint8Array(types * points.length),
    heard: new Uint8Array(types),
    bornAt: new Uint8Array(types * points.length),
    born: new Uint8Array(types),
    carriers: carriersIn(state, book.abilities),
    holders: new Map(),
    before: createFoundBefore(state, book.abilities),
    copiesOf: new Map(),
    copiesKnown: { count: -1, number: -1, restores: -1 },
    search: createSearch(),
    into: createCandidates(book.abilities),
    frame: createFrame(state, 0),
  };
  const terms = createTermBook({ supposing: false });
  for (const ability of book.abilities)
    for (const listening of ability.on) register(finding, createListener(ability, listening, state.model, terms));
  const { heard, heardAt, born, bornAt } = finding;
  return {
    isHeard: (type) => heard[type] === 1 || (born[type] === 1 && copyCount(state) > 0),
    isHeardAt(type, at) {
      const place = type * points.length + pointNumber(at);
      return heardAt[place] === 1 || (bornAt[place] === 1 && copyCount(state) > 0);
    },
    find(search, frame, into) {
      finding.search = search;
      finding.frame = frame;
      finding.into = into;
      into.count = 0;
      const { first, count, only } = search;
      if (only !== 0 || count === 1) findAgain(finding, only === 0 ? first : only);
      else findForAll(finding);
    },
  };
}

function register(finding: Finding, listener: Listener): void {
  const { ability, type, dependsOn } = listener;
  const isCreated = ability.carrier.by === 'creation';
  if (ability.yields === undefined) {
    (isCreated ? finding.bornAt : finding.heardAt)[type * points.length + pointNumber(ability.at)] = 1;
    (isCreated ? finding.born : finding.heard)[type] = 1;
  }
  const listeners = (finding.table[keyOf(type, ability.at, stepOf(ability))] ??= createListeners(finding.state));
  if (dependsOn === undefined) listeners.isLasting = false;
  if (isCreated) listeners.created.set(ability, [listener]);
  else {
    listeners.printed.push(listener);
    listeners.groups.push([listener]);
  }
}

function keyOf(type: number, at: Point, step: Step): number {
  return type * placeCount + placeNumber(at, step);
}

function listenersOf({ table, state, search }: Finding, row: number): Listeners | undefined {
  return table[keyOf(state.occurrences.type[row], search.at, search.step)];
}

/** For one row; reactions are searched repeatedly. */
function findAgain(finding: Finding, row: number): void {
  const listeners = listenersOf(finding, row);
  if (listeners === undefined) return;
  const { search, before, into } = finding;
  const isLasting = search.step === 'C' && listeners.isLasting;
  if (isLasting && before.find(search, into)) return;
  findFor(finding, listeners, row);
  if (isLasting) before.note(search, into);
}

function findFor(finding: Finding, listeners: Listeners, row: number): void {
  const { search, into } = finding;
  bindRow(finding, row);
  const fitting = listeners.fitting(row);
  for (let i = 0; i < fitting.length && into.count < search.most; i++) askPrinted(finding, fitting[i], row);
  for (const [copy, [listener]] of copiesAmong(finding, listeners.created))
    if (into.count < search.most) askCopy(finding, listener, copy, row);
}

type Group = readonly Listener[];

/** For all rows of the batch: each ability in order, each object, each row. */
function findForAll(finding: Finding): void {
  const { search, into } = finding;
  const { groups, created } = listenersOfAll(finding);
  for (let i = 0; i < groups.length && into.count < search.most; i++) askGroup(finding, groups[i]);
  for (const [copy, group] of copiesAmong(finding, created)) askRows(finding, group, 0, copy);
}

/** The abilities that listen to any row, each with its listeners by type. */
function listenersOfAll(finding: Finding): Pick<Listeners, 'groups' | 'created'> {
  const { search } = finding;
  const all = new Set<Listeners>();
  for (let row = search.first; row < search.first + search.count; row++) {
    const listeners = listenersOf(finding, row);
    if (listeners !== undefined) all.add(listeners);
  }
  return joinedListeners(all);
}

function listenerFor({ state }: Finding, group: Group, row: number): Listener | undefined {
  const type = state.occurrences.type[row];
  for (let i = 0; i < group.length; i++) if (group[i].type === type) return group[i];
  return undefined;
}

function askGroup(finding: Finding, group: Group): void {
  const { state } = finding;
  const [{ ability }] = group;
  const { carrier } = ability;
  if (carrier.by === 'world') {
    if (isThere(state, ability)) askRows(finding, group, 0);
  } else if (carrier.by !== 'creation' && carrier.own) askRows(finding, group, -1);
  else {
    const ids = finding.carriers(ability.index);
    for (let i = 0; i < ids.length && finding.into.count < finding.search.most; i++)
      askRows(finding, group, handleOf(state.identity, ids[i]));
  }
}

/** `source`: 0 for the world, -1 for the subject of each row; `copy`: the row of a created ability, or 0. */
function askRows(finding: Finding, group: Group, source: number, copy = 0): void {
  const { search, into } = finding;
  for (let row = search.first; row < search.first + search.count && into.count < search.most; row++) {
    const listener = listenerFor(finding, group, row);
    if (listener === undefined) continue;
    bindRow(finding, row);
    if (copy > 0) askCopy(finding, listener, copy, row);
    else if (source < 0) askOwn(finding, listener, row);
    else askRow(finding, listener, row, source);
  }
}

/** An ability of the world or of objects, for the row that the frame is bound to. */
function askPrinted(finding: Finding, listener: Listener, row: number): void {
  const { ability, dependsOn, self } = listener;
  const { carrier } = ability;
  if (carrier.by === 'world') {
    if (isThere(finding.state, ability)) askRow(finding, listener, row, 0);
  } else if (carrier.by === 'creation') return;
  else if (carrier.own || self >= 0) askOwn(finding, listener, row);
  else if (dependsOn !== undefined) askMatches(finding, listener, dependsOn, row);
  else {
    const ids = finding.carriers(ability.index);
    for (let i = 0; i < ids.length && finding.into.count < finding.search.most; i++)
      askRow(finding, listener, row, handleOf(finding.state.identity, ids[i]));
  }
}

function askMatches(finding: Finding, listener: Listener, dependsOn: Dependences, row: number): void {
  const { state, search } = finding;
  const { identity } = state;
  const { ability, copy, isShared } = listener;
  if (!isDemanded(finding, listener, row) || !isOpen(state, row, search.at)) return;
  const matches = (listener.matches ??= createMatches(state, dependsOn, holdersOf(finding, listener, dependsOn)));
  if (!matches.isFresh(row)) refresh(finding, listener, matches, row);
  const { count, ids, players } = matches.answering;
  for (let i = 0; i < count; i++) {
    const source = handleOf(identity, ids[i]);
    if (isUsed(state, search.usesBefore, row, copy, isShared ? 0 : source, 0)) continue;
    if (ability.first && !isFirstFor(finding, ability, row, ids[i], players[i])) continue;
    addCandidate(finding.into, ability.index, row, source, handleOf(identity, players[i]), 0);
  }
}

function holdersOf({ state, holders }: Finding, { holdersKey }: Listener, dependsOn: Dependences): Holders {
  return kept(holders, holdersKey, () => ({
    pairs: emptyPairs(),
    found: freshness(state.stamps, dependsOn.holders),
  }));
}

/** Recomputes the objects that have an ability and those that answer, where they may have changed. */
function refresh(finding: Finding, listener: Listener, matches: Matches, row: number): void {
  const { frame } = finding;
  if (matches.made === undefined) countCall(finding, listener, matches);
  const { holders, answering, made } = matches;
  const { pairs, found } = holders;
  if (!found.isFresh()) {
    const ids = finding.carriers(listener.ability.index);
    found.drop();
    clearPairs(pairs, ids.length);
    frame.occurrence = row;
    if (made === undefined) findHolders(finding, listener, ids, pairs);
    else made.findHolders(frame, ids, pairs);
    found.note();
  }
  matches.drop();
  clearPairs(answering, pairs.count);
  if (pairs.count > 0) {
    bindRow(finding, row);
    if (made === undefined) findAnswering(finding, listener, pairs, answering);
    else made.findAnswering(frame, pairs, answering);
  }
  matches.note(row);
}

// Separate, because a function with a closure allocates on each call.
function countCall(finding: Finding, listener: Listener, matches: Matches): void {
  hotAfter(matches, () => makeMatchLoops(listener, finding.state.model));
}

function findHolders(finding: Finding, listener: Listener, ids: Int32Array, into: Pairs): void {
  const { frame } = finding;
  for (const id of ids) {
    frame.slots[sourceSlot] = id;
    bindController(finding, listener, -1);
    if (listener.live === undefined || ask(listener.live, frame) === 1) addPair(into, id, frame.controller);
  }
}

function findAnswering(finding: Finding, listener: Listener, { count, ids, players }: Pairs, into: Pairs): void {
  const { frame } = finding;
  for (let i = 0; i < count; i++) {
    frame.slots[sourceSlot] = ids[i];
    frame.controller = players[i];
    if (mayAnswer(finding, listener)) addPair(into, ids[i], players[i]);
  }
}

function isFirstFor(finding: Finding, ability: Ability, row: number, id: number, player: number): boolean {
  const { frame } = finding;
  bindRow(finding, row);
  frame.slots[sourceSlot] = id;
  frame.controller = player;
  return isFirst(frame, finding.book, ability, finding.search, row);
}

function askCopy(finding: Finding, listener: Listener, copy: number, row: number): void {
  const { source, controller, number } = finding.state.copies;
  if (number[copy] > finding.search.bornUntil) return;
  askRow(finding, listener, row, source[copy], controller[copy], number[copy]);
}

/** For the only possible object: the subject of the occurrence, or the one that a field names. */
function askOwn(finding: Finding, listener: Listener, row: number): void {
  const { state, book } = finding;
  const { ability, self } = listener;
  const { carrier } = ability;
  const isOwn = carrier.by !== 'world' && carrier.by !== 'creation' && carrier.own;
  const field = isOwn ? book.types[state.occurrences.type[row]].subject : self;
  const source = field < 0 ? 0 : handleIn(state, row, field);
  if (source === 0) return;
  const id = resolve(state.identity, source);
  // An object that is gone can answer only for itself.
  const isCarried = isOwn
    ? carries(ability, ...kindOfSubject(state, row, source))
    : id !== 0 && carries(ability, state.identity.kind[id], state.class[id]);
  if (isCarried) askRow(finding, listener, row, source);
}

function isDemanded({ state }: Finding, { demanded }: Listener, row: number): boolean {
  return demanded === undefined || state.occurrences.values[row * state.fieldCount + demanded.field] === demanded.value;
}

function bindRow({ frame, state, book }: Finding, row: number): void {
  frame.slots[targetSlot] = subjectOf(state, book.types[state.occurrences.type[row]], row);
  frame.occurrence = row;
}

/** Tests the row that the frame is bound to. Source and controller are handles; controller -1: by the ability. */
function askRow(finding: Finding, listener: Listener, row: number, source: number, given = -1, number = 0): void {
  const { state, search } = finding;
  const { ability, isShared } = listener;
  if (!isDemanded(finding, listener, row) || !isOpen(state, row, search.at)) return;
  if (isUsed(state, search.usesBefore, row, listener.copy, isShared ? 0 : source, isShared ? 0 : number)) return;
  const controller = answerBy(finding, listener, row, source, given);
  if (controller < 0 || (ability.first && !isFirst(finding.frame, finding.book, ability, search, row))) return;
  addCandidate(finding.into, ability.index, row, source, controller, number);
}

/** The controller; -1: conditions fail. `given`: the controller, -1: by the ability. */
function answerBy(finding: Finding, listener: Listener, row: number, source: number, given: number): number {
  const { frame, state } = finding;
  frame.slots[sourceSlot] = source === 0 ? 0 : resolve(state.identity, source);
  // What can be kept draws nothing.
  if (listener.dependsOn === undefined) frame.rule = answeringRule(state, listener.ability.index, row);
  const controller = bindController(finding, listener, given);
  const isLive = listener.live === undefined || ask(listener.live, frame) === 1;
  return isLive && mayAnswer(finding, listener) ? controller : -1;
}

function mayAnswer({ frame }: Finding, { where, condition }: Listener): boolean {
  return (where === undefined || ask(where, frame) === 1) && (condition === undefined || ask(condition, frame) === 1);
}

/** The controller as a handle. */
function bindController({ frame, state }: Finding, { controller: asked }: Listener, given: number): number {
  frame.controller = 0;
  let controller = given;
  if (given < 0) controller = asked === undefined ? 0 : handleOf(state.identity, ask(asked, frame) ?? 0);
  frame.controller = controller === 0 ? 0 : resolve(state.identity, controller);
  return controller;
}

type Copies = readonly (readonly [number, Group])[];
const noCopies: Copies = [];

/** Rows of the copies of some abilities, oldest first; none where enough answers are known. */
function copiesAmong(finding: Finding, abilities: Listeners['created']): Copies {
  const { state, search, into } = finding;
  if (into.count >= search.most || abilities.size === 0 || copyCount(state) === 0) return noCopies;
  const rows: (readonly [number, Group])[] = [];
  for (const [ability, group] of abilities)
    for (const row of copiesNow(finding).get(ability) ?? []) rows.push([row, group]);
  return abilities.size > 1 ? rows.sort(([a], [b]) => a - b) : rows;
}

/** Rows of copies by ability. A restore may leave the numbers equal. */
function copiesNow(finding: Finding): ReadonlyMap<Ability, readonly number[]> {
  const { state, copiesKnown: known } = finding;
  const [count, number] = [copyCount(state), lastCopyNumber(state)];
  if (known.count === count && known.number === number && known.restores === state.restores) return finding.copiesOf;
  const rows = new Map<Ability, number[]>();
  for (let row = 1; row <= count; row++)
    kept(rows, finding.book.abilities[state.copies.ability[row]], () => []).push(row);
  finding.copiesKnown = { count, number, restores: state.restores };
  return (finding.copiesOf = rows);
}
