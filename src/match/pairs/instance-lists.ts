import { countVisits, targetSlot } from '../../ir/node.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { kept } from '../../kernel/maps.js';
import type { OwnPlan } from '../selection-plan.js';
import { type OwnSet, createOwnSets } from '../sets/own-sets.js';

/** Candidates that fit by themselves, by instance. */
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
  const ownSets = createOwnSets(evaluator, (visits) => {
    countVisits(evaluator.frame, visits);
  });
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
