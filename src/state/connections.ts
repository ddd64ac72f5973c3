import { EdictError } from '../kernel/errors.js';
import { idLimit, isLive, resolve } from '../kernel/identity.js';
import { ancestorOfKind, attachedTo } from '../components/attachment.js';
import type { Grid, Step } from '../model/connection.js';
import { listOf, listersOf } from '../components/links.js';
import { type Model, keepsOwner } from '../model/model.js';
import { liveIds } from '../components/live-objects.js';
import { ownerOf } from '../components/ownership.js';
import { type Fact, type Memo, byNumber, columnStamp, fact, kindStamp, memo } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';
import { placeHolder } from '../components/place.js';

/** Connections of one object at a time; indexes/step-levels.ts does the same for many. */

/** From one object, of any step. */
export const mostConnected = 4_194_304;

/** Throws beyond `mostConnected`. */
export function checkConnected(found: number, id: number): void {
  if (found > mostConnected) tooManyConnected(id);
}

export function tooManyConnected(id: number): never {
  throw new EdictError(
    'limit-connection',
    `a connection leads from object ${id} to more than ${mostConnected} objects; give it a smaller distance, fewer steps or the step once`,
  );
}

/**
 * In order, with repeats. From none (0) and destroyed objects only `objects` finds anything. Throws beyond
 * `mostConnected`.
 */
export function connected(state: WorldState, steps: readonly Step[], id: number): number[] {
  let found: readonly number[] = isLive(state.identity, id) ? [id] : [];
  for (const step of steps) {
    found = step.by === 'objects' ? ofKind(state, liveIds(state), step.kind) : afterStep(state, step, found, id);
    checkConnected(found.length, id);
  }
  return [...found];
}

function afterStep(state: WorldState, step: Step, found: readonly number[], origin: number): readonly number[] {
  switch (step.by) {
    case 'others':
      return found.filter((id) => id !== origin);
    case 'once':
      return [...new Set(found)];
    case 'sorted':
      return [...found].sort((a, b) => a - b);
    default:
      break;
  }
  const next: number[] = [];
  for (const from of found) {
    for (const id of oneStep(state, step, from)) next.push(id);
    checkConnected(next.length, origin);
  }
  return next;
}

function oneStep(state: WorldState, step: Step, from: number): Iterable<number> {
  switch (step.by) {
    case 'owner':
      return present(ownerOf(state, from));
    case 'parent':
      return present(state.parent[from]);
    case 'reference':
      return present(referred(state, step.column, from));
    case 'attached':
      return ofKind(state, attachedTo(state, from), step.kind);
    case 'owned':
      return ofKind(state, liveIds(state), step.kind).filter((id) => state.owner[id] === from);
    case 'referrers':
      return ofKind(state, liveIds(state), step.kind).filter((id) => referred(state, step.column, id) === from);
    case 'listed':
      return listOf(state, step.link, from);
    case 'listing':
      return listersOf(state, step.link, from);
    case 'square':
      return square(state, state.model.grids[step.grid], step.distance, from);
    case 'kind':
      return ofKind(state, [from], step.kind);
    case 'having':
      return has(state, step.column, from) && state.cells[step.column][from] !== 0 ? [from] : [];
    default:
      return [from];
  }
}

function present(id: number): readonly number[] {
  return id === 0 ? [] : [id];
}

/** Kind 0: all. */
function ofKind(state: WorldState, ids: Iterable<number>, kind: number): number[] {
  return [...ids].filter((id) => kind === 0 || state.identity.kind[id] === kind);
}

function has(state: WorldState, column: number, id: number): boolean {
  return state.model.columns[column].kinds[state.identity.kind[id]] === 1;
}

/** 0: none, stale or no such property. */
function referred(state: WorldState, column: number, id: number): number {
  return has(state, column, id) ? resolve(state.identity, state.cells[column][id]) : 0;
}

function* square(state: WorldState, grid: Grid, distance: number, from: number): Generator<number> {
  const cell = cellOf(state, grid.index, from);
  if (cell < 0) return;
  checkConnected(squareSize(grid, distance), from);
  const cells = gridCells(state, grid.index);
  for (const x of around(cell % grid.width, distance, grid.width, grid.wrapX)) {
    for (const y of around(Math.floor(cell / grid.width), distance, grid.height, grid.wrapY)) {
      const id = cells[y * grid.width + x];
      if (id !== 0) yield id;
    }
  }
}

/** Ascending; only a wrapped axis goes on beyond its ends. */
function* around(at: number, distance: number, length: number, wraps: boolean): Generator<number> {
  const first = wraps ? at - distance : Math.max(0, at - distance);
  const last = wraps ? at + distance : Math.min(length - 1, at + distance);
  for (let place = first; place <= last; place++) yield ((place % length) + length) % length;
}

export function squareSize({ width, height, wrapX, wrapY }: Grid, distance: number): number {
  const side = 2 * distance + 1;
  return (wrapX ? side : Math.min(side, width)) * (wrapY ? side : Math.min(side, height));
}

/** Other than columns. */
export function factsOf(steps: readonly Step[]): readonly Fact[] {
  return [...new Set<Fact>(['population', ...steps.flatMap(({ by }) => factsRead[by] ?? [])])];
}

const factsRead: Readonly<Partial<Record<Step['by'], readonly Fact[]>>> = {
  owner: ['owner', 'place'],
  owned: ['owner'],
  parent: ['place'],
  attached: ['place'],
  square: ['place'],
  listed: ['link'],
  listing: ['link'],
};

/** From objects of a kind (0: any). */
export function stampsOfSteps(model: Model, steps: readonly Step[], from: number): readonly number[] {
  const stamps = new Set([kindStamp(fact.population, from)]);
  let kind = from;
  for (const step of steps) {
    for (const stamp of stampsRead(model, step, kind)) stamps.add(stamp);
    kind = kindAfter(model, step, kind);
  }
  return [...stamps, ...columnsOf(steps).map(columnStamp)];
}

/** Destroyed objects lose owner, parent and lists. */
function stampsRead(model: Model, step: Step, kind: number): readonly number[] {
  const { population, owner, place, link } = fact;
  switch (step.by) {
    case 'objects':
      return [kindStamp(population, step.kind)];
    case 'owner':
      return keepsOwner(model, kind) ? [kindStamp(owner, kind)] : [population, owner, place];
    case 'owned':
      return [kindStamp(population, step.kind), kindStamp(owner, step.kind)];
    case 'parent':
      return [kindStamp(place, kind)];
    case 'attached':
      return [kindStamp(population, step.kind), kindStamp(place, step.kind)];
    // References to destroyed objects of any kind become stale.
    case 'reference':
    case 'referrers':
      return [population];
    case 'listed':
    case 'listing':
      return [link];
    case 'square':
      return [population, place];
    default:
      return [];
  }
}

export function columnsOf(steps: readonly Step[]): readonly number[] {
  const columns = new Set<number>();
  for (const step of steps)
    if (step.by === 'reference' || step.by === 'referrers' || step.by === 'having') columns.add(step.column);
  return [...columns].sort((a, b) => a - b);
}

/** 0: several. */
export function kindReached(model: Model, steps: readonly Step[]): number {
  let kind = 0;
  for (const step of steps) kind = kindAfter(model, step, kind);
  return kind;
}

function kindAfter({ kinds, links, grids }: Model, step: Step, before: number): number {
  switch (step.by) {
    case 'objects':
    case 'attached':
    case 'owned':
    case 'referrers':
      return step.kind;
    case 'kind':
      return step.kind === 0 ? before : step.kind;
    case 'listed':
      return links[step.link].to;
    case 'square':
      return grids[step.grid].kind;
    case 'owner':
      return onlyOne(kinds.filter((kind) => kind.faction).map((kind) => kind.index));
    case 'parent':
      return onlyOne(kinds.find((kind) => kind.index === before)?.attachesTo ?? []);
    case 'listing':
      return onlyOne(links[step.link].kinds);
    case 'reference':
      return 0;
    default:
      return before;
  }
}

function onlyOne(kinds: readonly number[]): number {
  return kinds.length === 1 ? kinds[0] : 0;
}

/** Objects on grids; follows from population and places. */

declare module '../components/state.js' {
  interface Derived {
    grids?: (grid: number) => Memo<Int32Array>;
  }
}

/** The id of the object at column x and row y at `y * width + x`, the lowest of several, 0 for none. */
export function gridCells(state: WorldState, grid: number): Int32Array {
  const all = (state.derived.grids ??= byNumber((each) =>
    memo(state.stamps, [fact.population, fact.place], () => cellsOfGrid(state, each)),
  ));
  return all(grid).get();
}

function cellsOfGrid(state: WorldState, grid: number): Int32Array {
  const { kind, width, height } = state.model.grids[grid];
  const cells = new Int32Array(width * height);
  const kinds = state.identity.kind;
  for (let id = idLimit(state.identity) - 1; id > 0; id--) {
    if (kinds[id] !== kind) continue;
    const cell = cellAt(state, grid, id);
    if (cell >= 0) cells[cell] = id;
  }
  return cells;
}

/** `y * width + x` of an object or its ancestor of the kind of the grid; -1: none, or not on the grid. */
export function cellOf(state: WorldState, grid: number, id: number): number {
  const holder = ancestorOfKind(state, id, state.model.grids[grid].kind);
  return holder === 0 ? -1 : cellAt(state, grid, holder);
}

/** -1: nowhere, outside or between cells. */
function cellAt(state: WorldState, grid: number, id: number): number {
  const { width, height } = state.model.grids[grid];
  const holder = placeHolder(state, id);
  if (holder === 0) return -1;
  const [x, y] = [state.x[holder], state.y[holder]];
  const isOn = x >= 0 && x < width && y >= 0 && y < height && Number.isInteger(x) && Number.isInteger(y);
  // Adding 0 turns −0 into 0.
  return isOn ? y * width + x + 0 : -1;
}
