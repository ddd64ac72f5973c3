/** What abilities of the benchmark do, for Edict and for what it is compared with. */
export interface Answer {
  /** From 0: of several that answer, the one with the lowest goes first. */
  readonly index: number;
  /** The type of the occurrences that it listens to. */
  readonly type: number;
  readonly at: 'before' | 'when' | 'after';
  /** The amount that it answers to. */
  readonly asks: number;
  /** Which cell of the card it adds to, and how much: what the occurrence says, or a number. */
  readonly cell: CellName;
  readonly adds: 'amount' | number;
}

/** An occurrence that is raised. */
export interface Raise {
  readonly type: number;
  /** From 0. */
  readonly card: number;
  readonly amount: number;
}

export const cellNames = ['harm', 'fame', 'luck'] as const;
export type CellName = (typeof cellNames)[number];

export const typeCount = 100;
export const abilityCount = 1_000;
export const cardCount = 100;
const answersEach = 3;
const amounts = 3;

/**
 * So many abilities, by turns of the first types. Of those of one type three answer to an amount: to types with an even
 * number all after it, to the others one before, one when, one after. What is left over asks for an amount that never
 * is.
 */
export function answersOf(heard: number): readonly Answer[] {
  return Array.from({ length: abilityCount }, (_, index): Answer => {
    const type = index % heard;
    const place = Math.floor(index / heard);
    const among = place % answersEach;
    return {
      index,
      type,
      at: type % 2 === 0 ? 'after' : (['before', 'when', 'after'] as const)[among],
      asks: 1 + Math.floor(place / answersEach),
      cell: cellNames[among],
      adds: among === 0 ? 'amount' : among,
    };
  });
}

/**
 * The occurrences that are raised one after the other, over and over: of types from the first on, of all cards, with
 * amounts that three answer to.
 */
export function raisesOf(first: number, many: number): readonly Raise[] {
  const types = typeCount - first;
  return Array.from({ length: many }, (_, i) => ({
    type: first + (i % types),
    card: (7 * i + Math.floor(i / types)) % cardCount,
    amount: 1 + (i % amounts),
  }));
}

/** What the cells of all cards come to when a round of these has been answered by three each. */
export function sumOfAnswers(raises: readonly Raise[]): number {
  return raises.reduce((sum, { amount }) => sum + amount + 1 + 2, 0);
}
