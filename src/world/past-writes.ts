import { asHandle, handleOf } from '../kernel/identity.js';
import type { CellWrite } from '../meaning/effects/turn-context.js';
import type { PhaseObserver } from '../systems/schedule.js';
import type { WorldCore } from './core.js';
import type { DivergentWrite } from './questions-api.js';
import { toHost } from './typed-value.js';

/**
 * Calls `note` for each write in the next turn of a copy, with a function that tells the write as hosts know it. The
 * observer returned must be given to the turn.
 */
export function watchWrites(
  twin: WorldCore,
  note: (write: CellWrite, told: () => DivergentWrite) => void,
): PhaseObserver {
  const { state, program } = twin;
  const { identity, model } = state;
  const priorities = new Map(program.rules.rules.map(({ name, priority }) => [name, priority]));
  let phase = '';
  twin.watch = (write) => {
    note(write, () => {
      const { object, rule, source, label, before, after } = write;
      const { name, type } = model.columns[write.column];
      return {
        object: handleOf(identity, object),
        column: name,
        rule,
        source: asHandle(handleOf(identity, source)),
        phase,
        priority: priorities.get(rule),
        label,
        before: toHost(state, type, before),
        after: toHost(state, type, after),
      };
    });
  };
  return (name, stage) => {
    if (stage === 'begin') phase = name;
  };
}
