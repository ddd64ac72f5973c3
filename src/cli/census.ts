import type { Column } from '../model/model.js';
import type { CellValue, Handle, World } from '../world/api.js';

/** What a world held at one time: how many objects of each kind, and the values of all live objects. */
export interface Census {
  readonly kinds: ReadonlyMap<string, number>;
  readonly values: ReadonlyMap<Handle, Readonly<Record<string, CellValue>>>;
}

export function takeCensus(world: World): Census {
  const kinds = new Map(world.program.model.kinds.map((kind) => [kind.name, 0]));
  const values = new Map<Handle, Readonly<Record<string, CellValue>>>();
  for (const handle of world.query()) {
    const view = world.describe(handle);
    kinds.set(view.kind, (kinds.get(view.kind) ?? 0) + 1);
    values.set(handle, view.values);
  }
  return { kinds, values };
}

/** How a meter or property has changed over the objects that were there at both times. */
export interface ColumnChange {
  readonly column: string;
  readonly role: Column['role'];
  /** Objects in which it differs. */
  readonly objects: number;
  /** Sum of the differences and of their sizes; undefined for values that are no numbers. */
  readonly sum: number | undefined;
  readonly total: number | undefined;
}

/** The columns that differ between two times, those with the largest total change first; ties by name. */
export function changesBetween(world: World, before: Census, after: Census): readonly ColumnChange[] {
  return world.program.model.columns
    .map((column) => changeOf(column, before, after))
    .filter((change) => change.objects > 0)
    .sort((a, b) => (b.total ?? 0) - (a.total ?? 0) || b.objects - a.objects || (a.column < b.column ? -1 : 1));
}

function changeOf(column: Column, before: Census, after: Census): ColumnChange {
  const { name, role } = column;
  let objects = 0;
  let sum = 0;
  let total = 0;
  for (const [handle, values] of after.values) {
    const earlier = before.values.get(handle)?.[name];
    const now = values[name];
    if (earlier === undefined || now === undefined || earlier === now) continue;
    objects++;
    if (typeof earlier !== 'number' || typeof now !== 'number') continue;
    sum += now - earlier;
    total += Math.abs(now - earlier);
  }
  return column.type.name === 'number'
    ? { column: name, role, objects, sum, total }
    : { column: name, role, objects, sum: undefined, total: undefined };
}
