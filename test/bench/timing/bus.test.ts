import { describe, expect, it } from 'vitest';
import {
  type Answer,
  abilityCount,
  answersOf,
  cardCount,
  raisesOf,
  sumOfAnswers,
  typeCount,
} from '../../../bench/timing/answers.js';
import { createBus } from '../../../bench/timing/bus.js';

function answer(given: Partial<Answer>): Answer {
  return { index: 0, type: 0, at: 'after', asks: 1, cell: 'fame', adds: 1, ...given };
}

describe('the abilities of the benchmark', () => {
  it('are a thousand on the types that are heard, of which three answer what is raised', () => {
    for (const heard of [typeCount, typeCount / 2]) {
      const answers = answersOf(heard);
      expect(answers).toHaveLength(abilityCount);
      expect(new Set(answers.map(({ type }) => type))).toEqual(
        new Set(Array.from({ length: heard }, (_, type) => type)),
      );
    }
    const answers = answersOf(typeCount);
    const raises = raisesOf(0, 600);
    for (const { type, amount } of raises) {
      const points = answers.filter((one) => one.type === type && one.asks === amount).map(({ at }) => at);
      expect(points).toEqual(type % 2 === 0 ? ['after', 'after', 'after'] : ['before', 'when', 'after']);
    }
    expect(new Set(raises.map(({ card }) => card)).size).toBe(cardCount);
    expect(new Set(raises.map(({ type, amount }) => `${String(type)} ${String(amount)}`)).size).toBe(3 * typeCount);
  });

  it('are not raised where nobody listens', () => {
    const types = new Set(raisesOf(50, 600).map(({ type }) => type));
    expect([...types].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => 50 + i));
  });

  it('come to what the sum says', () => {
    expect(
      sumOfAnswers([
        { type: 0, card: 0, amount: 2 },
        { type: 0, card: 0, amount: 3 },
      ]),
    ).toBe(2 + 3 + 3 + 3);
  });
});

describe('the bus', () => {
  it('lets each answer once, in order, and only what asks for the amount', () => {
    const bus = createBus(
      [
        answer({ adds: 5 }),
        answer({ cell: 'harm', adds: 'amount' }),
        answer({ cell: 'luck', asks: 2 }),
        answer({ type: 1, cell: 'luck' }),
      ],
      undefined,
    );
    bus.raise(0, 3, 1);
    expect(bus.cards[3]).toEqual({ harm: 1, fame: 5, luck: 0 });
    bus.raise(0, 3, 2);
    expect(bus.cards[3]).toEqual({ harm: 1, fame: 5, luck: 1 });
    bus.raise(7, 3, 1);
    expect([bus.count(), bus.cells().reduce((sum, cell) => sum + cell, 0)]).toEqual([3, 7]);
  });

  it('changes between before and when, and not where nothing is left', () => {
    const seen: number[] = [];
    const bus = createBus(
      [answer({ at: 'before', cell: 'harm' }), answer({ at: 'when', cell: 'harm' })],
      ({ card }) => {
        seen.push(card.harm);
      },
    );
    bus.raise(0, 0, 1);
    expect([seen, bus.cards[0].harm]).toEqual([[1], 2]);
    bus.raise(1, 0, 1);
    bus.raise(0, 0, 0);
    expect([seen, bus.cards[0].harm, bus.count()]).toEqual([[1, 2], 2, 3]);
  });
});
