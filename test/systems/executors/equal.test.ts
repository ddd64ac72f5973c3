import { inspect } from '../../../src/world/inspect.js';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type PathCounts, createPathCounts } from '../../../src/eval/path-counts.js';
import { defineContent } from '../../../src/content/native/define.js';
import { type RandomCase, choicesOf, propertyRuns, randomCases } from '../../support/choices.js';
import { randomChange } from '../../support/random-change.js';
import { type Manner, randomContent } from '../../support/random-content.js';
import { randomCrowd, randomWorld } from '../../support/random-world.js';
import { type Twins, both, turn, twins } from '../../support/twin-worlds.js';
import { heavy, longTest } from '../../support/heavy.js';

const paths: PathCounts = createPathCounts();

/** Large worlds are dear: of so many runs that are asked for they have a part. */
function fewRuns(byDefault: number): fc.Parameters<unknown> {
  const { numRuns = byDefault, ...others } = propertyRuns(byDefault);
  return { ...others, numRuns: numRuns === byDefault ? byDefault : Math.ceil(numRuns / 10) };
}

function note({ compiled }: Twins): void {
  for (const path of Object.keys(paths) as (keyof PathCounts)[]) paths[path] += inspect(compiled).executor.paths[path];
}

function open({ seed, groups, objects }: RandomCase, manner: Manner, crowded = false): Twins {
  const program = defineContent(randomContent(choicesOf(seed), groups, manner).source);
  const crowd = crowded ? randomCrowd(choicesOf(seed).split('crowd')) : undefined;
  return twins((options) => randomWorld(choicesOf(seed), program, objects, options, crowd));
}

describe('compiled rules give the hashes and errors of the reference interpreter, turn by turn', () => {
  test('growth formulas alone', () => {
    let refused = 0;
    fc.assert(
      fc.property(randomCases({ turns: 3 }), (given) => {
        const worlds = open({ ...given, groups: [] }, 'wild');
        for (let i = 0; i < given.turns; i++) refused += Number(!turn(worlds));
      }),
      propertyRuns(24),
    );
    expect(refused).toBe(0);
  });

  test.each([
    ['wild', 24],
    ['planned', 36],
    ['mixed', 24],
  ] as const)('%s content', (manner, runs) => {
    fc.assert(
      fc.property(randomCases(), (given) => {
        const worlds = open(given, manner);
        for (let i = 0; i < given.turns; i++) turn(worlds);
        note(worlds);
      }),
      propertyRuns(runs),
    );
  });

  longTest('many sources of one class, in worlds of hundreds with up to 40 factions', () => {
    // What operations read is checked over the small worlds of the other tests: over large ones it takes half the time.
    vi.stubEnv('EDICT_CHECK_READS', '0');
    fc.assert(
      fc.property(randomCases({ groups: 6, turns: 3 }), fc.integer({ min: 200, max: 400 }), (given, objects) => {
        const worlds = open({ ...given, objects }, 'planned', true);
        for (let i = 0; i < given.turns; i++) turn(worlds);
        note(worlds);
      }),
      fewRuns(heavy(2, 5)),
    );
  });

  longTest('while a host changes a little between turns', () => {
    fc.assert(
      fc.property(randomCases({ turns: 10, objects: 50 }), fc.boolean(), (given, isCrowded) => {
        const worlds = open(given, 'calm', isCrowded);
        const choices = choicesOf(given.seed).split('host');
        for (let i = 0; i < given.turns; i++) {
          // Most turns find nothing changed, so that what is kept is used.
          if (choices.oneIn(3)) both(worlds, (world) => randomChange(world, choices.split(i)));
          turn(worlds);
        }
        note(worlds);
      }),
      propertyRuns(36),
    );
  });

  test('while a system of the host changes a little in the turn', () => {
    fc.assert(
      fc.property(randomCases({ turns: 8 }), fc.constantFrom<Manner>('calm', 'planned', 'mixed'), (given, manner) => {
        const worlds = open(given, manner);
        const choices = choicesOf(given.seed).split('system');
        const phases = ['reset', 'meters', 'growth', 'clamp', 'flows', 'actions', 'host', 'expire'];
        for (const name of ['one', 'other']) {
          const phase = choices.pick(phases);
          both(worlds, (world) => {
            world.addSystem({
              name,
              phase,
              run(now) {
                const own = choices.split(`${name} ${now.turn}`);
                if (own.oneIn(2)) randomChange(now, own);
              },
            });
          });
        }
        for (let i = 0; i < given.turns; i++) turn(worlds);
        note(worlds);
      }),
      propertyRuns(36),
    );
  });

  test('with code generated at once', () => {
    vi.stubEnv('EDICT_GENERATE', 'always');
    try {
      fc.assert(
        fc.property(randomCases({ turns: 4 }), fc.constantFrom<Manner>('wild', 'planned', 'mixed'), (given, manner) => {
          const worlds = open(given, manner);
          for (let i = 0; i < given.turns; i++) turn(worlds);
          note(worlds);
        }),
        propertyRuns(24),
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

/** Of the default runs; rarer ways have their own number. */
const least: Partial<PathCounts> = {
  inTurn: 60,
  ahead: 15,
  whole: 2,
  atOnce: 12,
  putBack: 10,
  strict: 1,
  late: 20,
  everything: 4,
  reused: 50,
  fitting: 10,
  generated: 0,
  generatedCalls: 0,
};

test('all of that took the ways of the compiled executor, each of them many times', () => {
  // Flows have their own tests of that.
  const { flows, paired, ...ways } = paths;
  expect([flows, paired]).toEqual([0, 0]);
  const seldom = Object.entries(ways).filter(([path, count]) => {
    const most = least[path as keyof PathCounts] ?? 100;
    return count <= heavy(Math.floor(most / 30), most);
  });
  // Few worlds lack what is rare.
  expect(seldom.slice(heavy(4, 0))).toEqual([]);
});
