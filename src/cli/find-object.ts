import { nearestName } from '../content/diagnostics/nearest-name.js';
import { EdictError } from '../kernel/errors.js';
import type { Handle, World } from '../world/api.js';

/**
 * The object that a command line names. Digits, with or without `#` before them, are an id, unless an object has them
 * for its name.
 */
export function findObject(world: World, text: string): Handle {
  const id = /^#?(\d+)$/.exec(text)?.[1];
  const found = world.find(text) ?? (id === undefined ? undefined : world.find(Number(id)));
  if (found !== undefined) return found;
  const after = world.turn === 0 ? '' : world.turn === 1 ? ' after 1 turn' : ` after ${String(world.turn)} turns`;
  if (id !== undefined) {
    const ids = world.query().map(idOf);
    throw new EdictError(
      'unknown-object',
      `there is no object ${id}${after}; ids run from ${String(ids[0] ?? 0)} to ${String(ids.at(-1) ?? 0)}, and some may be gone`,
    );
  }
  const names = [
    ...new Set(
      world
        .query()
        .map((handle) => world.describe(handle).name)
        .filter((name) => name !== ''),
    ),
  ];
  const near = nearestName(text, names);
  const hint =
    near !== undefined
      ? `did you mean ${near}?`
      : `names are ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and so on' : ''}, or give an id`;
  throw new EdictError('unknown-object', `there is no object called ${JSON.stringify(text)}${after}; ${hint}`);
}

/**
 * A handle is an id and, above it, how many objects had the id before; that of an object that is gone tells its id too.
 */
const idsInAHandle = 2 ** 24;

export function idOf(handle: Handle): number {
  return handle % idsInAHandle;
}

/** An object for people: `Terra (#2)`, or `#2` where it has no name. */
export function nameOf(world: World, handle: Handle): string {
  const { id, name } = world.describe(handle);
  return name === '' ? `#${String(id)}` : `${name} (#${String(id)})`;
}
