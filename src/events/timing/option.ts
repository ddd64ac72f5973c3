import type { WorldState } from '../../components/state.js';
import type { Resolver } from './resolver.js';

/** What an option of the open question is called. */
export function optionName(
  { book, question }: Pick<Resolver, 'book' | 'question'>,
  { occurrences }: WorldState,
  option: number,
): string {
  const { kind, candidates } = question;
  if (kind === 'choose') return option === 0 ? 'yes' : 'no';
  if (kind === 'group') return book.types[occurrences.type[candidates.occurrence[option]]].name;
  return option < candidates.count ? book.abilities[candidates.ability[option]].name : 'pass';
}
