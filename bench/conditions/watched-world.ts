import type { Program } from '../../src/ir/rule.js';
import { lowerLevel } from '../../src/content/antares/lower/lower-level.js';
import type { Level } from '../../src/content/antares/syntax.js';
import { createLevelModel, type LevelModel } from '../../src/content/antares/world/level-model.js';
import { fillLevel, levelReserve } from '../../src/content/antares/world/open-level.js';
import type { ExecutorName, Handle, World } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { cellSorts } from './cells.js';
import type { Writes } from './changes.js';
import { counterCount } from './syntax.js';

/** A level in a world. */
export interface WatchedWorld {
  readonly world: World;
  /** Writes by the calls that every host has. */
  write(writes: Writes): void;
  /** Counters, three of each player. */
  counters(): readonly number[];
  /** By player. */
  cash(): readonly number[];
  /** By condition. */
  armed(): readonly boolean[];
}

/** Opens a level of which nothing is hidden. */
export function openWatched(level: Level, executor: ExecutorName): WatchedWorld {
  const model = createLevelModel(level, 'sound');
  return watchedOf(model, createFilled(lowerLevel(model), model, executor));
}

/** A world of a program with all that is there at the start of the level. */
export function createFilled(program: Program, model: LevelModel, executor: ExecutorName): World {
  const world = createWorld(program, { executor, reserve: levelReserve(model) });
  fillLevel(world, model);
  return world;
}

function watchedOf(model: LevelModel, world: World): WatchedWorld {
  const { columns, level } = model;
  const bodies = world.query({ kind: 'body' });
  const players = world.query({ kind: 'player' });
  const [health, exists, cash] = ['health', 'inUse', 'cash'];
  const scores = columns.scores.map((_column, which) => `score ${String(which)}`);
  const number = (object: Handle, column: string): number => Number(world.get(object, column));
  return {
    world,
    write({ count, sort, at, first, second }) {
      for (let i = 0; i < count; i++) {
        const where = at[i];
        switch (sort[i]) {
          case sorts.owner:
            world.setOwner(bodies[where], first[i] < 0 ? null : players[first[i]]);
            break;
          case sorts.place:
            world.move(bodies[where], { x: first[i], y: second[i] });
            break;
          case sorts.health:
            world.set(bodies[where], health, first[i]);
            break;
          case sorts.exists:
            world.set(bodies[where], exists, first[i] === 1);
            break;
          default:
            world.set(players[Math.floor(where / counterCount)], scores[where % counterCount], first[i]);
        }
      }
    },
    counters: () => players.flatMap((player) => scores.map((column) => number(player, column))),
    cash: () => players.map((player) => number(player, cash)),
    armed: () => level.conditions.map((_, i) => world.triggers.isArmed(i)),
  };
}

const sorts = {
  owner: cellSorts.indexOf('owner'),
  place: cellSorts.indexOf('place'),
  health: cellSorts.indexOf('health'),
  exists: cellSorts.indexOf('exists'),
};
