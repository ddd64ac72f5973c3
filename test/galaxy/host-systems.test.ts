import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Program } from '../../src/compile/program.js';
import { foundEmpire } from '../../src/galaxy/found-empire.js';
import { addHostSystems } from '../../src/galaxy/host-systems.js';
import { loadGalaxy } from '../../src/galaxy/load-galaxy.js';
import { createWorld } from '../../src/world.js';
import type { Handle, World } from '../../src/world/api.js';

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
  for (let i = 0; i < 3; i++) world.connect(systems[i], systems[i + 1]);
  addHostSystems(world);
});

describe('movement', () => {
  const x = (ship: Handle): number => world.describe(ship).position?.x ?? Number.NaN;

  it('follows the shortest way at its speed, and docks where it wanted to go', () => {
    const ship = world.spawn({ class: 'mote', place: { in: systems[0] }, values: { engines: 40, destination: systems[3], fuel: 8 } });
    const seen: number[] = [];
    for (let turn = 0; turn < 9; turn++) {
      world.step();
      seen.push(x(ship));
    }
    expect(seen).toEqual([40, 80, 100, 140, 180, 200, 240, 280, 300].map((each) => expect.closeTo(each, 6) as number));
    expect(world.describe(ship).parent).toBe(systems[3]);
    expect([world.get(ship, 'heading'), world.get(ship, 'leaving'), world.get(ship, 'progress')]).toEqual([null, null, 0]);
  });

  it('needs fuel, speed and a way', () => {
    const still = [{ fuel: 0.5 }, { engines: 0 }, { destination: systems[4] }].map((values) =>
      world.spawn({ class: 'mote', place: { in: systems[0] }, values: { engines: 40, fuel: 8, destination: systems[1], ...values } }));
    world.step();
    expect(still.map(x)).toEqual([0, 0, 0]);
  });

  it('forgets its lane when a rule has moved it', () => {
    const ship = world.spawn({ class: 'mote', place: { in: systems[2] }, values: { engines: 0, leaving: systems[0], heading: systems[1], progress: 0.5 } });
    world.step();
    expect(world.get(ship, 'heading')).toBeNull();
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
    expect([world.isVisible(empire, near), world.isVisible(empire, far)]).toEqual([false, false]);
    world.move(near, { x: 1_005, y: 0 });
    world.step();
    expect([world.isVisible(empire, near), world.isVisible(empire, far)]).toEqual([true, false]);
  });
});

describe('production', () => {
  it('turns minerals into ships at a shipyard, up to a limit', () => {
    const planet = world.spawn({ kind: 'planet', owner: empire, place: { in: systems[0] }, values: { size: 'medium' } });
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
