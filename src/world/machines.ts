import type { Program } from '../compile/program.js';
import { referenceWatcher } from '../compile/reference/reference-watcher.js';
import { checkTriggers } from '../compile/trigger/check-book.js';
import { type Machine, createMachine } from '../compile/trigger/machine.js';
import { compiledWatcher } from '../compile/watch/compiled-watcher.js';
import { setArmed } from '../components/triggers.js';
import type { WorldState } from '../components/world-state.js';

/** The machine that runs the triggers of a new world, whose watcher belongs to an executor; undefined where content has none. Arms what is armed at first. */
export function machineFor({ model, rules: { triggers: book } }: Program, executor: string, state: WorldState): Machine | undefined {
  if (book.triggers.length === 0) return undefined;
  checkTriggers(model, book);
  for (const { index, armed } of book.triggers) setArmed(state, index, armed);
  const watch = executor === 'reference' ? referenceWatcher : compiledWatcher;
  return createMachine(state, book, watch(state, book.triggers));
}
