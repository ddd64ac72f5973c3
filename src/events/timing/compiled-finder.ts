import { copyCount, lastCopyNumber } from '../../components/copies.js';
import { isUsed } from '../../components/occurrences.js';
import type { WorldState } from '../../components/state.js';
import { handleOf, resolve } from '../../kernel/identity.js';
import { kept } from '../../kernel/maps.js';
import type { Ability, Point, TimingBook } from '../../ir/occurrence.js';
import { type Frame, sourceSlot, targetSlot } from '../../ir/node.js';
import { createFrame } from '../../eval/interpreter.js';
import { answeringRule, handleIn, isFirst, isOpen, isThere, stepOf, subjectOf } from '../../meaning/answering.js';
import {
  type Candidates,
  addCandidate,
  createCandidates,
  type Finder,
  type Search,
  type Step,
  createSearch,
} from '../../meaning/finder.js';
import { carriersIn, carries, sortOfSubject } from './carriers.js';
import { type Entry, type Listeners, type LookedAt, createListeners, entryOf, liveKey } from './entry.js';
import {
  type FoundBefore,
  type Live,
  type Pairs,
  type Willing,
  addPair,
  clearPairs,
  createFoundBefore,
  createWilling,
  emptyPairs,
  makeWillingLoops,
} from './willing.js';
import { hotAfter, ask } from '../../eval/frames/hot.js';
import { pointNumber, points, stepCount, stepNumber } from '../trigger/frame-sort.js';
import { freshness } from '../../model/stamps.js';

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
  readonly lives: Map<string, Live>;
  readonly willing: (Willing | 'not kept' | undefined)[];
  readonly before: FoundBefore;
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
    table: new Array<undefined>(types * points.length * stepCount).fill(undefined),
    heardAt: new Uint8Array(types * points.length),
    heard: new Uint8Array(types),
    bornAt: new Uint8Array(types * points.length),
    born: new Uint8Array(types),
    carriers: carriersIn(state, (index, id) =>
      carries(book.abilities[index], state.identity.kind[id], state.class[id]),
    ),
    lives: new Map(),
    willing: [],
    before: createFoundBefore(state, book.abilities),
    copiesOf: new Map(),
    copiesKnown: { count: -1, number: -1, restores: -1 },
    search: createSearch(),
    into: createCandidates(book.abilities),
    frame: createFrame(state, 0),
  };
  for (const ability of book.abilities)
    for (const listening of ability.on) {
      register(finding, entryOf(finding.willing.length, ability, listening, state.model));
      finding.willing.push(undefined);
    }
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
      const row = only === 0 ? first : only;
      if (only !== 0 || count === 1) findAgainFor(finding, row);
      else if (isOfOneType(finding)) findFor(finding, 0);
      else findMixed(finding);
    },
  };
}

function register(finding: Finding, entry: Entry): void {
  const { table } = finding;
  const {
    ability,
    listening: { type },
  } = entry;
  const isCreated = ability.carrier.by === 'creation';
  if (ability.yields === undefined) {
    (isCreated ? finding.bornAt : finding.heardAt)[type * points.length + pointNumber(ability.at)] = 1;
    (isCreated ? finding.born : finding.heard)[type] = 1;
  }
  const key = keyOf(type, ability.at, stepOf(ability));
  const listeners = table[key] ?? createListeners(finding.state);
  table[key] = listeners;
  if (entry.looksAt === undefined) listeners.isLasting = false;
  if (isCreated) listeners.created.set(ability, entry);
  else listeners.printed.push(entry);
}

function keyOf(type: number, at: Point, step: Step): number {
  return (type * points.length + pointNumber(at)) * stepCount + stepNumber(step);
}

function isOfOneType(finding: Finding): boolean {
  const { search } = finding;
  const { type } = finding.state.occurrences;
  for (let row = search.first + 1; row < search.first + search.count; row++)
    if (type[row] !== type[search.first]) return false;
  return true;
}

/** For one row; reactions are searched repeatedly. */
function findAgainFor(finding: Finding, row: number): void {
  const { search, before, into } = finding;
  const isLasting = search.step === 'C' && listenersOf(finding, row)?.isLasting === true;
  if (isLasting && before.find(search, into)) return;
  findFor(finding, row);
  if (isLasting) before.note(search, into);
}

function listenersOf({ table, state, search }: Finding, row: number): Listeners | undefined {
  return table[keyOf(state.occurrences.type[row], search.at, search.step)];
}

/** One type: one row, or all (0). */
function findFor(finding: Finding, row: number): void {
  const { state, search, into } = finding;
  const listeners = listenersOf(finding, row === 0 ? search.first : row);
  if (listeners === undefined) return;
  const { created } = listeners;
  if (row !== 0) bindRow(finding, row);
  const printed = row === 0 ? listeners.printed : listeners.fitting(row);
  for (let i = 0; i < printed.length && into.count < search.most; i++) askPrinted(finding, printed[i], row);
  if (into.count >= search.most) return;
  if (created.size === 0 || copyCount(state) === 0) return;
  for (const [copy, entry] of copiesAmong(finding, created))
    if (into.count < search.most && state.copies.number[copy] <= search.bornUntil) askCopy(finding, entry, copy, row);
}

/** Several types: their abilities once each, in order. */
function findMixed(finding: Finding): void {
  const { search, state } = finding;
  const created = new Map<Ability, Entry>();
  const lists = new Set<Listeners>();
  for (let row = search.first; row < search.first + search.count; row++) {
    const listeners = listenersOf(finding, row);
    if (listeners !== undefined) lists.add(listeners);
  }
  const entries = new Map<Ability, Entry[]>();
  for (const list of lists) {
    for (const entry of [...list.printed, ...list.created.values()]) kept(entries, entry.ability, () => []).push(entry);
    for (const [ability, entry] of list.created) created.set(ability, entry);
  }
  const printed = [...entries].filter(([ability]) => !created.has(ability)).sort(([a], [b]) => a.index - b.index);
  for (const [, listening] of printed) askMixed(finding, listening);
  if (created.size === 0 || copyCount(state) === 0) return;
  for (const [copy, { ability }] of copiesAmong(finding, created)) {
    if (state.copies.number[copy] > search.bornUntil) continue;
    for (let row = search.first; row < search.first + search.count; row++) {
      const entry = entryFor(finding, entries.get(ability) ?? [], row);
      if (entry !== undefined) askCopy(finding, entry, copy, row);
    }
  }
}

function entryFor(finding: Finding, entries: readonly Entry[], row: number): Entry | undefined {
  return entries.find(({ listening }) => listening.type === finding.state.occurrences.type[row]);
}

/** One ability for several types: each object with each row. */
function askMixed(finding: Finding, entries: readonly Entry[]): void {
  const { search } = finding;
  const { ability } = entries[0];
  const { carrier } = ability;
  const askAll = (put: (entry: Entry, row: number) => void): void => {
    for (let row = search.first; row < search.first + search.count; row++) {
      const entry = entryFor(finding, entries, row);
      if (entry === undefined) continue;
      bindRow(finding, row);
      put(entry, row);
    }
  };
  if (carrier.by === 'world' || (carrier.by !== 'creation' && carrier.own))
    askAll((entry, row) => askPrinted(finding, entry, row));
  else
    for (const id of finding.carriers(ability.index))
      askAll((entry, row) => askRow(finding, entry, row, handleOf(finding.state.identity, id)));
}

/** An ability of the world or of objects; `row` 0: with all of the batch. */
function askPrinted(finding: Finding, entry: Entry, row: number): void {
  const {
    ability: { carrier },
  } = entry;
  if (carrier.by === 'world') {
    if (isThere(finding.state, entry.ability)) askOne(finding, entry, row, 0);
    return;
  }
  if (carrier.by === 'creation') return;
  if (carrier.own || (entry.self >= 0 && row !== 0)) {
    askOwn(finding, entry, row);
    return;
  }
  const kept = row === 0 ? undefined : willingOf(finding, entry);
  if (kept === undefined) askCarriers(finding, entry, row);
  else if (isDemanded(finding, entry, row)) askWilling(finding, entry, kept, row);
}

function askCarriers(finding: Finding, entry: Entry, row: number): void {
  const ids = finding.carriers(entry.ability.index);
  for (let i = 0; i < ids.length && finding.into.count < finding.search.most; i++)
    askOne(finding, entry, row, handleOf(finding.state.identity, ids[i]));
}

function willingOf(finding: Finding, entry: Entry): Willing | undefined {
  const { willing } = finding;
  let kept = willing[entry.number];
  if (kept === undefined)
    willing[entry.number] = kept =
      entry.looksAt === undefined
        ? 'not kept'
        : createWilling(finding.state, entry.looksAt, liveOf(finding, entry, entry.looksAt));
  return kept === 'not kept' ? undefined : kept;
}

function liveOf(finding: Finding, entry: Entry, looksAt: LookedAt): Live {
  const { lives } = finding;
  const found = (): Live => ({ pairs: emptyPairs(), found: freshness(finding.state.stamps, looksAt.live) });
  return kept(lives, liveKey(entry), found);
}

function askWilling(finding: Finding, entry: Entry, kept: Willing, row: number): void {
  const { state, search } = finding;
  const { ability, copy, isShared } = entry;
  if (!isOpen(state, row, search.at)) return;
  if (!kept.holds(row)) renew(finding, entry, kept, row);
  const {
    answering: { count, sources, controllers },
  } = kept;
  for (let i = 0; i < count; i++) {
    if (isUsed(state, search.usesBefore, row, copy, isShared ? 0 : sources[i], 0)) continue;
    if (ability.first && !bindFirst(finding, ability, row, sources[i], controllers[i])) continue;
    addCandidate(finding.into, ability.index, row, sources[i], controllers[i], 0);
  }
}

/** Recomputes who has an ability, where that may have changed, and who of them answers. */
function renew(finding: Finding, entry: Entry, kept: Willing, row: number): void {
  const { frame } = finding;
  const { live, answering, made } = kept;
  const { pairs, found } = live;
  if (made === undefined) countCall(finding, entry, kept);
  if (!found.isFresh()) {
    const ids = finding.carriers(entry.ability.index);
    found.drop();
    clearPairs(pairs, ids.length);
    frame.occurrence = row;
    if (made === undefined) findLive(finding, entry, ids, pairs);
    else made.findLive(frame, ids, pairs);
    found.note();
  }
  kept.drop();
  clearPairs(answering, pairs.count);
  if (pairs.count > 0) {
    bindRow(finding, row);
    if (made === undefined) findAnswering(finding, entry, pairs, answering);
    else made.findAnswering(frame, pairs, answering);
  }
  kept.note(row);
}

// Separate, because a function with a closure allocates on each call.
function countCall(finding: Finding, entry: Entry, kept: Willing): void {
  hotAfter(kept, () => makeWillingLoops(entry, finding.state.model));
}

function findLive(finding: Finding, entry: Entry, ids: Int32Array, live: Pairs): void {
  const { frame } = finding;
  for (const id of ids) {
    frame.slots[sourceSlot] = id;
    const controller = bindController(finding, entry, -1);
    if (entry.live === undefined || ask(entry.live, frame) === 1)
      addPair(live, id, frame.controller, handleOf(finding.state.identity, id), controller);
  }
}

function findAnswering(
  finding: Finding,
  entry: Entry,
  { count, ids, players, sources, controllers }: Pairs,
  answering: Pairs,
): void {
  const { frame } = finding;
  for (let i = 0; i < count; i++) {
    frame.slots[sourceSlot] = ids[i];
    frame.controller = players[i];
    if (mayAnswer(finding, entry)) addPair(answering, ids[i], players[i], sources[i], controllers[i]);
  }
}

function bindFirst(finding: Finding, ability: Ability, row: number, source: number, controller: number): boolean {
  const { frame, state } = finding;
  bindRow(finding, row);
  frame.slots[sourceSlot] = resolve(state.identity, source);
  frame.controller = resolve(state.identity, controller);
  return isFirst(frame, finding.book, ability, finding.search, row);
}

function askOne(finding: Finding, entry: Entry, row: number, source: number): void {
  const { search } = finding;
  if (row !== 0) {
    askRow(finding, entry, row, source);
    return;
  }
  for (let each = search.first; each < search.first + search.count && finding.into.count < search.most; each++) {
    bindRow(finding, each);
    askRow(finding, entry, each, source);
  }
}

function askCopy(finding: Finding, entry: Entry, copy: number, row: number): void {
  const { search } = finding;
  const { copies } = finding.state;
  const from = row === 0 ? search.first : row;
  const to = row === 0 ? search.first + search.count : row + 1;
  for (let each = from; each < to; each++) {
    bindRow(finding, each);
    askRow(finding, entry, each, copies.source[copy], copies.controller[copy], copies.number[copy]);
  }
}

/** For the only possible object: the subject of the occurrence, or the one that a field names. */
function askOwn(finding: Finding, entry: Entry, row: number): void {
  const { search, state } = finding;
  const { carrier } = entry.ability;
  const isOwn = carrier.by !== 'world' && carrier.by !== 'creation' && carrier.own;
  const from = row === 0 ? search.first : row;
  const to = row === 0 ? search.first + search.count : row + 1;
  for (let each = from; each < to; each++) {
    const field = isOwn ? finding.book.types[state.occurrences.type[each]].subject : entry.self;
    const source = field < 0 ? 0 : handleIn(state, each, field);
    if (source === 0) continue;
    const id = resolve(state.identity, source);
    // An object that is gone can answer only for itself.
    const isCarried = isOwn
      ? carries(entry.ability, ...sortOfSubject(state, each, source))
      : id !== 0 && carries(entry.ability, state.identity.kind[id], state.class[id]);
    if (!isCarried) continue;
    bindRow(finding, each);
    askRow(finding, entry, each, source);
  }
}

function isDemanded(finding: Finding, { demanded }: Entry, row: number): boolean {
  const { state } = finding;
  return demanded === undefined || state.occurrences.values[row * state.fieldCount + demanded.field] === demanded.value;
}

function bindRow(finding: Finding, row: number): void {
  const { frame, state } = finding;
  frame.slots[targetSlot] = subjectOf(state, finding.book.types[state.occurrences.type[row]], row);
  frame.occurrence = row;
}

/** Tests the row that the frame is bound to. Source and controller are handles; controller -1: by the ability. */
function askRow(finding: Finding, entry: Entry, row: number, source: number, given = -1, number = 0): void {
  const { state, search } = finding;
  const { ability, isShared } = entry;
  if (!isDemanded(finding, entry, row) || !isOpen(state, row, search.at)) return;
  if (isUsed(state, search.usesBefore, row, entry.copy, isShared ? 0 : source, isShared ? 0 : number)) return;
  const controller = answerBy(finding, entry, row, source, given);
  if (controller < 0 || (ability.first && !isFirst(finding.frame, finding.book, ability, search, row))) return;
  addCandidate(finding.into, ability.index, row, source, controller, number);
}

/** The controller; -1: conditions fail. `given`: the controller, -1: by the ability. */
function answerBy(finding: Finding, entry: Entry, row: number, source: number, given: number): number {
  const { frame, state } = finding;
  frame.slots[sourceSlot] = source === 0 ? 0 : resolve(state.identity, source);
  // What can be kept draws nothing.
  if (entry.looksAt === undefined) frame.rule = answeringRule(state, entry.ability.index, row);
  const controller = bindController(finding, entry, given);
  return (entry.live === undefined || ask(entry.live, frame) === 1) && mayAnswer(finding, entry) ? controller : -1;
}

function mayAnswer(finding: Finding, { where, condition }: Entry): boolean {
  const { frame } = finding;
  return (where === undefined || ask(where, frame) === 1) && (condition === undefined || ask(condition, frame) === 1);
}

/** The controller as a handle. */
function bindController(finding: Finding, entry: Entry, given: number): number {
  const { frame, state } = finding;
  frame.controller = 0;
  let controller = given;
  if (given < 0)
    controller = entry.controller === undefined ? 0 : handleOf(state.identity, ask(entry.controller, frame) ?? 0);
  frame.controller = controller === 0 ? 0 : resolve(state.identity, controller);
  return controller;
}

/** Rows of the copies of some abilities, oldest first. */
function copiesAmong(finding: Finding, abilities: ReadonlyMap<Ability, Entry>): readonly (readonly [number, Entry])[] {
  const rows: (readonly [number, Entry])[] = [];
  for (const [ability, entry] of abilities)
    for (const row of copiesNow(finding).get(ability) ?? []) rows.push([row, entry]);
  return abilities.size > 1 ? rows.sort(([a], [b]) => a - b) : rows;
}

/** Rows of copies by ability. A restore may leave the numbers equal. */
function copiesNow(finding: Finding): ReadonlyMap<Ability, readonly number[]> {
  const { state, copiesKnown: known } = finding;
  const count = copyCount(state);
  const number = lastCopyNumber(state);
  if (known.count === count && known.number === number && known.restores === state.restores) return finding.copiesOf;
  const rows = new Map<Ability, number[]>();
  for (let row = 1; row <= count; row++) {
    kept(rows, finding.book.abilities[state.copies.ability[row]], () => []).push(row);
  }
  finding.copiesKnown = { count, number, restores: state.restores };
  return (finding.copiesOf = rows);
}
