import { keptBy } from '../../kernel/maps.js';
import { placeHolder } from '../../components/place.js';
import { placeKind } from '../../components/place-kind.js';
import { laneGraph } from '../../components/lanes.js';
import { kindsAbove } from '../../model/kinds-above.js';
import type { Model } from '../../model/model.js';
import { fact, kindStamp, type Memo, memo } from '../../model/stamps.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOver } from '../../eval/columns/rows.js';
import type { IdList } from '../../indexes/indexes.js';
import type { Generator, NarrowingGenerator } from '../selection-plan.js';
import type { Term } from '../../eval/term.js';
import { type Grid, createGrid, isOrdinaryRadius, largestSquare, nearIn } from '../../indexes/position-grid.js';
import { createLaneBalls } from '../sets/lane-balls.js';
import type { MaskedPositions } from '../../indexes/scratch.js';
import {
  type NodeGroups,
  type Partition,
  type ValueIndex,
  gather,
  nodeGroupsOf,
  positionsOf,
  valueIndexOf,
} from '../sets/value-index.js';
import type { OwnSet } from '../sets/own-sets.js';

/** Finds the candidates of an own set that a generator leaves, by indexes kept while set and stamps stay. */
export interface Candidates {
  /** Positions in `set` by a value of each object, which is in the slot. */
  byValue(value: Term, set: OwnSet, slot: number): ValueIndex;
  /**
   * Writes to `into` the positions in `set` left by the generator for its key and bound (NaN: absent), restricted to
   * `some` if given; returns how many, or `everything` where it cannot tell. `into` has room for the whole set. The
   * frame's slots hold the outer objects.
   */
  find(
    generator: NarrowingGenerator,
    set: OwnSet,
    slot: number,
    key: number,
    bound: number,
    some: MaskedPositions | undefined,
    into: Int32Array,
  ): number;
}

/** The generator cannot answer: every candidate must be tested by its condition. */
export const everything = -1;

/** Per set and kind of index. */
const mostOfSet = 32;

/** Derived from an own set under a number, and kept while set and stamps stay. */
type Kept<Index> = (
  set: OwnSet,
  number: number,
  stamps: readonly number[],
  make: (before: Index | undefined) => Index,
) => Index;

type Nearness = Extract<Generator, { readonly by: 'jumps' | 'distance' }>;

/** Writes to `into` the positions near what a key names, or returns `everything`. */
type NearSearch = (
  generator: Nearness,
  set: OwnSet,
  key: number,
  bound: number,
  some: MaskedPositions | undefined,
  into: Int32Array,
) => number;

export function createCandidates(evaluator: Evaluator): Candidates {
  const values = keptBySet<ValueIndex>(evaluator);
  const byJumps = createJumpSearch(evaluator);
  const byDistance = createDistanceSearch(evaluator);
  return {
    byValue,
    find(generator, set, slot, key, bound, some, into) {
      switch (generator.by) {
        case 'equality':
          return positionsOf(byValue(generator.value, set, slot), key, some, into);
        case 'jumps':
          return byJumps(generator, set, key, bound, some, into);
        case 'distance':
          return byDistance(generator, set, key, bound, some, into);
      }
    },
  };

  function byValue(value: Term, set: OwnSet, slot: number): ValueIndex {
    return values(set, value.id, value.stamps, (before) => {
      const mark = evaluator.scratch.mark();
      const made = valueIndexOf(set, evaluator.evaluate(value, rowsOver(slot, set.ids, set.length, set.kind)), before);
      evaluator.scratch.release(mark);
      return made;
    });
  }
}

function keptBySet<Index>({ state }: Evaluator): Kept<Index> {
  const indexesOf = keptBy<OwnSet, Map<number, Memo<Index>>>(() => new Map());
  return (set, number, stamps, make) => {
    const ofSet = indexesOf(set);
    let entry = ofSet.get(number);
    if (entry === undefined) {
      // Otherwise variable radii would keep a grid each.
      if (ofSet.size >= mostOfSet) ofSet.clear();
      ofSet.set(number, (entry = memo(state.stamps, stamps, make)));
    }
    return entry.get(set.version);
  };
}

function createJumpSearch(evaluator: Evaluator): NearSearch {
  const { state } = evaluator;
  const balls = createLaneBalls(state);
  const nodes = keptBySet<NodeGroups>(evaluator);
  const stampsOf = keptBy((kind: number) => [...placeStamps(state.model, kind), fact.lanes]);
  return ({ below }, set, key, bound, some, into) => {
    const holder = placeHolder(state, key);
    const most = below ? Math.ceil(bound) - 1 : bound;
    const isOnLane = holder !== 0 && state.place[holder] === placeKind.lane;
    // Without a path, jumps are infinite: only within an infinite bound. On a lane only what is on it is nearer than 1.
    if (bound === Infinity || (isOnLane && !(most >= 1))) return everything;
    if (!(bound >= 0) || holder === 0 || !(isOnLane || state.place[holder] === placeKind.node)) return 0;
    const groups = nodes(set, 0, stampsOf(set.kind), () => nodeGroupsOf(state, set));
    const node = state.end[holder];
    const other = isOnLane ? state.otherEnd[holder] : node;
    // A lane is one jump farther than its nearer end.
    const far = isOnLane ? most - 1 : most;
    const ball = balls(node, far, other);
    // The shorter list: near nodes, or possible candidates.
    const list = some?.listed();
    const count =
      list !== undefined && list.length < 2 * ball.nodes.length
        ? gatherNear(list, groups.nodePlace, ball.bits, into)
        : gatherNodes(ball.nodes, groups.atNode, some, into);
    if (groups.onLanes.length === 0 || most < 1) return count;
    const { placeOf } = laneGraph(state);
    const lane = isOnLane ? [placeOf[node], placeOf[other]] : noLane;
    return gatherOnLanes(groups, balls(node, far - 1, other).bits, lane, some, into, count);
  };
}

const noLane: readonly number[] = [-1, -1];

/** Stamps of the places of all objects of a kind (0: any), and of which there are. */
function placeStamps(model: Model, kind: number): readonly number[] {
  const facts = [fact.population, fact.place] as const;
  if (kind === 0) return facts;
  return [kind, ...kindsAbove(model, kind)].flatMap((each) => facts.map((of) => kindStamp(of, each)));
}

function createDistanceSearch(evaluator: Evaluator): NearSearch {
  const { state } = evaluator;
  const grids = keptBySet<Grid>(evaluator);
  const stampsOf = keptBy((kind: number) => placeStamps(state.model, kind));
  /** For the last radius: most rules have one for all sources. */
  let near = { radius: NaN, below: false, most: 0, side: 0 };
  return ({ squared, below }, set, key, bound, some, into) => {
    const holder = placeHolder(state, key);
    if (holder === 0 || Number.isNaN(bound)) return 0;
    const radius = squared ? Math.abs(bound) : bound;
    if (radius < 0) return 0;
    if (!isOrdinaryRadius(radius)) return everything;
    const [x, y] = [state.x[holder], state.y[holder]];
    // Squared radii vary: one grid, made for the first, serves all.
    if (squared)
      return nearIn(
        gridOf(set, 0, () => sideFor(radius)),
        x,
        y,
        radius,
        radius * radius,
        some,
        into,
      );
    if (near.radius !== radius || near.below !== below)
      near = { radius, below, most: largestSquare(radius, below), side: sideFor(radius) };
    const { side, most } = near;
    return nearIn(
      gridOf(set, side, () => side),
      x,
      y,
      radius,
      most,
      some,
      into,
    );
  };

  function gridOf(set: OwnSet, name: number, side: () => number): Grid {
    return grids(set, name, stampsOf(set.kind), (before) => createGrid(state, set, side(), evaluator.scratch, before));
  }
}

/** A power of two between half a radius and all of it, so that similar radii share a grid. */
function sideFor(radius: number): number {
  let side = 1;
  while (side > radius && side > Number.MIN_VALUE) side /= 2;
  while (side * 2 <= radius) side *= 2;
  return side / 2;
}

function gatherNodes(
  ball: Int32Array,
  { start, end, positions }: Partition,
  some: MaskedPositions | undefined,
  into: Int32Array,
): number {
  let count = 0;
  for (let i = 0; i < ball.length; i++) {
    const at = ball[i];
    if (at < start.length) count = gather(positions, start[at], end[at], some, into, count);
  }
  return count;
}

function gatherNear(
  { ids: positions, length }: IdList,
  nodePlace: Int32Array,
  ball: Int32Array,
  into: Int32Array,
): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    const position = positions[i];
    const place = nodePlace[position];
    into[count] = position;
    count += (ball[place >>> 5] >>> (place & 31)) & 1;
  }
  return count;
}

/** `lane`: places of the ends of one whose objects are all near. */
function gatherOnLanes(
  { onLanes, ends, otherEnds }: NodeGroups,
  ball: Int32Array,
  [end, otherEnd]: readonly number[],
  some: MaskedPositions | undefined,
  into: Int32Array,
  at: number,
): number {
  let count = at;
  for (let i = 0; i < onLanes.length; i++) {
    const position = onLanes[i];
    into[count] = position;
    const isReached = (ball[ends[i] >>> 5] >>> (ends[i] & 31)) | (ball[otherEnds[i] >>> 5] >>> (otherEnds[i] & 31));
    const isNear = (isReached & 1) | (ends[i] === end && otherEnds[i] === otherEnd ? 1 : 0);
    count += some === undefined ? isNear : isNear & (some.words[position] >>> some.bit);
  }
  return count;
}
