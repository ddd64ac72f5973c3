import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { ContentSource } from '../../src/content/native/schema.js';
import { EdictError } from '../../src/kernel/errors.js';
import { choicesOf, propertyRuns } from '../support/choices.js';
import { type Sight, openCourses, playTurn } from '../support/copied-worlds.js';
import { type GameParts, randomGameContent } from '../support/random-game-content.js';
import { randomWorld } from '../support/random-world.js';
import { smallestContent } from '../support/smallest-content.js';
import { longTest } from '../support/heavy.js';

/** Everything about a game but its content. */
interface Setting {
  readonly seed: number;
  readonly objects: number;
  readonly turns: number;
  /** When the compiled executor makes functions: as it is outside of tests, or at once. */
  readonly generate: 'hot' | 'always';
}

const some = (most: number): fc.Arbitrary<number[]> => fc.subarray(Array.from({ length: most }, (_, i) => i));
type Game = Setting & GameParts;

const games: fc.Arbitrary<Game> = fc.record({
  seed: fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })),
  groups: some(6),
  modifiers: some(8),
  triggers: some(6),
  abilities: some(4),
  flows: some(2),
  objects: fc.integer({ min: 0, max: 10 }),
  turns: fc.constant(20),
  generate: fc.constantFrom('hot', 'always'),
});

/** What a host asks of objects after each turn. */
const asked = [
  'turn',
  'time',
  'age(self)',
  'self.w0',
  'self.w3 + turn',
  'self.early',
  'chance(0.5)',
  'objects(thing0).sum(e, random() * e.m0)',
];

/** Says what came of turns. */
type Listener = (sight: Sight) => void;

/** What differs first between the four courses of a game; undefined where nothing does. */
function difference(
  { seed, objects, turns, generate }: Setting,
  source: ContentSource,
  listen: Listener = () => {},
): string | undefined {
  vi.stubEnv('EDICT_GENERATE', generate);
  const program = defineContent(source);
  const choices = choicesOf(seed);
  const courses = openCourses((options) => randomWorld(choices.split('world'), program, objects, options));
  for (let turn = 1; turn <= turns; turn++) {
    const sights = courses.map((course) => playTurn(course, choices.split(`turn ${String(turn)}`), asked));
    const [first, ...others] = sights;
    for (const [i, sight] of others.entries()) {
      const found = firstDifference(first, sight);
      if (found !== undefined)
        return `turn ${String(turn)}, ${first.outcome}: ${courses[i + 1].name} has ${found} of ${courses[0].name}`;
    }
    listen(first);
  }
  return undefined;
}

function firstDifference(a: Sight, b: Sight): string | undefined {
  const [lines, others] = [a, b].map(({ outcome, heard, values, hash }) => [outcome, ...heard, ...values, hash]);
  const at = Array.from({ length: Math.max(lines.length, others.length) }, (_, i) => i).find(
    (i) => lines[i] !== others[i],
  );
  return at === undefined ? undefined : `\n  ${others[at] ?? 'nothing'}\ninstead of\n  ${lines[at] ?? 'nothing'}\n`;
}

/** The same of content that may not load. */
function differs(setting: Setting, source: ContentSource): boolean {
  try {
    return difference(setting, source) !== undefined;
  } catch (error) {
    // A copy with another hash is a difference; content that does not load is none.
    return !(error instanceof EdictError);
  }
}

afterEach(() => {
  vi.unstubAllEnvs();
});

longTest(
  'compiled and interpreted, in place and through copies at every step, a game is the same',
  () => {
    let [turns, refused, heard, drawn] = [0, 0, 0, 0];
    const found = fc.check(
      fc.property(games, (game) => {
        const source = randomGameContent(choicesOf(game.seed), game);
        drawn += Number(/chance|random|rolled/.test(JSON.stringify(source.triggers)));
        expect(
          difference(game, source, (sight) => {
            turns++;
            refused += Number(sight.outcome.includes('edict: '));
            heard += sight.heard.length;
          }),
        ).toBeUndefined();
      }),
      propertyRuns(3) as fc.Parameters<[Game]>,
    );
    if (found.failed && found.counterexample !== null) {
      const [game] = found.counterexample;
      const small = smallestContent(randomGameContent(choicesOf(game.seed), game), (source) => differs(game, source));
      expect.fail(
        `${fc.defaultReportMessage(found) ?? ''}\nThe same with less content: ${JSON.stringify({ ...game, content: small }, undefined, 1)}`,
      );
    }
    expect(drawn).toBeGreaterThan(found.numRuns / 3);
    expect(heard).toBeGreaterThan(turns / 2);
    expect(refused).toBeLessThan(turns / 3);
  },
  2 ** 31 - 1,
);

test('random content reads the clock and draws wherever it may', () => {
  const clock = /\b(?:turn|time|age|since)\b/;
  const chance = /\b(?:chance|random|rolled)\(/;
  const both = (texts: readonly unknown[]): readonly number[] =>
    [clock, chance].map((what) => texts.filter((text) => what.test(JSON.stringify(text) ?? '')).length);
  const parts: GameParts = {
    groups: [0, 1, 2, 3],
    modifiers: [0, 1, 2, 3],
    triggers: [0, 1, 2, 3],
    abilities: [0, 1, 2, 3],
    flows: [0, 1],
  };
  const sources = Array.from({ length: 60 }, (_, seed) => randomGameContent(choicesOf(seed), parts));
  const classes = sources.flatMap((source) => Object.values(source.classes ?? {}));
  const kinds = sources.flatMap((source) => Object.values(source.kinds ?? {}));
  const groups = classes.flatMap((each) => each.groups ?? []);
  const modifiers = [...classes, ...kinds].flatMap((each) => each.modifiers ?? []);
  const triggers = sources.flatMap((source) => source.triggers ?? []);
  const rise = triggers.filter(({ looks }) => looks === 'rise');
  const actions = triggers.flatMap((each) => each.do);
  const abilities = sources.flatMap((source) => source.abilities ?? []);
  const amounts = modifiers.map(
    ({ variable: _, when: _when, others: _others, priority: _priority, label: _label, ...amount }) => amount,
  );

  const anywhere = {
    activation: groups.map((each) => each.activation),
    scope: groups.map((each) => each.scope),
    effects: groups.map((each) => each.effects),
    when: triggers.map((each) => each.when),
    rise: rise.map((each) => each.when),
    subject: triggers.map((each) => each.subject),
    actions,
    if: actions.map((each) => each.if),
    growth: sources.flatMap((source) => Object.values(source.meters ?? {})),
    occurrences: sources.map((source) => source.occurrences),
    abilities: abilities.map((each) => each.do),
    continuous: sources.flatMap((source) => source.continuous ?? []).map(({ begin, end }) => [begin, end]),
  };
  for (const [where, texts] of Object.entries(anywhere))
    for (const count of both(texts)) expect(count, where).toBeGreaterThan(2);
  // Where nothing may draw.
  const steady = {
    amounts,
    conditions: modifiers.map((each) => each.when),
    flags: kinds.map((each) => each.flags),
    flows: sources.flatMap((source) => source.flows ?? []),
    where: abilities.map((each) => each.where),
    if: abilities.map((each) => each.if),
    while: sources.flatMap((source) => source.continuous ?? []).map((each) => each.while),
  };
  for (const [where, texts] of Object.entries(steady)) {
    const [clocks, draws] = both(texts);
    expect([clocks > 2, draws], where).toEqual([true, 0]);
  }
});

test('content is made smaller for as long as it shows the same', () => {
  const source = randomGameContent(choicesOf(5), {
    groups: [0, 1, 2],
    modifiers: [0, 1, 2],
    triggers: [0, 1, 2, 3],
    abilities: [0, 1],
    flows: [0],
  });
  const triggers = [
    ...(source.triggers ?? []),
    { name: 'last', when: '(turn > 2 && (time < 3 || !(chance(0.5))))', do: [{ tell: 'well' }] },
  ];
  const small = smallestContent({ ...source, triggers }, ({ triggers: left = [] }) =>
    left.some(({ when }) => typeof when === 'string' && when.includes('chance(0.5)')),
  );
  expect(small).toEqual({ triggers: [{ when: 'chance(0.5)' }] });
});
