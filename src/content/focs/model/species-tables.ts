import type { Item } from '../syntax.js';
import { entriesIn, textIn, textsIn } from './fields.js';
import { environments, planetTypes } from './words.js';

/** Tables of what species are like; rows are species by their words, 0 is none. */

/** planetType × species: how a planet of a type suits a species. */
export function environmentTable(species: readonly Item[]): { readonly width: number; readonly values: Float64Array } {
  const width = species.length + 1;
  const values = new Float64Array((planetTypes.length + 1) * width).fill(wordIn(environments, 'Uninhabitable'));
  species.forEach((item, i) => {
    for (const entry of entriesIn(item.fields, 'environments')) {
      const environment = wordIn(environments, textIn(entry, 'environment') ?? '');
      for (const type of textsIn(entry, 'type')) {
        const row = wordIn(planetTypes, type);
        if (row > 0 && environment > 0) values[row * width + i + 1] = environment;
      }
    }
  });
  return { width, values };
}

/** One value a species. */
export function perSpecies(species: readonly Item[], value: (item: Item) => number): Float64Array {
  return Float64Array.of(0, ...species.map(value));
}

/** The value of a word in a list, from 1; 0 for what is no word of it. */
export function wordIn(words: readonly string[], word: string): number {
  return words.indexOf(word) + 1;
}
