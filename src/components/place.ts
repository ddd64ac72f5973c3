import { isNode, placeKind } from './place-kind.js';
import { checkReference } from './live-objects.js';
import { EdictError, damaged } from '../kernel/errors.js';
import { type Arrays, component } from './component.js';
import { idLimit } from '../kernel/identity.js';
import { attach, hang } from './attachment.js';
import { jumpsBetween } from './lanes.js';
import { type Kind, kindAt } from '../model/model.js';
import { fact, touch, touchKind } from '../model/stamps.js';
import type { WorldState } from './state.js';

const columns = {
  place: { type: 'u8', hash: 'number', stamp: 'spot' },
  end: { type: 'i32', refers: 'object', hash: 'number', stamp: 'spot' },
  otherEnd: { type: 'i32', refers: 'object', hash: 'number', stamp: 'spot' },
  fraction: { type: 'f64', hash: 'number', stamp: 'spot' },
  x: { type: 'f64', hash: 'number', stamp: 'spot' },
  y: { type: 'f64', hash: 'number', stamp: 'spot' },
} as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
}

/** Fields that a kind of place does not use are 0. */
export const location = component({
  name: 'location',
  rows: 'entity',
  columns,
  facts: ['place', 'spot'],
  has: () => true,
  checkOf(state, id): void {
    for (const end of [state.end[id], state.otherEnd[id]]) checkReference(state, id, 'lane', end);
    checkPlace(state, id);
  },
});

/**
 * At an object: attached. At a node: unattached. On a lane: `fraction` of the way, in whole lane steps. `x` and `y` are
 * exact, perhaps a little off the line; the default fraction is the nearest.
 */
export type Placement =
  | { readonly at: 'object'; readonly object: number }
  | { readonly at: 'node'; readonly node: number }
  | Straight
  | Exact
  | { readonly at: 'point'; readonly x: number; readonly y: number }
  | { readonly at: 'nowhere' };

interface Lane {
  readonly at: 'lane';
  readonly from: number;
  readonly to: number;
}

type Straight = Lane & { readonly fraction: number; readonly x?: undefined; readonly y?: undefined };
type Exact = Lane & { readonly fraction?: number; readonly x: number; readonly y: number };

/** Itself or the nearest ancestor with a place; 0: nowhere. */
export function placeHolder(state: WorldState, id: number): number {
  let at = id;
  while (at !== 0 && state.place[at] === placeKind.inherited) at = state.parent[at];
  return at;
}

/** 0: elsewhere. */
export function nodeOf(state: WorldState, id: number): number {
  const holder = placeHolder(state, id);
  return state.place[holder] === placeKind.node ? state.end[holder] : 0;
}

export function sitesOf(state: WorldState, id: number): readonly number[] {
  const holder = placeHolder(state, id);
  return state.place[holder] === placeKind.node || state.place[holder] === placeKind.lane ? endsOf(state, holder) : [];
}

/**
 * Undefined where one is nowhere. 0 only on a common node or lane position; other points are at least the smallest
 * distance apart.
 */
export function distanceBetween(state: WorldState, a: number, b: number): number | undefined {
  const p = placeHolder(state, a);
  const q = placeHolder(state, b);
  if (p === 0 || q === 0) return undefined;
  if (p === q) return 0;
  const dx = state.x[p] - state.x[q];
  const dy = state.y[p] - state.y[q];
  const distance = Math.sqrt(dx * dx + dy * dy);
  return distance === 0 && !sameSpot(state, p, q) ? Number.MIN_VALUE : distance;
}

/** Infinity: no path; undefined where one is neither at a node nor on a lane. */
export function jumpsApart(state: WorldState, a: number, b: number): number | undefined {
  const p = placeHolder(state, a);
  const q = placeHolder(state, b);
  if (p === 0 || q === 0 || state.place[p] === placeKind.point || state.place[q] === placeKind.point) return undefined;
  if (p === q) return 0;
  // The common case needs no lists of ends; equal nodes are no jump apart.
  if (state.place[p] === placeKind.node && state.place[q] === placeKind.node)
    return jumpsBetween(state, state.end[p], state.end[q]);
  if (sameSpot(state, p, q)) return 0;
  const onLane = (state.place[p] === placeKind.lane ? 1 : 0) + (state.place[q] === placeKind.lane ? 1 : 0);
  if (onLane === 2 && state.end[p] === state.end[q] && state.otherEnd[p] === state.otherEnd[q]) return 1;
  const path = jumpsToNode(state, p, state.end[q]);
  return (state.place[q] === placeKind.lane ? Math.min(path, jumpsToNode(state, p, state.otherEnd[q])) : path) + onLane;
}

/** From the nearer end of a lane. */
function jumpsToNode(state: WorldState, holder: number, node: number): number {
  const path = jumpsBetween(state, state.end[holder], node);
  return state.place[holder] === placeKind.lane
    ? Math.min(path, jumpsBetween(state, state.otherEnd[holder], node))
    : path;
}

/** Throws for infinite positions, lanes without nodes, and kinds that do not fit. */
export function put(state: WorldState, id: number, placement: Placement, fresh = false): void {
  const kind = kindAt(state.model, state.identity.kind[id]);
  if (kind.node && placement.at !== 'point')
    throw new EdictError('place', `a ${kind.name} is a node and has coordinates; give it x and y`);
  switch (placement.at) {
    case 'object':
    case 'nowhere':
      attach(state, id, placement.at === 'object' ? placement.object : 0, fresh);
      return setPlace(state, id, placeKind.inherited, 0, 0, 0, 0, 0);
    case 'node':
      checkNode(state, placement.node, 'others are at nodes');
      attach(state, id, 0);
      return setPlace(
        state,
        id,
        placeKind.node,
        placement.node,
        0,
        0,
        state.x[placement.node],
        state.y[placement.node],
      );
    case 'point':
      checkPoint(placement.x, placement.y);
      if (kind.node) return putNode(state, id, placement.x, placement.y);
      attach(state, id, 0);
      return setPlace(state, id, placeKind.point, 0, 0, 0, placement.x, placement.y);
    case 'lane':
      return putOnLane(state, id, placement);
  }
}

/**
 * Hangs an attached object of a kind on another parent of a kind that takes it: `put`, without its checks. Returns
 * false where more is to be done.
 */
export function rehang(state: WorldState, id: number, kind: number, parent: number): boolean {
  if (parent === 0 || state.nests || state.place[id] !== placeKind.inherited || state.parent[id] === 0) return false;
  hang(state, id, parent, kind);
  return true;
}

/** Moves an unattached object to another point: `put`, without its checks. Returns false where more is to be done. */
export function shift(state: WorldState, id: number, kind: Kind, x: number, y: number): boolean {
  if (state.place[id] !== placeKind.point || kind.node) return false;
  if (!Object.is(state.x[id], x) || !Object.is(state.y[id], y)) {
    state.x[id] = x;
    state.y[id] = y;
    touch(state.stamps, fact.spot);
  }
  touchKind(state.stamps, fact.place, id, kind.index);
  return true;
}

/** Objects there stay, as points in the plane. */
export function leaveNode(state: WorldState, id: number, node: number): void {
  if (restsOn(state, id, node)) {
    setPlace(state, id, placeKind.point, 0, 0, 0, state.x[id], state.y[id]);
  }
}

/** At a node or on one of its lanes, unattached. */
function restsOn(state: WorldState, id: number, node: number): boolean {
  if (id === node || state.place[id] === placeKind.inherited || state.place[id] === placeKind.point) return false;
  return state.end[id] === node || (state.place[id] === placeKind.lane && state.otherEnd[id] === node);
}

function checkNode(state: WorldState, id: number, why: string): void {
  if (!isNode(state, id)) throw new EdictError('place', `object ${id} is not a node; ${why}`);
}

export function checkPoint(x: number, y: number): void {
  if (!Number.isFinite(x) || !Number.isFinite(y))
    throw new EdictError('place', `the position (${x}, ${y}) is not finite; give two finite numbers`);
}

/** Objects at it and on its lanes move along. */
function putNode(state: WorldState, id: number, x: number, y: number): void {
  const moved = state.place[id] === placeKind.node;
  setPlace(state, id, placeKind.node, id, 0, 0, x, y);
  if (!moved) return;
  touch(state.stamps, fact.spot);
  for (let other = 1; other < idLimit(state.identity); other++) {
    if (!restsOn(state, other, id)) continue;
    [state.x[other], state.y[other]] =
      state.place[other] === placeKind.node
        ? [x, y]
        : between(state, state.end[other], state.otherEnd[other], state.fraction[other]);
    touchKind(state.stamps, fact.place, other, state.identity.kind[other]);
  }
}

function between(state: WorldState, end: number, otherEnd: number, fraction: number): readonly [number, number] {
  // Weighted ends stay finite where a difference of the ends would not.
  const rest = 1 - fraction;
  return [state.x[end] * rest + state.x[otherEnd] * fraction, state.y[end] * rest + state.y[otherEnd] * fraction];
}

function putOnLane(state: WorldState, id: number, placement: Straight | Exact): void {
  const { from, to } = placement;
  for (const end of [from, to]) checkNode(state, end, 'a lane runs between two nodes');
  if (from === to) throw new EdictError('place', `a lane cannot run from node ${from} to itself; name two nodes`);
  // One direction, so that equal positions are equal numbers. Relocated ids keep their order.
  const isForward = from < to;
  const [end, otherEnd] = isForward ? [from, to] : [to, from];
  if (placement.x === undefined) {
    const part = partOf(placement.fraction, isForward);
    attach(state, id, 0);
    return setPlace(state, id, placeKind.lane, end, otherEnd, part, ...between(state, end, otherEnd, part));
  }
  const { x, y, fraction } = placement;
  checkPoint(x, y);
  const part = fraction === undefined ? partNearest(state, end, otherEnd, x, y) : partOf(fraction, isForward);
  attach(state, id, 0);
  setPlace(state, id, placeKind.lane, end, otherEnd, part, x, y);
}

/** Throws unless it is between 0 and 1. */
function partOf(fraction: number, isForward: boolean): number {
  if (!(fraction > 0 && fraction < 1)) {
    throw new EdictError(
      'place',
      `a position on a lane is between 0 and 1, not ${fraction}; put the object at the node instead`,
    );
  }
  const part = wholeSteps(fraction);
  return isForward ? part : 1 - part;
}

/** Positions are equal from either end. */
const laneStep = 2 ** -32;
/** Numbers from here to twice as much are a lane step apart. */
const roundedToSteps = 2 ** 20;

/** The nearest whole number of steps, ties to even; at least one from each end. */
function wholeSteps(fraction: number): number {
  // Seen from the other end a fraction has 53 binary places: more here would make two positions of one.
  const known = 1 - (1 - fraction);
  return Math.min(1 - laneStep, Math.max(laneStep, known + roundedToSteps - roundedToSteps));
}

/** The nearest to a point; half way where the ends coincide or are too far apart. */
function partNearest(state: WorldState, end: number, otherEnd: number, x: number, y: number): number {
  const alongX = state.x[otherEnd] - state.x[end];
  const alongY = state.y[otherEnd] - state.y[end];
  const part = ((x - state.x[end]) * alongX + (y - state.y[end]) * alongY) / (alongX * alongX + alongY * alongY);
  return Number.isNaN(part) ? 1 / 2 : wholeSteps(part);
}

function setPlace(
  state: WorldState,
  id: number,
  place: number,
  end: number,
  otherEnd: number,
  fraction: number,
  x: number,
  y: number,
): void {
  const isSame =
    state.place[id] === place &&
    state.end[id] === end &&
    state.otherEnd[id] === otherEnd &&
    Object.is(state.fraction[id], fraction) &&
    Object.is(state.x[id], x) &&
    Object.is(state.y[id], y);
  if (!isSame) {
    state.place[id] = place;
    state.end[id] = end;
    state.otherEnd[id] = otherEnd;
    state.fraction[id] = fraction;
    state.x[id] = x;
    state.y[id] = y;
    touch(state.stamps, fact.spot);
  }
  touchKind(state.stamps, fact.place, id, state.identity.kind[id]);
}

/** Only then are they 0 apart. */
function sameSpot(state: WorldState, p: number, q: number): boolean {
  if (state.place[p] !== state.place[q]) return false;
  if (state.place[p] === placeKind.node) return state.end[p] === state.end[q];
  if (state.x[p] !== state.x[q] || state.y[p] !== state.y[q]) return false;
  return (
    state.end[p] === state.end[q] && state.otherEnd[p] === state.otherEnd[q] && state.fraction[p] === state.fraction[q]
  );
}

function endsOf(state: WorldState, holder: number): readonly number[] {
  return state.place[holder] === placeKind.lane ? [state.end[holder], state.otherEnd[holder]] : [state.end[holder]];
}

function checkPlace(state: WorldState, id: number): void {
  const node = kindAt(state.model, state.identity.kind[id]).node;
  const place = state.place[id];
  if (place > placeKind.point || (node && place !== placeKind.node))
    throw damaged(`object ${id} is at no place that its kind can be at`);
  if (!Number.isFinite(state.x[id]) || !Number.isFinite(state.y[id]))
    throw damaged(`object ${id} has no finite position`);
  if (node && state.end[id] !== id) throw damaged(`node ${id} is not at itself`);
  if (state.parent[id] !== 0 && place !== placeKind.inherited)
    throw damaged(`object ${id} hangs on another and is at a place of its own`);
  checkLeftOvers(state, id, place);
  if (place === placeKind.node && !isAt(state, id, state.end[id])) throw damaged(`object ${id} is at no node`);
  if (place === placeKind.lane) checkLanePosition(state, id);
}

function checkLeftOvers({ end, otherEnd, fraction, x, y }: WorldState, id: number, place: number): void {
  const isLane = place === placeKind.lane;
  const [hasEnd, hasPoint] = [isLane || place === placeKind.node, place !== placeKind.inherited];
  if (
    (!hasEnd && end[id] !== 0) ||
    (!isLane && (otherEnd[id] !== 0 || fraction[id] !== 0)) ||
    (!hasPoint && (x[id] !== 0 || y[id] !== 0))
  ) {
    throw damaged(`object ${id} has more of a place than its kind of place takes`);
  }
}

/** Positions have one form: see `put`. */
function checkLanePosition(state: WorldState, id: number): void {
  const [end, otherEnd, fraction] = [state.end[id], state.otherEnd[id], state.fraction[id]];
  if (!isNode(state, end) || !isNode(state, otherEnd)) throw damaged(`object ${id} is on no lane`);
  if (end >= otherEnd)
    throw damaged(`object ${id} is on a lane from ${end} to ${otherEnd}, which counts from the lower id`);
  if (!(fraction > 0 && fraction < 1 && Number.isInteger(fraction / laneStep))) {
    throw damaged(
      `object ${id} is ${fraction} of the way along its lane, which is not a whole number of steps of 2^-32 between its ends`,
    );
  }
}

function isAt(state: WorldState, id: number, node: number): boolean {
  return (
    isNode(state, node) &&
    kindAt(state.model, state.identity.kind[node]).node &&
    state.x[id] === state.x[node] &&
    state.y[id] === state.y[node]
  );
}

/**
 * Where another object is: attached to it or its nearest ancestor that takes the kind; else at the same position.
 * Undefined: nowhere.
 */
export function placementBy(state: WorldState, kind: Kind, neighbour: number): Placement | undefined {
  const holder = placeHolder(state, neighbour);
  if (kind.node) return holder === 0 ? undefined : { at: 'point', x: state.x[holder], y: state.y[holder] };
  for (let at = neighbour; at !== 0; at = state.parent[at]) {
    if (kind.attachesTo.includes(state.identity.kind[at])) return { at: 'object', object: at };
  }
  if (kind.attachesTo.length > 0 && kind.orphan === 'destroy') return undefined;
  return kind.faction ? { at: 'nowhere' } : spotOf(state, neighbour);
}

/** For an object that is attached to nothing. */
export function spotOf(state: WorldState, id: number): Placement {
  const holder = placeHolder(state, id);
  if (holder === 0) return { at: 'nowhere' };
  if (state.place[holder] === placeKind.node) return { at: 'node', node: state.end[holder] };
  if (state.place[holder] === placeKind.lane) {
    return {
      at: 'lane',
      from: state.end[holder],
      to: state.otherEnd[holder],
      fraction: state.fraction[holder],
      x: state.x[holder],
      y: state.y[holder],
    };
  }
  return { at: 'point', x: state.x[holder], y: state.y[holder] };
}
