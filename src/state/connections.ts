import { EdictError } from '../kernel/errors.js';
import { isLive, resolve } from '../kernel/identity.js';
import { attachedTo } from '../components/attachment.js';
import type { Grid, Step } from '../model/connection.js';
import { listOf, listersOf } from '../components/links.js';
import { neighboursIn } from '../components/edges.js';
import { type Model, keepsOwner } from '../model/model.js';
import { liveIds } from '../components/live-objects.js';
import { ownerOf } from '../components/ownership.js';
import { type Fact, columnStamp, fact, kindStamp } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';
import { cellOf, gridCells, stepsOff } from './grid-cells.js';

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
    case 'linked':
      return neighboursIn(state, step.graph, from);
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
  const { width, height, wrapX, wrapY, neighbourhood } = grid;
  const [x, y] = [cell % width, Math.floor(cell / width)];
  for (const dx of around(x, distance, width, wrapX)) {
    for (const dy of around(y, distance, height, wrapY)) {
      if (stepsOff(neighbourhood, dx, dy, y % 2) > distance) continue;
      const id = cells[within(y + dy, height) * width + within(x + dx, width)];
      if (id !== 0) yield id;
    }
  }
}

/** Ascending steps from a place; only a wrapped axis goes on beyond its ends. */
function* around(at: number, distance: number, length: number, wraps: boolean): Generator<number> {
  const first = wraps ? -distance : Math.max(-at, -distance);
  const last = wraps ? distance : Math.min(length - 1 - at, distance);
  for (let step = first; step <= last; step++) yield step;
}

function within(place: number, length: number): number {
  return ((place % length) + length) % length;
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
  linked: ['edge'],
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

/** Destroyed objects lose owner, parent, lists and edges. */
function stampsRead(model: Model, step: Step, kind: number): readonly number[] {
  const { population, owner, place, link, edge } = fact;
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
    case 'linked':
      return [edge];
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

function kindAfter({ kinds, links, grids, graphs }: Model, step: Step, before: number): number {
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
    case 'linked':
      return graphs[step.graph].kind;
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
