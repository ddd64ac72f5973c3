import { addComponents, addEntity, createWorld as createBitEcsWorld, query, removeEntity } from 'bitecs';
import { createQuery, createWorld as createKootaWorld, trait } from 'koota';
import { World as MiniplexWorld } from 'miniplex';
import type { Parts } from '../measure.js';
import { type Census, type Litter, createCensus, emptyLitter, fillLitter, firstLitters, lifetime } from './litters.js';
import { timed } from './measure-in-turn.js';

/**
 * A program in which a tenth of the particles dies in every turn and as many are born. It asks for all particles, takes
 * a turn from the life of each, and removes those that have none left.
 */
export interface Churner {
  readonly name: string;
  /** Milliseconds of one turn. */
  readonly turn: () => Parts<string>;
  census(): Census;
}

export const churnerPeers = [typedChurner, bitEcsChurner, kootaChurner, miniplexChurner];

/** What a peer does in a turn, once the litter is known. */
function churning(name: string, born: number, churn: (litter: Litter) => void): () => Parts<string> {
  const litter = emptyLitter(born);
  let turn = 0;
  const run = timed(name, () => {
    churn(litter);
  });
  return () => {
    fillLitter(litter, ++turn);
    return run();
  };
}

/** What is possible: dense columns, in which the last takes the place of a dead one. */
export function typedChurner(born: number): Churner {
  const room = born * lifetime;
  const [x, y, velocityX, velocityY] = Array.from({ length: 4 }, () => new Float64Array(room));
  const life = new Int32Array(room);
  let count = 0;
  const bear = (litter: Litter, turns: number): void => {
    x.set(litter.x, count);
    y.set(litter.y, count);
    velocityX.set(litter.velocityX, count);
    velocityY.set(litter.velocityY, count);
    life.fill(turns, count, count + born);
    count += born;
  };
  for (const { litter, life: turns } of firstLitters(born)) bear(litter, turns);
  return {
    name: 'typed',
    turn: churning('typed', born, (litter) => {
      for (let i = 0; i < count; i++) life[i]--;
      for (let i = count - 1; i >= 0; i--) {
        if (life[i] > 0) continue;
        const last = --count;
        x[i] = x[last];
        y[i] = y[last];
        velocityX[i] = velocityX[last];
        velocityY[i] = velocityY[last];
        life[i] = life[last];
      }
      bear(litter, lifetime);
    }),
    census() {
      const { add, result } = createCensus();
      for (let i = 0; i < count; i++) add(x[i], y[i], velocityX[i], velocityY[i], life[i]);
      return result();
    },
  };
}

export function bitEcsChurner(born: number): Churner {
  const room = born * (lifetime + 1) + 1;
  const numbers = () => new Float64Array(room);
  const Particle = { life: new Int32Array(room) };
  const Position = { x: numbers(), y: numbers() };
  const Velocity = { x: numbers(), y: numbers() };
  const ecs = createBitEcsWorld();
  const bear = ({ x, y, velocityX, velocityY }: Litter, turns: number): void => {
    for (let i = 0; i < born; i++) {
      const id = addEntity(ecs);
      addComponents(ecs, id, Particle, Position, Velocity);
      Particle.life[id] = turns;
      Position.x[id] = x[i];
      Position.y[id] = y[i];
      Velocity.x[id] = velocityX[i];
      Velocity.y[id] = velocityY[i];
    }
  };
  for (const { litter, life } of firstLitters(born)) bear(litter, life);
  const dead = new Uint32Array(born);
  return {
    name: 'bitecs',
    turn: churning('bitecs', born, (litter) => {
      const ids = query(ecs, [Particle, Position, Velocity]);
      const { life } = Particle;
      let count = 0;
      for (let i = 0; i < ids.length; i++) if (--life[ids[i]] === 0) dead[count++] = ids[i];
      for (let i = 0; i < count; i++) removeEntity(ecs, dead[i]);
      bear(litter, lifetime);
    }),
    census() {
      const { add, result } = createCensus();
      for (const id of query(ecs, [Particle, Position, Velocity]))
        add(Position.x[id], Position.y[id], Velocity.x[id], Velocity.y[id], Particle.life[id]);
      return result();
    },
  };
}

export function kootaChurner(born: number): Churner {
  const Particle = trait({ life: 0 });
  const Position = trait({ x: 0, y: 0 });
  const Velocity = trait({ x: 0, y: 0 });
  const world = createKootaWorld();
  const all = createQuery(Particle, Position, Velocity);
  const bear = ({ x, y, velocityX, velocityY }: Litter, life: number): void => {
    for (let i = 0; i < born; i++)
      world.spawn(Particle({ life }), Position({ x: x[i], y: y[i] }), Velocity({ x: velocityX[i], y: velocityY[i] }));
  };
  for (const { litter, life } of firstLitters(born)) bear(litter, life);
  return {
    name: 'koota',
    turn: churning('koota', born, (litter) => {
      world.query(all).useStores(([{ life }], entities) => {
        for (let i = 0; i < entities.length; i++) if (--life[entities[i].id()] === 0) entities[i].destroy();
      });
      bear(litter, lifetime);
    }),
    census() {
      const { add, result } = createCensus();
      world.query(all).readEach(([{ life }, place, velocity]) => {
        add(place.x, place.y, velocity.x, velocity.y, life);
      });
      return result();
    },
  };
}

export function miniplexChurner(born: number): Churner {
  interface Particle {
    particle?: { life: number };
    position?: { x: number; y: number };
    velocity?: { x: number; y: number };
  }
  const world = new MiniplexWorld<Particle>();
  const all = world.with('particle', 'position', 'velocity');
  const bear = ({ x, y, velocityX, velocityY }: Litter, life: number): void => {
    for (let i = 0; i < born; i++)
      world.add({
        particle: { life },
        position: { x: x[i], y: y[i] },
        velocity: { x: velocityX[i], y: velocityY[i] },
      });
  };
  for (const { litter, life } of firstLitters(born)) bear(litter, life);
  return {
    name: 'miniplex',
    turn: churning('miniplex', born, (litter) => {
      // From the last to the first, so that what is met may be removed.
      for (const entity of all) if (--entity.particle.life === 0) world.remove(entity);
      bear(litter, lifetime);
    }),
    census() {
      const { add, result } = createCensus();
      for (const { particle, position, velocity } of all)
        add(position.x, position.y, velocity.x, velocity.y, particle.life);
      return result();
    },
  };
}
