import type { Engine } from './engine.js';
import { type Lent, borrow, forkAll, lend, restoreAll, snapshotAll } from './local-copies.js';
import { demandBegun, proveAll, resetAll } from './local-episodes.js';
import { type LocalParts, openLocal } from './local-state.js';
import { stepAll, takeAllBack } from './local-step.js';
import { loadAll, saveAll } from './saved-instances.js';

/** An engine in this thread, which may exchange instances with others of the same source. */
export interface LocalEngine extends Engine {
  lend(instance: number): Lent;
  borrow(lent: Lent, to: readonly number[]): void;
}

/** An engine in this thread. Throws what is wrong with the first map. */
export function createLocalEngine(parts: LocalParts): LocalEngine {
  const state = openLocal(parts);
  const { shardOf, shards } = state;
  let start: string | undefined;
  return {
    prove(beginnings) {
      proveAll(state, beginnings);
    },
    reset(beginnings) {
      resetAll(state, beginnings);
    },
    step() {
      stepAll(state);
    },
    takeBack() {
      takeAllBack(state);
    },
    snapshot: (into) => snapshotAll(state, into),
    restore(snapshot) {
      restoreAll(state, snapshot);
    },
    save: () => saveAll(state),
    load(saved) {
      loadAll(state, saved);
    },
    start: () => (start ??= state.starts.at(0).world.hash()),
    fork(from, to) {
      demandBegun(state, from);
      forkAll(state, from, to);
    },
    lend(instance) {
      demandBegun(state, instance);
      return lend(state, instance);
    },
    borrow(lent, to) {
      borrow(state, lent, to);
    },
    hash(instance) {
      demandBegun(state, instance);
      return shardOf[instance].instances.hash(instance - shardOf[instance].first);
    },
    world(instance) {
      demandBegun(state, instance);
      return shardOf[instance].instances.world(instance - shardOf[instance].first);
    },
    close() {
      for (const shard of shards) shard.taken.length = 0;
    },
  };
}
