import { entriesIn, numberIn, tagsOf, textIn, textsIn, type Item, type ItemKind } from '../syntax.js';
import type { DesignFacts, PartFacts } from './game-model.js';

export type GameItems = (kind: ItemKind) => readonly Item[];

/** Ships keep no meters of parts of other classes. */
const partKinds: ReadonlyMap<string, NonNullable<PartFacts['objects']>> = new Map([
  ['Colony', 'pod'],
  ['Troops', 'pod'],
  ['FighterBay', 'mount'],
  ['FighterHangar', 'gun'],
  ['ShortRange', 'gun'],
]);

export function partFacts(item: Item): PartFacts {
  const partClass = textIn(item.fields, 'class') ?? '';
  // Only the name of a broken part is known: it may have all meters.
  const objects = partClass === '' ? 'gun' : partKinds.get(partClass);
  return {
    partClass,
    objects,
    capacity: numberIn(item.fields, 'capacity') ?? numberIn(item.fields, 'damage') ?? 0,
    tags: tagsOf(item),
  };
}

export function designFacts({ fields }: Item): DesignFacts {
  return { hull: textIn(fields, 'hull') ?? '', parts: textsIn(fields, 'parts') };
}

export function fociOf(species: readonly Item[]): readonly string[] {
  const names = species.flatMap((item) => [
    ...entriesIn(item.fields, 'foci').flatMap((focus) => textIn(focus, 'name') ?? []),
    ...textsIn(item.fields, 'preferredfocus'),
  ]);
  return [...new Set(names)];
}

/** The default of a rule of the game; 0 for rules that are texts. */
export function defaultOfRule(item: Item): number {
  return (
    numberIn(item.fields, 'default') ??
    (['on', 'true'].includes((textIn(item.fields, 'default') ?? '').toLowerCase()) ? 1 : 0)
  );
}

/** Items by name; of two of one name the first. */
export function byName(items: readonly Item[]): ReadonlyMap<string, Item> {
  const found = new Map<string, Item>();
  for (const item of items) if (!found.has(item.name)) found.set(item.name, item);
  return found;
}
