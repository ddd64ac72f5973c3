import type { Program } from '../ir/program.js';
import { referenceFinder } from '../reference/reference-finder.js';
import { referenceWatcher } from '../reference/reference-watcher.js';
import { checkTiming } from '../events/timing/check-timing.js';
import { raises } from '../ir/heard-effects.js';
import { compiledFinder } from '../events/timing/compiled-finder.js';
import { checkTriggers } from '../events/trigger/check-book.js';
import { type Machine, createMachine } from '../events/trigger/machine.js';
import { compiledWatcher } from '../events/watch/compiled-watcher.js';
import { setArmed } from '../components/triggers.js';
import type { WorldState } from '../components/state.js';

/**
 * The machine that runs the triggers and occurrences of a new world, whose watcher and finder belong to an executor;
 * undefined where content has neither. Arms what is armed at first.
 */
export function machineFor(
  { model, rules: { triggers: book, timing, rules } }: Program,
  executor: string,
  state: WorldState,
): Machine | undefined {
  if (book.triggers.length === 0 && timing.types.length === 0 && !rules.some(({ effects }) => effects.some(raises)))
    return undefined;
  checkTriggers(model, book);
  checkTiming(model, timing, book.lists, rules);
  for (const { index, armed } of book.triggers) setArmed(state, index, armed);
  const [watch, find] =
    executor === 'reference' ? [referenceWatcher, referenceFinder] : [compiledWatcher, compiledFinder];
  return createMachine(state, {
    book,
    timing,
    rules,
    watcher: watch(state, book.triggers),
    finder: find(state, timing),
  });
}
