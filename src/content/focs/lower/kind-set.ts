import type { GameKinds } from '../model/game-model.js';

/** Sets of kinds of game objects, as bits: what a candidate may be, as far as content says. */
export type KindSet = number;

/** The bits, in the order of the game's own types. */
export const kindBits = { system: 1, planet: 2, building: 4, fleet: 8, ship: 16, field: 32 } as const;

export type GameKind = keyof typeof kindBits;

/** All objects of the game; empires, designs, parts and orders are none. */
export const everyKind: KindSet = 63;

const names = Object.keys(kindBits) as readonly GameKind[];

/** The one kind of a set; undefined where there is none or several. */
export function onlyKind(set: KindSet): GameKind | undefined {
  return names.find((name) => kindBits[name] === set);
}

export function kindsIn(set: KindSet): readonly GameKind[] {
  return names.filter((name) => (set & kindBits[name]) !== 0);
}

/** Whether every kind of a set is in another. */
export function isWithin(set: KindSet, other: KindSet): boolean {
  return (set & ~other) === 0;
}

/** The set of kinds by their names in the model; those that are no game objects are left out. */
export function kindSetOf(kinds: readonly (keyof GameKinds)[]): KindSet {
  return names.filter((name) => kinds.includes(name)).reduce((set, name) => set | kindBits[name], 0);
}
