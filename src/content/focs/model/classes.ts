import type { Class } from '../../../components/model.js';
import type { Item, ItemKind } from '../syntax.js';
import type { GameKinds } from './game-model.js';
import { type GameItems, byName, partFacts } from './items.js';
import { gameKindIndices } from './kinds.js';

/** The classes of a model: what carries rules as an object of its own, and what factions can have available. */
export interface GameClasses {
  readonly classes: readonly Class[];
  readonly indexOf: (kind: ItemKind, name: string) => number | undefined;
  /** Names of a kind's items, in the order of their indices. */
  readonly namesOf: (kind: ItemKind) => readonly string[];
}

/**
 * Kinds of items that are classes, and the kind of their objects. A part without meters has none; its class is only one
 * to have available.
 */
const kindsWithClasses: readonly (readonly [ItemKind, (item: Item) => keyof GameKinds])[] = [
  ['BuildingType', () => 'building'],
  ['FieldType', () => 'field'],
  ['Hull', () => 'ship'],
  ['Part', (item) => partFacts(item).objects ?? 'pod'],
  ['Tech', () => 'tech'],
];

export function makeClasses(items: GameItems): GameClasses {
  const classes: Class[] = [];
  const indices = new Map<string, number>();
  const names = new Map<ItemKind, readonly string[]>();
  for (const [kind, objects] of kindsWithClasses) {
    const known = byName(items(kind));
    names.set(kind, [...known.keys()]);
    for (const item of known.values()) {
      const name = `${kind}:${item.name}`;
      const made: Class = {
        index: classes.length + 1,
        name,
        kind: gameKindIndices[objects(item)],
        duration: 0,
        invisible: false,
        initial: new Map(),
      };
      classes.push(Object.freeze(made));
      indices.set(name, made.index);
    }
  }
  return { classes, indexOf: (kind, name) => indices.get(`${kind}:${name}`), namesOf: (kind) => names.get(kind) ?? [] };
}
