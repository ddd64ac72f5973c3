import { edgesIn } from '../../components/edges.js';
import type { WorldState } from '../../components/state.js';
import type { StatedCount } from '../../ir/budget.js';
import { idLimit, isLive } from '../../kernel/identity.js';
import { type Model, classAt } from '../../model/model.js';

/** The size of a world: the most objects and edges at the beginning of a turn. */
export interface WorldCounts {
  /** By index of the kind; 0: all. */
  readonly kinds: readonly number[];
  /** By index of the class; undefined: as many as of its kind. */
  readonly classes: readonly (number | undefined)[];
  /** By network; undefined: any number. */
  readonly edges: readonly (number | undefined)[];
  /** Rows of the table of objects, those of destroyed ones included. */
  readonly rows: number;
}

/** Kinds that are not stated have no objects, except those of a grid that makes its cells. */
export function worldCounts(model: Model, stated: readonly StatedCount[]): WorldCounts {
  const kinds = new Array<number>(model.kinds.length + 1).fill(0);
  for (const { kind, width, height, makesCells } of model.grids) if (makesCells) kinds[kind] += width * height;
  return withStated(model, { kinds, classes: [], edges: [], rows: 0 }, stated);
}

/** With some counts replaced. */
export function withStated(model: Model, before: WorldCounts, stated: readonly StatedCount[]): WorldCounts {
  const kinds = [...before.kinds];
  const classes = Array.from({ length: model.classes.length + 1 }, (_, index) => before.classes[index]);
  const edges = Array.from({ length: model.graphs.length }, (_, index) => before.edges[index]);
  for (const { of, index, count } of stated) {
    if (of === 'kind') kinds[index] = count;
    else if (of === 'class') classes[index] = count;
    else edges[index] = count;
  }
  // A kind has at least as many objects as its classes.
  const ofClasses = new Array<number>(kinds.length).fill(0);
  for (const { index, kind } of model.classes) ofClasses[kind] += classes[index] ?? 0;
  for (const { index } of model.kinds) kinds[index] = Math.max(kinds[index], ofClasses[index]);
  kinds[0] = kinds.slice(1).reduce((sum, count) => sum + count, 0);
  return { kinds, classes, edges, rows: Math.max(before.rows, kinds[0]) };
}

/** What there is in a world. */
export function countsIn(state: WorldState): WorldCounts {
  const { model, identity } = state;
  const kinds = new Array<number>(model.kinds.length + 1).fill(0);
  const ofClasses = new Array<number>(model.classes.length + 1).fill(0);
  const limit = idLimit(identity);
  for (let id = 1; id < limit; id++) {
    if (!isLive(identity, id)) continue;
    kinds[0]++;
    kinds[identity.kind[id]]++;
    ofClasses[state.class[id]]++;
  }
  return {
    kinds,
    classes: ofClasses.map((count, index) => (index === 0 ? undefined : count)),
    edges: model.graphs.map(({ index }) => edgesIn(state, index).from.length),
    rows: limit - 1,
  };
}

/** The greater of each count. */
export function greaterCounts(a: WorldCounts, b: WorldCounts): WorldCounts {
  const greater = (some: WorldCounts['classes'], others: WorldCounts['classes']) =>
    some.map((count, index) => {
      const other = others[index];
      return count === undefined || other === undefined ? undefined : Math.max(count, other);
    });
  return {
    kinds: a.kinds.map((count, index) => Math.max(count, b.kinds[index])),
    classes: greater(a.classes, b.classes),
    edges: greater(a.edges, b.edges),
    rows: Math.max(a.rows, b.rows),
  };
}

/** With objects that were born, by kind; any of them may be of any class of its kind. */
export function withBirths(model: Model, counts: WorldCounts, born: ReadonlyMap<number, number>): WorldCounts {
  if (born.size === 0) return counts;
  const kinds = counts.kinds.map((count, kind) => count + (born.get(kind) ?? 0));
  kinds[0] = kinds.slice(1).reduce((sum, count) => sum + count, 0);
  const classes = counts.classes.map((count, index) =>
    count === undefined ? undefined : count + (born.get(classAt(model, index).kind) ?? 0),
  );
  return { ...counts, kinds, classes, rows: counts.rows + kinds[0] - counts.kinds[0] };
}

export function countOfKind({ kinds }: WorldCounts, kind: number): number {
  return kinds[kind];
}

export function countOfClass(model: Model, counts: WorldCounts, index: number): number {
  const all = counts.kinds[classAt(model, index).kind];
  return Math.min(all, counts.classes[index] ?? all);
}

export function countOfFactions(model: Model, { kinds }: WorldCounts): number {
  return model.kinds.filter(({ faction }) => faction).reduce((sum, { index }) => sum + kinds[index], 0);
}
