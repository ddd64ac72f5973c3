import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadWorld } from '../../src/world.js';
import type { Program } from '../../src/ir/rule.js';
import type { ExecutorName, World } from '../../src/world/api.js';
import type { WorldEvents } from '../../src/world/events-api.js';
import { propertyRuns } from '../support/choices.js';
import { type Entry, type Game, playGame, randomGames, record, tightLimits } from '../support/random-timing.js';
import { type AbilitySource, type TimingStage, timingProgram, timingStage } from '../support/timing-world.js';
import { heavy, longTest } from '../support/heavy.js';

/** Made once for all worlds of a game, which only read it. */
const programs = new WeakMap<Game['given'], Program>();

function open({ given }: Game, executor: ExecutorName = 'compiled'): TimingStage {
  const program = programs.get(given) ?? timingProgram(given);
  programs.set(given, program);
  return timingStage(program, { executor, limits: tightLimits });
}

function play(game: Game, executor: ExecutorName = 'compiled'): readonly Entry[] {
  return playGame(open(game, executor).world, game);
}

/** What must be the same: all but how the call is made. */
function outcomes(entries: readonly Entry[]): readonly unknown[] {
  return entries.map(({ call, is, events, hash }) => ({ call, is, events, hash }));
}

/** Every sort of event and outcome must have come up, or the properties say little. */
function countKinds(entries: readonly Entry[], into: Map<string, number>): void {
  const count = (kind: string): void => void into.set(kind, (into.get(kind) ?? 0) + 1);
  for (const { is, events, isTurn } of entries) {
    count(is);
    if (isTurn) count(`turn ${is}`);
    for (const event of events) {
      count(event.kind);
      if (event.kind === 'decide') count(event.decision);
    }
  }
}

/**
 * A world of the same content that is elsewhere in a game of its own, so that what it has kept for itself does not fit.
 */
function elsewhere(game: Game): World {
  const { world } = open(game);
  playGame(world, { ...game, moves: game.moves.slice(0, 2), picks: [...game.picks].reverse() });
  return world;
}

/** Fails unless copies that are taken while events are told go on as the world did. */
function expectGoesOn(game: Game): void {
  const { world } = open(game);
  const copies: { readonly call: number; readonly event: number; readonly copy: ReturnType<World['snapshot']> }[] = [];
  const entries = playGame(world, game, {
    atEvent: (call, event) => {
      if (copies.length < 40) copies.push({ call, event, copy: world.snapshot() });
    },
  });
  // After each copy it is elsewhere again.
  const twin = elsewhere(game);
  for (const { call, event, copy } of copies) {
    const { isTurn, is, events, before, hash } = entries[call];
    if (isTurn) continue;
    twin.restore(copy);
    const rest: Entry[] = [];
    record(twin, rest, { call: 'resume', act: (to, options) => to.triggers.resume(options), isTurn: false });
    // What the same step brought about has been told already.
    const further = rest[0].events;
    expect(further.length).toBeLessThanOrEqual(events.length - event);
    expect([rest[0].is, further]).toEqual([is, events.slice(events.length - further.length)]);
    if (before !== undefined) continue;
    expect(rest[0].hash).toBe(hash);
    expect(outcomes(goOn(twin, entries, call + 1))).toEqual(outcomes(entries.slice(call + 1)));
  }
}

/** The same without what is continuous. */
function steady(game: Game): Game {
  return { ...game, given: { ...game.given, continuous: [] } };
}

/** Makes the calls of a game from one on to another world. */
function goOn(world: World, entries: readonly Entry[], from: number): readonly Entry[] {
  const further: Entry[] = [];
  for (const entry of entries.slice(from)) record(world, further, entry);
  return further;
}

describe('random worlds in which things occur', () => {
  test('do all that they can, and what fails leaves them as they were', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(randomGames, (game) => {
        const entries = play(game);
        countKinds(entries, seen);
        for (const { before, hash, is } of entries) if (before !== undefined) expect(hash, is).toBe(before);
      }),
      propertyRuns(150, 12),
    );
    const kinds = [
      'start',
      'end',
      'apply',
      'fail',
      'fizzle',
      'zero',
      'cancel',
      'replace',
      'adjust',
      'retarget',
      'pass',
      'create',
      'lapse',
      'yield',
      'pay',
      'begin-continuous',
      'end-continuous',
      'decide',
    ];
    const outcomesToo = [
      'order',
      'group',
      'react',
      'choose',
      'waits',
      'done',
      'turn waits',
      'turn done',
      'nesting',
      'limit-occurrences',
    ];
    // Few games lack what is rare.
    expect([...kinds, ...outcomesToo].filter((kind) => !seen.has(kind)).slice(heavy(8, 0))).toEqual([]);
  });

  test('are brought to the same state by the same decisions, and so are those that were saved', () => {
    fc.assert(
      fc.property(randomGames, (game) => {
        const { world } = open(game);
        const loaded = loadWorld(world.program, world.save(), { limits: tightLimits });
        const entries = playGame(world, game);
        expect(outcomes(playGame(loaded, game))).toEqual(outcomes(entries));
        expect(outcomes(play(game))).toEqual(outcomes(entries));
      }),
      propertyRuns(30),
    );
  });

  test('are the same for the compiled executor and the interpreter, events and all', () => {
    fc.assert(
      fc.property(randomGames.map(steady), (game) => {
        const [compiled, reference] = [play(game), play(game, 'reference')];
        // The interpreter has frames for all that occurs, so that it comes to the end of the depth sooner.
        const until =
          [...compiled.keys()].find((i) => compiled[i].is === 'nesting' || reference[i]?.is === 'nesting') ??
          compiled.length;
        expect(outcomes(reference.slice(0, until))).toEqual(outcomes(compiled.slice(0, until)));
      }),
      propertyRuns(30),
    );
  });

  test('go on from a copy at any decision as if nothing had been', () => {
    fc.assert(
      fc.property(randomGames, (game) => {
        const { world } = open(game);
        const copies: {
          readonly call: number;
          readonly copy: ReturnType<World['snapshot']>;
          readonly saved: Uint8Array;
          readonly decision: WorldEvents['decision'];
        }[] = [];
        const entries = playGame(world, game, {
          atDecision: (call) => {
            if (copies.length < 8)
              copies.push({ call, copy: world.snapshot(), saved: world.save(), decision: world.events.decision });
          },
        });
        const twin = elsewhere(game);
        for (const { call, copy, saved, decision } of copies) {
          twin.restore(copy);
          for (const each of [twin, loadWorld(world.program, saved, { limits: tightLimits })]) {
            expect(each.events.decision).toEqual(decision);
            expect(outcomes(goOn(each, entries, call))).toEqual(outcomes(entries.slice(call)));
          }
        }
      }),
      propertyRuns(14, 2),
    );
  });

  longTest(
    'go on from a copy that what listens has taken, whatever it is told',
    () => {
      fc.assert(fc.property(randomGames, expectGoesOn), propertyRuns(14, 2));
    },
    120_000,
  );

  test('are the same however often they are stopped on the way', () => {
    fc.assert(
      fc.property(randomGames, fc.integer({ min: 1, max: 7 }), (game, steps) => {
        const stopped = playGame(open(game).world, game, { steps });
        const whole = play(game);
        const untilError = (entries: readonly Entry[]): readonly Entry[] =>
          entries.slice(0, whole.findIndex(({ before }) => before !== undefined) >>> 0);
        expect(outcomes(untilError(stopped))).toEqual(outcomes(untilError(whole)));
      }),
      propertyRuns(30),
    );
  });
});

describe('in random worlds', () => {
  test('no ability answers an occurrence twice, also not what was put in its place', () => {
    fc.assert(
      fc.property(randomGames, (game) => {
        const [starts, created, roots] = [
          new Map<string, number>(),
          new Map<string, number>(),
          new Map<number, number>(),
        ];
        const isCreated = new Set(
          (game.given.abilities ?? []).flatMap(({ name, carrier }) => (carrier === 'created' ? [name] : [])),
        );
        const count = (map: Map<string, number>, key: string): number => {
          map.set(key, (map.get(key) ?? 0) + 1);
          return map.get(key) ?? 0;
        };
        for (const { before, events } of play(game)) {
          if (before !== undefined) continue;
          for (const event of events) {
            if (event.kind === 'replace') roots.set(event.occurrence.id, roots.get(event.before.id) ?? event.before.id);
            if (event.kind === 'create') count(created, `${event.name} ${String(event.source)}`);
            if (event.kind !== 'start') continue;
            const whose = `${event.name} ${String(event.source)}`;
            const most = isCreated.has(event.name) ? (created.get(whose) ?? 0) : 1;
            expect(
              count(starts, `${whose} ${roots.get(event.occurrence.id) ?? event.occurrence.id}`),
              whose,
            ).toBeLessThanOrEqual(most);
          }
        }
      }),
      propertyRuns(30),
    );
  });

  test('what is cancelled, fails or comes to nothing does not apply', () => {
    fc.assert(
      fc.property(randomGames, (game) => {
        const [gone, adjusted] = [new Set<number>(), new Set<number>()];
        const amountOf = new Map(
          [...open(game).world.program.rules.timing.types].map(({ index, amount }) => [index, amount]),
        );
        for (const { before, events } of play(game)) {
          if (before !== undefined) continue;
          for (const event of events) {
            if (event.kind === 'cancel' || event.kind === 'fail' || event.kind === 'fizzle' || event.kind === 'zero')
              gone.add(event.occurrence.id);
            if (event.kind === 'replace') gone.add(event.before.id);
            if (event.kind === 'adjust') adjusted.add(event.occurrence.id);
            if (event.kind !== 'apply') continue;
            expect(gone).not.toContain(event.occurrence.id);
            // What a reaction brings to nothing happens, unless the policy says otherwise.
            if (game.given.policy?.reactionToZero === true || !adjusted.has(event.occurrence.id))
              expect(event.occurrence.values[amountOf.get(event.occurrence.type) ?? -1] ?? NaN).not.toBeLessThanOrEqual(
                0,
              );
          }
        }
      }),
      propertyRuns(30),
    );
  });

  test('what is cancelled changes nothing', () => {
    const mute: AbilitySource = { name: 'mute', class: 'negate', on: ['hit', 'boost', 'roll', 'swap', 'fall', 'note'] };
    fc.assert(
      fc.property(randomGames, (game) => {
        const quiet: Game = {
          ...game,
          given: { ...game.given, abilities: [mute], continuous: [] },
          moves: game.moves.filter(({ does }) => does === 'raise'),
        };
        const { world, units } = open(quiet);
        const cells = (): readonly unknown[] =>
          units.map((unit) => [world.isLive(unit), world.get(unit, 'health'), world.get(unit, 'strength')]);
        const before = cells();
        const entries = playGame(world, quiet);
        expect(cells()).toEqual(before);
        const kinds = new Set(entries.flatMap(({ events }) => events.map(({ kind }) => kind)));
        expect(
          [...kinds].filter((kind) => !['start', 'cancel', 'fail', 'fizzle', 'decide', 'apply'].includes(kind)),
        ).toEqual([]);
      }),
      propertyRuns(30),
    );
  });

  test('an ability that never answers makes no difference', () => {
    // What cannot be left out: the hash holds of each ability whether it is gone, so that both worlds have as many; and
    // what is heard is a frame of its own, so that it counts for how deep batches may lie.
    const silent = (['before', 'when', 'after'] as const).map(
      (at): AbilitySource => ({
        name: `never ${at}`,
        class: 'trait',
        at,
        on: ['hit', 'boost', 'roll', 'swap', 'fall', 'note', 'toll', 'paid'],
        if: 'time < -1',
      }),
    );
    const all: readonly AbilitySource[] = [
      ...silent,
      {
        name: 'never anywhere',
        class: 'reaction',
        carrier: { kind: 'unit' },
        on: ['hit', 'boost', 'roll', 'swap', 'fall', 'note'],
        if: 'time < -1',
      },
    ];
    const withMore = (game: Game, more: readonly AbilitySource[]): Game => ({
      ...game,
      given: { ...game.given, occurrences: { silence: {} }, abilities: [...(game.given.abilities ?? []), ...more] },
    });
    fc.assert(
      fc.property(randomGames.map(steady), (game) => {
        const [plain, loud] = [
          play(
            withMore(
              game,
              all.map((each) => ({ ...each, on: 'silence' })),
            ),
          ),
          play(withMore(game, all)),
        ];
        if ([...plain, ...loud].some(({ is }) => is === 'nesting')) return;
        expect(outcomes(loud)).toEqual(outcomes(plain));
      }),
      propertyRuns(30),
    );
  });
});
