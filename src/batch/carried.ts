import type { Engine } from './engine.js';
import type { ViewLayout } from './views.js';

/**
 * An engine whose views are in memory that its workers cannot reach: actions are copied in before a step, and behind
 * each call that changes them all others are copied out.
 */
export function carried(
  engine: Engine,
  { bytes, places }: ViewLayout,
  buffer: ArrayBuffer | SharedArrayBuffer,
  shared: SharedArrayBuffer,
): Engine {
  const start = places.observations.offset;
  const [actions, sharedActions] = [new Uint8Array(buffer, 0, start), new Uint8Array(shared, 0, start)];
  const [views, sharedViews] = [
    new Uint8Array(buffer, start, bytes - start),
    new Uint8Array(shared, start, bytes - start),
  ];
  return {
    prove(beginnings) {
      engine.prove(beginnings);
    },
    reset(beginnings) {
      engine.reset(beginnings);
      views.set(sharedViews);
    },
    step() {
      sharedActions.set(actions);
      engine.step();
      views.set(sharedViews);
    },
    takeBack() {
      engine.takeBack();
      views.set(sharedViews);
    },
    snapshot: (into) => engine.snapshot(into),
    restore(snapshot) {
      engine.restore(snapshot);
      views.set(sharedViews);
    },
    save: () => engine.save(),
    load(saved) {
      engine.load(saved);
      views.set(sharedViews);
    },
    start: () => engine.start(),
    fork(from, to) {
      engine.fork(from, to);
      views.set(sharedViews);
    },
    hash: (instance) => engine.hash(instance),
    world: (instance) => engine.world(instance),
    close() {
      engine.close();
    },
  };
}
