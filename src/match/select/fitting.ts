import { population } from '../../state/objects.js';
import { fact } from '../../model/stamps.js';
import type { Evaluator, Members } from '../../eval/columns/evaluator.js';
import type { Rows } from '../../eval/columns/rows.js';
import type { AggregateData } from '../../eval/ops/range.js';
import type { PathCounts } from '../../eval/path-counts.js';
import { type SelectionPlan, planSelection } from '../selection-plan.js';
import type { Term } from '../../eval/term.js';
import { type Answers, createAnswers } from './answers.js';

/** Pairs of row and member below which looking at each is as quick. */
const fewPairs = 512;

type Select = (plan: SelectionPlan, rows: Rows, into: Answers) => void;

/**
 * The members that an aggregate over the whole world counts in each row, its filter asked already: found as a scope is,
 * by what is near, equal or shared, instead of by a look at each object for each row. Undefined for aggregates for
 * which that would be no gain.
 */
export function createFitting(
  evaluator: Evaluator,
  select: Select,
  paths: PathCounts,
): (term: Term, rows: Rows) => Members | undefined {
  const plans = new Map<Term, SelectionPlan | undefined>();
  const spare: Answers[] = [];
  return (aggregate, rows) => {
    const term = aggregate as Term<AggregateData>;
    if (rows.length < 2 || rows.length * population(evaluator.state) < fewPairs || !dependsOnRow(term, rows))
      return undefined;
    if (!plans.has(term)) plans.set(term, planOf(term));
    const plan = plans.get(term);
    if (plan === undefined) return undefined;
    paths.fitting++;
    const answers = spare.pop() ?? createAnswers();
    select(plan, rows, answers);
    const members = copyOf(answers, rows.length, evaluator);
    spare.push(answers);
    return members;
  };
}

/** Whether the filter looks at what differs from row to row, and at nothing that a selection cannot. */
function dependsOnRow({ args, data }: Term<AggregateData>, rows: Rows): boolean {
  const { range, fold, slot } = data;
  if ((range.over !== 'objects' && range.over !== 'class') || fold === 'all') return false;
  const [filter] = args;
  // The running value may stand in the frame instead of the rows; what is kept of a selection knows nothing of it.
  return (filter.free & rows.varying & ~(1 << slot)) !== 0 && !filter.draws && !filter.runs;
}

function planOf({ args, data }: Term<AggregateData>): SelectionPlan | undefined {
  const { range, slot } = data;
  const plan = planSelection([args[0]], [], slot, fact.population, range.kind);
  if (range.over === 'objects') return plan;
  // The members of a class are few already; a kind or another class beside it would take its place.
  if (plan.conjunctions.some(({ own }) => own.kind !== 0 || own.class !== 0)) return undefined;
  return {
    ...plan,
    conjunctions: plan.conjunctions.map((each) => ({ ...each, own: { ...each.own, class: range.class, kinds: [] } })),
  };
}

function copyOf({ groupOf, start, end, ids, groups }: Answers, rows: number, { scratch }: Evaluator): Members {
  const used = groups === 0 ? 0 : end[groups - 1];
  const members = { ids: scratch.codes(used), from: scratch.codes(rows), to: scratch.codes(rows) };
  for (let i = 0; i < used; i++) members.ids[i] = ids[i];
  for (let row = 0; row < rows; row++) {
    const group = groupOf[row];
    members.from[row] = group < 0 ? 0 : start[group];
    members.to[row] = group < 0 ? 0 : end[group];
  }
  return members;
}
