import fc from 'fast-check';
import type { Occurrence } from './scenario.js';

export const cards = ['a', 'b', 'c'] as const;
export const places = ['home', 'field', 'gate'] as const;
export const cardTypes = [
  'bow',
  'straighten',
  'destroy',
  'die',
  'moveHome',
  'assign',
  'move',
  'dishonor',
  'attach',
] as const;
export const honorTypes = ['gainHonor', 'loseHonor'] as const;
export const plainTypes = ['ping', 'pong'] as const;

/** What a scenario is made of. */
export interface Pool {
  readonly types: readonly string[];
  readonly players: readonly string[];
}

/** A value once in so many times. */
export function maybe<Value>(times: number, arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

export function isOf(types: readonly string[], type: string): boolean {
  return types.includes(type);
}

export function occurrence(pool: Pool): fc.Arbitrary<Occurrence> {
  return fc.constantFrom(...pool.types).chain((type) => occurrenceOf(type, pool));
}

export function occurrenceOf(type: string, { players }: Pool): fc.Arbitrary<Occurrence> {
  const player = fc.constantFrom(...players);
  const card = fc.constantFrom(...cards);
  const amount = fc.constantFrom(1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0, -1);
  const told: Readonly<Record<string, fc.Arbitrary<unknown>>> = isOf(honorTypes, type)
    ? { player, amount }
    : isOf(['assign', 'move'], type)
      ? { card, target: fc.constantFrom(...places) }
      : type === 'attach'
        ? { card, target: card }
        : isOf(cardTypes, type)
          ? { card, player: maybe(8, player), amount: maybe(12, amount) }
          : {
              card: maybe(2, card),
              player: maybe(3, player),
              amount: maybe(2, amount),
              target: maybe(4, fc.constantFrom(...places)),
            };
  return fc.record({ type: fc.constant(type), ...told });
}
