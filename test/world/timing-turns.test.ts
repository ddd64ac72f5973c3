import { describe, expect, test } from 'vitest';
import { loadWorld } from '../../src/world.js';
import type { World } from '../../src/world/api.js';
import type { TurnAgent } from '../../src/world/events-api.js';
import { refusal, refusedWith } from '../support/errors.js';
import { type AbilitySource, type Given, type TimingStage, shortly, timingStage } from '../support/timing-world.js';

/** Scouts are healed by one each turn, and their owner may let them thrive by it. */
const heals = { scope: { include: 'target == source' }, effects: [{ meter: 'health', add: 1 }] };
const thrives: AbilitySource = {
  name: 'thrives',
  class: 'reaction',
  carrier: { kind: 'unit' },
  own: true,
  on: { gains: 'health' },
  do: [{ meter: 'strength', add: 1 }],
};
const wakes: AbilitySource = {
  name: 'wakes',
  class: 'reaction',
  carrier: { kind: 'side' },
  at: 'before',
  on: { phase: 'growth' },
  do: [{ meter: 'gold', add: 1, direct: 'source' }],
};
const given: Given = { abilities: [thrives, wakes], rules: [heals] };

/** Options that are taken one after the other, by name; after the last of them, `pass`. */
function scripted(names: readonly string[]): TurnAgent {
  let next = 0;
  return ({ options }) => options.findIndex(({ name }) => name === (names[next] ?? 'pass')) + 0 * next++;
}

/** Decides by name until the turn is done. */
function decideAll(world: World, names: readonly string[]): number {
  let taken = 0;
  while (world.events.optionCount > 0) world.events.decide(names[taken++] ?? 'pass');
  return taken;
}

const some = ['thrives', 'pass', 'wakes'];

describe('a turn in which somebody has to decide', () => {
  test('waits, with the world as it was before it', () => {
    const { world, sides, units } = timingStage(given);
    world.step();
    expect([world.turn, world.triggers.isPaused, world.events.optionCount, world.events.decider]).toEqual([
      0,
      true,
      2,
      sides[0],
    ]);
    expect(world.events.decision).toMatchObject({
      player: sides[0],
      kind: 'react',
      at: 'after',
      options: [{ name: 'thrives', source: units[0] }, { name: 'pass' }],
    });
    expect(units.map((unit) => world.get(unit, 'health'))).toEqual([5, 5, 5]);
  });

  test('goes on with each decision, and ends as one in which an agent decides', () => {
    const { world, sides } = timingStage(given);
    world.step();
    const deciders: number[] = [];
    for (let i = 0; world.events.optionCount > 0; i++) {
      deciders.push(world.events.decider);
      expect(world.events.decide(some[i] ?? 'pass', world.events.decider)).toBe(world.events.optionCount === 0);
    }
    expect([world.turn, world.triggers.isPaused]).toEqual([1, false]);
    expect(deciders).toEqual([sides[0], sides[1], sides[0], sides[1], sides[0]].slice(0, deciders.length));
    expect(deciders.length).toBeGreaterThan(2);
    const { world: other } = timingStage(given);
    other.events.answerWith(scripted(some));
    other.step();
    expect(other.hash()).toBe(world.hash());
  });

  test.each(['compiled', 'reference'] as const)('is the same whoever runs it, and whoever is told (%s)', (executor) => {
    const { world } = timingStage(given, { executor });
    const told: string[] = [];
    world.triggers.hear((event) => {
      told.push(shortly(event) ?? event.kind);
    });
    for (let turn = 0; turn < 3; turn++) {
      world.step();
      expect(told.length === 0 || turn > 0).toBe(true);
      decideAll(world, some);
    }
    const { world: other } = timingStage(given);
    for (let turn = 0; turn < 3; turn++) {
      other.events.answerWith(scripted(some));
      other.step();
    }
    expect(other.hash()).toBe(world.hash());
    expect(told.filter((each) => each === 'C thrives')).toHaveLength(3);
    expect(told).toContain('react pass');
  });

  test('asks an agent that has no answer no more, and waits from there', () => {
    const { world } = timingStage(given);
    let asked = 0;
    world.events.answerWith(({ options }) =>
      asked++ === 0 ? options.findIndex(({ name }) => name === 'thrives') : undefined,
    );
    world.step();
    expect([asked, world.turn, world.triggers.isPaused]).toEqual([2, 0, true]);
    world.events.answerWith(undefined);
    decideAll(world, ['pass', 'wakes']);
    const { world: other } = timingStage(given);
    other.events.answerWith(scripted(some));
    other.step();
    expect(world.hash()).toBe(other.hash());
  });

  test('goes on in every copy of the world', () => {
    const { world } = timingStage(given);
    world.step();
    world.events.decide('thrives');
    const elsewhere = timingStage(given).world;
    elsewhere.restore(world.snapshot());
    const copies = [world.fork(), loadWorld(world.program, world.save()), elsewhere];
    for (const copy of copies) {
      expect([copy.hash(), copy.triggers.isPaused, copy.events.decision]).toEqual([
        world.hash(),
        true,
        world.events.decision,
      ]);
      decideAll(copy, ['pass', 'wakes']);
    }
    decideAll(world, ['pass', 'wakes']);
    for (const copy of copies) expect([copy.turn, copy.hash()]).toEqual([1, world.hash()]);
  });

  test('can be put back to what was before it', () => {
    const { world } = timingStage(given);
    const start = world.snapshot();
    world.step();
    world.events.decide('thrives');
    world.restore(start);
    expect([world.triggers.isPaused, world.events.decision]).toEqual([false, undefined]);
    world.step();
    decideAll(world, some);
    const { world: other } = timingStage(given);
    other.events.answerWith(scripted(some));
    other.step();
    expect(world.hash()).toBe(other.hash());
  });

  test('is none of several that are run at once', () => {
    const { world } = timingStage(given);
    const before = world.hash();
    expect(
      refusal(() => {
        world.run(3);
      }).code,
    ).toBe('decision-needed');
    expect([world.hash(), world.triggers.isPaused, world.turn]).toEqual([before, false, 0]);
    world.events.answerWith(() => 0);
    world.run(3);
    expect(world.turn).toBe(3);
  });

  test('lets nothing else begin', () => {
    const { world } = timingStage(given);
    world.step();
    const before = world.hash();
    const codes = [
      () => {
        world.step();
      },
      () => {
        world.run(1);
      },
      () => world.events.raise('note'),
      () => world.triggers.advance(1),
      () => world.triggers.poll(),
    ].map(refusedWith);
    expect(codes).toEqual(codes.map(() => 'paused'));
    expect(refusedWith(() => world.events.decide(0, undefined, { steps: 1 }))).toBe('bad-option');
    expect(world.hash()).toBe(before);
  });

  test('is run again when the host has changed the world meanwhile', () => {
    const { world, units } = timingStage(given);
    world.step();
    world.set(units[0], 'health', 40);
    expect(world.events.decision?.options[0].view?.values).toContain(40);
    decideAll(world, ['thrives']);
    expect([world.turn, world.get(units[0], 'health'), world.get(units[0], 'strength')]).toEqual([1, 41, 3]);
  });

  test('is run by resume where nothing has to be decided any more', () => {
    const { world, units, sides } = timingStage({ ...given, abilities: [thrives] });
    world.step();
    for (const unit of units) world.destroy(unit);
    expect([world.events.decision, world.events.optionCount, world.events.decider]).toEqual([undefined, 0, 0]);
    expect(refusedWith(() => world.events.decide(0))).toBe('no-decision');
    expect(world.turn).toBe(0);
    expect(world.triggers.resume()).toBe(true);
    expect([world.turn, world.triggers.isPaused, world.isLive(sides[0])]).toEqual([1, false, true]);
  });

  test('waits still where what is decided leads to what fails', () => {
    const bursts: AbilitySource = {
      ...thrives,
      name: 'bursts',
      do: [
        { meter: 'strength', add: 1e308 },
        { meter: 'strength', add: 1e308 },
      ],
    };
    const { world } = timingStage({ ...given, abilities: [thrives, bursts] });
    world.step();
    world.events.decide('pass');
    const [hash, decision] = [world.hash(), world.events.decision];
    expect(refusedWith(() => world.events.decide('bursts'))).toBe('not-finite');
    expect([world.hash(), world.turn, world.triggers.isPaused]).toEqual([hash, 0, true]);
    expect(world.events.decision).toEqual(decision);
    decideAll(world, ['thrives']);
    expect(world.turn).toBe(1);
  });

  test('can be explained when it is done', () => {
    const { world, units } = timingStage(given);
    world.step();
    decideAll(world, some);
    const { initial, current, steps } = world.explain(units[0], 'strength');
    expect([initial, current]).toEqual([2, 3]);
    expect(steps).toMatchObject([{ before: 2, after: 3 }]);
    expect(world.explain(units[0], 'health')).toMatchObject({
      initial: 5,
      current: 6,
      steps: [{ before: 5, after: 6 }],
    });
    // To explain is to run it again, which leaves nothing.
    expect([world.turn, world.triggers.isPaused, world.events.optionCount]).toEqual([1, false, 0]);
  });

  test('that waits cannot hide the one before it from being explained', () => {
    const { world, units } = timingStage(given);
    world.events.answerWith(() => 0);
    world.step();
    world.events.answerWith(undefined);
    world.step();
    expect(world.triggers.isPaused).toBe(true);
    expect(world.explain(units[0], 'strength')).toMatchObject({ initial: 2, current: 3 });
    decideAll(world, []);
    expect(world.explain(units[0], 'strength')).toMatchObject({ initial: 3, current: 3, steps: [] });
  });
});

describe('phases of turns', () => {
  test('are answered before, as and when they are over', () => {
    const tells = (['before', 'when', 'after'] as const).flatMap((at) =>
      ['growth', 'actions'].map(
        (phase): AbilitySource => ({
          name: `${at} ${phase}`,
          class: 'trait',
          at,
          on: { phase },
          do: [{ tell: `${at} ${phase}` }],
        }),
      ),
    );
    for (const executor of ['compiled', 'reference'] as const) {
      const { world } = timingStage({ abilities: tells, rules: [heals] }, { executor });
      const told: string[] = [];
      world.triggers.hear((event) => {
        if (event.kind === 'message') told.push(event.message.text);
      });
      world.step();
      const of = (phase: string): readonly string[] => told.filter((text) => text.endsWith(phase));
      expect([of('growth'), of('actions')]).toEqual([
        ['before growth', 'when growth', 'after growth'],
        ['before actions', 'when actions', 'after actions'],
      ]);
    }
  });
});

describe('what is told after all turns of a call', () => {
  test.each(['compiled', 'reference'] as const)(
    'is bounded; the call that passes the limit is undone (%s)',
    (executor) => {
      const bell: AbilitySource = {
        name: 'bell',
        class: 'trait',
        at: 'when',
        on: { phase: 'growth' },
        do: [{ tell: 'it tolls' }],
      };
      const { world } = timingStage({ abilities: [bell] }, { executor, limits: { events: 40 } });
      let told = 0;
      world.triggers.hear(() => {
        told++;
      });
      world.step();
      const each = told;
      expect(each).toBeGreaterThan(0);
      expect(each).toBeLessThanOrEqual(40);
      const before = world.hash();
      const error = refusal(() => {
        world.run(41);
      });
      expect(error).toMatchObject({ code: 'limit-events' });
      expect(error.message).toContain('more than 40 events are kept for the listener until all turns are done');
      expect([world.hash(), told]).toEqual([before, each]);
      for (let turn = 0; turn < 41; turn++) world.step();
      expect(told).toBeGreaterThan(40);
      world.triggers.hear(undefined);
      world.run(41);
      expect(world.turn).toBe(83);
    },
  );
});

describe('a system of the host', () => {
  function withSystem(run: (stage: TimingStage) => void, abilities: readonly AbilitySource[]): TimingStage {
    const stage = timingStage({ abilities });
    stage.world.addSystem({
      name: 'weather',
      phase: 'growth',
      run: () => {
        run(stage);
      },
    });
    return stage;
  }
  const parries: AbilitySource = {
    name: 'parries',
    class: 'reaction',
    carrier: { kind: 'unit' },
    own: true,
    at: 'before',
    on: 'hit',
    do: [{ adjust: -1 }],
  };

  test('lets things occur within a turn, with all that answers them', () => {
    const grows: AbilitySource = { name: 'grows', class: 'trait', on: 'hit', do: [{ meter: 'strength', add: 1 }] };
    const returned: boolean[] = [];
    const {
      world,
      units: [unit],
    } = withSystem(
      ({ world: of, units }) => {
        returned.push(of.events.raise('hit', { unit: units[0], amount: 1 }));
      },
      [grows],
    );
    world.run(3);
    expect([world.get(unit, 'health'), world.get(unit, 'strength'), returned]).toEqual([2, 5, [true, true, true]]);
  });

  test('waits with its turn for who has to decide', () => {
    let runs = 0;
    const {
      world,
      units: [unit],
    } = withSystem(
      ({ world: of, units }) => {
        runs++;
        of.events.raise('hit', { unit: units[0], amount: 3 });
        of.events.raise('hit', { unit: units[0], amount: 2 });
      },
      [parries],
    );
    world.step();
    expect([world.events.optionCount, world.get(unit, 'health'), world.turn]).toEqual([2, 5, 0]);
    decideAll(world, ['parries', 'parries']);
    expect([world.get(unit, 'health'), world.turn]).toEqual([2, 1]);
    // Systems run with their turn, again for each decision.
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  test('is told of nothing there and then, and takes no small steps', () => {
    const codes: string[] = [];
    const { world } = withSystem(
      ({ world: of }) => {
        codes.push(
          refusedWith(() => of.events.raise('note', {}, { steps: 1 })),
          refusedWith(() => of.events.raise('note', {}, { listen: () => undefined })),
          refusedWith(() => of.events.decide(0)),
        );
      },
      [parries],
    );
    world.step();
    expect(codes).toEqual(['bad-option', 'bad-option', 'no-decision']);
  });

  test('that fails by what occurs leaves the turn undone', () => {
    const { world } = withSystem(
      ({ world: of, units }) => {
        of.events.raise('hit', { unit: units[0], amount: 2 });
      },
      [
        {
          name: 'bursts',
          class: 'trait',
          on: 'hit',
          do: [
            { meter: 'strength', add: 1e308 },
            { meter: 'strength', add: 1e308 },
          ],
        },
      ],
    );
    const before = world.hash();
    expect(
      refusedWith(() => {
        world.step();
      }),
    ).toBe('not-finite');
    expect([world.hash(), world.turn]).toEqual([before, 0]);
  });
});
