import { describe, expect, test } from 'vitest';
import type { World } from '../../src/world/api.js';
import type { Agent } from '../../src/world/play-out.js';
import { refusal, refusedWith } from '../support/errors.js';
import { type AbilitySource, type TimingStage, timingStage } from '../support/timing-world.js';

const flares: AbilitySource = {
  name: 'flares',
  class: 'trait',
  on: 'roll',
  do: [
    { meter: 'strength', add: 1e308 },
    { meter: 'strength', add: 1e308 },
  ],
};
const echoes: AbilitySource = {
  name: 'echoes',
  class: 'trait',
  on: 'swap',
  do: [{ raise: 'swap', values: { unit: 'target' } }],
};
const cries: AbilitySource = {
  name: 'cries',
  class: 'rulebook',
  on: 'boost',
  do: [
    { meter: 'gold', add: 1, direct: 'objects(side).first()' },
    { raise: 'note', values: { unit: 'target', amount: 'occurrence.amount' } },
  ],
};
const dodges: AbilitySource = {
  name: 'dodges',
  class: 'reaction',
  carrier: { kind: 'unit' },
  own: true,
  at: 'before',
  on: 'hit',
  do: [{ adjust: -1 }],
};
const burns: AbilitySource = {
  name: 'burns',
  class: 'trait',
  on: { type: 'hit', where: 'occurrence.amount == 3' },
  do: [
    { meter: 'strength', add: 1e308 },
    { meter: 'strength', add: 1e308 },
  ],
};
const abilities = [flares, echoes, cries, dodges, burns];

const failing: Readonly<Record<string, (stage: TimingStage) => unknown>> = {
  'not-finite': ({ world, units }) => world.events.raise('roll', { unit: units[0] }),
  'limit-occurrences': ({ world, units }) => world.events.raise('swap', { unit: units[0] }),
};

function open(): TimingStage {
  return timingStage({ abilities }, { limits: { occurrencesPerRoot: 40 } });
}

/** Makes the call fail, after which the world must be as it was, and go on as one in which it was never made. */
function failsWithin(stage: TimingStage, code: string, run: () => unknown): void {
  const { world } = stage;
  const [hash, decision] = [world.hash(), world.events.decision];
  expect(refusedWith(run)).toBe(code);
  expect(world.hash()).toBe(hash);
  expect(world.events.decision).toEqual(decision);
}

describe.each(Object.entries(failing))('what fails with %s', (code, fail) => {
  test('leaves nothing, after others that were raised with one list of values', () => {
    const [stage, other] = [open(), open()];
    for (const { world, units } of [stage, other]) {
      const values = [NaN, NaN, NaN, NaN];
      const amount = world.program.rules.timing.types[1].fields.findIndex((field) => field?.name === 'amount');
      for (let i = 1; i <= 3; i++) {
        values[0] = units[i - 1];
        values[amount] = i;
        world.events.raise('boost', values.slice(0, world.program.rules.timing.types[1].fields.length));
      }
      const reused: number[] = Array.from({ length: world.program.rules.timing.types[1].fields.length }, () => NaN);
      for (let i = 1; i <= 3; i++) {
        reused[0] = units[0];
        reused[amount] = i;
        world.events.raise('boost', reused);
      }
      reused[0] = reused[amount] = 99;
    }
    failsWithin(stage, code, () => fail(stage));
    expect(stage.units.map((unit) => stage.world.get(unit, 'strength'))).toEqual([9, 4, 5]);
    for (const { world, units } of [stage, other]) world.events.raise('boost', { unit: units[1], amount: 4 });
    expect(stage.world.hash()).toBe(other.world.hash());
    expect(stage.world.events.occurred).toBe(other.world.events.occurred);
  });

  test('leaves nothing, after what nobody looks at', () => {
    const stage = timingStage({ abilities: [flares, echoes] }, { limits: { occurrencesPerRoot: 40 } });
    stage.world.events.raise('boost', { unit: stage.units[0], amount: 1 });
    for (let i = 0; i < 5; i++) stage.world.events.raise('note', []);
    stage.world.events.raise('boost', { unit: stage.units[0], amount: 1 });
    for (let i = 0; i < 3; i++) stage.world.events.raise('note', []);
    expect(stage.world.events.occurred).toBe(10);
    failsWithin(stage, code, () => fail(stage));
    expect(stage.world.events.occurred).toBe(10);
  });

  test('leaves nothing of what a listener has changed meanwhile', () => {
    const stage = open();
    const { world, units } = stage;
    world.events.raise('boost', { unit: units[0], amount: 2 });
    const before = world.hash();
    let changes = 0;
    const listen = (): void => {
      world.set(units[1], 'health', 20 + changes++);
    };
    const type = code === 'not-finite' ? 'roll' : 'swap';
    expect(refusedWith(() => world.events.raise(type, { unit: units[0] }, { listen }))).toBe(code);
    expect(changes).toBeGreaterThan(0);
    expect(world.hash()).toBe(before);
    world.events.raise('boost', { unit: units[0], amount: 2 });
    failsWithin(stage, code, () => fail(stage));
  });

  test('leaves nothing after a call whose listener has changed the world', () => {
    const stage = open();
    const { world, units } = stage;
    world.events.raise(
      'boost',
      { unit: units[0], amount: 2 },
      {
        listen: () => {
          world.set(units[2], 'strength', 31);
        },
      },
    );
    failsWithin(stage, code, () => fail(stage));
    expect(world.get(units[2], 'strength')).toBe(31);
  });

  test('leaves nothing after writes of the host, of cells and otherwise', () => {
    const stage = open();
    const { world, units, sides } = stage;
    world.events.raise('boost', { unit: units[0], amount: 2 });
    world.set(units[0], 'health', 3);
    failsWithin(stage, code, () => fail(stage));
    world.setOwner(units[0], sides[1]);
    world.spawn({ class: 'guard', owner: sides[0] });
    world.relations.setRole('hero', units[2]);
    failsWithin(stage, code, () => fail(stage));
    world.destroy(units[2]);
    world.events.raise('boost', { unit: units[1], amount: 1 });
    failsWithin(stage, code, () => fail(stage));
    world.triggers.advance(2);
    failsWithin(stage, code, () => fail(stage));
    world.step();
    failsWithin(stage, code, () => fail(stage));
  });

  test('leaves nothing after a copy that was put back, and after another copy', () => {
    const stage = open();
    const { world, units } = stage;
    const start = world.snapshot();
    world.events.raise('boost', { unit: units[0], amount: 2 });
    failsWithin(stage, code, () => fail(stage));
    world.restore(start);
    failsWithin(stage, code, () => fail(stage));
    world.events.raise('boost', { unit: units[0], amount: 2 });
    const fork: TimingStage = { ...stage, world: world.fork() };
    failsWithin(fork, code, () => fail(fork));
    failsWithin(stage, code, () => fail(stage));
    expect(fork.world.hash()).toBe(world.hash());
  });

  test('leaves nothing in a world that grows on the way', () => {
    const stage = timingStage(
      { abilities, policy: { depth: 200 } },
      { limits: { occurrencesPerRoot: 180 }, reserve: { frames: 4 } },
    );
    stage.world.events.raise('boost', { unit: stage.units[0], amount: 2 });
    failsWithin(stage, code, () => fail(stage));
    for (let i = 0; i < 3; i++) stage.world.events.raise('boost', { unit: stage.units[0], amount: 1 });
    failsWithin(stage, code, () => fail(stage));
    expect(stage.world.get(stage.units[0], 'strength')).toBe(7);
  });
});

describe('a decision that leads to what fails', () => {
  test('is still to be taken', () => {
    const stage = open();
    const { world, units } = stage;
    world.events.raise('boost', { unit: units[0], amount: 2 });
    world.events.raise('hit', { unit: units[0], amount: 3 });
    expect(world.events.optionCount).toBe(2);
    failsWithin(stage, 'not-finite', () => world.events.decide('pass'));
    expect(world.events.decide('dodges')).toBe(true);
    expect([world.get(units[0], 'health'), world.get(units[0], 'strength')]).toEqual([3, 4]);
  });

  test('is still to be taken where what came before it was stopped on the way', () => {
    for (const isAsked of [false, true]) {
      const stage = open();
      const { world, units } = stage;
      for (
        let isDone = world.events.raise('hit', { unit: units[0], amount: 3 }, { steps: 1 }), i = 0;
        !isDone && i < 20;
        i++
      ) {
        if (isAsked && world.events.optionCount > 0) break;
        isDone = world.triggers.resume({ steps: 1 });
      }
      expect(world.events.optionCount).toBe(2);
      failsWithin(stage, 'not-finite', () => world.events.decide('pass'));
      expect(world.events.decide('dodges')).toBe(true);
    }
  });
});

describe('what fails in a turn', () => {
  const heals = { scope: { include: 'target == source' }, effects: [{ meter: 'health', add: 1 }] };
  const thrives: AbilitySource = {
    name: 'thrives',
    class: 'reaction',
    carrier: { kind: 'unit' },
    own: true,
    on: { gains: 'health' },
    do: [{ meter: 'strength', add: 1 }],
  };

  test('leaves nothing where the agent has no such option', () => {
    for (const bad of [99, -1, 0.5, NaN]) {
      const { world } = timingStage({ abilities: [thrives], rules: [heals] });
      const before = world.hash();
      world.events.answerWith(() => bad);
      expect(
        refusal(() => {
          world.step();
        }).code,
      ).toBe('not-an-option');
      expect([world.hash(), world.triggers.isPaused, world.turn]).toEqual([before, false, 0]);
      const first: Agent = () => 0;
      world.events.answerWith(() => first(world.events));
      world.step();
      expect(world.turn).toBe(1);
    }
  });

  test('leaves nothing where the agent itself throws', () => {
    const { world } = timingStage({ abilities: [thrives], rules: [heals] });
    const before = world.hash();
    world.events.answerWith(() => {
      throw new Error('no idea');
    });
    expect(() => {
      world.step();
    }).toThrow('no idea');
    expect([world.hash(), world.triggers.isPaused]).toEqual([before, false]);
  });
});

/** So many calls are made again at most; more must be taken back too. */
test('more calls than are made again are taken back as well', () => {
  const stage = open();
  const { world, units } = stage;
  const raise = (of: World): boolean => of.events.raise('boost', { unit: units[0], amount: 1 });
  for (let i = 0; i < 300; i++) raise(world);
  failsWithin(stage, 'not-finite', () => world.events.raise('roll', { unit: units[0] }));
  for (let i = 0; i < 255; i++) raise(world);
  failsWithin(stage, 'limit-occurrences', () => world.events.raise('swap', { unit: units[0] }));
  expect(world.get(units[0], 'strength')).toBe(557);
});
