import type { Executor } from '../meaning/executor.js';
import type { Growth } from '../ir/rule.js';
import type { System } from './schedule.js';
import { writeMeters } from './write-meter.js';

/**
 * Current meters move by their growth formula. All formulas see the values before the phase, so order does not matter.
 */
export function growthSystem(growths: readonly Growth[], executor: Executor): System {
  return {
    name: 'growth',
    phase: 'growth',
    run(context) {
      const grown = growths.map((growth) => ({ growth, values: executor.grow(context, growth) }));
      for (const { growth, values } of grown) {
        writeMeters(context, context.state.model.columns[growth.column], values, 'growth');
      }
    },
  };
}
