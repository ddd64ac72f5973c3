import { EdictError } from '../kernel/errors.js';
import type { WorldState } from './state.js';

/** Before the host gets an array of the arena. Throws as `demandOwnWorld` does. */
export function lend(state: WorldState): void {
  demandOwnWorld(state);
  state.isLent = true;
}

/** Throws while a system runs in a copy of the world: it has captured what belongs to the world that was copied. */
export function demandOwnWorld({ family: { running }, copyDepth }: WorldState): void {
  if (running === undefined || running.copyDepth <= copyDepth) return;
  throw new EdictError(
    'world-locked',
    'a system that runs in a copy of a world, for fork or explain, uses the world that was copied; take the world, columns and components from what run is given',
  );
}
