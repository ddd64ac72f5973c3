import { describe, expect, test } from 'vitest';
import { type AbilitySource, type Given, timingStage } from '../../support/timing-world.js';
import { defineContent } from '../../../src/content/native/define.js';
import { EdictError } from '../../../src/kernel/errors.js';
import { createWorld } from '../../../src/world.js';
import type { ExecutorName } from '../../../src/world/api.js';

/**
 * What nobody looks at is done at once, without a frame: it must be as if it had one. The interpreter has frames for
 * all.
 */

const calm: NonNullable<Given['continuous']>[number] = {
  name: 'calm',
  carrier: { kind: 'unit' },
  while: 'self.strength < 3 && step == journey',
  begin: [{ meter: 'strength', add: 10 }],
  end: [],
};

/** What somebody listens to, at a step of play: that alone makes a frame of it. */
const listens: AbilitySource = { name: 'listens', class: 'trait', on: 'march', if: 'time < -1' };

function strengthAfter(executor: ExecutorName, abilities: readonly AbilitySource[]): unknown {
  const {
    world,
    units: [unit],
  } = timingStage({ continuous: [calm], abilities }, { executor });
  world.set(unit, 'strength', 5);
  world.events.raise('march', { part: 'journey' });
  world.set(unit, 'strength', 2);
  world.events.raise('march', { part: 'battle' });
  return world.get(unit, 'strength');
}

describe('what holds from the start on begins first', () => {
  test('for the interpreter, and where something is heard', () => {
    expect([
      strengthAfter('reference', []),
      strengthAfter('reference', [listens]),
      strengthAfter('compiled', [listens]),
    ]).toEqual([12, 12, 12]);
  });

  test('where nothing is heard', () => {
    expect(strengthAfter('compiled', [])).toBe(12);
  });
});

describe('what lies too deep', () => {
  const cries: AbilitySource = {
    name: 'cries',
    class: 'trait',
    on: 'hit',
    do: [{ raise: 'note', values: { unit: 'target', amount: '1' } }],
  };
  const hears: AbilitySource = { name: 'hears', class: 'trait', on: 'note', if: 'time < -1' };

  function codeOf(executor: ExecutorName, abilities: readonly AbilitySource[]): string {
    const { world, units } = timingStage({ abilities, policy: { depth: 1 } }, { executor });
    try {
      world.events.raise('hit', { unit: units[0], amount: 1 });
    } catch (error) {
      if (error instanceof EdictError) return error.code;
      throw error;
    }
    return 'done';
  }

  test('is found out by the interpreter, and where it is heard', () => {
    expect([
      codeOf('reference', [cries]),
      codeOf('reference', [cries, hears]),
      codeOf('compiled', [cries, hears]),
    ]).toEqual(['nesting', 'nesting', 'nesting']);
  });

  test('is found out where it is not heard', () => {
    expect(codeOf('compiled', [cries])).toBe('nesting');
  });
});

describe('a decision in the course of what begins to hold', () => {
  const rage: NonNullable<Given['continuous']>[number] = {
    name: 'rage',
    carrier: { class: 'scout' },
    while: 'self.health < 4',
    begin: [{ raise: 'note', values: { unit: 'target' } }],
    end: [],
  };
  const asks: AbilitySource = {
    name: 'asks',
    class: 'negate',
    on: 'note',
    optional: true,
    controller: 'objects(side).first()',
  };
  /** Nobody has it, so that nothing hears what it listens to. */
  const grudge: AbilitySource = { name: 'grudge', class: 'trait', carrier: 'created', on: { loses: 'health' } };

  function hashAt(executor: ExecutorName): string {
    const { world, units } = timingStage({ continuous: [rage], abilities: [asks, grudge] }, { executor });
    world.events.raise('hit', { unit: units[0], amount: 3 });
    expect(world.events.decision?.kind).toBe('choose');
    return world.hash();
  }

  test('is the same for both executors', () => {
    expect(hashAt('compiled')).toBe(hashAt('reference'));
  });
});

describe('the first player, who comes while something is answered', () => {
  const crowning = defineContent({
    meters: { health: { default: 5 } },
    timing: { players: 'side' },
    kinds: { side: { faction: true }, unit: { meters: ['health'] } },
    classes: { scout: { kind: 'unit' }, house: { kind: 'side' } },
    occurrences: { boost: { fields: { unit: 'unit' }, subject: 'unit' } },
    abilities: [
      {
        name: 'crowns',
        class: 'trait',
        carrier: { kind: 'unit' },
        own: true,
        on: 'boost',
        do: [{ create: 'house', on: 'source' }],
      },
      { name: 'adds', class: 'trait', on: 'boost', do: [{ meter: 'health', add: 1 }] },
      { name: 'doubles', class: 'trait', on: 'boost', do: [{ meter: 'health', set: 'target.health * 2' }] },
    ],
  });

  test.each<[ExecutorName, boolean]>([
    ['compiled', false],
    ['compiled', true],
    ['reference', false],
    ['reference', true],
  ])('orders what is left, executor %s, told of it: %s', (executor, isTold) => {
    const world = createWorld(crowning, { executor });
    const unit = world.spawn({ class: 'scout' });
    world.events.raise('boost', { unit }, isTold ? { listen: () => {} } : {});
    expect(world.events.decision).toMatchObject({ kind: 'order', options: [{ name: 'adds' }, { name: 'doubles' }] });
    world.events.decide('doubles');
    expect(world.get(unit, 'health')).toBe(11);
  });
});
