import type { TurnContext } from '../meaning/effects/turn-context.js';
import { asStored } from '../components/cells.js';
import type { Column, Model } from '../model/model.js';
import { type Memo, columnStamp, fact, memo, touch, touchBack } from '../model/stamps.js';
import { idLimit } from '../kernel/identity.js';
import { objectsWith, writeMeter } from './write-meter.js';
import type { System } from './schedule.js';

/** Max and target meters go back to their default; current meters stay. */
export function resetSystem(model: Model): System {
  const columns = model.columns.filter((column) => column.reset);
  // A reset column follows from the population, so equal populations have equal stamps of it.
  const known: Memo<number>[] = [];
  return {
    name: 'reset',
    phase: 'reset',
    run(context) {
      const { stamps } = context.state;
      columns.forEach((column, i) => {
        if (context.watch === undefined) resetAll(context, column);
        else
          for (const id of objectsWith(context.state, column)) writeMeter(context, column, id, column.initial, 'reset');
        const index = columnStamp(column.index);
        known[i] ??= memo(stamps, [fact.population], () => {
          touch(stamps, index);
          return stamps.values[index];
        });
        touchBack(stamps, index, known[i].get());
      });
    },
  };
}

function resetAll({ state }: TurnContext, column: Column): void {
  const cells = state.cells[column.index];
  const initial = asStored(column, column.initial);
  const limit = idLimit(state.identity);
  // Objects without the column hold 0 already.
  if (initial === 0) return void cells.fill(0, 0, limit);
  const { kind } = state.identity;
  const { kinds } = column;
  for (let id = 1; id < limit; id++) if (kinds[kind[id]] === 1) cells[id] = initial;
}
