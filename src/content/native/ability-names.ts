import type { AbilityBook } from './action-context.js';
import type { Declarations } from './declarations.js';
import { type Claims, checkName, claim } from './names.js';
import type { Loading } from './loading.js';
import type { AbilitySource } from './schema.js';

/** The abilities of the content by their names, of which each is there once. */
export function nameAbilities(
  { abilities, lacksAbilities }: Pick<Declarations, 'abilities' | 'lacksAbilities'>,
  loading: Loading,
): AbilityBook {
  const claims: Claims = new Map();
  const byName = new Map<string, { readonly index: number; readonly source: AbilitySource }>();
  for (const [index, { source }] of abilities.entries()) {
    const place = loading.places.ofValue(source, 'name');
    if (checkName(loading, source.name, place) && claim(loading, claims, source.name, 'an ability', place))
      byName.set(source.name, { index, source });
  }
  return { byName, lacksAbilities, added: new Set() };
}
