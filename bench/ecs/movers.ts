import { addComponents, addEntity, createWorld as createBitEcsWorld, query } from 'bitecs';
import { createQuery, createWorld as createKootaWorld, trait } from 'koota';
import { World as MiniplexWorld } from 'miniplex';
import type { ColumnArray } from '../../src/kernel/arena.js';
import { defineContent } from '../../src/content/native/define.js';
import { createWorld } from '../../src/world.js';
import type { QuerySystem, World } from '../../src/world/api.js';
import type { Parts } from '../measure.js';
import { type Bodies, farWall } from './bodies.js';
import { timed } from './measure-in-turn.js';
import { turnsOf } from './phase-time.js';
import { forEachRun } from './runs.js';

/** A program that moves all bodies once a turn: x += velocity, and back from a wall. */
export interface Mover {
  readonly name: string;
  /** Milliseconds of one turn. */
  readonly turn: () => Parts<string>;
  /** Positions, by place in the bodies given. */
  positions(): Float64Array;
}

export const moverPeers = [typedMover, bitEcsMover, kootaMover, miniplexMover];

/** What is possible: no entities, no components, no query. */
export function typedMover(bodies: Bodies): Mover {
  const x = bodies.x.slice();
  const velocity = bodies.velocity.slice();
  return {
    name: 'typed',
    turn: timed('typed', () => {
      const far = farWall;
      for (let i = 0; i < x.length; i++) {
        const to = x[i] + velocity[i];
        x[i] = to;
        if (to < 0 || to > far) velocity[i] = -velocity[i];
      }
    }),
    positions: () => x,
  };
}

export function bitEcsMover(bodies: Bodies): Mover {
  const count = bodies.x.length;
  const Position = { x: new Float64Array(count + 1) };
  const Velocity = { x: new Float64Array(count + 1) };
  const ecs = createBitEcsWorld();
  for (let i = 0; i < count; i++) {
    const id = addEntity(ecs);
    addComponents(ecs, id, Position, Velocity);
    Position.x[id] = bodies.x[i];
    Velocity.x[id] = bodies.velocity[i];
  }
  return {
    name: 'bitecs',
    turn: timed('bitecs', () => {
      const far = farWall;
      const ids = query(ecs, [Position, Velocity]);
      const { x } = Position;
      const { x: velocity } = Velocity;
      for (let i = 0; i < ids.length; i++) {
        const id = ids[i];
        const to = x[id] + velocity[id];
        x[id] = to;
        if (to < 0 || to > far) velocity[id] = -velocity[id];
      }
    }),
    positions: () => Position.x.slice(1),
  };
}

export function kootaMover(bodies: Bodies): Mover {
  const count = bodies.x.length;
  const Position = trait({ x: 0 });
  const Velocity = trait({ x: 0 });
  const world = createKootaWorld();
  const entities = Array.from({ length: count }, (_, i) =>
    world.spawn(Position({ x: bodies.x[i] }), Velocity({ x: bodies.velocity[i] })),
  );
  const moving = createQuery(Position, Velocity);
  return {
    name: 'koota',
    turn: timed('koota', () => {
      const far = farWall;
      world.query(moving).useStores(([{ x }, { x: velocity }], found) => {
        for (let i = 0; i < found.length; i++) {
          const id = found[i].id();
          const to = x[id] + velocity[id];
          x[id] = to;
          if (to < 0 || to > far) velocity[id] = -velocity[id];
        }
      });
    }),
    positions: () => Float64Array.from(entities, (entity) => entity.get(Position)?.x ?? NaN),
  };
}

export function miniplexMover(bodies: Bodies): Mover {
  interface Body {
    position?: { x: number };
    velocity?: { x: number };
  }
  const world = new MiniplexWorld<Body>();
  const made = Array.from(bodies.x, (x, i) => world.add({ position: { x }, velocity: { x: bodies.velocity[i] } }));
  const moving = world.with('position', 'velocity');
  return {
    name: 'miniplex',
    turn: timed('miniplex', () => {
      const far = farWall;
      for (const { position, velocity } of moving) {
        const to = position.x + velocity.x;
        position.x = to;
        if (to < 0 || to > far) velocity.x = -velocity.x;
      }
    }),
    positions: () => Float64Array.from(made, ({ position }) => position.x),
  };
}

const edictNames = ['edict', 'edict taken', 'edict ids'] as const;

/**
 * A system over two host components. Its time is that of the host phase. `edict` keeps its arrays, which a world
 * of fixed size never replaces, and moves runs of ids: V8 compiles both as it does plain arrays. `edict taken` takes
 * the arrays from what `run` gets, `edict ids` moves one id after the other, as most systems will.
 */
export function edictMover(
  bodies: Bodies,
  name: (typeof edictNames)[number] = 'edict',
): Mover & { readonly world: World } {
  const count = bodies.x.length;
  const world = createWorld(defineContent({ kinds: { body: {} } }), {
    reserve: { objects: count, lanes: 1 },
    fixed: true,
  });
  const position = world.component('position', { x: 'f64' });
  const velocity = world.component('velocity', { x: 'f64' });
  for (let i = 0; i < count; i++)
    world.spawn({ kind: 'body', components: { position: { x: bodies.x[i] }, velocity: { x: bodies.velocity[i] } } });
  const query = [position, velocity];
  const writes = ['position', 'velocity'] as const;
  const runs = { edict: keptArrays, 'edict taken': takenArrays, 'edict ids': oneByOne };
  world.addSystem({ name: 'move', phase: 'host', query, writes, run: runs[name](position.x, velocity.x) });
  return {
    name,
    world,
    turn: turnsOf(world, name, ['host']),
    positions: () => Float64Array.from(position.x.slice(1, count + 1)),
  };
}

export function edictMovers(bodies: Bodies): readonly Mover[] {
  return edictNames.map((name) => edictMover(bodies, name));
}

type Run = QuerySystem<'position' | 'velocity'>['run'];

function keptArrays(x: ColumnArray, way: ColumnArray): Run {
  const move = (from: number, end: number): void => {
    const far = farWall;
    for (let id = from; id < end; id++) {
      const to = x[id] + way[id];
      x[id] = to;
      if (to < 0 || to > far) way[id] = -way[id];
    }
  };
  return ({ ids }) => {
    forEachRun(ids, move);
  };
}

function takenArrays(): Run {
  return ({ ids, components }) => {
    const { x } = components.position;
    const { x: way } = components.velocity;
    forEachRun(ids, (from, end) => {
      moveRun(x, way, from, end);
    });
  };
}

function oneByOne(): Run {
  return ({ ids, components }) => {
    const far = farWall;
    const { x } = components.position;
    const { x: way } = components.velocity;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      const to = x[id] + way[id];
      x[id] = to;
      if (to < 0 || to > far) way[id] = -way[id];
    }
  };
}

/** By arguments: V8 reads what a closure has captured again for every body. */
function moveRun(x: ColumnArray, way: ColumnArray, from: number, end: number): void {
  const far = farWall;
  for (let id = from; id < end; id++) {
    const to = x[id] + way[id];
    x[id] = to;
    if (to < 0 || to > far) way[id] = -way[id];
  }
}
