import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadWorld } from '../../src/world.js';
import { playOut, replay } from '../../src/world/play-out.js';
import type { World } from '../../src/world/api.js';
import type { OccurrenceView, TriggerEvent } from '../../src/world/events-api.js';
import { propertyRuns } from '../support/choices.js';
import { dealtDuel, randomPair } from '../support/duel.js';
import { heavy } from '../support/heavy.js';

const anySeed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/** Lets agents go on with what a log says from a decision on. */
function goOnWith(world: World, indices: readonly number[]): void {
  let next = 0;
  playOut(world, () => indices[next++], { decisions: indices.length });
}

describe('a duel of two random agents', () => {
  it('ends each time, with enough to decide, one loser and whoever it is without life', () => {
    const world = dealtDuel();
    const start = world.snapshot();
    const losers = new Map<string, number>();
    for (let game = 0; game < heavy(10, 50); game++) {
      world.restore(start);
      const { isOver: ended, decisions, ticks } = playOut(world, randomPair(game), { ticks: 200 });
      expect({ ended, isEnough: decisions >= 100, isShort: ticks < 60 }).toEqual({
        ended: true,
        isEnough: true,
        isShort: true,
      });
      const loser = world.questions.evaluate("role('loser')") as number;
      expect(world.get(loser, 'life')).toBeLessThanOrEqual(0);
      losers.set(world.nameOf(loser), (losers.get(world.nameOf(loser)) ?? 0) + 1);
    }
    // Neither always wins.
    expect([...losers.keys()].sort()).toEqual(['Ada', 'Bran']);
    for (const count of losers.values()) expect(count).toBeGreaterThan(heavy(1, 6));
  });

  it('is replayed to the same state by what was decided', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const { log } = playOut(dealtDuel(), randomPair(seed), { log: true });
        const again = dealtDuel();
        if (log !== undefined) replay(again, JSON.parse(JSON.stringify(log)) as typeof log);
        expect(again.hash()).toBe(log?.hash);
      }),
      propertyRuns(5, 1),
    );
  });

  it('goes on from a copy in the midst of any decision as if nothing had been', () => {
    fc.assert(
      fc.property(anySeed, fc.nat(99), (seed, place) => {
        const { log } = playOut(dealtDuel(), randomPair(seed), { log: true });
        const indices = log?.decisions.map(({ index }) => index) ?? [];
        const stopped = dealtDuel();
        goOnWith(stopped, indices.slice(0, place));
        const copy = dealtDuel();
        // Elsewhere in another game, so that what it has kept for itself does not fit.
        playOut(copy, randomPair(seed + 1), { decisions: 37 });
        copy.restore(stopped.snapshot());
        const loaded = loadWorld(stopped.program, stopped.save());
        for (const world of [copy, loaded, stopped.fork(), stopped]) {
          expect(world.hash()).toBe(stopped.hash());
          expect(world.events.decision).toEqual(stopped.events.decision);
        }
        for (const world of [copy, loaded, stopped.fork(), stopped]) {
          goOnWith(world, indices.slice(place));
          expect(world.hash()).toBe(log?.hash);
        }
      }),
      propertyRuns(5, 1),
    );
  });

  it('is the same for the compiled executor and the interpreter', () => {
    const play = (executor: 'compiled' | 'reference', seed: number) =>
      playOut(dealtDuel({ executor }), randomPair(seed), { log: true }).log;
    for (const seed of [1, 2, 3]) expect(play('reference', seed)).toEqual(play('compiled', seed));
  });
});

describe('in a duel', () => {
  const types = dealtDuel().program.rules.timing.types;
  const valueOf = ({ type, values }: OccurrenceView, field: string): number =>
    values[types[type].fields.findIndex((each) => each?.name === field)];

  it('what is cancelled, replaced or nothing does not apply, and each ability answers an occurrence once', () => {
    const seen = new Map<string, number>();
    for (let seed = 0; seed < heavy(4, 12); seed++) {
      const [gone, used] = [new Set<number>(), new Set<string>()];
      playOut(dealtDuel(), randomPair(seed), {
        listen(event) {
          seen.set(event.kind, (seen.get(event.kind) ?? 0) + 1);
          if (event.kind === 'cancel' || event.kind === 'fail' || event.kind === 'fizzle' || event.kind === 'zero')
            gone.add(event.occurrence.id);
          if (event.kind === 'replace') seen.set(event.occurrence.name, (seen.get(event.occurrence.name) ?? 0) + 1);
          if (event.kind === 'apply') expect(gone).not.toContain(event.occurrence.id);
          if (event.kind !== 'start') return;
          const use = `${event.ability} ${String(event.source)} ${event.occurrence.id} ${event.at}`;
          expect(used).not.toContain(use);
          used.add(use);
        },
      });
    }
    // All that the content has does happen.
    for (const kind of [
      'start',
      'apply',
      'cancel',
      'replace',
      'retreat',
      'adjust',
      'retarget',
      'zero',
      'create',
      'begin-continuous',
      'end-continuous',
      'lapse',
    ])
      expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(0);
  });

  it('nothing but wounds that apply, hunger, solace and picked pockets changes lives', () => {
    for (let seed = 0; seed < heavy(3, 12); seed++) {
      const world = dealtDuel();
      const lives = new Map<number, number>(world.query({ kind: 'duelist' }).map((duelist) => [duelist, 26]));
      const change = (duelist: number, by: number): void => void lives.set(duelist, (lives.get(duelist) ?? 0) + by);
      const listen = (event: TriggerEvent): void => {
        if (event.kind === 'apply' && event.occurrence.name === 'wound')
          change(valueOf(event.occurrence, 'player'), -valueOf(event.occurrence, 'amount'));
        if (event.kind !== 'start') return;
        const player = valueOf(event.occurrence, 'player');
        if (event.name === 'solace') change(player, 2);
        if (event.name === 'pick pockets')
          change(
            world.parentOf(event.source ?? 0) ?? 0,
            (world.get(world.parentOf(event.source ?? 0) ?? 0, 'life') as number) > 1 ? -1 : 0,
          );
        if (event.name === 'next card' && world.get(player, 'drawn') === 11)
          change(player, -(world.get(player, 'hunger') as number));
      };
      const agents = randomPair(seed);
      for (;;) {
        const { decisions } = playOut(world, agents, { decisions: 1, listen });
        for (const [duelist, life] of lives)
          expect(world.get(duelist, 'life'), `${world.nameOf(duelist)} of game ${seed}`).toBe(life);
        if (decisions === 0) break;
      }
    }
  });
});
