import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Program } from '../../src/ir/rule.js';
import { foundEmpire } from '../../src/galaxy/settle-empires.js';
import { addHostSystems } from '../../src/galaxy/host-systems.js';
import { productionSystem } from '../../src/galaxy/production.js';
import { loadGalaxy } from '../../src/galaxy/load-galaxy.js';
import { createWorld } from '../../src/world.js';
import type { Handle, World } from '../../src/world/api.js';
import { longTest } from '../support/heavy.js';

let program: Program;
let world: World;
let empire: Handle;
let systems: readonly Handle[];

beforeAll(() => {
  program = loadGalaxy();
});

/** Four systems in a row, 100 apart, and one that no lane reaches. */
beforeEach(() => {
  world = createWorld(program, { seed: 'host' });
  world.spawn({ class: 'nature' });
  empire = foundEmpire(world, { name: 'Empire', homeEnvironment: 'terran', studying: null }).handle;
  systems = [0, 100, 200, 300, 2_000].map((x, i) => world.spawn({ kind: 'system', name: `S${i}`, place: { x, y: 0 } }));
  for (let i = 0; i < 3; i++) world.relations.connect(systems[i], systems[i + 1]);
  addHostSystems(world);
});

describe('movement', () => {
  const x = (ship: Handle): number => world.describe(ship).position?.x ?? Number.NaN;

  it('follows the shortest way at its speed, and docks where it wanted to go', () => {
    const ship = world.spawn({
      class: 'mote',
      place: { in: systems[0] },
      values: { engines: 40, destination: systems[3], fuel: 8 },
    });
    const seen: number[] = [];
    for (let turn = 0; turn < 9; turn++) {
      world.step();
      seen.push(x(ship));
    }
    expect(seen).toEqual([40, 80, 100, 140, 180, 200, 240, 280, 300].map((each) => expect.closeTo(each, 6) as number));
    expect(world.describe(ship).parent).toBe(systems[3]);
    expect([world.get(ship, 'heading'), world.get(ship, 'leaving'), world.get(ship, 'progress')]).toEqual([
      null,
      null,
      0,
    ]);
  });

  it('needs fuel, speed and a way', () => {
    const still = [{ fuel: 0.5 }, { engines: 0 }, { destination: systems[4] }].map((values) =>
      world.spawn({
        class: 'mote',
        place: { in: systems[0] },
        values: { engines: 40, fuel: 8, destination: systems[1], ...values },
      }),
    );
    world.step();
    expect(still.map(x)).toEqual([0, 0, 0]);
  });

  it('forgets its lane when a rule has moved it', () => {
    const ship = world.spawn({
      class: 'mote',
      place: { in: systems[2] },
      values: { engines: 0, leaving: systems[0], heading: systems[1], progress: 0.5 },
    });
    world.step();
    expect(world.get(ship, 'heading')).toBeNull();
  });

  it('takes a single turn between two systems on one point', () => {
    const twin = world.spawn({ kind: 'system', name: 'Twin', place: { x: 0, y: 0 } });
    world.relations.connect(systems[0], twin);
    const ship = world.spawn({
      class: 'mote',
      place: { in: systems[0] },
      values: { engines: 40, destination: twin, fuel: 8 },
    });
    world.step();
    expect(world.parentOf(ship)).toBe(twin);
  });

  it('finds shortest ways in a net of lanes, whoever has asked before', () => {
    const net = Array.from({ length: 36 }, (_, i) =>
      world.spawn({ kind: 'system', place: { x: 10 * (i % 6), y: 500 + 10 * Math.floor(i / 6) } }),
    );
    net.forEach((system, i) => {
      if (i % 6 < 5) world.relations.connect(system, net[i + 1]);
      if (i < 30) world.relations.connect(system, net[i + 6]);
    });
    const starts = [1, 7, 35, 0];
    const ships = starts.map((i) =>
      world.spawn({ class: 'mote', place: { in: net[i] }, values: { engines: 40, destination: net[20], fuel: 8 } }),
    );
    const jumps = ships.map((ship) =>
      Number(world.questions.evaluate('jumps(source, target)', { source: ship, target: net[20] })),
    );
    expect(jumps).toEqual([4, 3, 5, 5]);
    // Each turn one jump: engines are faster than lanes are long, and a system ends the flight of a turn.
    world.run(3);
    expect(
      ships.map((ship) => world.questions.evaluate('jumps(source, target)', { source: ship, target: net[20] })),
    ).toEqual([1, 0, 2, 2]);
  });

  it('leaves alone what rests between the stars', () => {
    const ship = world.spawn({ class: 'mote', place: { x: 5, y: 5 }, values: { engines: 40 } });
    world.step();
    expect(world.describe(ship).position).toEqual({ x: 5, y: 5 });
  });
});

describe('detection', () => {
  it('goes as far as the eyes of ships and planets do, less what hides', () => {
    world.spawn({ class: 'scout', owner: empire, place: { x: 1_000, y: 0 }, values: { engines: 0 } });
    const near = world.spawn({ class: 'mote', place: { x: 1_010, y: 0 }, values: { engines: 0 } });
    const far = world.spawn({ class: 'mote', place: { x: 1_100, y: 0 }, values: { engines: 0 } });
    world.step();
    // In deep space 30 × 0.75 of detection, against 5 + 10 of stealth.
    expect([world.relations.isVisible(empire, near), world.relations.isVisible(empire, far)]).toEqual([false, false]);
    world.move(near, { x: 1_005, y: 0 });
    world.step();
    expect([world.relations.isVisible(empire, near), world.relations.isVisible(empire, far)]).toEqual([true, false]);
  });
});

describe('production', () => {
  longTest('turns minerals into ships at a shipyard, up to a limit', () => {
    const planet = world.spawn({
      kind: 'planet',
      owner: empire,
      place: { in: systems[0] },
      values: { size: 'medium' },
    });
    world.spawn({ class: 'shipyard', owner: empire, place: { in: planet } });
    world.set(empire, 'minerals', 1_500);
    world.set(empire, 'credits', 2_000);
    const stocks: number[] = [];
    for (let turn = 0; turn < 80; turn++) {
      world.step();
      stocks.push(Number(world.get(empire, 'minerals')));
    }
    const ships = world.query({ kind: 'ship', owner: empire }).length;
    expect(ships).toBeGreaterThan(5);
    expect(ships).toBeLessThanOrEqual(15);
    expect(stocks[79]).toBeLessThan(1_500 - 5 * 15);
  });

  it('puts them into the system of the shipyard, at their price', () => {
    // The phases before would add to its minerals.
    const production = createWorld(program, { seed: 'production' });
    const empire = foundEmpire(production, { name: 'Empire', homeEnvironment: 'terran', studying: null }).handle;
    const system = production.spawn({ kind: 'system', place: { x: 0, y: 0 } });
    production.addSystem(productionSystem);
    const planet = production.spawn({
      kind: 'planet',
      owner: empire,
      place: { in: system },
      values: { size: 'medium' },
    });
    production.spawn({ class: 'shipyard', owner: empire, place: { in: planet } });
    production.set(empire, 'minerals', 60);
    const minerals: number[] = [];
    for (let turn = 0; turn < 30 && production.query({ kind: 'ship' }).length === 0; turn++) {
      minerals.push(Number(production.get(empire, 'minerals')));
      production.step();
    }
    const [ship] = production.query({ kind: 'ship', owner: empire });
    expect(production.parentOf(ship)).toBe(system);
    const costs = new Map<string | null, number>([
      ['scout', 15],
      ['freighter', 20],
      ['frigate', 35],
      ['ark', 45],
    ]);
    expect(production.get(empire, 'minerals')).toBe(60 - (costs.get(production.classOf(ship)) ?? NaN));
  });

  it('builds nothing without a shipyard', () => {
    world.run(20);
    expect(world.query({ kind: 'ship' })).toEqual([]);
  });
});

describe('drift', () => {
  it('carries fields a little way, out of systems too', () => {
    const field = world.spawn({ class: 'nebula', place: { in: systems[0] } });
    world.step();
    const { parent, position } = world.describe(field);
    expect(parent).toBeNull();
    expect(Math.abs(position?.x ?? 99)).toBeLessThanOrEqual(6);
    expect(position).not.toEqual({ x: 0, y: 0 });
  });
});
