import { noDerived } from './no-derived.js';
import { hasBit, setBit } from '../kernel/bit-words.js';
import type { Reference } from '../components/component.js';
import { wordsOfSlots } from '../components/faction.js';
import { columnsFor } from '../components/layout.js';
import { roomOf } from './world-state.js';
import { copyBytes, header } from '../kernel/arena.js';
import { type Identity, forgetFree, idLimit, isLive } from '../kernel/identity.js';
import { intern, textOf } from '../kernel/strings.js';
import { type SeedWords, seedOf, setSeed, setTimeOf, setTurn, timeOf, turnOf } from '../components/clock.js';
import type { Model } from '../model/model.js';
import { fact, touch, touchAll, touchBack } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';

/**
 * Instances of a divided world lie side by side, each with a range of rows, of faction slots, and lanes. Copies
 * relocate references.
 */

export interface Site {
  readonly state: WorldState;
  /** 0 in an undivided world. */
  readonly instance: number;
  /** Its rows, the first included, and its faction slots. */
  readonly rows: number;
  readonly factions: number;
}

/** By column; undefined where rows are neither objects nor factions. */
export type Relocations = readonly (Reference | 'nothing' | undefined)[];

export function relocationsOf(state: WorldState): Relocations {
  return columnsFor(state.model, roomOf(state)).map(({ spec: { dimension }, refers }) =>
    dimension === 'entity' || dimension === 'faction' ? (refers ?? 'nothing') : undefined,
  );
}

/** The first row in a column, and the number of rows. */
function rowsIn({ instance, rows, factions }: Site, dimension: string): readonly [number, number] {
  return dimension === 'entity' ? [instance * rows, rows] : [instance * factions + 1, factions];
}

/** With its seed and turn, over another of the same content; other rows of the target are cleared. */
export function copyInstance(from: Site, to: Site, relocations: Relocations): void {
  const lanesStamp = to.state.stamps.values[fact.lanes];
  const before = liveIn(to);
  const keepsLanes = hasSameLanes(from, to);
  const rows = Math.min(from.rows, to.rows, limitIn(from));
  copyRows(from, to, rows, relocations);
  if (!keepsLanes) copyLanes(from, to);
  copyClock(from, to);
  noteCopied(to, before, keepsLanes ? lanesStamp : undefined);
}

export function clearInstance(site: Site): void {
  const { state, instance, rows } = site;
  const before = liveIn(site);
  const { bytes, layout } = state.arena;
  layout.columns.forEach(({ dimension }, i) => {
    if (dimension !== 'entity' && dimension !== 'faction') return;
    const [first, count] = rowsIn(site, dimension);
    bytes[i].fill(0, first * layout.rowBytes[i], (first + count) * layout.rowBytes[i]);
  });
  removeLanes(state, instance * rows, (instance + 1) * rows);
  noteCopied(site, before, undefined);
}

/** One more than the last row ever used, from the first of the instance. */
export function limitIn({ state: { identity }, instance, rows }: Site): number {
  const base = instance * rows;
  return lastUsed(identity, base, Math.min(rows, Math.max(0, idLimit(identity) - base))) + 1;
}

/** `used`: rows of objects that either instance uses. */
function copyRows(from: Site, to: Site, used: number, relocations: Relocations): void {
  const sources = from.state.arena.bytes;
  const { bytes, columns, layout } = to.state.arena;
  for (let i = 0; i < bytes.length; i++) {
    const how = relocations[i];
    if (how === undefined) continue;
    const { dimension } = layout.columns[i];
    const [[first], [start, room]] = [rowsIn(from, dimension), rowsIn(to, dimension)];
    const rows = dimension === 'entity' ? used : Math.min(from.factions, to.factions);
    const width = layout.rowBytes[i];
    bytes[i].fill(0, (start + rows) * width, (start + room) * width);
    if (how === 'slots') {
      copySlots(from, to, i, rows);
      continue;
    }
    copyBytes(sources[i], first * width, bytes[i], start * width, rows * width);
    const delta = deltaOf(how, from, to);
    const column = columns[i] as Int32Array;
    if (how === 'text') moveTexts(from.state, to.state, column, start, rows);
    else if (how === 'turn') moveTurns(to.state, column, start, rows, delta);
    else if (delta !== 0) moveValues(column, start, rows, delta);
  }
}

/** Of references. Handles move like the ids in their low bits. */
function deltaOf(how: Reference | 'nothing', from: Site, to: Site): number {
  switch (how) {
    case 'object':
    case 'handle':
      return to.instance * to.rows - from.instance * from.rows;
    case 'slot':
      return to.instance * to.factions - from.instance * from.factions;
    case 'turn':
      // The instance keeps its turn.
      return (to.state.instances === undefined ? 0 : turnOf(to.state) - localTurn(from)) - leadOf(from);
    default:
      return 0;
  }
}

function leadOf({ state, instance }: Site): number {
  return state.instances?.lead[instance] ?? 0;
}

export function localTurn(site: Site): number {
  return turnOf(site.state) - leadOf(site);
}

function moveValues(values: Int32Array, start: number, rows: number, delta: number): void {
  for (let row = start; row < start + rows; row++) if (values[row] !== 0) values[row] += delta;
}

/** Turns of creation; free rows hold zeros. */
function moveTurns(
  { identity: { kind } }: WorldState,
  turns: Int32Array,
  start: number,
  rows: number,
  delta: number,
): void {
  if (delta === 0) return;
  for (let row = start; row < start + rows; row++) if (kind[row] !== 0) turns[row] += delta;
}

function moveTexts(from: WorldState, to: WorldState, texts: Int32Array, start: number, rows: number): void {
  if (from.strings === to.strings) return;
  for (let row = start; row < start + rows; row++)
    if (texts[row] !== 0) texts[row] = intern(to.strings, textOf(from.strings, texts[row]));
}

/** Bits by faction slot, in words that repeat for each relation or sight. Other instances have none in these rows. */
function copySlots(from: Site, to: Site, column: number, rows: number): void {
  const [source, target] = [slotsIn(from, column), slotsIn(to, column)];
  const count = Math.min(from.factions, to.factions);
  const groups = Math.floor(target.width / target.group);
  target.words.fill(0, target.first, target.first + rows * target.width);
  for (let row = 0; row < rows; row++) {
    for (let group = 0; group < groups; group++) {
      const first = source.first + row * source.width + group * source.group;
      const start = target.first + row * target.width + group * target.group;
      for (let bit = 0; bit < count; bit++)
        if (hasBit(source.words, first, source.bit + bit)) setBit(target.words, start, target.bit + bit, true);
    }
  }
}

/** First word, words of a row and of a group, bit of the first faction. */
function slotsIn(site: Site, column: number) {
  const { arena } = site.state;
  const { width, dimension } = arena.layout.columns[column];
  return {
    words: arena.columns[column] as Uint32Array,
    width,
    group: wordsOfSlots(site.state),
    first: rowsIn(site, dimension)[0] * width,
    bit: site.instance * site.factions + 1,
  };
}

function copyLanes(from: Site, to: Site): void {
  const [a, b] = [from.state, to.state];
  const [first, start] = [from.instance * from.rows, to.instance * to.rows];
  removeLanes(b, start, start + to.rows);
  let count = b.arena.header[header.lanes];
  for (let row = 1; row <= a.arena.header[header.lanes]; row++) {
    if (isOutside(a.laneEnd[row], first, from)) continue;
    count++;
    b.laneEnd[count] = a.laneEnd[row] + start - first;
    b.laneOtherEnd[count] = a.laneOtherEnd[row] + start - first;
  }
  b.arena.header[header.lanes] = count;
}

/** Of the rows from `start` to before `end`; the others keep their order. */
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

/** Compares lanes, however those of instances interleave, of two sites with nodes in the same rows. */
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
    if (isOutside(a.laneEnd[row], first, from)) continue;
    while (next <= count && isOutside(b.laneEnd[next], start, to)) next++;
    if (
      next > count ||
      b.laneEnd[next] !== a.laneEnd[row] + start - first ||
      b.laneOtherEnd[next] !== a.laneOtherEnd[row] + start - first
    )
      return false;
    next++;
  }
  while (next <= count && isOutside(b.laneEnd[next], start, to)) next++;
  return next > count;
}

function isOutside(id: number, first: number, { rows }: Site): boolean {
  return id < first || id >= first + rows;
}

function isNode(kinds: Model['kinds'], kind: number): boolean {
  return kind !== 0 && (kinds.at(kind - 1)?.node ?? false);
}

/** A divided world records the lead, an undivided one is set to the turn. */
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

/** Ticks by which its clock is ahead of its turns, of one tick each. */
function clockOf({ state, instance }: Site): number {
  return state.instances?.clock[instance] ?? timeOf(state) - turnOf(state);
}

function seedIn({ state, instance }: Site): SeedWords {
  const { instances } = state;
  return instances === undefined
    ? seedOf(state)
    : { low: instances.seedLow[instance], high: instances.seedHigh[instance] };
}

/** `before`: objects before; `lanes`: the stamp of unchanged lanes. */
function noteCopied(site: Site, before: number, lanes: number | undefined): void {
  const { state, instance, rows } = site;
  const {
    identity,
    arena: { header: words },
    stamps,
  } = state;
  words[header.highWater] =
    lastUsed(identity, 0, Math.min(identity.kind.length, Math.max(words[header.highWater], (instance + 1) * rows))) + 1;
  words[header.live] += liveIn(site) - before;
  forgetFree(identity);
  const { laneGraph, laneRows } = state.derived;
  touchAll(stamps);
  state.derived = noDerived(lanes === undefined ? {} : { laneGraph, laneRows });
  if (lanes !== undefined) touchBack(stamps, fact.lanes, lanes);
  state.cellLayout++;
  state.restores++;
}

/** Ever used, before `end`; both from `base`. */
function lastUsed({ kind, generation }: Identity, base: number, end: number): number {
  let row = end - 1;
  while (row > 0 && kind[base + row] === 0 && generation[base + row] === 0) row--;
  return row;
}

function liveIn({ state: { identity }, instance, rows }: Site): number {
  const end = Math.min((instance + 1) * rows, idLimit(identity));
  let count = 0;
  for (let row = instance * rows + 1; row < end; row++) count += isLive(identity, row) ? 1 : 0;
  return count;
}
