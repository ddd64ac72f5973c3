import { EdictError } from '../kernel/errors.js';
import type { EngineSnapshot } from './engine.js';
import type { LocalEngine } from './local-engine.js';
import { type Call, command } from './worker-channel.js';

/** An engine that is called by words, with the snapshots that it keeps for whoever calls, by their numbers. */
export interface Called {
  readonly engine: LocalEngine;
  readonly snapshots: Map<number, EngineSnapshot>;
}

/** Does what a command without words says. */
export function obey({ engine }: Called, told: number): void {
  if (told === command.step) engine.step();
  else engine.takeBack();
}

/** Does what a call says: the answer. */
export function answerTo({ engine, snapshots }: Called, call: Call): unknown {
  switch (call.name) {
    case 'prove':
      engine.prove(call.beginnings);
      return undefined;
    case 'reset':
      engine.reset(call.beginnings);
      return undefined;
    case 'snapshot': {
      for (const id of call.dropped) snapshots.delete(id);
      const snapshot = engine.snapshot(snapshots.get(call.id));
      snapshots.set(call.id, snapshot);
      return snapshot.bytes;
    }
    case 'restore': {
      for (const id of call.dropped) snapshots.delete(id);
      const snapshot = snapshots.get(call.id);
      if (snapshot === undefined)
        throw new EdictError(
          'foreign-snapshot',
          'this is not a snapshot of this batch; pass one that its own snapshot() returned',
        );
      engine.restore(snapshot);
      return undefined;
    }
    case 'fork':
      engine.fork(call.from, call.to);
      return undefined;
    case 'lend':
      return engine.lend(call.from);
    case 'borrow':
      engine.borrow(call.lent, call.to);
      return undefined;
    case 'hash':
      return engine.hash(call.instance);
    case 'saveWorld':
      return engine.world(call.instance).save();
    case 'save':
      return engine.save();
    case 'load':
      engine.load(call.saved);
      return undefined;
    case 'start':
      return engine.start();
  }
}
