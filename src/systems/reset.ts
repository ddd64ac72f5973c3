import type { Model } from '../components/model.js';
import { writeMeter } from './write-meter.js';
import { objectsWith } from './objects-with.js';
import type { System } from './schedule.js';

/** Max and target meters go back to their default; current meters stay. */
export function resetSystem(model: Model): System {
  const columns = model.columns.filter((column) => column.reset);
  const indices = columns.map((column) => column.index);
  return {
    name: 'reset', phase: 'reset', reads: [], writes: indices,
    run(context) {
      for (const column of columns) {
        for (const id of objectsWith(context.state, column)) writeMeter(context, column, id, column.initial, 'reset');
      }
    },
  };
}
