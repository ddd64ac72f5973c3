import { type Node, slotCount } from '../../ir/node.js';
import { type ConnectionRange, type PickData, type Range, hasAnchor, mostRanked } from '../../eval/ops/range.js';
import { attemptsFor } from '../../eval/ops/picking.js';
import { searchesWorld } from '../../eval/ops/members.js';
import { pick } from '../../eval/ops/pick.js';
import { asOverMembers, asPopulation, constantValue, dataOf, slotOf } from '../../eval/node-shape.js';
import type { Term } from '../../eval/term.js';
import type { Step } from '../../model/connection.js';
import type { Model } from '../../model/model.js';
import { mostConnected, squareSize } from '../../state/connections.js';
import { distanceOf } from '../../state/grid-cells.js';
import { type WorldCounts, countOfClass, countOfFactions, countOfKind } from './world-counts.js';

/** How nodes are evaluated: over columns, or one by one, where members are searched for. */
export type Evaluation = 'columns' | 'singly';

export interface Bounding {
  readonly model: Model;
  readonly counts: WorldCounts;
  readonly evaluation: Evaluation;
}

/** At most so many evaluations of an expression, and by slot in how many of them one object is at most. */
export interface Evaluations {
  readonly times: number;
  readonly repeats: readonly (number | undefined)[];
}

export function evaluations(times: number, repeats: readonly (number | undefined)[] = []): Evaluations {
  return { times, repeats };
}

/** The same, each so often. */
export function repeated({ times, repeats }: Evaluations, factor: number): Evaluations {
  return { times: times * factor, repeats: repeats.map((each) => each && each * factor) };
}

/**
 * With one more object in a slot, `most` for each evaluation and `all` for all of them; an object is in it `often`
 * times for each evaluation.
 */
export function beside(
  { times, repeats }: Evaluations,
  slot: number,
  most: number,
  all = times * most,
  often = 1,
): Evaluations {
  const inner = Array.from({ length: slotCount }, (_, at) => {
    const before = repeats[at];
    return at === slot ? times * often : before === undefined ? undefined : before * most;
  });
  return { times: all, repeats: inner };
}

/**
 * No fewer visits than any evaluation counts: each part is evaluated each time, whatever the parts before it say. Terms
 * that take their turn in a sequence are evaluated in both ways.
 */
export function visitsOf(term: Term, given: Evaluations, bounding: Bounding): number {
  if (!term.heavy) return 0;
  if (bounding.evaluation === 'columns' && (term.sequential || term.runs))
    return visitsOfNode(term, given, bounding) + visitsOfNode(term, given, { ...bounding, evaluation: 'singly' });
  return visitsOfNode(term, given, bounding);
}

/** The same of a node that is in no book. */
export function visitsOfNode(node: Node, given: Evaluations, bounding: Bounding): number {
  if (given.times === 0) return 0;
  const over = asOverMembers(node);
  if (over === undefined) return node.args.reduce((sum, arg) => sum + visitsOfNode(arg, given, bounding), 0);
  if (asPopulation(node) !== undefined) return given.times;
  const { range, slot, outer, isSearch } = over;
  const { members, looked, most } = foundBy(range, node, given, bounding);
  // Draws of places come before all members are looked at.
  const attempts = dataOf<PickData>(node, pick)?.pick === 'random' ? attemptsFor(most) : 0;
  const inner = beside(given, slot, most + attempts, members + given.times * attempts, 1 + attempts);
  const own = given.times * attempts + looked * (isSearch || isFiltered(range, node.args.at(outer)) ? 2 : 1);
  return node.args.reduce((sum, arg, at) => sum + visitsOfNode(arg, at < outer ? given : inner, bounding), own);
}

/** Sets look at all candidates, and then at those that they have found. */
function isFiltered(range: Range, filter: Node | undefined): boolean {
  const { over } = range;
  if (over === 'attached' || over === 'contents') return true;
  return (over === 'objects' || over === 'class') && (filter === undefined || constantValue(filter) !== 1);
}

export interface Found {
  /** Of all evaluations together. */
  readonly members: number;
  /** What they count as visits. */
  readonly looked: number;
  /** Members of one evaluation. */
  readonly most: number;
}

export function foundBy(range: Range, node: Node, given: Evaluations, bounding: Bounding): Found {
  if (range.over === 'ranked') {
    const found = foundBy(range.of, node, given, bounding);
    const most = Math.min(mostRanked, found.most);
    const members = Math.min(found.members, given.times * most);
    return { members: found.members, looked: found.looked + members, most: found.most };
  }
  const most = mostMembers(range, node, bounding);
  const members = Math.min(given.times * most, sharedMembers(range, node, given, bounding));
  if (bounding.evaluation === 'columns') return { members, looked: members, most };
  return { members, looked: searched(range, given.times, bounding) + (hasAnchor(range) ? members : 0), most };
}

/** Levels of attachments and places that an object is in. */
const mostLevels = 34;

/** An object hangs on one other, so a collection of what hangs on different objects has it once. */
function sharedMembers(range: Range, node: Node, given: Evaluations, { counts }: Bounding): number {
  if (range.over !== 'attached' && range.over !== 'contents') return Infinity;
  const slot = slotOf(node.args[0]);
  const repeats = slot === undefined ? undefined : given.repeats[slot];
  if (repeats === undefined) return Infinity;
  return repeats * countOfKind(counts, range.kind) * (range.over === 'contents' ? mostLevels : 1);
}

function mostMembers(range: Range, node: Node, { model, counts }: Bounding): number {
  switch (range.over) {
    case 'objects':
    case 'attached':
    case 'contents':
    case 'owned':
      return countOfKind(counts, range.kind);
    case 'class':
      return countOfClass(model, counts, range.class);
    case 'owners':
      return Math.min(countOfFactions(model, counts), countOfKind(counts, range.kind));
    case 'cells': {
      const grid = model.grids[range.grid];
      const all = grid.width * grid.height;
      const distance = constantValue(node.args[1]);
      return distance === undefined ? all : Math.min(all, Math.max(0, squareSize(grid, distanceOf(distance))));
    }
    case 'ball':
      return model.spaces[range.space].kinds.reduce((sum, kind) => sum + countOfKind(counts, kind), 0);
    case 'connection':
      return connectedMembers(range, model, counts);
    case 'ranked':
      return mostMembers(range.of, node, { model, counts, evaluation: 'columns' });
  }
}

interface Reached {
  readonly found: number;
  /** Each object is found once. */
  readonly isDistinct: boolean;
}

function connectedMembers({ steps }: ConnectionRange, model: Model, counts: WorldCounts): number {
  let reached: Reached = { found: 1, isDistinct: true };
  // What is found before the last step is looked at, too, but counts as nothing.
  for (const step of steps) {
    const { found, isDistinct } = afterStep(step, reached, model, counts);
    reached = { found: Math.min(found, mostConnected), isDistinct };
  }
  return reached.found;
}

function afterStep(step: Step, before: Reached, model: Model, counts: WorldCounts): Reached {
  const { found, isDistinct } = before;
  switch (step.by) {
    case 'objects':
      return { found: countOfKind(counts, step.kind), isDistinct: true };
    // Each object has one parent, one owner and one reference of a name.
    case 'attached':
    case 'owned':
    case 'referrers': {
      const all = countOfKind(counts, step.kind);
      return { found: isDistinct ? all : found * all, isDistinct };
    }
    case 'owner':
    case 'parent':
    case 'reference':
      return { found, isDistinct: isDistinct && found <= 1 };
    case 'listed':
      return { found: mostConnected, isDistinct: false };
    case 'listing':
      return { found: found * countOfKind(counts, 0), isDistinct: found <= 1 };
    case 'linked': {
      const edges = counts.edges[step.graph] ?? mostConnected;
      return { found: isDistinct ? 2 * edges : found * edges, isDistinct: false };
    }
    case 'square':
      return { found: found * squareSize(model.grids[step.grid], step.distance), isDistinct: false };
    case 'once':
      return { found: Math.min(found, countOfKind(counts, 0)), isDistinct: true };
    default:
      return before;
  }
}

/** Objects visited to find members without an index. */
function searched(range: Range, times: number, { counts }: Bounding): number {
  const all = countOfKind(counts, 0);
  switch (range.over) {
    case 'objects':
    case 'class':
      return times * all;
    case 'owned':
      return times * 2 * all;
    case 'connection':
      return times * range.steps.filter(searchesWorld).length * all;
    case 'attached':
    case 'contents':
    case 'owners':
      return times;
    case 'cells':
    case 'ball':
    case 'ranked':
      return 0;
  }
}
