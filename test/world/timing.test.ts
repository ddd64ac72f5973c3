import { describe, expect, test } from 'vitest';
import { loadWorld } from '../../src/world.js';
import type { World } from '../../src/world/api.js';
import { refusal, refusedWith } from '../support/errors.js';
import { type AbilitySource, type Given, timingStage, toldIn } from '../support/timing-world.js';

const parry: AbilitySource = {
  name: 'parry',
  class: 'reaction',
  carrier: { kind: 'unit' },
  own: true,
  at: 'before',
  on: 'hit',
  do: [{ adjust: -1 }],
};
const shout: AbilitySource = { name: 'shout', class: 'trait', on: 'hit', do: [{ meter: 'strength', add: 1 }] };
const cheer: AbilitySource = {
  name: 'cheer',
  class: 'rulebook',
  on: 'hit',
  do: [{ meter: 'strength', set: 'target.strength * 2' }],
};

/** What must fail, with its code; the world must be as before. */
function failsLike(world: World, code: string, run: () => unknown): string {
  const before = world.hash();
  const { code: found, message } = refusal(run);
  expect(found, message).toBe(code);
  expect(world.hash()).toBe(before);
  return message;
}

/** A world in which Ada has to decide: may her scout parry. */
function waiting(given: Given = { abilities: [parry] }) {
  const stage = timingStage(given);
  expect(stage.world.events.raise('hit', { unit: stage.units[0], amount: 3 })).toBe(false);
  return stage;
}

describe('what is raised', () => {
  test.each<readonly [string, string, (world: World, units: readonly number[]) => unknown]>([
    ['an unknown type', 'unknown-name', (world) => world.events.raise('hti', {})],
    ['an unknown number of a type', 'unknown-name', (world) => world.events.raise(99, [])],
    ['a type that is neither', 'unknown-name', (world) => world.events.raise(1.5, [])],
    ['an occurrence for a type', 'bad-option', (world) => world.events.raise({ type: 'note' } as unknown as string)],
    [
      'several of them for a type',
      'bad-option',
      (world) => world.events.raise([{ type: 'note' }] as unknown as string),
    ],
    ['none for a type', 'bad-option', (world) => world.events.raise(null as unknown as string)],
    ['an unknown field', 'unknown-name', (world, [unit]) => world.events.raise('hit', { untit: unit })],
    ['a field of another type', 'unknown-name', (world) => world.events.raise('note', { player: 1 })],
    ['a word for an object', 'bad-value', (world) => world.events.raise('hit', { unit: 'scout' })],
    ['a word for a number', 'bad-value', (world, [unit]) => world.events.raise('hit', { unit, amount: 'much' })],
    ['a number that is none', 'bad-value', (world, [unit]) => world.events.raise('hit', { unit, amount: NaN })],
    ['an unknown word', 'bad-value', (world) => world.events.raise('march', { part: 'rest' })],
    ['too many values', 'bad-value', (world) => world.events.raise('note', [1, 2, 3, 4, 5, 6, 7, 8, 9])],
    ['a word in a list of values', 'bad-value', (world) => world.events.raise('note', ['x'] as unknown as number[])],
    ['values that are none', 'bad-value', (world) => world.events.raise('note', null as unknown as number[])],
    ['no occurrences', 'bad-option', (world) => world.events.raiseAll([])],
    ['no list of occurrences', 'bad-option', (world) => world.events.raiseAll({} as unknown as [])],
    [
      'an occurrence with something else',
      'bad-option',
      (world) => world.events.raiseAll([{ type: 'note', valeus: {} } as unknown as { type: string }]),
    ],
    [
      'a second occurrence of an unknown type',
      'unknown-name',
      (world) => world.events.raiseAll([{ type: 'note' }, { type: 'ntoe' }]),
    ],
    ['an unknown point', 'bad-option', (world) => world.events.pass('note', 'would' as 'when')],
    ['a payment by nobody', 'bad-value', (world) => world.events.pay('toll', 'paid', { amount: 2 })],
    [
      'a payment of nothing',
      'bad-value',
      (world) => world.events.pay('toll', 'paid', { player: world.query({ kind: 'side' })[0] }),
    ],
    ['a payment without either', 'bad-value', (world) => world.events.pay('note', null, {})],
    [
      'a payment of something unknown',
      'unknown-name',
      (world) => world.events.pay('toll', 'piad', { player: world.query({ kind: 'side' })[0], amount: 1 }),
    ],
    ['an unknown option', 'bad-option', (world) => world.events.raise('note', {}, { setps: 1 } as object)],
    ['no steps', 'bad-option', (world) => world.events.raise('note', {}, { steps: 0 })],
    [
      'a listener that is none',
      'bad-option',
      (world) => world.events.raise('note', {}, { listen: 3 as unknown as () => void }),
    ],
  ])('refuses %s', (_name, code, run) => {
    const { world, units } = timingStage({ abilities: [shout] });
    failsLike(world, code, () => run(world, units));
    // It is none the worse for it.
    expect(world.events.raise('hit', { unit: units[0], amount: 1 })).toBe(true);
    expect(world.get(units[0], 'strength')).toBe(3);
  });

  test('says what to do with several occurrences, or one with its values', () => {
    const { world } = timingStage({ abilities: [shout] });
    expect(refusal(() => world.events.raise([{ type: 'note' }] as unknown as string)).message).toBe(
      'edict: a type of occurrences is a list; give its name or index, and several occurrences to raiseAll',
    );
    expect(refusal(() => world.events.raise({ type: 'note' } as unknown as string)).message).toContain(
      'is an object; give its name or index',
    );
  });

  test('refuses an object that is gone, by name and in a list', () => {
    const {
      world,
      units: [scout],
    } = timingStage({ abilities: [shout] });
    world.destroy(scout);
    expect(refusedWith(() => world.events.raise('hit', { unit: scout, amount: 1 }))).toBe('no-object');
    expect(refusedWith(() => world.events.raise('hit', [scout, NaN, NaN, 1]))).toBe('bad-value');
    expect(toldIn((options) => world.events.raise('hit', [0, NaN, NaN, 1], options))).toEqual(['fail hit']);
  });

  test('leaves out what is not said, in either form', () => {
    const {
      world,
      units: [scout],
    } = timingStage({ abilities: [shout] });
    const place = world.program.rules.timing.types[0].fields.findIndex((field) => field?.name === 'amount');
    const values: number[] = [scout];
    values[place] = 2;
    for (let i = 0; i < place; i++) values[i] ??= NaN;
    world.events.raise('hit', values);
    world.events.raise('hit', { unit: scout, amount: 1, player: null });
    expect(world.get(scout, 'health')).toBe(2);
  });

  test('asks nothing and does nothing by what is left out, and fails where that is said to be needed', () => {
    const notes: AbilitySource = {
      name: 'notes',
      class: 'trait',
      on: ['hit', 'blow'],
      if: 'occurrence.amount < 100',
      do: [{ tell: 'noted' }],
    };
    const blow = {
      fields: { unit: 'unit', amount: 'number' },
      subject: 'unit',
      possible: 'occurrence.amount >= 0',
      do: [{ meter: 'health', add: '-occurrence.amount' }],
    };
    const {
      world,
      units: [scout],
    } = timingStage({ abilities: [notes], occurrences: { blow } });
    expect(toldIn((options) => world.events.raise('hit', { unit: scout }, options))).toEqual(['apply hit']);
    expect(toldIn((options) => world.events.raise('blow', { unit: scout }, options))).toEqual(['fail blow']);
    expect(world.get(scout, 'health')).toBe(5);
    expect(toldIn((options) => world.events.raise('blow', { unit: scout, amount: 2 }, options))).toEqual([
      'apply blow',
      'B notes',
      'says noted',
      'end notes',
    ]);
  });

  test('in what runs already is refused: from what listens, and in changes that are made as one', () => {
    const {
      world,
      units: [scout],
    } = timingStage({ abilities: [shout] });
    const codes: string[] = [];
    world.events.raise(
      'hit',
      { unit: scout, amount: 1 },
      {
        listen: () => {
          codes.push(
            refusedWith(() => world.events.raise('note')),
            refusedWith(() => world.events.decide(0)),
          );
        },
      },
    );
    expect(new Set(codes.filter((_, i) => i % 2 === 0))).toEqual(new Set(['polling']));
    expect(new Set(codes.filter((_, i) => i % 2 === 1))).toEqual(new Set(['no-decision']));
    const before = world.hash();
    expect(
      refusedWith(() => {
        world.variables.change(() => {
          world.events.raise('note');
        });
      }),
    ).toBe('change-running');
    expect(world.hash()).toBe(before);
  });

  test('in content without occurrences is unknown', () => {
    const { world } = timingStage({ abilities: [] });
    expect(world.events.occurred).toBe(0);
    expect([world.events.decision, world.events.optionCount, world.events.decider]).toEqual([undefined, 0, 0]);
  });
});

describe('a decision', () => {
  test('says who decides, on what, and what the options are', () => {
    const { world, sides, units } = waiting();
    expect(world.events.decision).toMatchObject({
      player: sides[0],
      kind: 'react',
      at: 'before',
      options: [
        {
          index: 0,
          name: 'parry',
          ability: 0,
          source: units[0],
          occurrence: 1,
          view: { id: 1, name: 'hit', parent: 0 },
        },
        { index: 1, name: 'pass', ability: undefined, source: null, occurrence: 0, view: undefined },
      ],
    });
    expect([world.events.optionCount, world.events.decider, world.triggers.isPaused]).toEqual([2, sides[0], true]);
  });

  test.each<readonly [string, string, (world: World, sides: readonly number[]) => unknown]>([
    ['a place after the last', 'not-an-option', (world) => world.events.decide(2)],
    ['a place before the first', 'not-an-option', (world) => world.events.decide(-1)],
    ['half a place', 'not-an-option', (world) => world.events.decide(0.5)],
    ['no number', 'not-an-option', (world) => world.events.decide(NaN)],
    ['an unknown name', 'not-an-option', (world) => world.events.decide('prary')],
    ['somebody else', 'not-your-decision', (world, sides) => world.events.decide(0, sides[1])],
    ['nobody', 'not-your-decision', (world) => world.events.decide(0, null)],
    ['something else that begins', 'paused', (world) => world.events.raise('note')],
    ['a point of time', 'paused', (world) => world.events.pass('note', 'after')],
    ['a payment', 'paused', (world, [side]) => world.events.pay('toll', null, { player: side, amount: 1 })],
    [
      'a turn',
      'paused',
      (world) => {
        world.step();
      },
    ],
    ['time', 'paused', (world) => world.triggers.advance(1)],
    [
      'an unknown option of the call',
      'bad-option',
      (world) => world.events.decide(0, undefined, { lsiten: 1 } as object),
    ],
  ])('refuses %s', (_name, code, run) => {
    const { world, sides, units } = waiting();
    failsLike(world, code, () => run(world, sides));
    expect(world.events.decide('parry', sides[0])).toBe(true);
    expect(world.get(units[0], 'health')).toBe(3);
  });

  test('by a name that several options have is refused, by place it is not', () => {
    const both: AbilitySource = {
      name: 'both',
      class: 'trait',
      carrier: { kind: 'unit' },
      on: 'note',
      do: [{ meter: 'strength', add: 1, direct: 'source' }],
    };
    const { world, units } = timingStage({ abilities: [both] });
    world.events.raise('note', { unit: units[0] });
    expect(world.events.decision).toMatchObject({
      kind: 'order',
      options: [{ source: units[0] }, { source: units[1] }, { source: units[2] }],
    });
    expect(failsLike(world, 'not-an-option', () => world.events.decide('both'))).toBe(
      `edict: "both" names 3 of the options: ${units.map((unit, i) => `${i} (of ${['scout', 'guard', 'scout'][i]} (object ${unit}), for note 1)`).join(', ')}; give the number of one`,
    );
    expect(world.events.decide(2)).toBe(false);
    expect(units.map((unit) => world.get(unit, 'strength'))).toEqual([2, 2, 3]);
  });

  test('that nobody has to take is refused', () => {
    const { world } = timingStage({ abilities: [parry] });
    failsLike(world, 'no-decision', () => world.events.decide(0));
    failsLike(world, 'no-decision', () => world.events.decide('pass'));
  });

  test('is gone where the host has changed what it was about', () => {
    const { world, units } = waiting();
    world.destroy(units[0]);
    expect(world.events.decision).toBeUndefined();
    expect(world.triggers.resume()).toBe(true);
    expect(world.triggers.isPaused).toBe(false);
  });

  test('is the same in every copy of the world', () => {
    const { world, units } = waiting();
    const copies = [world.fork(), loadWorld(world.program, world.save())];
    for (const copy of copies) {
      expect([copy.hash(), copy.events.decision]).toEqual([world.hash(), world.events.decision]);
      copy.events.decide('parry');
    }
    world.events.decide('parry');
    for (const copy of copies) expect([copy.hash(), copy.get(units[0], 'health')]).toEqual([world.hash(), 3]);
  });

  test('is part of the hash, and so is all that is resolved', () => {
    const { world } = timingStage({ abilities: [parry] });
    const before = world.hash();
    const { world: other } = waiting();
    const hashes = new Set([before, other.hash()]);
    other.events.decide('pass');
    hashes.add(other.hash());
    const {
      world: greater,
      units: [unit],
    } = timingStage({ abilities: [parry] });
    greater.events.raise('hit', { unit, amount: 2 });
    hashes.add(greater.hash());
    expect(hashes.size).toBe(4);
  });

  test('is taken by the first option where nobody plays', () => {
    const { world, units } = timingStage({ abilities: [shout, cheer], players: 'nobody', turns: false });
    expect(world.events.raise('hit', { unit: units[0], amount: 1 })).toBe(true);
    expect(world.get(units[0], 'strength')).toBe(6);
  });
});

describe('stopping on the way', () => {
  test('is possible between any two steps, and going on leads to the same', () => {
    const given: Given = {
      abilities: [
        {
          ...shout,
          do: [
            { raise: 'note', values: { unit: 'target', amount: '1' } },
            { meter: 'strength', add: 1 },
          ],
        },
        { name: 'echo', class: 'trait', on: 'note', do: [{ meter: 'gold', add: 1, direct: 'objects(side).first()' }] },
      ],
    };
    const whole = timingStage(given);
    whole.world.events.raise('hit', { unit: whole.units[0], amount: 1 });
    for (const steps of [1, 2, 3, 5]) {
      const { world, units } = timingStage(given);
      let stops = 0;
      for (
        let isDone = world.events.raise('hit', { unit: units[0], amount: 1 }, { steps });
        !isDone;
        isDone = world.triggers.resume({ steps })
      ) {
        expect(world.triggers.isPaused).toBe(true);
        stops++;
      }
      expect(stops).toBeGreaterThan(steps === 5 ? 0 : 2);
      expect(world.hash()).toBe(whole.world.hash());
    }
  });

  test('leaves nothing that asking for a decision would change', () => {
    const stage = timingStage({ abilities: [shout] });
    const { world, units } = stage;
    const found: string[] = [];
    const listen = (event: { readonly kind: string }): void => {
      found.push(event.kind);
    };
    for (
      let isDone = world.events.raise('hit', { unit: units[0], amount: 1 }, { steps: 1, listen });
      !isDone;
      isDone = world.triggers.resume({ steps: 1, listen })
    ) {
      const before = world.hash();
      expect([world.events.optionCount, world.events.decider, world.events.decision]).toEqual([0, 0, undefined]);
      expect(world.hash()).toBe(before);
    }
    const { world: whole, units: others } = timingStage({ abilities: [shout] });
    const all: string[] = [];
    whole.events.raise(
      'hit',
      { unit: others[0], amount: 1 },
      {
        listen: ({ kind }) => {
          all.push(kind);
        },
      },
    );
    expect(found).toEqual(all);
  });

  test('lets nobody who listens go on by asking', () => {
    const [stage, other] = [timingStage({ abilities: [shout, cheer] }), timingStage({ abilities: [shout, cheer] })];
    const told = [stage, other].map(({ world, units }) => {
      const kinds: string[] = [];
      const listen = (event: { readonly kind: string }): void => {
        kinds.push(event.kind);
        if (world === stage.world)
          expect([world.events.optionCount, world.events.decider, world.events.decision]).toEqual([0, 0, undefined]);
      };
      world.events.raise('hit', { unit: units[0], amount: 1 }, { listen });
      while (world.events.optionCount > 0) world.events.decide(0, undefined, { listen });
      return kinds;
    });
    expect(told[0]).toEqual(told[1]);
    expect(stage.world.hash()).toBe(other.world.hash());
  });

  test('refuses what else could begin', () => {
    const { world, units } = timingStage({ abilities: [shout] });
    world.events.raise('hit', { unit: units[0], amount: 1 }, { steps: 1 });
    failsLike(world, 'paused', () => world.events.raise('note'));
  });
});

describe('the step of play', () => {
  test('is told, and none where none is under way', () => {
    const { world } = timingStage({});
    expect(world.events.stepOfPlay).toBeNull();
    world.events.raise('march', { part: 'battle' });
    expect(world.events.stepOfPlay).toBe('battle');
    world.events.raise('halt', { part: 'battle' });
    expect(world.events.stepOfPlay).toBeNull();
  });
});
