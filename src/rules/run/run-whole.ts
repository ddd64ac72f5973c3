import { rowsOf, writeRows } from '../../kernel/rows.js';
import { keptBy } from '../../kernel/maps.js';
import type { WorldState } from '../../components/state.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { PathCounts } from '../../eval/path-counts.js';
import type { TermBook } from '../../eval/term-book.js';
import { createTier } from '../../eval/tier.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import { type RuleActivity, StrictTurnNeeded, noteActivity } from '../../meaning/executor.js';
import { testsOfScope } from '../../meaning/scope-work.js';
import type { Model } from '../../model/model.js';
import { columnStamp, touchMany } from '../../model/stamps.js';
import type { RulePlan } from '../program-plan.js';
import { type WholeFunction, type WholeRun, wholeFunction } from '../whole-code.js';
import { unlessRefused } from './fire-rules.js';
import type { RuleSources } from './source-lists.js';
import type { WholePlan } from '../whole-plan.js';
import { cellsFor } from '../../state/space-cells.js';
import { idLimit } from '../../kernel/identity.js';
import type { Scratch } from '../../indexes/scratch.js';

/** Runs a rule as one generated loop over its sources; returns false where it has none, or is not yet hot. */
export type RunWhole = (context: TurnContext, plan: RulePlan, sources: RuleSources) => boolean;

export function createWholeRunner(
  book: TermBook,
  { state, scratch }: Evaluator,
  activity: RuleActivity,
  paths: PathCounts,
): RunWhole {
  const wholeOf = createWholes(book, state.model);
  return (context, plan, { lists: [list], from: [from], to: [to] }) => {
    const { whole, rule } = plan;
    if (whole === undefined || !isUnwatched(context)) return false;
    const fire = wholeOf(plan, to - from);
    if (fire === undefined) return false;
    const length = to - from;
    const { columns } = whole;
    const run: WholeRun = {
      context,
      sources: orderedSources(whole, from === 0 ? list : list.subarray(from), length, state, scratch),
      length,
      active: 0,
      targets: 0,
      ids: scratch.codes(columns.length === 0 ? 0 : length),
      values: columns.map(() => scratch.numbers(length)),
      changed: columns.map(() => 0),
    };
    paths.whole++;
    unlessRefused(() => {
      fire(context.frame, run);
    });
    writeLater(state, columns, run);
    context.frame.tests += run.active * testsOfScope(rule, state);
    const { effectsPerTurn, testsPerTurn } = state.limits;
    if (context.fired > effectsPerTurn || context.frame.tests > testsPerTurn) throw new StrictTurnNeeded();
    noteActivity(activity, rule, run.active, run.targets);
    return true;
  };
}

/** With fewer sources all that they look at stays in the caches of the processor. */
const leastOrdered = 16_384;

/** Sources that all see the state before the first write may come in any order: cell by cell, if they look around. */
function orderedSources(
  { around }: WholePlan,
  sources: Int32Array,
  length: number,
  state: WorldState,
  scratch: Scratch,
): Int32Array {
  const cells =
    around === undefined || length < leastOrdered ? undefined : cellsFor(state, around.space, around.radius);
  if (cells === undefined) return sources;
  const into = scratch.codes(length);
  const mark = scratch.mark();
  const isSource = scratch.bytes(idLimit(state.identity));
  isSource.fill(0);
  for (let i = 0; i < length; i++) isSource[sources[i]] = 1;
  let end = 0;
  const { ids, start } = cells;
  for (let at = 0; at < start[start.length - 1]; at++) {
    const id = ids[at];
    if (isSource[id] === 0) continue;
    into[end++] = id;
    isSource[id] = 0;
  }
  for (let i = 0; i < length; i++) if (isSource[sources[i]] === 1) into[end++] = sources[i];
  scratch.release(mark);
  return into;
}

/** Nobody looks at single effects, and no cell has a log of them. */
function isUnwatched({ watch, observe, strict, makeRoom, doomed, ledger }: TurnContext): boolean {
  return [watch, observe, makeRoom, doomed].every(isUndefined) && !strict && ledger.logs.size === 0;
}

function isUndefined(what: unknown): boolean {
  return what === undefined;
}

/** Making a function takes as long as a thousand sources save. */
const leastSources = 2000;
const mostWholes = 500;

/** Functions of rules that have had many sources. */
function createWholes(book: TermBook, model: Model): (plan: RulePlan, sources: number) => WholeFunction | undefined {
  const tier = createTier(mostWholes);
  const least = tier.mode === 'always' ? 0 : leastSources;
  const stateOf = keptBy((_: RulePlan): { made: WholeFunction | undefined; sources: number } => ({
    made: undefined,
    sources: 0,
  }));
  return (plan, sources) => {
    const known = stateOf(plan);
    if (known.made !== undefined || known.sources === Infinity) return known.made;
    known.sources += sources;
    const { whole } = plan;
    if (known.sources < least || whole === undefined) return undefined;
    known.sources = Infinity;
    return (known.made = tier.make(() => wholeFunction(book, model, whole)));
  };
}

/** Values as they are stored, one for each active source. */
function writeLater({ cells, stamps }: WorldState, columns: readonly number[], run: WholeRun): void {
  if (columns.length === 0) return;
  const ids = run.ids.subarray(0, run.active);
  const rows = rowsOf(ids);
  columns.forEach((column, i) => {
    if (run.changed[i] === 0) return;
    writeRows(cells[column], rows, run.values[i].subarray(0, run.active));
    touchMany(stamps, columnStamp(column), stamps.journal === undefined ? [] : ids);
  });
}
