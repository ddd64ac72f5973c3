import { columnStamp, fact } from '../../components/stamps.js';
import type { WorldState } from '../../components/world-state.js';
import { firstAtLeast } from '../../kernel/first-at-least.js';
import { idLimit, isLive } from '../../kernel/identity.js';
import type { Continuous } from '../ability.js';
import type { Frame } from '../frame.js';
import { sourceSlot, targetSlot } from '../node.js';
import { stampsIn } from '../watch/dependences.js';

/** Knows which objects begin or cease to hold something. Nothing is looked at again while nothing that the conditions read has changed. */
export interface ContinuousWatch {
  /** Something may have changed since nothing was found. */
  readonly isDirty: boolean;
  /** The next object from an id on of which a continuous ability (by index) does not stand as its condition is; 0: none. */
  next(index: number, from: number, frame: Frame): number;
  /** Whether there is any such object. */
  finds(frame: Frame): boolean;
  /** All are about to be looked at. */
  begin(): void;
  /** All have been looked at, and nothing was left to change. What has changed since they began to be is looked at again. */
  settled(): void;
}

export function createContinuousWatch(state: WorldState, abilities: readonly Continuous[]): ContinuousWatch {
  const stamps = Int32Array.from(new Set([fact.population, ...abilities.flatMap(({ condition, column }) => [...stampsIn(condition), columnStamp(column)])]));
  const seen = new Float64Array(stamps.length).fill(-1);
  const begun = new Float64Array(stamps.length).fill(-1);
  let carriers: readonly Int32Array[] = [];
  let population = NaN;
  return {
    get isDirty() {
      const { values } = state.stamps;
      for (let i = 0; i < stamps.length; i++) if (values[stamps[i]] !== seen[i]) return true;
      return false;
    },
    next(index, from, frame) {
      const ability = abilities[index];
      const ids = carriersOf(index);
      for (let i = firstAtLeast(ids, from, 0, ids.length); i < ids.length; i++) if (holds(ability, ids[i], frame) !== (state.cells[ability.column][ids[i]] === 1)) return ids[i];
      return 0;
    },
    finds(frame) {
      for (let index = 0; index < abilities.length; index++) if (this.next(index, 1, frame) !== 0) return true;
      return false;
    },
    begin() {
      for (let i = 0; i < stamps.length; i++) begun[i] = state.stamps.values[stamps[i]];
    },
    settled() {
      seen.set(begun);
    },
  };

  function carriersOf(index: number): Int32Array {
    const stamp = state.stamps.values[fact.population];
    if (population !== stamp) {
      population = stamp;
      const { identity } = state;
      carriers = abilities.map((ability) => {
        const ids: number[] = [];
        for (let id = 1; id < idLimit(identity); id++) if (isLive(identity, id) && carries(ability, id)) ids.push(id);
        return Int32Array.from(ids);
      });
    }
    return carriers[index];
  }

  function carries({ carrier }: Continuous, id: number): boolean {
    return carrier.by === 'kind' ? state.identity.kind[id] === carrier.kind : carrier.classes.has(state.class[id]);
  }

  function holds({ condition }: Continuous, id: number, frame: Frame): boolean {
    frame.slots[sourceSlot] = frame.slots[targetSlot] = id;
    frame.occurrence = frame.controller = 0;
    return frame.evaluate(condition) === 1;
  }
}
