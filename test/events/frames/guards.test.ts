import { describe, expect, test } from 'vitest';
import { refusal } from '../../support/errors.js';
import { type AbilitySource, type Given, timingStage, toldIn } from '../../support/timing-world.js';
import { longTest } from '../../support/heavy.js';

const executors = ['compiled', 'reference'] as const;
const answersSwap = (name: string, raises: string): AbilitySource => ({
  name,
  class: 'trait',
  on: raises === 'swap' ? 'boost' : 'swap',
  do: [{ raise: raises, values: raises === 'swap' ? { unit: 'target' } : { unit: 'target', amount: '1' } }],
});

describe.each(executors)('what would go on for ever (%s)', (executor) => {
  test('is found out by how deep it lies, and the abilities are named', () => {
    const { world, units } = timingStage(
      { abilities: [answersSwap('ping', 'boost'), answersSwap('pong', 'swap')], policy: { depth: 30 } },
      { executor },
    );
    const { code, message, culprit } = refusal(() => world.events.raise('swap', { unit: units[0] }));
    expect(code).toBe('nesting');
    expect(message).toContain('more than 30 levels deep: ping, then pong again and again');
    expect(culprit).toBe('ping');
    expect(world.triggers.isPaused).toBe(false);
  });

  test('is allowed to lie as deep as the policy says', () => {
    const countdown: AbilitySource = {
      name: 'countdown',
      class: 'trait',
      on: { type: 'note', where: 'occurrence.amount > 1' },
      do: [{ raise: 'note', values: { unit: 'target', amount: 'occurrence.amount - 1' } }],
    };
    const { world, units } = timingStage({ abilities: [countdown], policy: { depth: 12 } }, { executor });
    expect(world.events.raise('note', { unit: units[0], amount: 12 })).toBe(true);
    expect(refusal(() => world.events.raise('note', { unit: units[0], amount: 13 })).code).toBe('nesting');
  });

  test('is found out by how much it is, where it does not lie deep', () => {
    // Each copy that answers makes another one, which may answer the same point.
    const abilities: readonly AbilitySource[] = [
      { name: 'seed', class: 'trait', on: 'note', do: [{ add: 'weed', self: 'target' }] },
      { name: 'weed', class: 'trait', carrier: 'created', on: 'note', do: [{ add: 'weed' }] },
    ];
    const { world, units } = timingStage({ abilities }, { executor, limits: { occurrencesPerRoot: 100 } });
    const { code, message, culprit } = refusal(() => world.events.raise('note', { unit: units[0] }));
    expect(code).toBe('limit-occurrences');
    expect(message).toContain('more than 100 others');
    expect(culprit === undefined || culprit === 'weed').toBe(true);
    // Not one that is born in the step may answer it: then there is an end.
    const {
      world: other,
      units: [unit],
    } = timingStage({ abilities, policy: { bornInStep: false } }, { executor, limits: { occurrencesPerRoot: 100 } });
    expect(other.events.raise('note', { unit })).toBe(true);
  });

  test('counts again for each that the host raises', () => {
    const { world, units } = timingStage(
      { abilities: [{ name: 'grows', class: 'trait', on: 'boost', do: [{ tell: 'grown' }] }] },
      { executor, limits: { occurrencesPerRoot: 4 } },
    );
    for (let i = 0; i < 20; i++) expect(world.events.raise('boost', { unit: units[0], amount: 1 })).toBe(true);
    expect(
      refusal(() =>
        world.events.raiseAll(
          Array.from({ length: 5 }, () => ({ type: 'boost', values: { unit: units[0], amount: 1 } })),
        ),
      ).code,
    ).toBe('limit-occurrences');
    expect(world.get(units[0], 'strength')).toBe(22);
  });

  test('is no chain of substitutions: each is made once along it', () => {
    const abilities: readonly AbilitySource[] = [
      { name: 'there', class: 'substitute', on: 'hit', into: { type: 'boost', values: { amount: '2' } } },
      { name: 'back', class: 'substitute', on: 'boost', into: { type: 'hit', values: { amount: '1' } } },
    ];
    const { world, units } = timingStage({ abilities }, { executor });
    expect(
      toldIn((options) => world.events.raise('hit', { unit: units[0], amount: 3 }, options)).filter(
        (each) => each !== 'act',
      ),
    ).toEqual(['A there', 'replace boost', 'A back', 'replace hit', 'apply hit']);
    expect(world.get(units[0], 'health')).toBe(4);
  });

  longTest('is found out where abilities to substitute are made without end', () => {
    const abilities: readonly AbilitySource[] = [
      {
        name: 'there',
        class: 'substitute',
        carrier: 'created',
        on: 'hit',
        into: { type: 'boost', values: { amount: '2' } },
        do: [{ add: 'back' }],
      },
      {
        name: 'back',
        class: 'substitute',
        carrier: 'created',
        on: 'boost',
        into: { type: 'hit', values: { amount: '1' } },
        do: [{ add: 'there' }],
      },
      { name: 'begins', class: 'trait', on: 'note', do: [{ add: 'there', self: 'target' }] },
    ];
    const { world, units } = timingStage({ abilities }, { executor });
    world.events.raise('note', { unit: units[0] });
    const { code, message, culprit } = refusal(() => world.events.raise('hit', { unit: units[0], amount: 3 }));
    expect(code).toBe('substitutions');
    expect(message).toMatch(/1000 times, now by (there|back);/);
    expect(['there', 'back']).toContain(culprit);
    expect(world.get(units[0], 'health')).toBe(5);
  });
});

describe('a loop that its players could end', () => {
  /** Who reacts to a note makes another one, with everything as it was. */
  const again: AbilitySource = {
    name: 'again',
    class: 'reaction',
    carrier: 'world',
    controller: 'objects(side).first()',
    on: 'note',
    do: [{ raise: 'note', values: { unit: 'target', amount: '1' } }],
  };
  const open = (policy: Given['policy'], abilities: readonly AbilitySource[] = [again]) =>
    timingStage({ abilities, policy });

  /** Takes the first option there is, so often at most. */
  function insist(
    most: number,
    abilities: readonly AbilitySource[],
  ): { readonly told: readonly string[]; readonly decisions: number } {
    const { world, units } = open({ optionalLoop: 'break' }, abilities);
    let decisions = 0;
    const told = toldIn((options) => {
      world.events.raise('note', { unit: units[0], amount: 1 }, options);
      while (world.events.optionCount > 0 && decisions < most) {
        world.events.decide(0, undefined, options);
        decisions++;
      }
    });
    expect(world.events.optionCount).toBe(0);
    return { told: told.filter((each) => each.startsWith('loop')), decisions };
  }

  test('is broken, and the host is told', () => {
    expect(insist(30, [again])).toEqual({ told: ['loop again'], decisions: 8 });
  });

  test('of two players ends as well', () => {
    const { told, decisions } = insist(5_000, [{ ...again, carrier: { kind: 'side' }, controller: 'self' }]);
    expect(new Set(told)).toEqual(new Set(['loop again']));
    expect(decisions).toBeLessThan(5_000);
  });

  test('is an error where the policy says so', () => {
    const { world, units } = open({ optionalLoop: 'error' });
    world.events.raise('note', { unit: units[0], amount: 1 });
    const { code, message, culprit } = refusal(() => {
      for (let i = 0; i < 500; i++) world.events.decide(0);
    });
    expect([code, culprit]).toEqual(['optional-loop', 'again']);
    expect(message).toContain('again again and again');
    // The last decision is still to be taken, and another one may be.
    expect(world.events.optionCount).toBeGreaterThan(0);
    while (world.events.optionCount > 0) world.events.decide('pass');
    expect(world.triggers.isPaused).toBe(false);
  });

  test('is none where something has changed on the way', () => {
    const grows: AbilitySource = {
      ...again,
      do: [
        { meter: 'strength', add: 1 },
        { raise: 'note', values: { unit: 'target', amount: '1' }, if: 'target.strength < 20' },
      ],
    };
    const { world, units } = timingStage({ abilities: [grows], policy: { optionalLoop: 'error' } });
    world.events.raise('note', { unit: units[0], amount: 1 });
    for (let i = 0; world.events.optionCount > 0 && (world.get(units[0], 'strength') as number) < 20; i++)
      world.events.decide('again');
    expect(world.get(units[0], 'strength')).toBe(20);
  });
});
