import { EdictError } from '../kernel/errors.js';
import { isLive, resolve } from '../kernel/identity.js';
import { attachedTo } from '../components/attachment.js';
import type { Grid, Step } from '../model/connection.js';
import { cellOf, gridCells } from './grids.js';
import { listOf, listersOf } from '../components/links.js';
import { type Model, keepsOwner } from '../model/model.js';
import { liveIds } from '../components/identity.js';
import { ownerOf } from '../components/ownership.js';
import { type Fact, columnStamp, fact, kindStamp } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';

/**
 * What connections mean, one object at a time (see connection.ts). Columns find the same for many objects at a time
 * (see compile/indexes/step-levels.ts).
 */

/** Objects that a row of steps may have found from one object, after any of its steps. */
export const mostConnected = 4_194_304;

/** Throws when a row of steps finds more from one object than may be. */
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
 * The objects to which steps lead from an object, in their order, repeats kept. None (0), and what is no more, lead
 * only to what `objects` finds. Throws beyond `mostConnected`.
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

/** What one step finds for one object. */
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

/** Those of a kind; kind 0: all. */
function ofKind(state: WorldState, ids: Iterable<number>, kind: number): number[] {
  return [...ids].filter((id) => kind === 0 || state.identity.kind[id] === kind);
}

function has(state: WorldState, column: number, id: number): boolean {
  return state.model.columns[column].kinds[state.identity.kind[id]] === 1;
}

/** The object to which a reference property leads; 0 where it leads nowhere any more, or the object has none. */
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

/**
 * Places on an axis at most so far from one, ascending; around the end of an axis that wraps, beyond which there is
 * nothing else.
 */
function* around(at: number, distance: number, length: number, wraps: boolean): Generator<number> {
  const first = wraps ? at - distance : Math.max(0, at - distance);
  const last = wraps ? at + distance : Math.min(length - 1, at + distance);
  for (let place = first; place <= last; place++) yield ((place % length) + length) % length;
}

/** Cells that a square has at most. */
export function squareSize({ width, height, wrapX, wrapY }: Grid, distance: number): number {
  const side = 2 * distance + 1;
  return (wrapX ? side : Math.min(side, width)) * (wrapY ? side : Math.min(side, height));
}

/** What of the state steps read beside columns. */
export function factsOf(steps: readonly Step[]): readonly Fact[] {
  const facts = new Set<Fact>(['population']);
  for (const step of steps) for (const name of factsRead(step)) facts.add(name);
  return [...facts];
}

function factsRead(step: Step): readonly Fact[] {
  switch (step.by) {
    case 'owner':
      return ['owner', 'place'];
    case 'owned':
      return ['owner'];
    case 'parent':
    case 'attached':
    case 'square':
      return ['place'];
    case 'listed':
    case 'listing':
      return ['link'];
    default:
      return [];
  }
}

/** Stamps of what steps read from objects of a kind (0: from any). */
export function stampsOfSteps(model: Model, steps: readonly Step[], from: number): readonly number[] {
  const stamps = new Set([kindStamp(fact.population, from)]);
  let kind = from;
  for (const step of steps) {
    for (const stamp of stampsRead(model, step, kind)) stamps.add(stamp);
    kind = kindAfter(model, step, kind);
  }
  return [...stamps, ...columnsOf(steps).map(columnStamp)];
}

/**
 * Stamps of the facts that a step reads from objects of a kind. Whoever is reached and goes is owned, hangs and is
 * listed no more.
 */
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
    // A reference leads nowhere as soon as what it names is gone, of whatever kind that was.
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

/** The columns that steps read. */
export function columnsOf(steps: readonly Step[]): readonly number[] {
  const columns = new Set<number>();
  for (const step of steps)
    if (step.by === 'reference' || step.by === 'referrers' || step.by === 'having') columns.add(step.column);
  return [...columns].sort((a, b) => a - b);
}

/** The one kind of all that steps lead to; 0 where they may lead to several. */
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
