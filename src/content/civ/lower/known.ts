import { EdictError } from '../../../kernel/errors.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { CivModel } from '../world/civ-model.js';

/**
 * What is known under a name. Loaders let through only what there is, so that a stranger comes from an expression that
 * was made for another world.
 */
export function known(all: ReadonlyMap<string, number>, name: string): number {
  const found = all.get(name);
  if (found === undefined)
    throw new EdictError(
      'civ-unknown',
      `an expression names ${quoteText(name)}, which the world does not declare; load it with the names of this world`,
      name,
    );
  return found;
}

/** The value of a word of a kind. */
export function wordOf({ words }: CivModel, kind: string, id: string): number {
  return known(words.get(kind) ?? new Map<string, number>(), id);
}
