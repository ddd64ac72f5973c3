import type { Handle, World } from '../../../world/api.js';
import type { TriggerEvent } from '../../../world/triggers-api.js';

const removing: ReadonlySet<string> = new Set(['destroy', 'remove', 'heal']);

export type FreedBodies = ReturnType<typeof createFreedBodies>;

export interface FreedState {
  readonly suspects: readonly Handle[];
  readonly numbers: ReadonlyMap<Handle, number>;
  readonly all: boolean;
}

/** Bodies that are out of use stay until the next step begins. Only what may have been removed is looked at. */
export function createFreedBodies(world: World) {
  let suspects = new Set<Handle>();
  let numbers = new Map<Handle, number>();
  let all = false;
  return {
    note(event: TriggerEvent): void {
      if (event.kind === 'act' && event.direct !== null && removing.has(event.action)) suspects.add(event.direct);
    },
    noteAll(): void {
      all = true;
    },
    free(): void {
      // Nothing runs as a step begins: where nothing is delayed, nothing names who is gone.
      const areNamed = world.triggers.delayed > 0;
      if (!areNamed) numbers.clear();
      if (!all && suspects.size === 0) return;
      for (const body of all ? world.query({ kind: 'body' }) : suspects) {
        if (!world.isLive(body) || world.get(body, 'inUse') !== false) continue;
        // Events of what is delayed may still name it.
        if (areNamed) numbers.set(body, numberOf(body));
        world.destroy(body);
      }
      suspects.clear();
      all = false;
    },
    numberOf,
    capture: (): FreedState => ({ suspects: [...suspects], numbers: new Map(numbers), all }),
    restore(state: FreedState): void {
      suspects = new Set(state.suspects);
      numbers = new Map(state.numbers);
      ({ all } = state);
    },
  };

  /** The number of the initial that a body came from, -1: of none. Also of one that is gone. */
  function numberOf(body: Handle): number {
    const value = world.isLive(body) ? world.get(body, 'initial') : undefined;
    return typeof value === 'number' ? value - 1 : (numbers.get(body) ?? -1);
  }
}
