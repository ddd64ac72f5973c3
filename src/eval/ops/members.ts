import { attachedTo, contentsOf } from '../../components/attachment.js';
import { columnsOf, connected, factsOf, kindReached, mostConnected, squareSize } from '../../state/connections.js';
import { cellAtPoint, cellOf, distanceOf, gridCells, stepsBetween } from '../../state/grid-cells.js';
import { population } from '../../state/object-life.js';
import { liveIds } from '../../components/live-objects.js';
import { ownersOf } from '../../components/ownership.js';
import type { WorldState } from '../../components/state.js';
import type { Grid, Step, StepNumbers } from '../../model/connection.js';
import { type Frame, countVisits, type Node, slotCount } from '../../ir/node.js';
import { type Shape, checked, derived, faultIn, indexOf, listOf, modelIn, truth, whole } from '../../ir/shape.js';
import { fixed, tagged, unwritten } from '../../ir/record-shape.js';
import { step } from '../../ir/type-shapes.js';
import { isAbsent } from '../operation.js';
import { type CellsRange, type ConnectionRange, type MembersData, type Range, hasAnchor } from './range.js';
import type { ColumnType, Model } from '../../model/model.js';
import { EdictError } from '../../kernel/errors.js';

/** Ascending or in the order of the range. The objects visited to find them, and they themselves, are counted. */
function membersOf(range: Range, node: Node, frame: Frame): readonly number[] {
  const { state } = frame;
  if (range.over === 'cells') return cellsFrom(range, node, frame);
  countVisits(frame, searchedFor(range, frame));
  const found = candidates(range, node, frame);
  const members = range.kind === 0 ? found : found.filter((id) => state.identity.kind[id] === range.kind);
  if (hasAnchor(range)) countVisits(frame, members.length);
  return members;
}

/**
 * What `act` makes of the members of a node's range; it may put them into their slot, which is
 * restored.
 */
export function ofMembers<Made>(
  node: Node<MembersData>,
  frame: Frame,
  act: (members: readonly number[]) => Made,
): Made {
  const { range, slot } = node.data;
  const members = membersOf(range, node, frame);
  const before = frame.slots[slot];
  try {
    return act(members);
  } finally {
    frame.slots[slot] = before;
  }
}

/** Objects visited to find a range: all, and for owners everything in them again, where there is no index. */
function searchedFor(range: Exclude<Range, CellsRange>, { state }: Frame): number {
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
  }
}

/** Without an index the step visits every object. */
export function searchesWorld({ by }: Step): boolean {
  return by === 'objects' || by === 'owned' || by === 'referrers';
}

function candidates(range: Exclude<Range, CellsRange>, node: Node, frame: Frame): readonly number[] {
  const { state } = frame;
  if (range.over === 'objects') return [...liveIds(state)];
  if (range.over === 'class') return [...liveIds(state)].filter((id) => state.class[id] === range.class);
  const anchor = frame.evaluate(node.args[0]);
  if (range.over === 'connection') return connected(state, range.steps, anchor ?? 0);
  return isAbsent(anchor) || anchor === 0 ? [] : [...anchoredAt(range.over, state, anchor)];
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

/** Each cell of the neighbourhood counts as visited, whether an object is there or not. */
function cellsFrom({ grid: index, itself }: CellsRange, { args }: Node, frame: Frame): readonly number[] {
  const { state } = frame;
  const anchor = frame.evaluate(args[0]);
  const value = frame.evaluate(args[1]);
  if (isAbsent(anchor) || isAbsent(value)) return [];
  const cell = cellOf(state, index, anchor);
  if (cell < 0) return [];
  const around = [...cellsNear(state.model.grids[index], cell, distanceOf(value))];
  const near = itself ? around : around.filter((at) => at !== cell);
  countVisits(frame, near.length);
  const cells = gridCells(state, index);
  return near.map((at) => cells[at]).filter((id) => id !== 0);
}

/** In order, each once. */
function* cellsNear(grid: Grid, cell: number, distance: number): Generator<number> {
  const { width } = grid;
  const [x, y] = [cell % width, Math.floor(cell / width)];
  const met = new Set([-1]);
  for (let dx = -distance; dx <= distance; dx++) {
    for (let dy = -distance; dy <= distance; dy++) {
      const at = cellAtPoint(grid, x + dx, y + dy);
      if (met.has(at)) continue;
      met.add(at);
      if (stepsBetween(grid, cell, at) <= distance) yield at;
    }
  }
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
  const { kind, column, link, grid }: StepNumbers = step;
  checkNumber(step, place, 'kind', kind, model.kinds.length);
  checkNumber(step, place, 'column', column, model.columns.length - 1);
  checkNumber(step, place, 'link', link, model.links.length - 1);
  checkNumber(step, place, 'grid', grid, model.grids.length - 1);
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

export const range: Shape<Range> = derived(
  tagged<Range, 'over'>('over', {
    objects: ofKindOrClass,
    attached: ofKindOrClass,
    contents: ofKindOrClass,
    owned: ofKindOrClass,
    owners: ofKindOrClass,
    class: { kind: fixed(0), class: indexOf('class') },
    connection: { steps, kind: unwritten(), class: fixed(0), facts: unwritten(), reads: unwritten() },
    cells: { grid: indexOf('grid'), itself: truth, kind: unwritten(), class: fixed(0) },
  }),
  (read, from) => {
    if (read.over === 'cells') return cellsRange(modelIn(from), read.grid, read.itself);
    return read.over === 'connection' ? connectionRange(modelIn(from), read.steps) : read;
  },
);

/** The objects that a slot holds in turn. */
export const members = { range, slot: whole(0, slotCount - 1) } as const;
