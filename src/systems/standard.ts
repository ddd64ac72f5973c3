import type { Executor } from '../meaning/executor.js';
import type { Program } from '../ir/rule.js';
import type { Machine, RunOptions } from '../events/event-machine.js';
import { clampSystem } from './clamp.js';
import { expireSystem } from './expire.js';
import { flowsSystem } from './flows.js';
import { growthSystem } from './growth.js';
import { resetSystem } from './reset.js';
import { rulesSystem } from './rules.js';
import { type Schedule, createSchedule } from './schedule.js';
import { triggersSystem } from './triggers.js';

/** The standard turn: reset, meter rules, growth, clamp, flows, other rules, host, expire with triggers. */
export function standardSchedule(
  { model, rules }: Program,
  executor: Executor,
  machine?: Machine,
  options: RunOptions = {},
): Schedule {
  return createSchedule([
    resetSystem(model),
    rulesSystem('meters', rules.rules, executor),
    growthSystem(rules.growths, executor),
    clampSystem(model),
    ...flowsSystem(model, rules.flows, executor),
    rulesSystem('actions', rules.rules, executor),
    expireSystem(model),
    triggersSystem(machine, options),
  ]);
}
