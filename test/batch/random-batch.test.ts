import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Batch, BatchOptions, BatchSource } from '../../src/batch/api.js';
import { createBatch, replayBatch } from '../../src/batch/batch.js';
import type { Environment } from '../../src/ir/environment.js';
import type { Program } from '../../src/ir/rule.js';
import { defineContent } from '../../src/content/native/define.js';
import { EdictError } from '../../src/kernel/errors.js';
import { openSnapshot } from '../../src/world.js';
import type { World } from '../../src/world/api.js';
import { type Choices, type RandomCase, choicesOf, propertyRuns, randomCases } from '../support/choices.js';
import { type Manner, randomContent } from '../support/random-content.js';
import { nodeOf, randomEnvironment } from '../support/random-environment.js';
import { randomExpressions } from '../support/random-expression.js';
import { randomWorld } from '../support/random-world.js';
import { act, seen } from './playing.js';
import { heavy } from '../support/heavy.js';

const count = 4;
const capacity = 100;

/**
 * Random content with a random environment that begins on one or two random maps; undefined where there is nobody to
 * act, or a crowd.
 */
function randomSource(choices: Choices, { groups, objects }: RandomCase, manner: Manner): BatchSource | undefined {
  const { source, names } = randomContent(choices.split('content'), groups, manner, true);
  const plain = defineContent(source);
  const random = randomEnvironment(choices.split('environment'), plain, names, 1);
  const worldOf = (program: Program, map: number): World =>
    randomWorld(choices.split(`world ${map}`), program, objects, { reserve: { objects: capacity } });
  const worlds = [0, 1].map((map) => worldOf(plain, map));
  const agents = worlds.map((world) => world.query({ kind: plain.model.kinds[random.agents.kind - 1].name }).length);
  if (agents[0] === 0 || agents[0] > 8) return undefined;
  const places = worlds.map((world) =>
    openSnapshot(plain, world.snapshot()).state.factionEntity.findLastIndex((entity) => entity !== 0),
  );
  const own = choices.split('end');
  const ends = [
    'objects().count() > 40',
    'turn % 4 == 3',
    `objects().filter(o, ${randomExpressions(own, names).condition({ objects: ['o'], value: false, draws: false }, 2)}).count() > 6`,
  ];
  const environment: Environment = {
    ...random,
    agents: { ...random.agents, count: agents[0] },
    turns: own.between(0, 6),
    capacity,
    maps: agents[0] === agents[1] && places[0] >= places[1] ? 2 : 1,
    reward: { node: random.reward.node, change: own.oneIn(2) },
    terminated: own.oneIn(2) ? undefined : nodeOf(plain, own.pick(ends), [], 'boolean'),
  };
  const program: Program = { ...plain, environment };
  return { program, start: (map) => worldOf(program, map) };
}

/** The code of what is refused. */
function refused(call: () => void): string | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    return error.code;
  }
}

/** What all of some batches say to a call. */
function together(sides: readonly Batch[], call: (side: Batch, i: number) => void): string | undefined {
  const codes = sides.map((side, i) =>
    refused(() => {
      call(side, i);
    }),
  );
  expect(new Set(codes).size, codes.join()).toBe(1);
  for (const side of sides.slice(1)) expect(seen(side)).toEqual(seen(sides[0]));
  return codes[0];
}

const arrangements: readonly BatchOptions[] = [
  { together: 1 },
  { together: 2 },
  { together: 4 },
  { together: 3, executor: 'reference' },
  { together: 1, executor: 'reference' },
];

let steps = 0;
let ends = 0;
let faults = 0;

/** Plays the same with instances side by side in every way, with resets, copies and steps back in between. */
function play(given: RandomCase, manner: Manner): void {
  const choices = choicesOf(given.seed);
  const source = randomSource(choices, given, manner);
  if (source === undefined) return;
  const own = choices.split('play');
  const options: BatchOptions = {
    instances: count,
    autoreset: own.pick(['next-step', 'same-step', 'disabled']),
    seats: own.pick(['all', 'first']),
    opponents: own.pick(['random', 'script']),
    record: true,
  };
  const sides: Batch[] = [];
  const opened = arrangements.map((more) =>
    refused(() => {
      sides.push(createBatch(source, { ...options, ...more }));
    }),
  );
  expect(new Set(opened).size).toBe(1);
  if (opened[0] !== undefined) return;
  // There is nothing to be seen of a batch whose first episodes cannot begin.
  const begun = sides.map((side) =>
    refused(() => {
      side.reset(given.seed);
    }),
  );
  expect(new Set(begun).size, begun.join()).toBe(1);
  if (begun[0] !== undefined) return;
  expect(new Set(sides.map((side) => JSON.stringify(seen(side)))).size).toBe(1);
  let snapshots = sides.map((side) => side.snapshot());
  let saved = sides[0].save();
  for (let turn = 0; turn < given.turns + 6; turn++) {
    const now = own.split(`turn ${turn}`);
    if (now.oneIn(5)) snapshots = sides.map((side, i) => side.snapshot(snapshots[i]));
    if (now.oneIn(6))
      together(sides, (side, i) => {
        side.restore(snapshots[i]);
      });
    if (now.oneIn(8)) saved = now.pick(sides).save();
    if (now.oneIn(8))
      together(sides, (side) => {
        side.load(saved);
      });
    if (now.oneIn(5)) {
      const [from, to] = [now.below(count), now.some([0, 1, 2, 3])];
      together(sides, (side) => {
        side.fork(from, to);
      });
    }
    if (now.oneIn(6) || options.autoreset === 'disabled') {
      const { terminated, truncated } = sides[0];
      const mask = Uint8Array.from(terminated, (_, i) =>
        options.autoreset === 'disabled' ? Math.max(terminated[i], truncated[i]) : now.below(2),
      );
      const seed = now.oneIn(2) ? undefined : now.below(100);
      together(sides, (side) => {
        side.reset(seed, mask);
      });
    }
    const before = seen(sides[0]);
    const code = together(sides, (side) => {
      act(side, turn + given.seed);
      side.step();
    });
    if (code !== undefined) {
      faults++;
      expect(seen(sides[0])).toEqual(before);
      return;
    }
    steps++;
    ends += [...sides[0].terminated, ...sides[0].truncated].reduce((sum, each) => sum + each, 0);
  }
  expect(seen(replayBatch(source, sides[1].log()))).toEqual(seen(sides[1]));
}

test.each((['mixed', 'wild', 'planned'] as const).slice(0, heavy(1, 3)))(
  'random environments say the same however instances lie, %s content',
  (manner) => {
    fc.assert(
      fc.property(randomCases(), (given) => {
        play(given, manner);
      }),
      propertyRuns(4, 2),
    );
  },
);

test('most of these steps were taken, and episodes ended', () => {
  expect(steps).toBeGreaterThan(5 * faults);
  expect(Math.min(steps, ends)).toBeGreaterThan(heavy(1, 12));
});
