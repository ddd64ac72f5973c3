import { rowsOf, writeRows } from '../../kernel/rows.js';
import { keptBy } from '../../kernel/maps.js';
import type { WorldState } from '../../components/state.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { PathCounts } from '../../eval/path-counts.js';
import type { TermBook } from '../../eval/term-book.js';
import { createTier, generateMode } from '../../eval/tier.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import { type RuleActivity, StrictTurnNeeded, noteActivity } from '../../meaning/executor.js';
import { testsOfScopes } from '../../meaning/scope-work.js';
import type { Frame } from '../../ir/node.js';
import { columnStamp, touchMany } from '../../model/stamps.js';
import type { Rule } from '../../ir/rule.js';
import type { RulePlan } from '../program-plan.js';
import { type WholeCode, type WholeFunction, type WholeRun, wholeCode } from '../whole-code.js';
import { nearTogether } from './near-sources.js';
import type { createShuffle } from './shuffled-sources.js';
import { type RuleSources, emptyList, setList } from './source-lists.js';
import { unlessRefused } from './unless-refused.js';

/** Runs a rule as one generated loop over its sources; returns false where it has none, or is not yet hot. */
export type RunWhole = (context: TurnContext, plan: RulePlan, sources: RuleSources) => boolean;

interface WholeParts {
  readonly book: TermBook;
  readonly evaluator: Evaluator;
  readonly activity: RuleActivity;
  readonly paths: PathCounts;
  readonly shuffled: ReturnType<typeof createShuffle>;
}

export function createWholeRunner({ book, evaluator, activity, paths, shuffled }: WholeParts): RunWhole {
  const { state, scratch } = evaluator;
  const mode = generateMode();
  if (mode === 'never') return () => false;
  const least = mode === 'always' ? 0 : leastSources;
  return (context, plan, sources) => {
    const { whole, rule } = plan;
    if (whole === undefined || !isUnwatched(context, rule)) return false;
    const { frame } = context;
    const code = wholeOf(plan, sources.to[0] - sources.from[0], least, () => {
      const made = wholeCode(book, state.model, whole);
      // The engine has then seen what follows the loop, which it compiles while the loop runs for the first time.
      for (let i = 0; i < runsUnseen; i++) made.fire(frame, newRun(none, 0));
      return made;
    });
    if (code === undefined) return false;
    paths.whole++;
    unlessRefused(() => {
      const asked = code.active === undefined ? sources : activeIn(sources, code.active);
      const { lists, from, to } = rule.order === 'random' ? shuffled(asked, frame) : asked;
      const length = to[0] - from[0];
      const ids = from[0] === 0 ? lists[0] : lists[0].subarray(from[0]);
      const run = newRun(nearTogether(whole.around, ids, length, frame, scratch), length);
      fireAll(code.fire, frame, run);
      writeLater(state, whole.columns, run);
      frame.tests += testsOfScopes(rule, state, run.active, run.targets);
      const { limits, turnLimits } = state;
      // The code and what it calls count visits apart.
      if (context.fired > turnLimits.effects || frame.tests > turnLimits.tests || frame.visits > limits.visitsPerTurn)
        throw new StrictTurnNeeded();
      noteActivity(activity, rule, run.active, run.targets);
    });
    return true;

    /** Nothing that the rule does changes them. */
    function activeIn({ lists, from, to, kinds }: RuleSources, choose: WholeFunction): RuleSources {
      const length = to[0] - from[0];
      const run = newRun(from[0] === 0 ? lists[0] : lists[0].subarray(from[0]), length, scratch.codes(length));
      fireAll(choose, frame, run);
      return setList(emptyList(kinds[0]), run.ids, 0, run.kept);
    }

    function newRun(ids: Int32Array, length: number, into = scratch.codes(laterRows(length))): WholeRun {
      const columns = whole?.columns ?? [];
      return {
        context,
        sources: ids,
        length,
        begin: 0,
        end: 0,
        active: 0,
        targets: 0,
        kept: 0,
        read: 0,
        ids: into,
        values: columns.map(() => scratch.numbers(length)),
        changed: columns.map(() => 0),
      };
    }

    function laterRows(length: number): number {
      return whole === undefined || whole.columns.length === 0 ? 0 : length;
    }
  };
}

/** Sources at once: an engine takes up faster code where a function begins. */
const piece = 1024;

function fireAll(fire: WholeFunction, frame: Frame, run: WholeRun): void {
  for (run.begin = 0; run.begin < run.length; run.begin = run.end) {
    run.end = Math.min(run.length, run.begin + piece);
    fire(frame, run);
  }
}

const none = new Int32Array(0);
/** An engine does not look at the first runs of a function. */
const runsUnseen = 20;

/** Nobody looks at single effects, and no cell that they write has a log of them. */
function isUnwatched(
  { watch, observe, strict, makeRoom, doomed, ledger: { logs } }: TurnContext,
  { writes }: Rule,
): boolean {
  if (logs.size > 0 && writes.some((column) => logs.has(column))) return false;
  return [watch, observe, makeRoom, doomed].every(isUndefined) && !strict;
}

function isUndefined(what: unknown): boolean {
  return what === undefined;
}

/** Making a function takes as long as some hundred sources save. */
const leastSources = 300;
/** Worlds share plans with their functions, and so the limit. */
const mostWholes = 2000;
const tier = createTier(mostWholes, 'hot');

interface Candidate {
  made: WholeCode | undefined;
  /** In all worlds so far; Infinity: it has a function, or never will. */
  sources: number;
}

const candidateOf = keptBy((_: RulePlan): Candidate => ({ made: undefined, sources: 0 }), new WeakMap());

/** The function of a rule that has had many sources. */
function wholeOf(plan: RulePlan, sources: number, least: number, make: () => WholeCode): WholeCode | undefined {
  const candidate = candidateOf(plan);
  if (candidate.sources === Infinity) return candidate.made;
  candidate.sources += sources;
  if (candidate.sources < least) return undefined;
  candidate.sources = Infinity;
  return (candidate.made = tier.make(make));
}

/** Values as they are stored, of sources of which one differs. */
function writeLater({ cells, stamps }: WorldState, columns: readonly number[], run: WholeRun): void {
  if (run.kept === 0) return;
  const ids = run.ids.subarray(0, run.kept);
  const rows = rowsOf(ids);
  columns.forEach((column, i) => {
    if (run.changed[i] === 0) return;
    writeRows(cells[column], rows, run.values[i].subarray(0, run.kept));
    touchMany(stamps, columnStamp(column), stamps.journal === undefined ? [] : ids);
  });
}
