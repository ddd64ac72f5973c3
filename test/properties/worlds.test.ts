import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { Program } from '../../src/ir/rule.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { World, WorldOptions } from '../../src/world/api.js';
import { type RandomCase, choicesOf, propertyRuns, randomCases } from '../support/choices.js';
import { randomContent } from '../support/random-content.js';
import { populateInOrder, randomWorld } from '../support/random-world.js';
import { createWorld, loadWorld } from '../../src/world.js';
import { heavy } from '../support/heavy.js';

/** Programs are dear and one serves many worlds of a case. */
function programOf({ seed, groups }: RandomCase): Program {
  return defineContent(randomContent(choicesOf(seed), groups).source);
}

function worldOf(given: RandomCase, program: Program, options: WorldOptions = {}): World {
  return randomWorld(choicesOf(given.seed), program, given.objects, options);
}

/** Runs one turn; a turn that is refused gives the reason. */
function turn(world: World): string {
  try {
    world.step();
    return world.hash();
  } catch (error) {
    if (error instanceof EdictError) return error.message;
    throw error;
  }
}

/** What happens in so many turns: hashes, until one is refused. */
function story(world: World, turns: number): readonly string[] {
  return Array.from({ length: turns }, () => turn(world));
}

describe('over random content and random worlds', () => {
  test('content loads, and most of it does something', () => {
    let [cases, active, turns, refused] = [0, 0, 0, 0];
    fc.assert(
      fc.property(randomCases(), (given) => {
        const seen = story(worldOf(given, programOf(given)), given.turns);
        const idle = story(worldOf(given, programOf({ ...given, groups: [] })), given.turns);
        cases++;
        active += Number(seen.at(-1) !== idle.at(-1));
        turns += given.turns;
        refused += seen.filter((each) => each.startsWith('edict')).length;
      }),
      propertyRuns(30),
    );
    expect(active).toBeGreaterThan(cases * heavy(0.3, 0.45));
    expect(refused).toBeLessThan(turns * 0.1);
  });

  test('same seed, same hash each turn', () => {
    fc.assert(
      fc.property(randomCases(), (given) => {
        const [one, other] = [programOf(given), programOf(given)];
        expect(one.fingerprint).toBe(other.fingerprint);
        expect(story(worldOf(given, one), given.turns)).toEqual(story(worldOf(given, other), given.turns));
      }),
      propertyRuns(14),
    );
  });

  test('capacity, shared memory and room for others never change a hash', () => {
    const options: readonly WorldOptions[] = [
      { reserve: { objects: 1 } },
      { reserve: { objects: 500 } },
      { reserve: { objects: 13 } },
      { reserve: { lanes: 1, streams: 3 }, shared: true },
    ];
    fc.assert(
      fc.property(randomCases(), (given) => {
        const program = programOf(given);
        const expected = story(worldOf(given, program, { reserve: { factions: 40 } }), given.turns);
        for (const each of options)
          expect(
            story(worldOf(given, program, { ...each, reserve: { factions: 40, ...each.reserve } }), given.turns),
          ).toEqual(expected);
      }),
      propertyRuns(14),
    );
  });

  test('snapshot, restore, fork, save and load go on as the original would', () => {
    fc.assert(
      fc.property(randomCases(), fc.nat({ max: 4 }), (given, before) => {
        const program = programOf(given);
        const world = worldOf(given, program, { reserve: { factions: 40 } });
        story(world, before);
        const start = world.hash();
        const [snapshot, file, fork] = [world.snapshot(), world.save(), world.fork()];
        const expected = story(world, given.turns);
        world.restore(snapshot);
        expect(world.hash()).toBe(start);
        expect(story(world, given.turns)).toEqual(expected);
        expect([fork.hash(), story(fork, given.turns)]).toEqual([start, expected]);
        const loaded = loadWorld(program, file);
        expect([loaded.hash(), story(loaded, given.turns)]).toEqual([start, expected]);
      }),
      propertyRuns(12),
    );
  });

  test('a snapshot goes on in any other world of the content', () => {
    fc.assert(
      fc.property(randomCases({ turns: 2 }), (given) => {
        const program = programOf(given);
        const world = worldOf(given, program, { reserve: { factions: 40 } });
        const start = world.hash();
        const fresh = createWorld(program, { reserve: { objects: 400, factions: 40 } });
        fresh.restore(world.snapshot());
        expect([fresh.hash(), story(fresh, given.turns)]).toEqual([start, story(world, given.turns)]);
      }),
      propertyRuns(10),
    );
  });

  test('run of many turns is many steps, wholly or not at all', () => {
    fc.assert(
      fc.property(randomCases(), (given) => {
        const program = programOf(given);
        const [one, other] = [worldOf(given, program), worldOf(given, program)];
        const start = one.hash();
        const seen = story(other, given.turns);
        const failed = seen.find((each) => each.startsWith('edict'));
        try {
          one.run(given.turns);
          expect([failed, one.hash()]).toEqual([undefined, seen.at(-1)]);
        } catch (error) {
          if (!(error instanceof EdictError)) throw error;
          expect([error.message, one.hash(), one.turn]).toEqual([failed, start, 0]);
        }
      }),
      propertyRuns(14),
    );
  });

  test('a step that is refused leaves the world as it was', () => {
    let refused = 0;
    const tight = { createdPerTurn: 1, effectsPerTurn: 6, visitsPerTurn: 300 };
    fc.assert(
      fc.property(
        randomCases(),
        fc.constantFrom(...(Object.keys(tight) as (keyof typeof tight)[])),
        fc.boolean(),
        (given, limit, fixed) => {
          const program = programOf(given);
          // The world has as much room as it needs at first, and no more.
          const size = worldOf(given, program).size;
          const world = worldOf(given, program, {
            reserve: { objects: fixed ? Math.max(1, size + 40) : 8 },
            fixed,
            limits: { [limit]: tight[limit] },
          });
          for (let i = 0; i < given.turns; i++) {
            const before = [world.hash(), world.turn, world.size];
            try {
              world.step();
            } catch (error) {
              if (!(error instanceof EdictError)) throw error;
              refused++;
              expect([world.hash(), world.turn, world.size]).toEqual(before);
              expect(error.culprit).toBeDefined();
              return;
            }
          }
        },
      ),
      propertyRuns(28, 7),
    );
    expect(refused).toBeGreaterThan(heavy(0, 3));
  });

  test('lanes, sights and availabilities may be set in any order', () => {
    fc.assert(
      fc.property(randomCases(), fc.nat(), (given, order) => {
        const program = programOf(given);
        const worlds = [0, order].map((rotation) => {
          const world = createWorld(program, { reserve: { objects: 8, factions: 40 } });
          const settings = populateInOrder(world, choicesOf(given.seed), given.objects);
          const from = settings.length === 0 ? 0 : rotation % settings.length;
          const turned = [...settings.slice(from), ...settings.slice(0, from)];
          for (const set of rotation % 2 === 1 ? turned.reverse() : turned) set();
          return world;
        });
        expect(story(worlds[0], given.turns)).toEqual(story(worlds[1], given.turns));
      }),
      propertyRuns(14),
    );
  });
});
