/** A thing by its name, or a name by itself. */
type Named = string | { readonly name: string };

/**
 * Finds names in lists that stay as they are. Each list is read once: a search would take time by names times uses, and
 * hostile content has many of both.
 */
export interface NameIndex {
  /** The place of the first of a name; -1 where there is none. */
  placeIn(list: readonly Named[], name: string): number;
  /** The first of a name. */
  find<Thing extends Named>(list: readonly Thing[], name: string): Thing | undefined;
}

export function createNameIndex(): NameIndex {
  const places = new WeakMap<readonly Named[], ReadonlyMap<string, number>>();
  const placesOf = (list: readonly Named[]): ReadonlyMap<string, number> => {
    const known = places.get(list) ?? firstPlaces(list);
    places.set(list, known);
    return known;
  };
  const placeIn = (list: readonly Named[], name: string): number => placesOf(list).get(name) ?? -1;
  return { placeIn, find: (list, name) => list.at(placesOf(list).get(name) ?? list.length) };
}

function firstPlaces(list: readonly Named[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, each] of list.entries()) {
    const name = typeof each === 'string' ? each : each.name;
    if (!places.has(name)) places.set(name, place);
  }
  return places;
}
