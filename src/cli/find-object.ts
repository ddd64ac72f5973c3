import { EdictError } from '../kernel/errors.js';
import { didYouMean } from '../content/text/nearest-name.js';
import type { Handle, World } from '../world/api.js';
import { counted, firstFew } from './terminal.js';

/** Digits are an id, unless they are the name of an object. */
export function findObject(world: World, text: string): Handle {
  const found = handleOf(world, text);
  if (found !== undefined) return found;
  const id = idIn(text);
  const after = world.turn === 0 ? '' : ` after ${counted(world.turn, 'turn')}`;
  if (id !== undefined) {
    const ids = world.query().map(idOf);
    throw new EdictError(
      'unknown-object',
      `there is no object ${id}${after}; ids run from ${ids[0] ?? 0} to ${ids.at(-1) ?? 0}, and some may be gone`,
    );
  }
  const all = world.query().map((handle) => world.nameOf(handle));
  const names = [...new Set(all)].filter((name) => name !== '');
  const known = names.length === 0 ? 'no object has a name; give an id' : `names are ${firstFew(names)}, or give an id`;
  const hint = didYouMean(text, names) ?? known;
  throw new EdictError('unknown-object', `there is no object called ${JSON.stringify(text)}${after}; ${hint}`);
}

export function handleOf(world: World, text: string): Handle | undefined {
  const id = idIn(text);
  return world.find(text) ?? (id === undefined ? undefined : world.find(Number(id)));
}

function idIn(text: string): string | undefined {
  return /^#?(\d+)$/.exec(text)?.[1];
}

/** The bits above hold the generation. */
const idsInAHandle = 2 ** 24;

export function idOf(handle: number): number {
  return handle % idsInAHandle;
}

/** Null for no object. */
export function idOrNull(handle: number | null): number | null {
  return handle === null || handle === 0 ? null : idOf(handle);
}

export function nameOf(world: World, handle: number): string {
  return nameWithId(world.describe(handle));
}

export function nameWithId({ id, name }: { readonly id: number; readonly name: string }): string {
  return name === '' ? `#${id}` : `${name} (#${id})`;
}
