import { EdictError } from '../kernel/errors.js';
import type { EngineSnapshot } from './engine.js';
import type { LocalEngine } from './local-engine.js';
import { command } from './worker-channel.js';

/** An engine for calls from another thread, whose snapshots are known by numbers. */
export interface Served extends LocalEngine {
  /** Keeps a snapshot, forgets others, and returns its bytes. */
  keep(id: number, dropped: readonly number[]): number;
  goBack(id: number, dropped: readonly number[]): void;
  saveWorld(instance: number): Uint8Array;
}

/** Instances are counted from the first of the engine. */
export interface Call {
  readonly name: keyof Served;
  readonly given: readonly unknown[];
}

export function serve(engine: LocalEngine): Served {
  const snapshots = new Map<number, EngineSnapshot>();
  const drop = (ids: readonly number[]): void => {
    for (const id of ids) snapshots.delete(id);
  };
  return {
    ...engine,
    keep(id, dropped) {
      drop(dropped);
      const snapshot = engine.snapshot(snapshots.get(id));
      snapshots.set(id, snapshot);
      return snapshot.bytes;
    },
    goBack(id, dropped) {
      drop(dropped);
      const snapshot = snapshots.get(id);
      if (snapshot === undefined)
        throw new EdictError(
          'foreign-snapshot',
          'this is not a snapshot of this batch; pass one that its own snapshot() returned',
        );
      engine.restore(snapshot);
    },
    saveWorld: (instance) => engine.world(instance).save(),
  };
}

/** Does what a command without words says. */
export function obey(engine: Served, told: number): void {
  if (told === command.step) engine.step();
  else engine.takeBack();
}

/** Does what a call says: the answer. */
export function answerTo(engine: Served, { name, given }: Call): unknown {
  const method = Reflect.get(engine, name) as (...given: readonly unknown[]) => unknown;
  return method(...given);
}
