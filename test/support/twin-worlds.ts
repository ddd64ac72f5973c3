import { expect } from 'vitest';
import { EdictError } from '../../src/kernel/errors.js';
import type { ExecutorName, World, WorldOptions } from '../../src/world/api.js';

/** One world under both executors: what is done to one is done to the other, and both must be equal after it. */
export interface Twins {
  readonly compiled: World;
  readonly reference: World;
}

/** Aggregates are counted by what an executor looks at, so the two are given more than either needs. */
const ample = { visitsPerTurn: 5_000_000_000 };

/** `make` gives equal worlds for equal calls. */
export function twins(make: (options: WorldOptions) => World, options: WorldOptions = {}): Twins {
  const open = (executor: ExecutorName): World =>
    make({ ...options, executor, limits: { ...ample, ...options.limits } });
  return { compiled: open('compiled'), reference: open('reference') };
}

/** What an action says of a world; what it refuses is said in words. */
export function said(world: World, action: (world: World) => unknown): unknown {
  try {
    return action(world) ?? 'done';
  } catch (error) {
    if (error instanceof EdictError) return error.message;
    throw error;
  }
}

/** Does the same to both; they must say the same of it and be equal after it. Returns what they said. */
export function both({ compiled, reference }: Twins, action: (world: World) => unknown): unknown {
  const expected = said(reference, action);
  expect(said(compiled, action)).toEqual(expected);
  expect(compiled.hash()).toBe(reference.hash());
  expect(reported(compiled)).toEqual(reported(reference));
  return expected;
}

function reported({ reports }: World): unknown {
  return [reports.turns, ...reports.names.map((name) => reports.series(name))];
}

/** A turn of both. Returns whether it was run. */
export function turn(worlds: Twins): boolean {
  return (
    both(worlds, (world) => {
      world.step();
    }) === 'done'
  );
}
