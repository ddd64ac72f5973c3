import { header } from '../kernel/arena.js';
import { copyBytes } from '../kernel/copy-bytes.js';
import { forgetFree, idLimit, isLive } from '../kernel/identity.js';
import { intern, textOf } from '../kernel/strings.js';
import { setTimeOf, setTurn, timeOf, turnOf } from './clock.js';
import { cellName, wordsFor } from '../components/layout.js';
import type { Model } from '../model/model.js';
import { type SeedWords, seedOf, setSeed } from './seed.js';
import { fact, touch, touchAll, touchBack } from '../model/stamps.js';
import type { WorldState } from './world-state.js';

/**
 * Instances lie side by side in a divided world: each has a range of rows, of places for factions, and its lanes. In a
 * world of its own the same rows begin at 0. Copying an instance copies ranges of columns; what refers to objects,
 * factions or turns is moved along by what the ranges are apart.
 */

/** Where an instance lies. */
export interface Site {
  readonly state: WorldState;
  /** Of a divided world, which; 0 in a world of its own. */
  readonly instance: number;
  /** Rows that it has, the first included, and places for factions. */
  readonly rows: number;
  readonly factions: number;
}

/** What becomes of the values of a column when its rows are elsewhere. */
type Relocation = 'none' | 'id' | 'handle' | 'turn' | 'slot' | 'text' | 'sight';

/** By column of the arena; undefined for columns of other dimensions. */
export type Relocations = readonly (Relocation | undefined)[];

const relocated: Readonly<Record<string, Relocation>> = {
  owner: 'id',
  parent: 'id',
  end: 'id',
  otherEnd: 'id',
  created: 'turn',
  faction: 'slot',
  name: 'text',
  seenBy: 'sight',
};

/** How columns of a state are moved. Of content that can be divided no other columns hold references. */
export function relocationsOf({ arena: { layout } }: WorldState, model: Model): Relocations {
  const references = new Set(
    model.columns.filter(({ type }) => type.name === 'entity').map(({ name }) => cellName(name)),
  );
  return layout.columns.map(({ name, dimension }) =>
    dimension !== 'entity' ? undefined : references.has(name) ? 'handle' : (relocated[name] ?? 'none'),
  );
}

/**
 * Makes an instance what another one is; both of one content. The rows of the target that the other has not are
 * cleared. Its seed and its turn come along.
 */
export function copyInstance(from: Site, to: Site, relocations: Relocations): void {
  const lanesStamp = to.state.stamps.values[fact.lanes];
  const before = liveIn(to);
  const keepsLanes = hasSameLanes(from, to);
  const rows = Math.min(from.rows, to.rows, limitIn(from));
  copyRows(from, to, rows, relocations);
  copyFactions(from, to);
  if (!keepsLanes) copyLanes(from, to);
  copyClock(from, to);
  noteCopied(to, before, keepsLanes ? lanesStamp : undefined);
}

/** Takes everything out of an instance. */
export function clearInstance(site: Site): void {
  const { state, instance, rows, factions } = site;
  const before = liveIn(site);
  for (let i = 0; i < state.arena.bytes.length; i++) {
    if (state.arena.layout.columns[i].dimension !== 'entity') continue;
    const width = state.arena.layout.rowBytes[i];
    state.arena.bytes[i].fill(0, instance * rows * width, (instance + 1) * rows * width);
  }
  const firstSlot = instance * factions + 1;
  state.factionEntity.fill(0, firstSlot, firstSlot + factions);
  state.available.fill(0, firstSlot * state.availableWords, (firstSlot + factions) * state.availableWords);
  state.related.fill(0, firstSlot * state.relatedWords, (firstSlot + factions) * state.relatedWords);
  removeLanes(state, instance * rows, (instance + 1) * rows);
  noteCopied(site, before, undefined);
}

/** One more than the largest row of an instance that was ever used, counted from its first. */
export function limitIn({ state: { identity }, instance, rows }: Site): number {
  const { kind, generation } = identity;
  const base = instance * rows;
  let row = Math.min(rows, Math.max(0, idLimit(identity) - base)) - 1;
  while (row > 0 && kind[base + row] === 0 && generation[base + row] === 0) row--;
  return row + 1;
}

function copyRows(from: Site, to: Site, rows: number, relocations: Relocations): void {
  const [first, start] = [from.instance * from.rows, to.instance * to.rows];
  const sources = from.state.arena.bytes;
  const { bytes, columns, layout } = to.state.arena;
  for (let i = 0; i < bytes.length; i++) {
    const how = relocations[i];
    if (how === undefined || how === 'sight') continue;
    const width = layout.rowBytes[i];
    copyBytes(sources[i], first * width, bytes[i], start * width, rows * width);
    bytes[i].fill(0, (start + rows) * width, (start + to.rows) * width);
    const delta = deltaOf(how, from, to);
    if (how === 'text') moveTexts(from.state, to.state, start, rows);
    else if (how === 'turn') moveTurns(to.state, start, rows, delta);
    else if (delta !== 0) moveValues(columns[i] as Int32Array, start, rows, delta);
  }
  copySight(from, to, rows);
}

/** How far references are moved. A handle is an id and a generation above it, so it is moved like the id. */
function deltaOf(how: Relocation, from: Site, to: Site): number {
  switch (how) {
    case 'id':
    case 'handle':
      return to.instance * to.rows - from.instance * from.rows;
    case 'slot':
      return to.instance * to.factions - from.instance * from.factions;
    case 'turn':
      return leadIn(from, to) - leadOf(from);
    default:
      return 0;
  }
}

/** By how many turns the target will be ahead of the instance, which stays at its turn. */
function leadIn(from: Site, to: Site): number {
  return to.state.instances === undefined ? 0 : turnOf(to.state) - localTurn(from);
}

function leadOf({ state, instance }: Site): number {
  return state.instances?.lead[instance] ?? 0;
}

/** The turn that an instance has reached. */
export function localTurn(site: Site): number {
  return turnOf(site.state) - leadOf(site);
}

function moveValues(values: Int32Array, start: number, rows: number, delta: number): void {
  for (let row = start; row < start + rows; row++) if (values[row] !== 0) values[row] += delta;
}

/** Turns of creation: of rows that somebody is in, since free rows hold zeros. */
function moveTurns({ created, identity: { kind } }: WorldState, start: number, rows: number, delta: number): void {
  if (delta === 0) return;
  for (let row = start; row < start + rows; row++) if (kind[row] !== 0) created[row] += delta;
}

function moveTexts(from: WorldState, to: WorldState, start: number, rows: number): void {
  if (from.strings === to.strings) return;
  for (let row = start; row < start + rows; row++)
    if (to.name[row] !== 0) to.name[row] = intern(to.strings, textOf(from.strings, to.name[row]));
}

function copySight(from: Site, to: Site, rows: number): void {
  const [first, start] = [from.instance * from.rows, to.instance * to.rows];
  const { seenBy, seenWords } = to.state;
  for (let row = 0; row < rows; row++) {
    copyBits(
      from.state.seenBy,
      (first + row) * from.state.seenWords,
      from.instance * from.factions + 1,
      seenBy,
      (start + row) * seenWords,
      to.instance * to.factions + 1,
      Math.min(from.factions, to.factions),
    );
  }
  clearBits(
    seenBy,
    (start + rows) * seenWords,
    (start + to.rows) * seenWords,
    seenWords,
    to.instance * to.factions + 1,
    to.factions,
  );
}

/** Copies so many bits from one bit of a row of words to another bit of another row. Bits around them stay. */
function copyBits(
  from: Uint32Array,
  fromWord: number,
  fromBit: number,
  to: Uint32Array,
  toWord: number,
  toBit: number,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const [source, target] = [fromBit + i, toBit + i];
    const bit = (from[fromWord + (source >>> 5)] >>> (source & 31)) & 1;
    const at = toWord + (target >>> 5);
    to[at] = (to[at] & ~(1 << (target & 31))) | (bit << (target & 31));
  }
}

function clearBits(
  words: Uint32Array,
  first: number,
  end: number,
  width: number,
  firstBit: number,
  count: number,
): void {
  for (let row = first; row < end; row += width)
    for (let bit = firstBit; bit < firstBit + count; bit++) words[row + (bit >>> 5)] &= ~(1 << (bit & 31));
}

/** Who is a faction, what is available to it, and what it is to the other factions of its instance. */
function copyFactions(from: Site, to: Site): void {
  const count = Math.min(from.factions, to.factions);
  const delta = to.instance * to.rows - from.instance * from.rows;
  const [a, b] = [from.state, to.state];
  const [firstFrom, firstTo] = [from.instance * from.factions + 1, to.instance * to.factions + 1];
  for (let i = 0; i < to.factions; i++) {
    const entity = i < count ? a.factionEntity[firstFrom + i] : 0;
    b.factionEntity[firstTo + i] = entity === 0 ? 0 : entity + delta;
    for (let word = 0; word < b.availableWords; word++)
      b.available[(firstTo + i) * b.availableWords + word] =
        i < count ? a.available[(firstFrom + i) * a.availableWords + word] : 0;
    b.related.fill(0, (firstTo + i) * b.relatedWords, (firstTo + i + 1) * b.relatedWords);
    if (i < count) copyRelations(a, firstFrom, i, b, firstTo, count);
  }
}

function copyRelations(
  from: WorldState,
  firstFrom: number,
  place: number,
  to: WorldState,
  firstTo: number,
  count: number,
): void {
  const [wordsFrom, wordsTo] = [wordsFor(from.factionEntity.length), wordsFor(to.factionEntity.length)];
  for (let relation = 0; relation < from.model.relations.length; relation++) {
    copyBits(
      from.related,
      (firstFrom + place) * from.relatedWords + relation * wordsFrom,
      firstFrom,
      to.related,
      (firstTo + place) * to.relatedWords + relation * wordsTo,
      firstTo,
      count,
    );
  }
}

function copyLanes(from: Site, to: Site): void {
  const [a, b] = [from.state, to.state];
  const [first, start] = [from.instance * from.rows, to.instance * to.rows];
  removeLanes(b, start, start + to.rows);
  let count = b.arena.header[header.lanes];
  for (let row = 1; row <= a.arena.header[header.lanes]; row++) {
    if (a.laneEnd[row] < first || a.laneEnd[row] >= first + from.rows) continue;
    count++;
    b.laneEnd[count] = a.laneEnd[row] + start - first;
    b.laneOtherEnd[count] = a.laneOtherEnd[row] + start - first;
  }
  b.arena.header[header.lanes] = count;
}

/** Takes away the lanes between rows from `start` to before `end`; the others move up, in their order. */
function removeLanes(state: WorldState, start: number, end: number): void {
  const {
    laneEnd,
    laneOtherEnd,
    arena: { header: words },
  } = state;
  const before = words[header.lanes];
  let kept = 0;
  for (let row = 1; row <= before; row++) {
    if (laneEnd[row] >= start && laneEnd[row] < end) continue;
    kept++;
    laneEnd[kept] = laneEnd[row];
    laneOtherEnd[kept] = laneOtherEnd[row];
  }
  laneEnd.fill(0, kept + 1, before + 1);
  laneOtherEnd.fill(0, kept + 1, before + 1);
  words[header.lanes] = kept;
}

/**
 * Whether the lanes of the target are those of the source already, in whatever order the lanes of instances lie between
 * one another, and its nodes are in the same rows.
 */
function hasSameLanes(from: Site, to: Site): boolean {
  const [a, b] = [from.state, to.state];
  const [first, start] = [from.instance * from.rows, to.instance * to.rows];
  const { kinds } = a.model;
  for (let row = 1; row < to.rows; row++) {
    const [one, other] = [row < from.rows ? a.identity.kind[first + row] : 0, b.identity.kind[start + row]];
    if (one !== other && (isNode(kinds, one) || isNode(kinds, other))) return false;
  }
  let next = 1;
  const count = b.arena.header[header.lanes];
  for (let row = 1; row <= a.arena.header[header.lanes]; row++) {
    if (a.laneEnd[row] < first || a.laneEnd[row] >= first + from.rows) continue;
    while (next <= count && (b.laneEnd[next] < start || b.laneEnd[next] >= start + to.rows)) next++;
    if (
      next > count ||
      b.laneEnd[next] !== a.laneEnd[row] + start - first ||
      b.laneOtherEnd[next] !== a.laneOtherEnd[row] + start - first
    )
      return false;
    next++;
  }
  while (next <= count && (b.laneEnd[next] < start || b.laneEnd[next] >= start + to.rows)) next++;
  return next > count;
}

function isNode(kinds: Model['kinds'], kind: number): boolean {
  return kind !== 0 && (kinds.at(kind - 1)?.node ?? false);
}

/** The instance stays at its turn: a divided world is ahead of it by the rest, a world of its own is set to it. */
function copyClock(from: Site, to: Site): void {
  const turn = localTurn(from);
  const seed = seedIn(from);
  const clock = clockOf(from);
  const { instances, stamps } = to.state;
  if (instances === undefined) {
    setTurn(to.state, turn);
    setTimeOf(to.state, (turn + clock) | 0);
    setSeed(to.state, seed);
    return;
  }
  instances.lead[to.instance] = turnOf(to.state) - turn;
  instances.clock[to.instance] = clock;
  instances.seedLow[to.instance] = seed.low;
  instances.seedHigh[to.instance] = seed.high;
  touch(stamps, fact.clock);
}

/** By how many ticks its clock is ahead of its turns: each turn is one tick. */
function clockOf({ state, instance }: Site): number {
  return state.instances?.clock[instance] ?? timeOf(state) - turnOf(state);
}

function seedIn({ state, instance }: Site): SeedWords {
  const { instances } = state;
  return instances === undefined
    ? seedOf(state)
    : { low: instances.seedLow[instance], high: instances.seedHigh[instance] };
}

/**
 * Counts who is there (`before`: who was), and forgets what was derived. `lanes`: the stamp of lanes that are as they
 * were.
 */
function noteCopied(site: Site, before: number, lanes: number | undefined): void {
  const { state, instance, rows } = site;
  const {
    identity,
    arena: { header: words },
    stamps,
  } = state;
  words[header.highWater] = lastUsed(state, Math.max(words[header.highWater], (instance + 1) * rows)) + 1;
  words[header.live] += liveIn(site) - before;
  forgetFree(identity);
  const { laneGraph, laneRows } = state.derived;
  touchAll(stamps);
  state.derived =
    lanes === undefined
      ? {}
      : { ...(laneGraph === undefined ? {} : { laneGraph }), ...(laneRows === undefined ? {} : { laneRows }) };
  if (lanes !== undefined) touchBack(stamps, fact.lanes, lanes);
  state.cellLayout++;
  state.restores++;
}

function lastUsed({ identity: { kind, generation } }: WorldState, end: number): number {
  let row = Math.min(end, kind.length) - 1;
  while (row > 0 && kind[row] === 0 && generation[row] === 0) row--;
  return row;
}

function liveIn({ state: { identity }, instance, rows }: Site): number {
  const end = Math.min((instance + 1) * rows, idLimit(identity));
  let count = 0;
  for (let row = instance * rows + 1; row < end; row++) count += isLive(identity, row) ? 1 : 0;
  return count;
}
