import { inspect } from '../../src/world/inspect.js';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../src/world.js';
import type { World } from '../../src/world/api.js';
import { galaxySizes, openEnvironment, placeGalaxy } from '../../src/environments/open-environment.js';
import { playTurn, randomPlayer, scriptedPlayer } from './players.js';
import { heavy, isQuick, longTest } from '../support/heavy.js';

const small = openEnvironment('galaxy-small');
const large = openEnvironment('galaxy');

const count = (world: World, kind: string): number => world.query({ kind }).length;
const score = (world: World, empire: number): number =>
  Number(world.get(world.query({ kind: 'empire' })[empire], 'score'));

describe('where games begin', () => {
  const whole = [
    ['galaxy-small', small, 300, 0.07],
    ['galaxy', large, 10_000, 0.02],
  ] as const;
  it.each(whole.slice(0, heavy(1, 2)))(
    '%s is as large as it says, and leaves room for all that can come',
    (name, { program, start }, size, off) => {
      const world = start(0);
      const { systems, planets, habitable, empires } = galaxySizes[name];
      expect(Math.abs(world.size / size - 1)).toBeLessThan(off);
      expect([count(world, 'system'), count(world, 'planet'), count(world, 'empire'), count(world, 'colony')]).toEqual([
        systems,
        planets,
        empires,
        empires,
      ]);
      expect(world.query({ kind: 'planet', where: 'self.wealth > 0' })).toHaveLength(habitable);
      const most = systems + planets + habitable + 21 * empires;
      expect(program.environment?.capacity).toBeGreaterThanOrEqual(most);
      expect(inspect(world).capacity).toBe(program.environment?.capacity);
      expect(program.environment?.agents.count).toBe(empires);
    },
  );

  it('follows from the number of the map', () => {
    expect(small.start(3).hash()).toBe(small.start(3).hash());
    expect(new Set([0, 1, 2, 3].map((map) => small.start(map).hash())).size).toBe(4);
    if (!isQuick) expect(large.start(1).hash()).toBe(large.start(1).hash());
  });

  it.each([
    ['galaxy-small', small],
    ['galaxy', large],
  ] as const)('%s gives all empires homes of one value, on one graph of lanes', (_name, { start }) => {
    const world = start(2);
    const homes = world.query({ kind: 'colony' }).map((colony) => world.parentOf(colony) ?? 0);
    const worth = homes.map((home) =>
      world
        .query({ kind: 'planet', where: 'self.wealth > 0' })
        .filter((planet) => world.parentOf(planet) === home)
        .map((planet) => Number(world.get(planet, 'wealth'))),
    );
    expect(new Set(worth.map(String))).toEqual(new Set(['16,9,7']));
    const reached = new Set([homes[0]]);
    for (const system of reached) for (const next of world.relations.neighbours(system)) reached.add(next);
    expect(reached.size).toBe(count(world, 'system'));
    const rivals = world.query({ kind: 'empire' }).map((empire) => world.get(empire, 'rival'));
    expect(new Set(rivals).size).toBe(rivals.length);
  });
});

const games = [
  ['galaxy-small', small, heavy(10, 30)],
  ['galaxy', large, 3],
] as const;

describe('the game', () => {
  it.each(games.slice(0, heavy(1, 2)))(
    '%s goes on alike by both executors',
    (name, { program }, turns) => {
      const worlds = (['compiled', 'reference'] as const).map((executor) => {
        const world = createWorld(program, {
          executor,
          reserve: { objects: program.environment?.capacity ?? 0, lanes: 10_000 },
          fixed: true,
        });
        placeGalaxy(world, galaxySizes[name], 1);
        return world;
      });
      const players = worlds.map(() =>
        Array.from({ length: galaxySizes[name].empires }, (_, index) => randomPlayer(index)),
      );
      for (let turn = 0; turn < turns; turn++) {
        worlds.forEach((world, index) => {
          playTurn(world, players[index]);
        });
        if (turn % 10 === 9 || turn === turns - 1) expect(worlds[0].hash(), `turn ${turn + 1}`).toBe(worlds[1].hash());
      }
      expect(inspect(worlds[0]).executor.paths.strict).toBe(0);
    },
    120_000,
  );

  longTest(
    'never outgrows its room in 300 turns at random',
    () => {
      const world = small.start(5);
      const players = [randomPlayer(11), randomPlayer(12)];
      for (let turn = 0; turn < 300; turn++) {
        playTurn(world, players);
        for (const empire of world.query({ kind: 'empire' }))
          expect(world.query({ kind: 'ship', owner: empire }).length).toBeLessThanOrEqual(20);
      }
      expect(world.size).toBeGreaterThan(290);
    },
    60_000,
  );

  it('is won by who settles, learns and fights, against orders at random, on most maps', () => {
    const maps = heavy(2, 12);
    const outcomes = Array.from({ length: maps }, (_, map) => {
      const world = small.start(map);
      const scripted = map % 2;
      const players = [randomPlayer(map), randomPlayer(map)];
      players[scripted] = scriptedPlayer;
      const isOver = (): boolean => world.query({ kind: 'empire', where: 'self.colonies > 0' }).length < 2;
      for (let turn = 0; turn < 200 && !isOver(); turn++) playTurn(world, players);
      return { scripted: score(world, scripted), random: score(world, 1 - scripted) };
    });
    expect(outcomes.filter(({ scripted, random }) => scripted > 2 * random).length).toBeGreaterThanOrEqual(maps * 0.9);
    expect(outcomes.every(({ scripted, random }) => scripted > random)).toBe(true);
  }, 120_000);
});
