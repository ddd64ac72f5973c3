import type { HostSystem, World, Handle } from '../world/api.js';
import { detectionSystem } from './detection.js';
import { movementSystem } from './movement.js';

/** Minerals that a ship costs. */
const costs = new Map([
  ['scout', 15],
  ['freighter', 20],
  ['frigate', 35],
  ['ark', 45],
  ['cruiser', 80],
]);
/** That an empire which can build does, each turn. */
const industry = 0.35;
/** Ships that an empire keeps at most: some in any case, and so many for each of its planets. */
const leastFleet = 12;
const shipsOfPlanet = 3;

/** Now and then an empire turns minerals into a ship at one of its shipyards. */
export const productionSystem: HostSystem = {
  name: 'production',
  phase: 'host',
  run(world) {
    for (const empire of world.query({ kind: 'empire' })) {
      if (world.random('production') < industry) build(world, empire);
    }
  },
};

function build(world: World, empire: Handle): void {
  const minerals = Number(world.get(empire, 'minerals'));
  const choices = [...costs].filter(([className, cost]) => cost <= minerals && world.isAvailable(empire, className));
  if (choices.length === 0) return;
  const yards = world.query({ class: 'shipyard', owner: empire });
  const most = leastFleet + shipsOfPlanet * world.query({ kind: 'planet', owner: empire }).length;
  if (yards.length === 0 || world.query({ kind: 'ship', owner: empire }).length >= most) return;
  const yard = yards[Math.floor(world.random('production') * yards.length)];
  const [className, cost] = choices[Math.floor(world.random('production') * choices.length)];
  const system = systemOf(world, yard);
  if (system === null) return;
  world.spawn({ class: className, owner: empire, place: { in: system } });
  world.set(empire, 'minerals', minerals - cost);
}

/** The system that an object is in. */
function systemOf(world: World, object: Handle): Handle | null {
  let at: Handle | null = object;
  while (at !== null && world.kindOf(at) !== 'system') at = world.parentOf(at);
  return at;
}

/** How far a field moves in a turn at most, along each axis. */
const wind = 6;

/** Fields drift, out of the systems that they were born in and through space. */
const driftSystem: HostSystem = {
  name: 'drift',
  phase: 'host',
  run(world) {
    for (const field of world.query({ kind: 'field' })) {
      const position = world.positionOf(field);
      if (position === null) continue;
      const x = position.x + wind * (2 * world.random('drift') - 1);
      const y = position.y + wind * (2 * world.random('drift') - 1);
      world.move(field, { x, y });
    }
  },
};

/**
 * What the galaxy adds to the rules, in the order in which it runs: ships fly, fields drift, shipyards build, empires
 * look.
 */
export const hostSystems: readonly HostSystem[] = [movementSystem, driftSystem, productionSystem, detectionSystem];

/** Registers them with a world; a loaded world needs that again, because a file holds no code. */
export function addHostSystems(world: World): void {
  for (const system of hostSystems) world.addSystem(system);
}
