import { attachedTo, contentsOf } from '../../components/attachment.js';
import { columnsOf, connected, factsOf, kindReached, mostConnected, squareSize } from '../../state/connections.js';
import { createWithinOne, fillWithin } from '../../state/space-cells.js';
import { onlyKind } from '../../model/space.js';
import { cellOf, distanceOf, gridCells, placeOn, stepsBetween } from '../../state/grid-cells.js';
import { population } from '../../state/object-life.js';
import { liveIds } from '../../components/live-objects.js';
import { ownersOf } from '../../components/ownership.js';
import type { WorldState } from '../../components/state.js';
import type { Grid, Step, StepNumbers } from '../../model/connection.js';
import { type Frame, countVisits, type Node, type Value, slotCount } from '../../ir/node.js';
import { type Shape, checked, derived, faultIn, indexOf, listOf, modelIn, truth, whole, word } from '../../ir/shape.js';
import { fixed, record, tagged, unwritten } from '../../ir/record-shape.js';
import { step } from '../../ir/type-shapes.js';
import { isAbsent } from '../operation.js';
import {
  type BallRange,
  type CellsRange,
  type ConnectionRange,
  type FoundRange,
  type MembersData,
  type Range,
  type RankedRange,
  type RankOrder,
  argumentsOf,
  hasAnchor,
  mostKeys,
  mostRanked,
  rangeFacts,
} from './range.js';
import { checkIndex, checkWord } from '../check-data.js';
import { refuse as refuseCode } from '../emit/code.js';
import type { ColumnType, Model, Type } from '../../model/model.js';
import { EdictError } from '../../kernel/errors.js';
import { isObject } from '../../kernel/given.js';

/** Of a node that looks at members. */
type OfMembers = Pick<Node<MembersData>, 'args' | 'data'>;

/**
 * Ascending or in the order of the range. Objects visited to find them are counted first, and members of an anchor; of
 * a neighbourhood each cell counts, whether an object is there or not.
 */
function membersOf(range: Range, node: OfMembers, frame: Frame): readonly number[] {
  if (range.over === 'cells') {
    const cells = cellsAround(range, node, frame);
    countVisits(frame, cells.length);
    return objectsOn(range, cells, frame.state);
  }
  if (range.over === 'ball') {
    const { ids, looked } = objectsWithin(range, node, frame);
    countVisits(frame, looked);
    return ids;
  }
  countVisits(frame, searchedFor(range, frame));
  const members = range.over === 'ranked' ? rankedMembers(range, node, frame) : foundMembers(range, node, frame);
  if (hasAnchor(range)) countVisits(frame, members.length);
  return members;
}

/** Not counted. */
function foundMembers(range: FoundRange, node: Pick<Node, 'args'>, frame: Frame): readonly number[] {
  if (range.over === 'cells') return objectsOn(range, cellsAround(range, node, frame), frame.state);
  if (range.over === 'ball') return objectsWithin(range, node, frame).ids;
  return membersAt(range, frame.state, hasAnchor(range) ? (frame.evaluate(node.args[0]) ?? 0) : 0);
}

/** Found by an anchor alone, or by none. */
export type ListedRange = Exclude<FoundRange, CellsRange | BallRange>;

/** Of an anchor, 0 where there is none. */
export function membersAt(range: ListedRange, state: WorldState, anchor: number): readonly number[] {
  const members = candidates(range, state, anchor);
  return range.kind === 0 ? members : members.filter((id) => state.identity.kind[id] === range.kind);
}

function rankedMembers(range: RankedRange, node: OfMembers, frame: Frame): readonly number[] {
  const { slot } = node.data;
  const members = membersOf(range.of, node, frame);
  const [count, filter, ...keys] = node.args.slice(argumentsOf(range.of), argumentsOf(range));
  const most = rankedCount(frame.evaluate(count));
  const ranked: { readonly id: number; readonly keys: readonly number[] }[] = [];
  for (const id of members) {
    frame.slots[slot] = id;
    const found = frame.evaluate(filter) === 1 ? keysIn(keys, frame) : undefined;
    if (found !== undefined) ranked.push({ id, keys: found });
  }
  return ranked
    .toSorted((a, b) => compareKeys(a.keys, b.keys, range.order))
    .slice(0, most)
    .map(({ id }) => id);
}

/** How many members a ranked range has at most. */
export function rankedCount(count: Value): number {
  return !isAbsent(count) && count > 0 ? Math.min(Math.trunc(count), mostRanked) : 0;
}

/** Undefined where one is absent, or no number. Those after it are not evaluated. */
export function keysIn(keys: readonly Node[], frame: Frame): readonly number[] | undefined {
  const found: number[] = [];
  for (const each of keys) {
    const key = frame.evaluate(each);
    if (isAbsent(key) || Number.isNaN(key)) return undefined;
    found.push(key);
  }
  return found;
}

/** Below 0 where the first come before the second. */
export function compareKeys(a: readonly number[], b: readonly number[], order: RankOrder): number {
  const place = a.findIndex((key, i) => key !== b[i]);
  if (place < 0) return 0;
  return a[place] < b[place] === (order === 'least') ? -1 : 1;
}

/**
 * What `act` makes of the members of a node's range; it may put them into their slot, which is
 * restored.
 */
export function ofMembers<Made>(node: OfMembers, frame: Frame, act: (members: readonly number[]) => Made): Made {
  const { range, slot } = node.data;
  const before = frame.slots[slot];
  try {
    return act(membersOf(range, node, frame));
  } finally {
    frame.slots[slot] = before;
  }
}

/** Like `ofMembers`, for what looks at some members only, and counts these. Ranking members counts all the same. */
export function ofSomeMembers<Made>(
  node: Node<MembersData>,
  frame: Frame,
  act: (members: readonly number[]) => Made,
): Made {
  const { range, slot } = node.data;
  const before = frame.slots[slot];
  try {
    return act(range.over === 'ranked' ? rankedMembers(range, node, frame) : foundMembers(range, node, frame));
  } finally {
    frame.slots[slot] = before;
  }
}

/** Objects visited to find a range: all, and for owners everything in them again, where there is no index. */
export function searchedFor(range: Exclude<Range, CellsRange | BallRange>, { state }: Pick<Frame, 'state'>): number {
  switch (range.over) {
    case 'objects':
    case 'class':
      return population(state);
    case 'owned':
      return 2 * population(state);
    case 'connection':
      return range.steps.filter(searchesWorld).length * population(state);
    case 'attached':
    case 'contents':
    case 'owners':
      return 1;
    case 'ranked':
      return 0;
  }
}

/** Without an index the step visits every object. */
export function searchesWorld({ by }: Step): boolean {
  return by === 'objects' || by === 'owned' || by === 'referrers';
}

function candidates(range: ListedRange, state: WorldState, anchor: number): readonly number[] {
  if (range.over === 'objects') return [...liveIds(state)];
  if (range.over === 'class') return [...liveIds(state)].filter((id) => state.class[id] === range.class);
  if (range.over === 'connection') return connected(state, range.steps, anchor);
  return anchor === 0 ? [] : [...anchoredAt(range.over, state, anchor)];
}

export function anchoredAt(
  over: 'attached' | 'contents' | 'owned' | 'owners',
  state: WorldState,
  anchor: number,
): Iterable<number> {
  switch (over) {
    case 'attached':
      return attachedTo(state, anchor);
    case 'contents':
      return contentsOf(state, anchor);
    case 'owned':
      return [...liveIds(state)].filter((id) => id !== anchor && ownersOf(state, id).includes(anchor));
    case 'owners':
      return ownersOf(state, anchor);
  }
}

/** The cells of a neighbourhood, with and without an object. */
function cellsAround(
  { grid: index, itself }: CellsRange,
  { args }: Pick<Node, 'args'>,
  frame: Frame,
): readonly number[] {
  const { state } = frame;
  const anchor = frame.evaluate(args[0]);
  const value = frame.evaluate(args[1]);
  if (isAbsent(anchor) || isAbsent(value)) return [];
  const cell = cellOf(state, index, anchor);
  if (cell < 0) return [];
  const around = cellsNear(state.model.grids[index], cell, distanceOf(value));
  return itself ? around : around.filter((at) => at !== cell);
}

function objectsOn({ grid }: CellsRange, around: readonly number[], state: WorldState): readonly number[] {
  const cells = gridCells(state, grid);
  return around.map((at) => cells[at]).filter((id) => id !== 0);
}

/** By column, then by row, each once. */
function cellsNear(grid: Grid, cell: number, distance: number): readonly number[] {
  const { width, height, wrapX, wrapY } = grid;
  const columns = placesNear(cell % width, distance, width, wrapX);
  const rows = placesNear(Math.floor(cell / width), distance, height, wrapY);
  return columns
    .flatMap((column) => rows.map((row) => row * width + column))
    .filter((at) => stepsBetween(grid, cell, at) <= distance);
}

/** Along one axis, in the order in which they are met from the farthest before. */
function placesNear(from: number, distance: number, length: number, wraps: boolean): readonly number[] {
  const met = new Set<number>();
  for (let step = -distance; step <= distance; step++) met.add(placeOn(from + step, length, wraps));
  met.delete(-1);
  return [...met];
}

/** Of an object that is not in the space nothing is within any radius. */
function objectsWithin(
  { space }: BallRange,
  { args }: Pick<Node, 'args'>,
  frame: Frame,
): { readonly ids: readonly number[]; readonly looked: number } {
  const anchor = frame.evaluate(args[0]);
  const radius = frame.evaluate(args[1]);
  if (isAbsent(anchor) || isAbsent(radius)) return { ids: [], looked: 0 };
  const found = createWithinOne();
  const count = fillWithin(frame.state, space, anchor, radius, 0, found, frame);
  return { ids: [...found.ids.subarray(0, count)], looked: found.looked };
}

export function ballRange({ spaces }: Model, space: number): BallRange {
  return { over: 'ball', space, kind: onlyKind(spaces[space]), class: 0 };
}

export function cellsRange({ grids }: Model, grid: number, itself: boolean): CellsRange {
  return { over: 'cells', grid, itself, kind: grids[grid].kind, class: 0 };
}

/** Throws where steps name what the model lacks, can find nothing, or start again later. */
export function connectionRange(model: Model, steps: readonly Step[]): ConnectionRange {
  steps.forEach((step, place) => {
    checkStep(model, step, place);
  });
  return {
    over: 'connection',
    steps,
    kind: kindReached(model, steps),
    class: 0,
    facts: factsOf(steps),
    reads: columnsOf(steps),
  };
}

function checkStep(model: Model, step: Step, place: number): void {
  if (step.by === 'objects' && place > 0)
    refuse(step, place, 'it stands for all objects whatever is before it; let it be the first step');
  const { kind, column, link, grid, graph }: StepNumbers = step;
  checkNumber(step, place, 'kind', kind, model.kinds.length);
  checkNumber(step, place, 'column', column, model.columns.length - 1);
  checkNumber(step, place, 'link', link, model.links.length - 1);
  checkNumber(step, place, 'grid', grid, model.grids.length - 1);
  checkNumber(step, place, 'graph', graph, model.graphs.length - 1);
  switch (step.by) {
    case 'referrers':
    case 'reference':
      return checkColumn(model, step, place, step.column, 'entity');
    case 'having':
      return checkColumn(model, step, place, step.column, 'boolean');
    case 'square':
      return checkDistance(model, step, place);
    default:
  }
}

function checkColumn(model: Model, step: Step, place: number, column: number, type: ColumnType['name']): void {
  const { name, type: found } = model.columns[column];
  if (found.name !== type)
    refuse(step, place, `${name} is of the type ${found.name}; give a property of the type ${type}`);
}

function checkDistance({ grids }: Model, step: Extract<Step, { readonly by: 'square' }>, place: number): void {
  const { grid, distance } = step;
  if (!Number.isInteger(distance) || distance < 0)
    refuse(step, place, `the distance is ${distance}; give a whole number from 0 on`);
  const size = squareSize(grids[grid], distance);
  if (size > mostConnected)
    refuse(
      step,
      place,
      `a distance of ${distance} makes squares of ${size} cells, the limit is ${mostConnected}; give a smaller distance`,
    );
}

function checkNumber(step: Step, place: number, name: string, value: number | undefined, most: number): void {
  if (value !== undefined && (!Number.isInteger(value) || value < 0 || value > most))
    refuse(
      step,
      place,
      `there is no ${name} ${value}; ${most < 0 ? `the model has none` : `give one from 0 to ${most}`}`,
    );
}

function refuse(step: Step, place: number, what: string): never {
  throw new EdictError('connection', `step ${place + 1} of a connection (${step.by}): ${what}`);
}

/** From any start, as a range or a flow follows them. */
export const steps: Shape<readonly Step[]> = checked(listOf(step), (read, from) =>
  faultIn(() => connectionRange(modelIn(from), read)),
);

const ofKindOrClass = { kind: indexOf('kind', 0), class: indexOf('class', 0) } as const;

const foundRange: Shape<FoundRange> = derived(
  tagged<FoundRange, 'over'>('over', {
    objects: ofKindOrClass,
    attached: ofKindOrClass,
    contents: ofKindOrClass,
    owned: ofKindOrClass,
    owners: ofKindOrClass,
    class: { kind: fixed(0), class: indexOf('class') },
    connection: { steps, kind: unwritten(), class: fixed(0), facts: unwritten(), reads: unwritten() },
    cells: { grid: indexOf('grid'), itself: truth, kind: unwritten(), class: fixed(0) },
    ball: { space: indexOf('space'), kind: unwritten(), class: fixed(0) },
  }),
  (read, from) => {
    if (read.over === 'cells') return cellsRange(modelIn(from), read.grid, read.itself);
    if (read.over === 'ball') return ballRange(modelIn(from), read.space);
    return read.over === 'connection' ? connectionRange(modelIn(from), read.steps) : read;
  },
);

const rankedRange: Shape<RankedRange> = derived(
  record<RankedRange>({
    over: word('ranked'),
    of: foundRange,
    order: word('least', 'greatest'),
    keys: whole(1, mostKeys),
    kind: unwritten(),
    class: fixed(0),
  }),
  (read) => ({ ...read, kind: read.of.kind }),
);

export const range: Shape<Range> = {
  write: (value, to) => (value.over === 'ranked' ? rankedRange.write(value, to) : foundRange.write(value, to)),
  read: (json, from) =>
    isObject(json) && 'over' in json && json.over === 'ranked'
      ? rankedRange.read(json, from)
      : foundRange.read(json, from),
};

/** Types that the first arguments have, or should have. */
export function rangeTypes(args: readonly Type[], range: Range): readonly Type['name'][] {
  if (range.over !== 'ranked') return (['entity', 'number'] as const).slice(0, argumentsOf(range));
  const keys = args.slice(argumentsOf(range.of) + 2, argumentsOf(range)).map(({ name }) => name);
  const wanted = keys.map((name) => (name === 'boolean' || name === 'enumeration' ? name : 'number'));
  return [...rangeTypes(args, range.of), 'number', 'boolean', ...wanted];
}

/** Throws for what no loader makes. */
export function checkRange(range: Range, model: Model): void {
  if (range.over === 'ranked') {
    checkWord(range.order, ['least', 'greatest']);
    checkIndex(range.keys, 1, mostKeys + 1);
    return checkRange(range.of, model);
  }
  if (rangeFacts(range) === undefined) refuseCode('an unknown range');
  checkIndex(range.kind, 0, model.kinds.length + 1);
  checkIndex(range.class, 0, model.classes.length + 1);
}

/** Steps that leave the attachments of an object. */
const farSteps: ReadonlySet<Step['by']> = new Set<Step['by']>(['objects', 'listed', 'listing', 'linked', 'square']);

/** Why a range may leave an instance, whatever filters follow. */
export function reachesFar(range: Range): string | undefined {
  if (range.over === 'ranked') return hasAnchor(range.of) ? reachesFar(range.of) : 'an expression ranks all objects';
  if (range.over === 'cells') return 'an expression looks around on a grid';
  if (range.over === 'ball') return 'an expression looks around in a space';
  return range.over === 'connection' && range.steps.some(({ by }) => farSteps.has(by))
    ? 'a connection leads over all objects'
    : undefined;
}

/** The objects that a slot holds in turn. */
export const members = { range, slot: whole(0, slotCount - 1) } as const;
