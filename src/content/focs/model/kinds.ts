import type { Kind, Ownership } from '../../../model/model.js';
import { type GameKinds, gameKinds } from './game-model.js';

/** The kinds of a game, without the columns that they have. */
type KindShape = Omit<Kind, 'columns'>;

/** In the order of their indices. */
const names = [
  'galaxy',
  'empire',
  'design',
  'system',
  'planet',
  'building',
  'fleet',
  'ship',
  'field',
  'pod',
  'mount',
  'gun',
  'order',
  'tech',
] as const satisfies readonly (keyof GameKinds)[];

const owned: ReadonlySet<keyof GameKinds> = new Set([...gameKinds, 'order']);

/** What objects hang on; `order`: on anything in the game. */
const holders: Partial<Record<keyof GameKinds, readonly (keyof GameKinds)[]>> = {
  planet: ['system'],
  building: ['planet'],
  fleet: ['system'],
  ship: ['fleet'],
  field: ['system'],
  pod: ['ship'],
  mount: ['ship'],
  gun: ['ship'],
  order: gameKinds,
};

export const gameKindIndices: GameKinds = Object.freeze({
  galaxy: 1,
  empire: 2,
  design: 3,
  system: 4,
  planet: 5,
  building: 6,
  fleet: 7,
  ship: 8,
  field: 9,
  pod: 10,
  mount: 11,
  gun: 12,
  order: 13,
  tech: 14,
});

/** The kinds, from index 1. */
export const kindShapes: readonly KindShape[] = names.map((name) => ({
  index: gameKindIndices[name],
  name,
  faction: name === 'empire',
  node: name === 'system',
  ownership: ownershipOf(name),
  attachesTo: (holders[name] ?? []).map((holder) => gameKindIndices[holder]),
  // Fields can be in no system at all.
  orphan: name === 'field' ? 'detach' : 'destroy',
}));

function ownershipOf(name: keyof GameKinds): Ownership {
  return { rule: owned.has(name) ? 'stored' : 'none' };
}

/** A mark for each kind, as columns have them. */
export function marksOf(kinds: readonly (keyof GameKinds)[]): Uint8Array {
  const marks = new Uint8Array(names.length + 1);
  for (const kind of kinds) marks[gameKindIndices[kind]] = 1;
  return marks;
}
