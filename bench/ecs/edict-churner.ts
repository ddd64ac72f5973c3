import { query as bitEcsQuery } from 'bitecs';
import { type ContentSource, defineContent } from '../../src/content/native/define.js';
import { createWorld } from '../../src/world.js';
import type { World } from '../../src/world/api.js';
import { turnsOf } from './phase-time.js';
import type { Churner } from './churners.js';
import { createCensus, emptyLitter, fillLitter, firstLitters, lifetime } from './litters.js';

/** Beacons count the particles near them, by an index of positions. */
const content: ContentSource = {
  meters: { near: { reset: true } },
  properties: { life: {} },
  kinds: { particle: { properties: ['life'] }, beacon: { meters: ['near'] } },
  classes: {
    beacon: {
      kind: 'beacon',
      groups: [
        {
          name: 'count',
          scope: { include: 'target == source' },
          effects: [{ meter: 'near', add: 'objects(particle).filter(p, distance(p, source) <= 20).count()' }],
        },
      ],
    },
  },
};

const beacons = 10;

export interface EdictChurner extends Churner {
  readonly world: World;
}

/** `withView`: asks also bitECS itself, in every turn. The time is that of the host phase. */
export function edictChurner(born: number, name: string, withView: boolean): EdictChurner {
  const particles = born * lifetime;
  // Objects are made before others are destroyed.
  const world = createWorld(defineContent(content), {
    reserve: { objects: particles + born + beacons + 1, lanes: 1 },
  });
  const velocity = world.component('velocity', { x: 'f64', y: 'f64' });
  const { location } = Object.fromEntries(world.ecs().components) as { location: object };
  for (let i = 0; i < beacons; i++) world.spawn({ class: 'beacon', place: { x: i * 100, y: i * 100 } });
  for (const { litter, life } of firstLitters(born))
    for (let i = 0; i < born; i++)
      world.spawn({
        kind: 'particle',
        place: { x: litter.x[i], y: litter.y[i] },
        values: { life },
        components: { velocity: { x: litter.velocityX[i], y: litter.velocityY[i] } },
      });
  const litter = emptyLitter(born);
  const dead = new Uint32Array(born);
  world.addSystem({
    name: 'churn',
    phase: 'host',
    query: ['particle', location, velocity],
    writes: ['life'],
    run({ ids, columns: { life }, commands }) {
      let count = 0;
      for (let i = 0; i < ids.length; i++) if (--life[ids[i]] === 0) dead[count++] = ids[i];
      commands.destroyMany(dead.subarray(0, count));
      commands.spawnMany({
        kind: 'particle',
        count: born,
        place: { x: litter.x, y: litter.y },
        values: { life: lifetime },
        components: { velocity: { x: litter.velocityX, y: litter.velocityY } },
      });
    },
  });
  if (withView) askBitEcs(world);
  const step = turnsOf(world, name, ['host']);
  return {
    name,
    world,
    turn() {
      fillLitter(litter, world.turn + 1);
      return step();
    },
    census: () => censusOf(world),
  };
}

/** Its order is the one of bitECS; the number found tells that it has followed. */
function askBitEcs(world: World): void {
  const ecs = world.ecs();
  const terms = ['particle', 'location', 'velocity'].map((name) => ecs.of(name));
  const last = { found: 0 };
  world.addSystem({
    name: 'view',
    phase: 'host',
    query: [],
    run() {
      last.found = bitEcsQuery(ecs.world, terms).length;
    },
  });
}

function censusOf(world: World) {
  const { add, result } = createCensus();
  const life = world.column('life');
  const velocity = world.component('velocity');
  for (const particle of world.query({ kind: 'particle' })) {
    const { x, y } = world.positionOf(particle) ?? { x: NaN, y: NaN };
    const way = velocity.get(particle) ?? {};
    add(x, y, way.x, way.y, Number(life.get(particle)));
  }
  return result();
}
