import type { Program } from '../ir/rule.js';
import { referenceFinder, referenceWatcher } from '../reference/reference-finder.js';
import { checkBook } from '../events/book/check-book.js';
import { raises } from '../ir/heard-effects.js';
import { compiledFinder } from '../events/finder/compiled-finder.js';
import { type Machine, createMachine } from '../events/event-machine.js';
import { compiledWatcher } from '../events/watcher/compiled-watcher.js';
import { setArmed } from '../components/armed-triggers.js';
import type { WorldState } from '../components/state.js';
import { referenceSolver } from '../reference/reference-solver.js';
import { createSolver } from '../solve/create-solver.js';
import type { Solver } from '../meaning/cell-solver.js';
import { variablesOf } from '../components/cell-blocks.js';
import type { Model, Variable } from '../model/model.js';
import { env } from 'node:process';
import type { MakeExecutor } from '../meaning/executor.js';
import { compiledExecutor } from '../systems/compiled-executor.js';
import { referenceExecutor } from '../reference/reference-executor.js';
import { keptBy } from '../kernel/maps.js';
import type { ExecutorName } from './api.js';
import { refused } from '../kernel/given.js';

/** Undefined without triggers and occurrences. */
export function machineFor(
  { model, rules: { triggers: book, timing, rules } }: Program,
  executor: string,
  state: WorldState,
): Machine | undefined {
  if (book.triggers.length === 0 && timing.types.length === 0 && !rules.some(({ effects }) => effects.some(raises)))
    return undefined;
  checkBook(model, book, timing, rules);
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

export function solverFor({ model, rules }: Program, executor: string, state: WorldState): Solver | undefined {
  if (model.variables.length === 0) return undefined;
  return (executor === 'reference' ? referenceSolver : createSolver)(state, rules.modifiers);
}

/** Variables by kind and name; those of a kind on demand: there may be a million. */
export function variablesByName(model: Model): (kind: number, name: string) => Variable | undefined {
  const ofKind = keptBy((kind: number) => new Map(variablesOf(model, kind).map((each) => [each.name, each])));
  return (kind, name) => (model.variables.length === 0 ? undefined : ofKind(kind).get(name));
}

const executors: Readonly<Record<ExecutorName, MakeExecutor>> = {
  compiled: compiledExecutor,
  reference: referenceExecutor,
};

/** Default: that of EDICT_EXECUTOR, else compiled. */
export function executorNamed(name: ExecutorName | undefined): MakeExecutor {
  const { EDICT_EXECUTOR: asked = '' } = env;
  const wanted = name ?? (asked === '' ? 'compiled' : asked);
  if (typeof wanted === 'string' && Object.hasOwn(executors, wanted)) return executors[wanted as ExecutorName];
  const whose = name === undefined ? 'EDICT_EXECUTOR' : 'the executor';
  throw refused(whose, wanted, Object.keys(executors).join(' or '));
}
