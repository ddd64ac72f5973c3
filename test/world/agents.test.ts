import { describe, expect, it } from 'vitest';
import { type Agent, type DecisionView, firstAgent, randomAgent, scriptedAgent } from '../../src/world/play-out.js';
import type { DecisionOption } from '../../src/world/events-api.js';
import { asHandle } from '../../src/kernel/identity.js';

const someone = asHandle(1);

function view(...names: readonly string[]): DecisionView {
  const options = names.map(
    (name, index): DecisionOption => ({
      index,
      name,
      ability: undefined,
      source: null,
      occurrence: 0,
      view: undefined,
    }),
  );
  return {
    optionCount: names.length,
    decider: someone,
    decision: { player: someone, kind: 'react', at: 'after', options },
  };
}

/** A decision whose options may not be looked at: a random agent must not make a list of them. */
function closedView(optionCount: number): DecisionView {
  return {
    optionCount,
    decider: someone,
    get decision(): never {
      throw new Error('it was looked at');
    },
  };
}

function taken(agent: Agent, options: number, times: number): readonly number[] {
  return Array.from({ length: times }, () => agent(closedView(options)));
}

describe('a random agent', () => {
  it('takes each option about as often, and nothing else', () => {
    const counts = [0, 0, 0, 0, 0];
    for (const index of taken(randomAgent('a'), 5, 50_000)) counts[index]++;
    expect(counts.reduce((sum, count) => sum + count)).toBe(50_000);
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it('takes pairs of options about as often, too', () => {
    const agent = randomAgent(7);
    const counts = new Array<number>(9).fill(0);
    for (let i = 0; i < 45_000; i++) {
      const first = agent(closedView(3));
      counts[first * 3 + agent(closedView(3))]++;
    }
    for (const count of counts) expect(Math.abs(count - 5_000)).toBeLessThan(350);
  });

  it('decides the same with the same seed, and otherwise with another', () => {
    expect(taken(randomAgent('a'), 6, 200)).toEqual(taken(randomAgent('a'), 6, 200));
    expect(taken(randomAgent('a'), 6, 200)).not.toEqual(taken(randomAgent('b'), 6, 200));
    expect(taken(randomAgent(1), 6, 200)).toEqual(taken(randomAgent('1'), 6, 200));
  });

  it('does not repeat itself soon', () => {
    const draws = taken(randomAgent('x'), 2 ** 30, 20_000);
    expect(new Set(draws).size).toBeGreaterThan(19_990);
  });
});

it('the first agent takes the first option', () => {
  expect(taken(firstAgent(), 4, 3)).toEqual([0, 0, 0]);
});

describe('a scripted agent', () => {
  it('takes options by their names, one after the other, and then the first', () => {
    const agent = scriptedAgent(['pass', 'no']);
    expect([agent(view('strike', 'pass')), agent(view('yes', 'no')), agent(view('strike', 'pass'))]).toEqual([1, 1, 0]);
  });

  it('leaves what is not in the script to another agent', () => {
    const agent = scriptedAgent([], ({ optionCount }) => optionCount - 1);
    expect(agent(view('strike', 'parry', 'pass'))).toBe(2);
  });

  it('says which name is no option, and which may be meant', () => {
    const agent = scriptedAgent(['pass', 'stirke']);
    agent(view('strike', 'pass'));
    expect(() => agent(view('strike', 'pass'))).toThrow(
      'the script says "stirke" (name 2 of 2), which is not an option now; did you mean `strike`?',
    );
  });
});
