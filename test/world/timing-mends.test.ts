import { describe, expect, test } from 'vitest';
import { header } from '../../src/kernel/arena.js';
import { loadWorld } from '../../src/world.js';
import type { Handle, World } from '../../src/world/api.js';
import type { OccurrenceValues } from '../../src/world/events-api.js';
import { refusal, refusedWith } from '../support/errors.js';
import { type AbilitySource, type Given, type TimingStage, timingStage } from '../support/timing-world.js';

/** Scouts are healed by one each turn, and their owner may let them thrive or gloat by it. */
const heals = { scope: { include: 'target == source' }, effects: [{ meter: 'health', add: 1 }] };
const thrives: AbilitySource = {
  name: 'thrives',
  class: 'reaction',
  carrier: { kind: 'unit' },
  own: true,
  on: { gains: 'health' },
  do: [{ meter: 'strength', add: 1 }],
};
const gloats: AbilitySource = {
  ...thrives,
  name: 'gloats',
  if: 'self.health < 20',
  do: [{ meter: 'strength', add: 5 }],
};
const given: Given = { abilities: [thrives, gloats], rules: [heals] };

function decideAll(world: World, names: readonly string[]): void {
  for (let taken = 0; world.events.optionCount > 0; taken++) world.events.decide(names[taken] ?? 'pass');
}

function numbers(world: World, units: readonly Handle[], column: string): readonly unknown[] {
  return units.map((unit) => world.get(unit, column));
}

describe('a turn that waits', () => {
  test('is told from one that does not by the hash', () => {
    const { world } = timingStage(given);
    const before = world.hash();
    const snapshot = world.snapshot();
    world.step();
    const waiting = world.hash();
    expect(waiting).not.toBe(before);
    // That it waits is all that differs.
    const copy = world.snapshot();
    expect([copy.header[header.turnPending], copy.header[header.answers]]).toEqual([1, 0]);
    world.restore(snapshot);
    expect(world.hash()).toBe(before);
    world.restore(copy);
    expect(world.hash()).toBe(waiting);
  });
});

describe('a turn in a world that may not grow', () => {
  const parries: AbilitySource = {
    name: 'parries',
    class: 'reaction',
    carrier: { kind: 'unit' },
    own: true,
    at: 'before',
    on: 'hit',
    do: [],
  };

  test('does not wait where there is no room for what was decided in it', () => {
    const { world, units } = timingStage({ abilities: [parries] }, { fixed: true, reserve: { frames: 16 } });
    world.addSystem({
      name: 'hail',
      phase: 'host',
      run: (of) => {
        for (let i = 0; i < 30; i++) of.events.raise('hit', { unit: units[0], amount: 0.1 });
      },
    });
    const hash = world.hash();
    let left = 20;
    world.events.answerWith(() => (left-- > 0 ? 0 : undefined));
    expect([
      refusedWith(() => {
        world.step();
      }),
      world.hash(),
      world.triggers.isPaused,
      world.events.decision,
    ]).toEqual(['world-full', hash, false, undefined]);
    left = Infinity;
    world.step();
    expect(world.turn).toBe(1);
  });

  test('waits where it did when there is no room for one decision more', () => {
    const { world, units } = timingStage({ abilities: [parries] }, { fixed: true, reserve: { frames: 16 } });
    world.addSystem({
      name: 'hail',
      phase: 'host',
      run: (of) => {
        for (let i = 0; i < 30; i++) of.events.raise('hit', { unit: units[0], amount: 0.1 });
      },
    });
    world.step();
    for (let i = 0; i < 8; i++) world.events.decide('parries');
    const [hash, decision] = [world.hash(), world.events.decision];
    expect([
      refusedWith(() => world.events.decide('parries')),
      world.hash(),
      world.triggers.isPaused,
      world.events.decision,
    ]).toEqual(['world-full', hash, true, decision]);
  });
});

describe('a turn that waits in a world that the host has changed', () => {
  /** The second of three options was taken, and is there no more. */
  function changed(): TimingStage {
    const stage = timingStage(given);
    stage.world.step();
    expect(stage.world.events.decision?.options.map(({ name }) => name)).toEqual(['thrives', 'gloats', 'pass']);
    stage.world.events.decide('pass');
    stage.world.set(stage.units[0], 'health', 50);
    return stage;
  }

  test('says so where what was decided is no option any more, and stays as it is', () => {
    const { world } = changed();
    const hash = world.hash();
    for (const ask of [
      () => world.events.decision,
      () => world.events.optionCount,
      () => world.events.decider,
      () => world.events.decide(0),
      () => world.events.decide('pass'),
    ]) {
      expect(refusal(ask)).toMatchObject({
        code: 'world-changed',
        message: expect.stringMatching(/decision 1 .*option 2, .*no longer fits.*resume/) as string,
      });
      expect([world.hash(), world.triggers.isPaused, world.turn]).toEqual([hash, true, 0]);
    }
    const copy = loadWorld(world.program, world.save());
    expect([refusedWith(() => copy.events.decision), copy.hash()]).toEqual(['world-changed', hash]);
  });

  test('says so where what was decided is another option now', () => {
    const { world, units } = timingStage(given);
    world.step();
    world.events.decide('gloats');
    world.set(units[0], 'health', 50);
    expect([refusedWith(() => world.events.decision), refusedWith(() => world.events.decide(0))]).toEqual([
      'world-changed',
      'world-changed',
    ]);
    expect(world.triggers.resume()).toBe(false);
    expect(world.events.decision?.options.map(({ name }) => name)).toEqual(['thrives', 'pass']);
  });

  test('says so where the same options answer something of another sort now', () => {
    const shields: AbilitySource = {
      name: 'shields',
      class: 'reaction',
      carrier: { kind: 'unit' },
      own: true,
      at: 'before',
      on: [{ type: 'hit' }, { type: 'frost' }],
      do: [],
    };
    const { world, units } = timingStage({
      abilities: [shields],
      occurrences: { frost: { fields: { unit: 'unit', amount: 'number' }, subject: 'unit' } },
    });
    const sortOf = (of: World): string => (Number(of.get(units[0], 'health')) > 20 ? 'frost' : 'hit');
    world.addSystem({
      name: 'weather',
      phase: 'host',
      run: (of) => {
        for (let i = 0; i < 2; i++) of.events.raise(sortOf(of), { unit: units[0], amount: 0.1 });
      },
    });
    world.step();
    world.events.decide('shields');
    expect(world.events.decision?.options.map(({ name }) => name)).toEqual(['shields', 'pass']);
    world.set(units[0], 'health', 50);
    expect(refusedWith(() => world.events.decision)).toBe('world-changed');
  });

  test('is decided again when it is resumed', () => {
    const { world, units } = changed();
    expect(world.triggers.resume()).toBe(false);
    expect([world.turn, world.triggers.isPaused, world.events.decision?.options.map(({ name }) => name)]).toEqual([
      0,
      true,
      ['thrives', 'pass'],
    ]);
    decideAll(world, ['thrives', 'gloats']);
    expect([world.turn, numbers(world, units, 'health'), numbers(world, units, 'strength')]).toEqual([
      1,
      [51, 5, 6],
      [3, 2, 7],
    ]);
  });

  test('is decided again by an agent when it is resumed', () => {
    const { world, units } = changed();
    world.events.answerWith(() => 0);
    expect(world.triggers.resume()).toBe(true);
    expect([world.turn, world.triggers.isPaused, world.get(units[0], 'strength')]).toEqual([1, false, 3]);
  });

  test('goes on where it was when the change is taken back', () => {
    const { world, units } = changed();
    expect(refusedWith(() => world.events.decision)).toBe('world-changed');
    world.set(units[0], 'health', 5);
    expect(world.events.decision?.options[0].source).toBe(units[2]);
    decideAll(world, ['gloats']);
    expect([world.turn, numbers(world, units, 'strength')]).toEqual([1, [2, 2, 7]]);
  });

  test('keeps its decisions where it fails, looked at or resumed', () => {
    const bursts: AbilitySource = {
      name: 'bursts',
      class: 'trait',
      carrier: { kind: 'unit' },
      own: true,
      on: { gains: 'health' },
      if: 'self.health > 40',
      do: [
        { meter: 'strength', add: 1e308 },
        { meter: 'strength', add: 1e308 },
      ],
    };
    const { world, units } = timingStage({ ...given, abilities: [thrives, bursts] });
    world.step();
    world.events.decide('thrives');
    const decision = world.events.decision;
    world.set(units[2], 'health', 50);
    const hash = world.hash();
    expect([refusedWith(() => world.events.decision), world.hash(), world.triggers.isPaused]).toEqual([
      'not-finite',
      hash,
      true,
    ]);
    expect([refusedWith(() => world.triggers.resume()), world.hash(), world.triggers.isPaused]).toEqual([
      'not-finite',
      hash,
      true,
    ]);
    world.set(units[2], 'health', 5);
    expect(world.events.decision).toEqual(decision);
    decideAll(world, ['thrives']);
    expect([world.turn, numbers(world, units, 'strength')]).toEqual([1, [3, 2, 3]]);
  });

  test('waits still where it is resumed and fails before anything was decided', () => {
    const { world } = timingStage(given);
    let quakes = false;
    world.addSystem({
      name: 'quake',
      phase: 'reset',
      run: () => {
        if (quakes) throw new Error('it quakes');
      },
    });
    world.step();
    const [hash, decision] = [world.hash(), world.events.decision];
    quakes = true;
    expect(() => world.triggers.resume()).toThrow('it quakes');
    expect([world.hash(), world.triggers.isPaused]).toEqual([hash, true]);
    quakes = false;
    expect(world.events.decision).toEqual(decision);
  });

  test('is looked at again where the host writes to the columns themselves', () => {
    const { world, units } = timingStage(given);
    const health = world.ecs().columns.get('health')?.value ?? [];
    world.step();
    expect(world.events.decision?.options.map(({ name }) => name)).toEqual(['thrives', 'gloats', 'pass']);
    health[world.describe(units[0]).id] = 50;
    world.ecs().changed('health');
    expect(world.events.decision?.options.map(({ name }) => name)).toEqual(['thrives', 'pass']);
  });

  test('leaves the turn before it to be explained where nothing has to be decided any more', () => {
    const { world, units, sides } = timingStage(given);
    world.events.answerWith(() => 0);
    world.step();
    world.events.answerWith(undefined);
    world.step();
    for (const unit of units.slice(1)) world.destroy(unit);
    world.destroy(sides[0]);
    world.destroy(sides[1]);
    expect([world.events.decision, world.triggers.isPaused]).toEqual([undefined, true]);
    expect(world.explain(units[0], 'health')).toMatchObject({ initial: 5, current: 6 });
    expect([world.triggers.resume(), world.turn]).toEqual([true, 2]);
    expect(world.explain(units[0], 'health')).toMatchObject({ initial: 6, current: 7 });
  });
});

describe('a system of the host that catches what is thrown', () => {
  const parries: AbilitySource = {
    name: 'parries',
    class: 'reaction',
    carrier: { kind: 'unit' },
    own: true,
    at: 'before',
    on: 'hit',
    do: [{ adjust: -1 }],
  };
  const grows: AbilitySource = {
    name: 'grows',
    class: 'trait',
    on: 'boost',
    do: [
      { meter: 'strength', add: 1e308 },
      { meter: 'strength', add: 1e308 },
    ],
  };

  function withSystem(
    run: (world: World, units: readonly Handle[]) => void,
    abilities: readonly AbilitySource[],
  ): TimingStage {
    const stage = timingStage({ abilities });
    stage.world.addSystem({
      name: 'weather',
      phase: 'growth',
      run: (world) => {
        run(world, stage.units);
      },
    });
    return stage;
  }

  function quietly(act: () => unknown): void {
    try {
      act();
    } catch {
      // This is what must not hide anything.
    }
  }

  test('lets its turn wait all the same, for the first decision', () => {
    const { world, units } = withSystem(
      (of, [unit]) => {
        for (const amount of [3, 2]) quietly(() => of.events.raise('hit', { unit, amount }));
        of.set(unit, 'strength', 9);
      },
      [parries],
    );
    world.step();
    expect([
      world.turn,
      world.triggers.isPaused,
      world.get(units[0], 'health'),
      world.get(units[0], 'strength'),
    ]).toEqual([0, true, 5, 2]);
    expect(world.events.decision?.options[0]).toMatchObject({
      name: 'parries',
      view: { values: expect.arrayContaining([3]) as number[] },
    });
    decideAll(world, ['parries', 'parries']);
    expect([world.turn, world.get(units[0], 'health'), world.get(units[0], 'strength')]).toEqual([1, 2, 9]);
  });

  test('lets its turn wait where it throws something else instead', () => {
    const { world } = withSystem(
      (of, [unit]) => {
        try {
          of.events.raise('hit', { unit, amount: 3 });
        } catch (error) {
          throw new Error('bad weather', { cause: error });
        }
      },
      [parries],
    );
    world.step();
    expect([world.triggers.isPaused, world.events.optionCount]).toEqual([true, 2]);
  });

  test('does not let a turn be done in which something was left half done', () => {
    const { world } = withSystem(
      (of, [unit]) => {
        quietly(() => of.events.raise('boost', { unit, amount: 1 }));
      },
      [grows],
    );
    const hash = world.hash();
    expect([
      refusedWith(() => {
        world.step();
      }),
      world.hash(),
      world.turn,
      world.triggers.isPaused,
    ]).toEqual(['not-finite', hash, 0, false]);
  });

  test('may go on from what was refused before anything occurred', () => {
    const codes: string[] = [];
    const { world, units } = withSystem((of, [unit]) => {
      codes.push(
        refusedWith(() => of.events.raise('hit', [-1])),
        refusedWith(() => of.events.raise('nothing')),
      );
      of.events.raise('boost', { unit, amount: 1 });
    }, []);
    world.step();
    expect([codes, world.turn, world.get(units[0], 'strength')]).toEqual([['bad-value', 'unknown-name'], 1, 3]);
  });
});

describe('values in the order of fields', () => {
  const listens: AbilitySource = {
    name: 'listens',
    class: 'trait',
    on: ['note', 'sort', 'march'],
    do: [{ meter: 'strength', add: 1, direct: 'objects(unit).first()' }],
  };
  const sort = {
    fields: { unit: 'unit', is: 'boolean', of: 'kind', as: 'class', part: 'step' },
    subject: 'unit',
  } as const;
  const stage = (): TimingStage =>
    timingStage({ abilities: [listens], occurrences: { sort, hush: { fields: { unit: 'unit', amount: 'number' } } } });

  /** Values of a type by name, in the order of its fields as they are stored. */
  function inOrder(
    { program: { rules } }: World,
    type: string,
    values: Readonly<Record<string, number>>,
  ): readonly number[] {
    const { fields } = rules.timing.types.find(({ name }) => name === type) ?? { fields: [] };
    return fields.map((field) => values[field?.name ?? ''] ?? NaN);
  }

  const wrong: readonly (readonly [string, string, Readonly<Record<string, number>>, RegExp])[] = [
    ['a fraction for an object', 'note', { unit: 1.5 }, /note\.unit cannot be 1\.5/],
    ['less than 0 for an object', 'note', { unit: -1 }, /note\.unit cannot be -1/],
    ['a handle that is too large', 'note', { unit: 2 ** 60 }, /note\.unit cannot be 1152921504606847000/],
    ['an object that never was', 'note', { unit: 77 }, /note\.unit cannot be 77/],
    ['an infinite number', 'note', { amount: Infinity }, /note\.amount cannot be Infinity/],
    ['an infinite number below 0', 'note', { amount: -Infinity }, /note\.amount cannot be -Infinity/],
    ['2 for a boolean', 'sort', { is: 2 }, /sort\.is cannot be 2; give 0 or 1/],
    ['a kind that is not', 'sort', { of: 3 }, /sort\.of cannot be 3; give a whole number up to 2/],
    ['a fraction for a class', 'sort', { as: 0.5 }, /sort\.as cannot be 0\.5/],
    ['a word that is not', 'sort', { part: 3 }, /sort\.part cannot be 3/],
    ['a word below 0', 'march', { part: -1 }, /march\.part cannot be -1/],
  ];

  test.each(wrong)('are refused where one is %s', (_what, type, values, message) => {
    const { world } = stage();
    const list = inOrder(world, type, values);
    const hash = world.hash();
    for (const act of [
      () => world.events.raise(type, list),
      () => world.events.raiseAll([{ type: 'note' }, { type, values: list }]),
      () => world.events.pass(type, 'after', list),
    ]) {
      expect(refusal(act)).toMatchObject({
        code: 'bad-value',
        culprit: `${type}.${Object.keys(values)[0]}`,
        message: expect.stringMatching(message) as string,
      });
    }
    expect(world.hash()).toBe(hash);
  });

  test('are refused where an object is gone, or a place is of no field', () => {
    const { world, units, sides } = stage();
    world.destroy(units[0]);
    expect(refusal(() => world.events.raise('note', inOrder(world, 'note', { unit: units[0] }))).code).toBe(
      'bad-value',
    );
    expect(
      refusal(() => world.events.pay('toll', 'paid', inOrder(world, 'toll', { player: sides[0] + 0.5, amount: 1 })))
        .message,
    ).toMatch(/toll\.player cannot be/);
    const { fields } = world.program.rules.timing.types.find(({ name }) => name === 'note') ?? { fields: [] };
    const free = fields.findIndex((field) => field === undefined);
    expect(free).toBeGreaterThan(0);
    expect(
      refusal(() =>
        world.events.raise(
          'note',
          fields.map((_, i) => (i === free ? 4 : NaN)),
        ),
      ).message,
    ).toMatch(`note.${free} cannot be 4`);
  });

  test('occur as they do by name; 0 is none', () => {
    const [one, other] = [stage(), stage()];
    const [unit] = one.units;
    const both: readonly (readonly [string, Readonly<Record<string, number>>, OccurrenceValues])[] = [
      ['note', { unit, amount: -0.5 }, { unit, amount: -0.5 }],
      ['note', { unit: 0 }, { unit: null }],
      ['sort', { unit, is: 0, of: 2, as: 1, part: 2 }, { unit, is: false, of: 'unit', as: 'scout', part: 'battle' }],
      ['sort', { is: 1, of: 0, as: 0, part: 0 }, { is: true, of: null, as: null, part: null }],
      ['march', { part: 1 }, { part: 'journey' }],
    ];
    for (const [type, list, named] of both) {
      const heard: unknown[][] = [[], []];
      one.world.events.raise(type, inOrder(one.world, type, list), {
        listen: (event) => {
          heard[0].push(event);
        },
      });
      other.world.events.raise(type, named, {
        listen: (event) => {
          heard[1].push(event);
        },
      });
      expect(heard[0].length).toBeGreaterThan(0);
      expect(heard[0]).toEqual(heard[1]);
    }
    expect([one.world.events.stepOfPlay, one.world.hash()]).toEqual(['journey', other.world.hash()]);
  });

  test('are kept as they were given', () => {
    const { world, units } = timingStage({
      abilities: [
        {
          name: 'asks',
          class: 'reaction',
          carrier: { kind: 'unit' },
          own: true,
          at: 'before',
          on: 'boost',
          do: [{ adjust: 1 }],
        },
      ],
    });
    const list = [...inOrder(world, 'boost', { unit: units[0], amount: 2 })];
    world.events.raise('boost', list);
    list.fill(99);
    decideAll(world, []);
    expect(world.get(units[0], 'strength')).toBe(4);
  });

  test('that nobody looks at have to be numbers that are not infinite', () => {
    const {
      world,
      units: [unit],
    } = stage();
    const before = world.events.occurred;
    for (const values of [
      [Infinity],
      [NaN, -Infinity],
      ['x'] as unknown as number[],
      [undefined] as unknown as number[],
      new Array<number>(40).fill(NaN),
    ]) {
      expect(refusedWith(() => world.events.raise('hush', values))).toBe('bad-value');
    }
    expect(refusedWith(() => world.events.raise('hush', { amount: Infinity }))).toBe('bad-value');
    expect(world.events.occurred).toBe(before);
    expect([
      world.events.raise('hush', [unit]),
      world.events.raise('hush', { unit, amount: 1 }),
      world.events.occurred - before,
    ]).toEqual([true, true, 2]);
  });
});
