import type { Column } from '../model/model.js';
import type { CellValue, Handle, World } from '../world/api.js';

export type Census = ReturnType<typeof takeCensus>;

export function takeCensus(world: World) {
  const kinds = new Map(world.program.model.kinds.map((kind) => [kind.name, 0]));
  const values = new Map<Handle, Readonly<Record<string, CellValue>>>();
  for (const handle of world.query()) {
    const view = world.describe(handle);
    kinds.set(view.kind, (kinds.get(view.kind) ?? 0) + 1);
    values.set(handle, view.values);
  }
  return { kinds, values };
}

/** The largest total change first; ties by name. */
export function changesBetween(world: World, before: Census, after: Census) {
  return world.program.model.columns
    .map((column) => changeOf(column, before, after))
    .filter((change) => change.objects > 0)
    .sort((a, b) => (b.total ?? 0) - (a.total ?? 0) || b.objects - a.objects || (a.column < b.column ? -1 : 1));
}

/** Over objects that exist at both times: sums of differences and of their absolute values. */
function changeOf(column: Column, before: Census, after: Census) {
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
  const sums = column.type.name === 'number' ? { sum, total } : { sum: undefined, total: undefined };
  return { column: name, role, objects, ...sums };
}
