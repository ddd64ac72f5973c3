import { laneGraph } from '../../components/lanes.js';
import { jumpsApart } from '../../components/place.js';
import { placeKind } from '../../components/place-kind.js';
import type { WorldState } from '../../components/state.js';
import type { LaneBalls, NearNodes } from '../sets/lane-balls.js';
import { targetSlot } from '../../ir/node.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { kept } from '../../kernel/maps.js';
import type { OwnPlan } from '../selection-plan.js';
import { type OwnSet, createOwnSets } from '../sets/own-sets.js';

export interface InstanceList {
  /** Ascending; in use up to `length`. */
  readonly ids: Int32Array;
  readonly length: number;
  /** By instance: where its objects lie in the list. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** How many there are in the instance that has most. */
  readonly largest: number;
  /** By id; -1 for those that are not in the list. */
  readonly placeOf: Int32Array;
}

type MutableList = { -readonly [Key in keyof InstanceList]: InstanceList[Key] } & { version: number };

/** Finds lists and keeps them until they change. `stride`: rows of an instance; the first of them is nobody's. */
export function createInstanceLists(evaluator: Evaluator, stride: number): (plan: OwnPlan) => InstanceList {
  const { identity } = evaluator.state;
  const ownSets = createOwnSets(evaluator);
  const lists = new Map<OwnSet, MutableList>();
  return (plan) => {
    const set = ownSets.of(plan, targetSlot);
    const list = kept(lists, set, () => emptyList(identity.kind.length, stride));
    if (list.version !== set.version && !isSame(set, list)) take(set, list, stride);
    list.version = set.version;
    return list;
  };
}

function emptyList(rows: number, stride: number): MutableList {
  const instances = Math.ceil(rows / stride);
  return {
    ids: new Int32Array(0),
    length: 0,
    starts: new Int32Array(instances),
    ends: new Int32Array(instances),
    largest: 0,
    placeOf: new Int32Array(rows).fill(-1),
    version: -1,
  };
}

function isSame({ ids, length }: OwnSet, list: InstanceList): boolean {
  if (length !== list.length) return false;
  for (let place = 0; place < length; place++) if (ids[place] !== list.ids[place]) return false;
  return true;
}

function take({ ids, length }: OwnSet, list: MutableList, stride: number): void {
  const { placeOf, starts, ends } = list;
  if (list.ids.length < length) list.ids = new Int32Array(length + (length >>> 1));
  list.length = length;
  placeOf.fill(-1);
  for (let place = 0; place < length; place++) {
    list.ids[place] = ids[place];
    placeOf[ids[place]] = place;
  }
  list.largest = 0;
  let place = 0;
  for (let instance = 0; instance < starts.length; instance++) {
    while (place < length && ids[place] <= instance * stride) place++;
    starts[instance] = place;
    while (place < length && ids[place] < (instance + 1) * stride) place++;
    ends[instance] = place;
    list.largest = Math.max(list.largest, place - starts[instance]);
  }
}

/** Loops over the candidates of an instance that append those that fit one outer object to a list. */

/** Codes by number of the outer object, and by place of the candidate; below 0 where absent. */
export interface Compared {
  readonly keys: Int32Array;
  readonly values: Int32Array;
  readonly isEqual: boolean;
}

/** Codes of what is absent: no other is less than 0, and the two are not equal. */
export const absentKey = -1;
export const absentValue = -2;

/** Nodes at most so many jumps from a place, of which the candidates are. By outer object: */
export interface Near {
  readonly state: WorldState;
  readonly balls: LaneBalls;
  readonly nodes: NearNodes;
  readonly most: number;
  /** What holds its place; 0: nowhere. */
  readonly holders: Int32Array;
  /** Where its list of near nodes begins; 0 where there is none. */
  readonly starts: Int32Array;
  /** All of the kind are candidates, and only their identity is compared. */
  readonly isById: boolean;
}

function isTrue(value: number, key: number, isEqual: boolean): boolean {
  return isEqual ? value === key : value !== key && (value | key) >= 0;
}

function passes(all: readonly Compared[], outer: number, at: number): boolean {
  for (let i = 0; i < all.length; i++) if (!isTrue(all[i].values[at], all[i].keys[outer], all[i].isEqual)) return false;
  return true;
}

/** For comparisons of candidates themselves. */
function isFitting(all: readonly Compared[], outer: number, id: number): boolean {
  for (let i = 0; i < all.length; i++) if (!isTrue(id, all[i].keys[outer], all[i].isEqual)) return false;
  return true;
}

/** Those in a range that pass all comparisons; the list becomes at most `most` long. */
export function putPassing(
  ids: Int32Array,
  from: number,
  to: number,
  compared: readonly Compared[],
  outer: number,
  into: Int32Array,
  length: number,
  most: number,
): number {
  let used = length;
  for (let at = from; at < to && used < most; at++) if (passes(compared, outer, at)) into[used++] = ids[at];
  return used;
}

/** The same with one equality, the most frequent case. */
export function putEqual(
  ids: Int32Array,
  from: number,
  to: number,
  values: Int32Array,
  key: number,
  into: Int32Array,
  length: number,
  most: number,
): number {
  let used = length;
  for (let at = from; at < to && used < most; at++) if (values[at] === key) into[used++] = ids[at];
  return used;
}

/** The same of nodes that are near. `first` and `last`: the rows of the instance lie between. */
export function putNear(
  near: Near,
  { ids, placeOf }: InstanceList,
  from: number,
  to: number,
  first: number,
  last: number,
  compared: readonly Compared[],
  outer: number,
  into: Int32Array,
  length: number,
  most: number,
): number {
  const start = near.starts[outer];
  if (start === 0) return putScanned(near, ids, from, to, compared, outer, into, length, most);
  const { lists } = near.nodes;
  const end = start + lists[start];
  let used = length;
  if (near.isById) {
    for (let i = start + 1; i <= end && used < most; i++) {
      const id = lists[i];
      if (id > first && id < last && isFitting(compared, outer, id)) into[used++] = id;
    }
    return used;
  }
  for (let i = start + 1; i <= end && used < most; i++) {
    const at = placeOf[lists[i]];
    if (at >= from && at < to && passes(compared, outer, at)) into[used++] = lists[i];
  }
  return used;
}

/** Looks at each candidate, where many are near or the place is on a lane. */
function putScanned(
  { state, balls, most: jumps, holders }: Near,
  ids: Int32Array,
  from: number,
  to: number,
  compared: readonly Compared[],
  outer: number,
  into: Int32Array,
  length: number,
  most: number,
): number {
  const holder = holders[outer];
  if (holder === 0 || jumps < 0) return length;
  const bits = state.place[holder] === placeKind.node ? balls(holder, jumps).bits : undefined;
  const { placeOf } = laneGraph(state);
  let used = length;
  for (let at = from; at < to && used < most; at++) {
    const place = placeOf[ids[at]];
    const isNear =
      bits === undefined
        ? (jumpsApart(state, holder, ids[at]) ?? Infinity) <= jumps
        : ((bits[place >>> 5] >>> (place & 31)) & 1) === 1;
    if (isNear && passes(compared, outer, at)) into[used++] = ids[at];
  }
  return used;
}
