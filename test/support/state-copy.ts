import { type TurnContext, beginTurn } from '../../src/meaning/effects/turn-context.js';
import { heardProgram } from '../../src/ir/heard-effects.js';
import type { Machine } from '../../src/events/event-machine.js';
import { createState, restoreState } from '../../src/state/world-state.js';
import { type WorldState } from '../../src/components/state.js';
import { defaultLimits } from '../../src/kernel/world-limits.js';
import type { World } from '../../src/world/api.js';
import { machineFor } from '../../src/world/open-world.js';
import { wholeToolkit } from '../../src/world/whole-toolkit.js';

/**
 * The state of a world, copied, with a machine of its own: for what hosts cannot look at, or change after its back.
 */
export interface StateCopy {
  readonly state: WorldState;
  readonly machine: Machine;
  readonly context: TurnContext;
}

export function stateCopy(world: World): StateCopy {
  const program = heardProgram(world.program);
  const snapshot = world.snapshot();
  const [capacity, lanes, factions, streams] = snapshot.sizes.map((rows) => rows - 1);
  const state = createState(
    program.model,
    defaultLimits,
    { capacity, lanes, factions, streams, frames: 64 },
    '1',
    false,
  );
  restoreState(state, snapshot);
  const machine = machineFor(wholeToolkit, program, 'reference', state);
  if (machine === undefined) throw new Error('the content has neither triggers nor occurrences');
  return { state, machine, context: beginTurn(state, world.turn) };
}
