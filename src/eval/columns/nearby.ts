import type { Evaluator } from './evaluator.js';
import { type Rows, type Vector, codesAt, codeVector } from './rows.js';
import type { Term } from '../term.js';
import type { WorldState } from '../../components/state.js';
import { idsIn, idsOrNone, rowByRow } from './absence.js';
import { distanceBetween, placeHolder } from '../../components/place.js';
import { isWorthIndex } from '../../indexes/worth-index.js';
import type { IdList } from '../../indexes/indexes.js';
import {
  createGrid,
  isOrdinaryCoordinate,
  isOrdinaryRadius,
  largestSquare,
  nearIn,
  reachFrom,
  unreached,
} from '../../indexes/position-grid.js';
import type { Scratch } from '../../indexes/scratch.js';
import type { NearbyData } from '../ops/range.js';
import { laneGraph } from '../../components/lanes.js';
import { placeKind } from '../../components/place-kind.js';
import { ancestorOfKind } from '../../components/attachment.js';
import { hasNetwork, networkOf } from '../../components/networks.js';

/** Rows that ask for the same members: `into[row]` is set to 1 where one of them is near. */
interface NearbyRows {
  readonly numbers: Int32Array;
  readonly count: number;
  /** By row: the holder of its object's place, 0 where it is nowhere. */
  readonly holders: Int32Array;
  readonly into: Int32Array;
}

interface BoundedRows extends NearbyRows {
  /** By row: NaN where absent. */
  readonly bounds: Float64Array;
}

/** −Infinity where none has one. */
function largestBound({ numbers, count, bounds }: BoundedRows): number {
  let most = -Infinity;
  for (let i = 0; i < count; i++) {
    const bound = bounds[numbers[i]];
    if (bound > most) most = bound;
  }
  return most;
}

/** With so many times more pairs than rows and members, a grid pays. */
const pairsForGrid = 32;

/** The meaning of a bound. Comparing squares saves a root for each pair. */
interface Measure {
  /** The reach of a bound; NaN where nothing is near. */
  radius(bound: number): number;
  mostSquare(radius: number): number;
  /** Objects on one point of the plane are apart unless they share a place: see `distanceBetween`. */
  readonly separatesPlaces: boolean;
}

const distances: Measure = {
  radius: (bound) => (bound >= 0 ? bound : NaN),
  mostSquare: (radius) => largestSquare(radius, false),
  separatesPlaces: true,
};
const squares: Measure = { radius: Math.abs, mostSquare: (radius) => radius * radius, separatesPlaces: false };

/** With each place of members once, or with those in the cells around. */
function markNear(rows: BoundedRows, members: IdList, measure: Measure, evaluator: Evaluator): void {
  const { state, scratch } = evaluator;
  const mark = scratch.mark();
  const spots = distinct(holdersOf(members.ids, members.length, evaluator), members.length, state, scratch);
  const isWorthGrid = rows.count * spots.length > pairsForGrid * (rows.count + spots.length);
  if (isWorthGrid && isOrdinary(rows, spots, measure, state)) lookAround(rows, spots, measure, evaluator);
  else lookAtAll(rows, spots, measure, evaluator);
  scratch.release(mark);
}

function distinct(holders: Int32Array, length: number, { identity }: WorldState, scratch: Scratch): IdList {
  const ids = scratch.codes(length);
  if (length === 1) {
    ids[0] = holders[0];
    return { ids, length: holders[0] === 0 ? 0 : 1 };
  }
  const known = scratch.bytes(identity.kind.length);
  known.fill(0, 0, identity.kind.length);
  known[0] = 1;
  let count = 0;
  for (let i = 0; i < length; i++) {
    const holder = holders[i];
    ids[count] = holder;
    count += 1 - known[holder];
    known[holder] = 1;
  }
  return { ids, length: count };
}

function isOrdinary(
  { numbers, count, bounds, holders }: BoundedRows,
  spots: IdList,
  measure: Measure,
  { x, y }: WorldState,
): boolean {
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const radius = measure.radius(bounds[row]);
    // Objects at one place have equal coordinates, so that rounding makes no difference.
    const isAnswered = isOrdinaryRadius(radius) || Number.isNaN(radius) || (radius === 0 && measure.separatesPlaces);
    if (!isAnswered || !isOrdinaryCoordinate(x[holders[row]]) || !isOrdinaryCoordinate(y[holders[row]])) return false;
  }
  for (let i = 0; i < spots.length; i++) {
    if (!isOrdinaryCoordinate(x[spots.ids[i]]) || !isOrdinaryCoordinate(y[spots.ids[i]])) return false;
  }
  return true;
}

function lookAtAll(rows: BoundedRows, { ids, length }: IdList, measure: Measure, { state, scratch }: Evaluator): void {
  const { numbers, count, bounds, holders, into } = rows;
  const { x: allX, y: allY } = state;
  const x = scratch.numbers(length);
  const y = scratch.numbers(length);
  for (let i = 0; i < length; i++) {
    x[i] = allX[ids[i]];
    y[i] = allY[ids[i]];
  }
  const mostSquare = remembering(measure);
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const holder = holders[row];
    const radius = measure.radius(bounds[row]);
    if (holder === 0 || Number.isNaN(radius)) continue;
    into[row] =
      radius === 0 && measure.separatesPlaces
        ? isAnyTogether(state, holder, ids, undefined, length)
        : isAnyWithin(allX[holder], allY[holder], mostSquare(radius), x, y, length);
  }
}

/** Most rows have the bound of the row before. */
function remembering(measure: Measure): (radius: number) => number {
  let known = NaN;
  let most = NaN;
  return (radius) => {
    if (radius !== known) most = measure.mostSquare(radius);
    known = radius;
    return most;
  };
}

function isAnyWithin(toX: number, toY: number, most: number, x: Float64Array, y: Float64Array, length: number): 0 | 1 {
  for (let k = 0; k < length; k++) {
    const dx = x[k] - toX;
    const dy = y[k] - toY;
    if (dx * dx + dy * dy <= most) return 1;
  }
  return 0;
}

/** True if one of some places, or of those at some positions among them, is the place of an object. */
function isAnyTogether(
  state: WorldState,
  holder: number,
  ids: Int32Array,
  positions: Int32Array | undefined,
  length: number,
): 0 | 1 {
  for (let k = 0; k < length; k++) {
    const id = ids[positions === undefined ? k : positions[k]];
    if (state.x[id] === state.x[holder] && distanceBetween(state, id, holder) === 0) return 1;
  }
  return 0;
}

function lookAround(rows: BoundedRows, spots: IdList, measure: Measure, { state, scratch }: Evaluator): void {
  const { numbers, count, bounds, holders, into } = rows;
  let side = 0;
  for (let i = 0; i < count; i++) {
    const radius = measure.radius(bounds[numbers[i]]);
    if (radius > side) side = radius;
  }
  const grid = createGrid(state, spots, side, scratch);
  const near = scratch.codes(spots.length);
  const mostSquare = remembering(measure);
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const holder = holders[row];
    const radius = measure.radius(bounds[row]);
    if (holder === 0 || Number.isNaN(radius)) continue;
    const found = nearIn(grid, state.x[holder], state.y[holder], radius, mostSquare(radius), undefined, near);
    into[row] =
      radius === 0 && measure.separatesPlaces
        ? isAnyTogether(state, holder, spots.ids, near, found)
        : found > 0
          ? 1
          : 0;
  }
}

/** Members are found once for all rows that ask for the same ones. */
export function nearbyColumns(term: Term<NearbyData>, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const { by, range, slot, network, alone } = term.data;
  const [object, bound, filter] = term.args;
  if (filter.runs && rows.running !== undefined) return rowByRow(term, rows, evaluator);
  const into = scratch.codes(length);
  into.fill(0, 0, length);
  const mark = scratch.mark();
  const ids = idsIn(object, rows, evaluator);
  const holders = holdersOf(ids, length, evaluator);
  const bounds = evaluator.evaluate(bound, rows);
  const factions = by === 'network' ? idsOrNone(bounds, length, scratch) : bounds.codes;
  const limits = by === 'network' ? bounds.numbers : orNaN(bounds, length, evaluator);
  evaluator.searchMembers({ term, range, slot, filter, extra: [], identities: 0 }, rows, (members, numbers, count) => {
    if (members.length === 0) return;
    const asked = { numbers, count, holders, into };
    switch (by) {
      case 'jumps':
        return markWithinJumps({ ...asked, bounds: limits }, members, evaluator);
      case 'distance':
        return markNear({ ...asked, bounds: limits }, members, distances, evaluator);
      case 'squares':
        return markNear({ ...asked, bounds: limits }, members, squares, evaluator);
      case 'network':
        return markInNetwork({ ...asked, ids, factions, network, alone }, members, evaluator);
    }
  });
  scratch.release(mark);
  return codeVector(into);
}

/** Numbers, NaN where absent, which compares with nothing. */
function orNaN({ numbers, absence }: Vector, length: number, { scratch }: Evaluator): Float64Array {
  if (absence === undefined) return numbers;
  const into = scratch.numbers(length);
  for (let row = 0; row < length; row++) into[row] = absence[row] === 0 ? numbers[row] : NaN;
  return into;
}

/** One search over the lanes from all members; rows look up their distance from the nearest. */
function markWithinJumps(rows: BoundedRows, members: IdList, evaluator: Evaluator): void {
  const most = largestBound(rows);
  if (!(most >= 0)) return;
  const { state, scratch } = evaluator;
  const graph = laneGraph(state);
  const mark = scratch.mark();
  const jumps = scratch.codes(graph.nodes.length);
  const queue = scratch.codes(graph.nodes.length);
  reachFrom(state, graph, holdersOf(members.ids, members.length, evaluator), members.length, most, jumps, queue);
  const { numbers, count, holders, bounds, into } = rows;
  const { place, end, otherEnd } = state;
  const { placeOf } = graph;
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const holder = holders[row];
    let nearest = unreached;
    if (place[holder] === placeKind.node) nearest = jumps[placeOf[end[holder]]];
    else if (place[holder] === placeKind.lane)
      nearest = Math.min(jumps[placeOf[end[holder]]], jumps[placeOf[otherEnd[holder]]]);
    into[row] = nearest !== unreached && nearest <= bounds[row] ? 1 : 0;
  }
  scratch.release(mark);
}

interface NetworkRows extends NearbyRows, Pick<NearbyData, 'network' | 'alone'> {
  /** By row: the object itself, and the faction; 0 for none. */
  readonly ids: Int32Array;
  readonly factions: Int32Array;
}

interface Marked {
  readonly networks: ReadonlySet<number>;
  readonly holders: ReadonlySet<number>;
}

/** Members mark networks and objects once for each faction. */
function markInNetwork(rows: NetworkRows, members: IdList, evaluator: Evaluator): void {
  const { state, scratch } = evaluator;
  const { numbers, count, holders, into, ids, factions, network, alone } = rows;
  const mark = scratch.mark();
  const nodes = holdersOf(members.ids, members.length, evaluator);
  const byFaction = new Map<number, Marked>();
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const faction = factions[row];
    if (state.faction[faction] === 0 || ids[row] === 0) continue;
    let marked = byFaction.get(faction);
    if (marked === undefined) byFaction.set(faction, (marked = markedBy(rows, members, nodes, faction, state)));
    const number = numberAt(state, network, faction, holders[row]);
    const isNear =
      number !== 0
        ? marked.networks.has(number)
        : marked.holders.size > 0 && marked.holders.has(ancestorOfKind(state, ids[row], alone));
    into[row] = isNear ? 1 : 0;
  }
  scratch.release(mark);
}

function markedBy(
  { network, alone }: NetworkRows,
  members: IdList,
  nodes: Int32Array,
  faction: number,
  state: WorldState,
): Marked {
  const networks = new Set<number>();
  const holders = new Set<number>();
  const isAlone = alone !== 0 && hasNetwork(state, network, faction);
  for (let i = 0; i < members.length; i++) {
    networks.add(numberAt(state, network, faction, nodes[i]));
    if (isAlone) holders.add(ancestorOfKind(state, members.ids[i], alone));
  }
  holders.delete(0);
  return { networks, holders };
}

function numberAt(state: WorldState, network: number, faction: number, holder: number): number {
  return state.place[holder] === placeKind.node ? networkOf(state, network, faction, state.end[holder]) : 0;
}

/** 0 where an object is nowhere or none. Borrowed. */
export function holdersOf(ids: Int32Array, length: number, { state, scratch, indexes }: Evaluator): Int32Array {
  const holders = scratch.codes(length);
  if (state.flat) keepPlaced(state.place, ids, holders, length);
  else if (isWorthIndex(length, state) || indexes.ready.places()) codesAt(indexes.places(), ids, holders, length);
  else for (let row = 0; row < length; row++) holders[row] = placeHolder(state, ids[row]);
  return holders;
}

function keepPlaced(place: Uint8Array, ids: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = place[ids[row]] === placeKind.inherited ? 0 : ids[row];
}
