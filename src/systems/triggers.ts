import { setTimeOf, timeOf } from '../components/clock.js';
import type { Machine, RunOptions } from '../events/event-machine.js';
import type { System } from './schedule.js';

/**
 * At the end of each turn a tick passes: delays count down, triggers are tested. Content without triggers has a clock
 * nevertheless.
 */
export function triggersSystem(machine: Machine | undefined, options: RunOptions): System {
  return {
    name: 'triggers',
    phase: 'expire',
    run(context) {
      if (machine === undefined) {
        setTimeOf(context.state, timeOf(context.state) + 1);
        return;
      }
      // Objects expired in this phase are gone for them too.
      options.settle?.();
      if (!machine.advance(context, 1, true, options)) machine.finish(context, options);
      machine.endTurn(options.listen);
    },
  };
}
