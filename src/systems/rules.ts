import type { Executor } from '../meaning/executor.js';
import type { Rule } from '../ir/rule.js';
import type { System } from './schedule.js';

/** The rules of a phase: those that write meters in `meters`, all others in `actions`. */
export function rulesSystem(phase: Rule['phase'], all: readonly Rule[], executor: Executor): System {
  const rules = all.filter((rule) => rule.phase === phase);
  return {
    name: phase,
    phase,
    run(context) {
      executor.runRules(context, rules);
    },
  };
}
