import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { Program } from '../../src/ir/rule.js';
import { diff } from '../../src/world/diff.js';
import type { ExecutorName } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { choicesOf, propertyRuns, randomCases } from '../support/choices.js';
import { heavy } from '../support/heavy.js';
import { randomContent } from '../support/random-content.js';
import { randomWorld } from '../support/random-world.js';

const scope = { include: 'target == source' };

function townContent(growth: number | string, first: readonly string[] = []): Program {
  return defineContent({
    meters: { food: { default: 5 }, wealth: {} },
    properties: { rival: { type: 'reference' } },
    kinds: { rock: {}, town: { meters: ['food', 'wealth'], properties: ['rival'] } },
    classes: {
      ...Object.fromEntries(first.map((name) => [name, { kind: 'rock' }])),
      town: {
        kind: 'town',
        groups: [
          { name: 'till', scope, effects: [{ meter: 'food', add: 1 }] },
          { name: 'trade', activation: 'turn >= 6', scope, effects: [{ meter: 'wealth', add: growth }] },
        ],
      },
    },
  });
}

describe.each<ExecutorName>(['compiled', 'reference'])('%s: diff', (executor) => {
  function towns(content = townContent(2), seed = 'a') {
    const world = createWorld(content, { executor, seed });
    const [ann, bob] = ['Ann', 'Bob'].map((name) => world.spawn({ class: 'town', name }));
    world.set(ann, 'rival', bob);
    return { world, ann, bob };
  }

  test('of equal worlds says that they are the same, and changes neither', () => {
    const [{ world }, { world: other }] = [towns(), towns()];
    const hash = world.hash();
    expect(diff(world, other, { turns: 10 })).toEqual({
      isSame: true,
      turn: 10,
      isAtStart: false,
      parts: [],
      differences: [],
      totals: [],
      first: undefined,
      second: undefined,
      histories: undefined,
    });
    expect([world.hash(), other.hash(), world.turn]).toEqual([hash, hash, 0]);
  });

  test('of two contents finds the first turn, write and value, and who wrote them', () => {
    const { world, ann } = towns();
    const { world: other } = towns(townContent(3));
    const found = diff(world, other, { turns: 100 });
    expect(found).toMatchObject({
      isSame: false,
      turn: 6,
      isAtStart: false,
      totals: [{ what: 'wealth', objects: 2, sum: 2 }],
      first: { rule: 'town/trade', source: ann, object: ann, column: 'wealth', phase: 'meters', before: 0, after: 2 },
      second: { rule: 'town/trade', after: 3 },
      histories: {
        object: ann,
        column: 'wealth',
        first: { initial: 0, current: 2, steps: [{ rule: 'town/trade', after: 2 }] },
        second: { current: 3 },
      },
    });
    expect(diff(world, other, { turns: 5 })).toMatchObject({ isSame: true, turn: 5 });
  });

  test('of two contents knows objects by their names, and what refers to them', () => {
    const { world } = towns();
    const content = townContent(2, ['stone']);
    const other = createWorld(content, { executor, seed: 'a' });
    other.spawn({ class: 'stone', name: 'Ayers' });
    const [bob, ann] = ['Bob', 'Ann'].map((name) => other.spawn({ class: 'town', name }));
    other.set(ann, 'rival', bob);
    expect(diff(world, other)).toMatchObject({
      isAtStart: true,
      differences: [{ object: other.query({ kind: 'rock' })[0], what: 'exists', first: false, second: true }],
    });
    other.set(ann, 'rival', ann);
    expect(diff(world, other).totals).toMatchObject([{ what: 'rival', objects: 1 }, { what: 'exists' }]);
    other.set(ann, 'rival', null);
    expect(diff(world, other).totals).toMatchObject([{ what: 'rival', objects: 1 }, { what: 'exists' }]);
  });

  test('of two contents knows sets whose words have another order, and owners with other ids', () => {
    const open = (words: string[], first: 'realm' | 'rock') => {
      const content = defineContent({
        enumerations: { mood: words },
        properties: { moods: { type: 'set', of: 'mood' } },
        kinds: { realm: { faction: true }, rock: {}, town: { ownership: 'stored', properties: ['moods'] } },
        classes: { realm: { kind: 'realm' }, rock: { kind: 'rock' }, town: { kind: 'town' } },
      });
      const world = createWorld(content, { executor });
      const spawn = (name: string, of: 'realm' | 'rock' | 'town') => world.spawn({ class: of, name });
      if (first === 'rock') spawn('Ayers', 'rock');
      const [realm, town] = [spawn('Kent', 'realm'), spawn('Deal', 'town')];
      if (first === 'realm') spawn('Ayers', 'rock');
      world.setOwner(town, realm);
      for (const mood of ['calm', 'sad']) world.relations.setWord(town, 'moods', mood, true);
      return { world, town };
    };
    const [{ world }, { world: other, town }] = [
      open(['calm', 'angry', 'sad'], 'rock'),
      open(['sad', 'calm'], 'realm'),
    ];
    expect(diff(world, other)).toMatchObject({ isSame: true, differences: [] });
    other.relations.setWord(town, 'moods', 'sad', false);
    expect(diff(world, other).totals).toMatchObject([{ what: 'moods', objects: 1 }]);
  });

  test('of two contents compares what every object has, also under a name of the content', () => {
    const open = (first: number) => {
      const content = defineContent({
        meters: { place: { default: 2 }, other: { default: first } },
        kinds: {
          field: {},
          rock: { meters: ['place'], attachesTo: ['field'] },
        },
      });
      return createWorld(content, { executor });
    };
    const [world, other] = [open(1), open(2)];
    const [field] = [world, other].map((each) => each.spawn({ kind: 'field', name: 'Lea' }));
    world.spawn({ kind: 'rock', name: 'Ayers', place: { in: field } });
    other.spawn({ kind: 'rock', name: 'Ayers' });
    expect(diff(world, other).differences).toMatchObject([{ what: 'place', first: field, second: null }]);
  });

  test('of two seeds waits until they lead to something', () => {
    const luck = townContent('turn >= 6 ? random() : 0');
    const found = diff(towns(luck).world, towns(luck, 'b').world, { turns: 50 });
    expect(found).toMatchObject({ turn: 6, first: { rule: 'town/trade' } });
    expect(found.parts).toContain('seed');
    // Nothing differs before, but for the seed.
    const before = diff(towns(luck).world, towns(luck, 'b').world, { turns: 5 });
    expect(before).toMatchObject({ isSame: true, parts: ['seed'], differences: [], first: undefined });
  });

  test('runs the earlier world on, and compares as they are', () => {
    const { world, ann } = towns();
    const { world: other } = towns();
    other.run(3);
    expect(diff(world, other)).toMatchObject({ isSame: true, turn: 3 });
    world.set(ann, 'food', 7);
    expect(diff(other, world)).toMatchObject({
      isAtStart: true,
      turn: 3,
      differences: [{ object: ann, what: 'food', first: 8, second: 10 }],
    });
  });

  test('finds what differs for one turn, if each is compared', () => {
    const flash = (height: number) =>
      defineContent({
        meters: { light: { reset: true } },
        kinds: { lamp: { meters: ['light'] } },
        classes: {
          lamp: {
            kind: 'lamp',
            groups: [{ name: 'flash', activation: 'turn == 6', scope, effects: [{ meter: 'light', add: height }] }],
          },
        },
      });
    const [world, other] = [1, 2].map((height) => {
      const lamps = createWorld(flash(height), { executor });
      lamps.spawn({ class: 'lamp' });
      return lamps;
    });
    expect(diff(world, other, { turns: 20 })).toMatchObject({ isSame: true, turn: 20 });
    expect(diff(world, other, { turns: 20, everyTurn: true })).toMatchObject({ turn: 6, first: { after: 1 } });
  });

  test('says in which world a turn fails', () => {
    const failing = defineContent({
      kinds: { town: {} },
      classes: {
        town: {
          kind: 'town',
          groups: [{ name: 'found', activation: 'turn > 2', scope, effects: [{ create: 'town' }, { create: 'town' }] }],
        },
      },
    });
    const open = (limits = {}) => {
      const world = createWorld(failing, { executor, limits });
      world.spawn({ class: 'town' });
      return world;
    };
    expect(() => diff(open(), open({ createdPerTurn: 1 }), { turns: 4 })).toThrow(/turn 3 of the second world: /);
  });
});

test('finds the turn of a change, wherever it is', () => {
  let found = 0;
  fc.assert(
    fc.property(randomCases({ turns: 9 }), (given) => {
      const program = defineContent(randomContent(choicesOf(given.seed), given.groups, 'planned').source);
      const open = () => randomWorld(choicesOf(given.seed), program, given.objects);
      const [world, other] = [open(), open()];
      const choices = choicesOf(given.seed).split('diff');
      const [object] = world.query();
      const at = choices.below(given.turns);
      // A host system that changes one value in one turn of one of the worlds.
      const isOther = [false, true];
      [world, other].forEach((each, i) => {
        each.addSystem({
          name: 'nudge',
          phase: 'host',
          run(inner) {
            if (!isOther[i] || inner.turn !== at || !inner.isLive(object)) return;
            const { values } = inner.describe(object);
            const [name] = Object.keys(values).filter((each) => typeof values[each] === 'number');
            if (name !== undefined) inner.set(object, name, Number(values[name]) === 3 ? 4 : 3);
          },
        });
      });
      const turns = at + 1 + choices.below(4);
      const [slow, quick] = [true, false].map((everyTurn) => {
        try {
          return diff(world, other, { turns, everyTurn, most: 3 });
        } catch (error) {
          return String(error);
        }
      });
      if (typeof slow === 'string' || typeof quick === 'string') return;
      if (slow.isSame) return;
      found++;
      expect(slow.turn).toBe(at + 1);
      // What heals is missed, and what does not is found.
      if (!quick.isSame) expect(quick).toEqual(slow);
    }),
    propertyRuns(18, 6),
  );
  expect(found).toBeGreaterThanOrEqual(heavy(0, 2));
});
