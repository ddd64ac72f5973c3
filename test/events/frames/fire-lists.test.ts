import { afterEach, expect, test, vi } from 'vitest';
import { type ContentSource, defineContent } from '../../../src/content/native/define.js';
import type { Program } from '../../../src/ir/rule.js';
import type { Handle, World } from '../../../src/world/api.js';
import { createWorld } from '../../../src/world.js';

/** Writes of actions get functions when they have fired often: more often than this world lets them occur once. */
const often = 600;

type Actions = NonNullable<NonNullable<ContentSource['occurrences']>[string]['do']>;

function programOf(actions: Actions): Program {
  return defineContent({
    meters: { health: { default: 50 }, pain: {} },
    properties: {
      whole: { type: 'integer', default: 3 },
      friend: { type: 'reference' },
      angry: { type: 'boolean', default: false },
    },
    kinds: { unit: { meters: ['health', 'pain'], properties: ['whole', 'friend', 'angry'] }, stone: {} },
    classes: { rock: { kind: 'stone' } },
    occurrences: {
      hit: {
        fields: { unit: 'unit', by: 'unit', amount: 'number' },
        subject: 'unit',
        do: actions,
      },
    },
    abilities: [
      {
        name: 'answers',
        class: 'trait',
        carrier: { kind: 'unit' },
        on: { type: 'hit', where: 'occurrence.by == self' },
        do: [
          { meter: 'pain', add: 'self.whole', direct: 'source' },
          { meter: 'pain', add: 'target.pain / 4' },
          { meter: 'health', min: 'source.pain + 30' },
        ],
      },
    ],
  });
}

function actionsOf(): Actions {
  return [
    { meter: 'health', add: '-occurrence.amount' },
    { meter: 'health', max: '-random() * 10' },
    { property: 'whole', add: 'target.health * 0.7' },
    { property: 'whole', set: 'target.whole % 17' },
    { property: 'angry', set: 'target.health < 4' },
    { property: 'friend', set: 'occurrence.by' },
    { meter: 'pain', add: 'target.friend.whole' },
    { meter: 'pain', set: 'target.pain % 1000' },
    { create: 'rock', if: 'occurrence.amount > 8' },
    { meter: 'health', add: 'time + 6' },
  ];
}

function stage(program: Program, executor: 'compiled' | 'reference', limits = {}) {
  const world = createWorld(program, { executor, seed: 'lists', limits });
  return { world, units: Array.from({ length: 5 }, (_, i) => world.spawn({ kind: 'unit', values: { whole: i } })) };
}

function hit(world: World, units: readonly Handle[], round: number): void {
  const by = round % 7 === 0 ? null : units[(round * 3) % units.length];
  world.events.raise('hit', { unit: units[round % units.length], by, amount: round % 10 });
}

/** The code of all functions made meanwhile. */
function sourcesMadeIn(act: () => void): string {
  const make = globalThis.Function;
  const sources: string[] = [];
  vi.stubGlobal('Function', function keep(...parts: readonly string[]) {
    sources.push(parts[parts.length - 1]);
    return make(...parts);
  });
  act();
  vi.unstubAllGlobals();
  return sources.join('\n');
}

const ofLists = /from\.context\.fired \+= fired/g;

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what actions write is the same by the interpreter and by functions', () => {
  const program = programOf(actionsOf());
  const [compiled, reference] = [stage(program, 'compiled'), stage(program, 'reference')];
  const sources = sourcesMadeIn(() => {
    for (let round = 0; round < often; round++) {
      hit(compiled.world, compiled.units, round);
      hit(reference.world, reference.units, round);
      if (round % 50 === 0) expect(compiled.world.hash()).toBe(reference.world.hash());
    }
  });
  expect(compiled.world.hash()).toBe(reference.world.hash());
  // Before and after what creates, and what answers.
  expect(sources.match(ofLists)?.length).toBeGreaterThanOrEqual(3);
});

test('an error is the one of the interpreter, and takes everything back', () => {
  const program = programOf([
    { meter: 'pain', add: 1 },
    { meter: 'health', add: 'occurrence.amount' },
  ]);
  const [compiled, reference] = (['compiled', 'reference'] as const).map((executor) => {
    const { world, units } = stage(program, executor);
    for (let round = 0; round < often; round++) world.events.raise('hit', { unit: units[0], amount: 0 });
    world.set(units[0], 'health', 1e308);
    const before = world.hash();
    expect(() => {
      world.events.raise('hit', { unit: units[0], amount: 1e308 });
    }).toThrow(/would set health of object 1 to Infinity/);
    return { before, after: world.hash(), pain: world.get(units[0], 'pain') };
  });
  expect(compiled).toEqual(reference);
  expect(compiled.after).toBe(compiled.before);
});

test('the limit of effects names the list that passes it', () => {
  const program = programOf(actionsOf().filter((action) => !('create' in action)));
  const messages = (['compiled', 'reference'] as const).map((executor) => {
    const { world, units } = stage(program, executor, { effectsPerTurn: 9 });
    let message = '';
    for (let round = 0; round < often; round++) {
      world.events.raise('hit', { unit: units[0], amount: 1 });
    }
    try {
      // Answered too: nine of its own, and three more.
      world.events.raise('hit', { unit: units[0], by: units[1], amount: 1 });
    } catch (error) {
      message = String(error);
    }
    return message;
  });
  expect(messages[0]).toMatch(/fires effect number 10 of turn 0, the limit is 9/);
  expect(messages[0]).toBe(messages[1]);
});

test('objects that are gone are passed over', () => {
  const program = programOf([
    { meter: 'pain', add: 1, direct: 'occurrence.by' },
    { destroy: true, direct: 'occurrence.by', if: 'occurrence.amount > 0' },
    { meter: 'health', add: 'occurrence.by.pain' },
    { meter: 'pain', add: 'default(occurrence.by.pain, 100)' },
  ]);
  const hashes = (['compiled', 'reference'] as const).map((executor) => {
    const { world, units } = stage(program, executor);
    for (let round = 0; round < often; round++)
      world.events.raise('hit', { unit: units[0], by: units[1 + (round % 3)], amount: 0 });
    world.events.raise('hit', { unit: units[0], by: units[1], amount: 1 });
    world.events.raise('hit', { unit: units[2], by: units[2], amount: 1 });
    return [world.hash(), world.get(units[0], 'pain')];
  });
  expect(hashes[0]).toEqual(hashes[1]);
});
