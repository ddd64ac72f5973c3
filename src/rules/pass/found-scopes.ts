import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOver } from '../../eval/columns/rows.js';
import { sourceSlot } from '../../ir/node.js';
import type { PassPlan, ScopePlan } from '../pass-plan.js';
import type { SelectionPlan, Test } from '../../match/selection-plan.js';
import { type Answers, createAnswers } from '../../match/select/answers.js';
import type { Selector } from '../../match/select/selector.js';
import type { Actives } from './activations.js';

/** The targets of all active sources of a scope. Lent from scratch memory. */
export interface FoundScope {
  /** Sources of all actives of the scope, side by side; `at`: by the place of an active, where its own begin. */
  readonly sources: Int32Array;
  readonly length: number;
  readonly at: Int32Array;
  /** By place among the sources: where its targets begin and end in `targets`. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly targets: Int32Array;
  /** One kind of all targets, else 0. */
  readonly kind: number;
  /** Each source is its only target, or has none. */
  readonly isOwn: boolean;
}

const none = new Int32Array(0);
const nothing: FoundScope = {
  sources: none,
  length: 0,
  at: none,
  start: none,
  end: none,
  targets: none,
  kind: 0,
  isOwn: false,
};

/**
 * Answers each scope for the sources of all rules that share it. `memories`: answers whose memory is used again, by
 * scope.
 */
export function foundScopes(
  evaluator: Evaluator,
  selector: Selector,
  { scopes }: PassPlan,
  actives: Actives,
  memories: Answers[],
): readonly FoundScope[] {
  const found: FoundScope[] = [];
  for (let number = 0; number < scopes.length; number++)
    found.push(foundScope(evaluator, selector, scopes[number], actives, memories, number));
  return found;
}

function foundScope(
  evaluator: Evaluator,
  selector: Selector,
  scope: ScopePlan,
  { ids, start: from, end: to, kinds }: Actives,
  memories: Answers[],
  number: number,
): FoundScope {
  const { scratch } = evaluator;
  const asking = scope.actives;
  let length = 0;
  let kind = -1;
  for (let i = 0; i < asking.length; i++) {
    const active = asking[i];
    if (to[active] === from[active]) continue;
    length += to[active] - from[active];
    kind = kind === -1 || kind === kinds[active] ? kinds[active] : 0;
  }
  if (length === 0) return nothing;
  const at = scratch.codes(asking.length);
  const sources = scratch.codes(length);
  let used = 0;
  for (let i = 0; i < asking.length; i++) {
    at[i] = used;
    for (let k = from[asking[i]]; k < to[asking[i]]; k++) sources[used++] = ids[k];
  }
  const start = scratch.codes(length);
  const end = scratch.codes(length);
  if (scope.drawer !== undefined) evaluator.frame.rule = scope.drawer.index;
  const { selection, gates } = scope;
  if (selection === undefined) {
    ownTargets(evaluator, selector, gates, sources, length, kind, start, end);
    return { sources, length, at, start, end, targets: sources, kind, isOwn: true };
  }
  const answers = (memories[number] ??= createAnswers());
  selectTargets(selector, selection, sources, length, kind, answers, start, end);
  return {
    sources,
    length,
    at,
    start,
    end,
    targets: answers.ids,
    kind: selection.conjunctions.length === 1 ? selection.conjunctions[0].own.kind : 0,
    isOwn: false,
  };
}

/** Sources as their own targets, if gates hold of them. */
function ownTargets(
  { scratch }: Evaluator,
  selector: Selector,
  gates: readonly Test[],
  sources: Int32Array,
  length: number,
  kind: number,
  start: Int32Array,
  end: Int32Array,
): void {
  const isFree = gates.length === 0 ? 1 : 0;
  for (let i = 0; i < length; i++) {
    start[i] = i;
    end[i] = i + isFree;
  }
  if (isFree === 1) return;
  const mark = scratch.mark();
  const passed = scratch.codes(length);
  const count = selector.passing(gates, rowsOver(sourceSlot, sources, length, kind), passed);
  for (let i = 0; i < count; i++) end[passed[i]]++;
  scratch.release(mark);
}

function selectTargets(
  selector: Selector,
  selection: SelectionPlan,
  sources: Int32Array,
  length: number,
  kind: number,
  answers: Answers,
  start: Int32Array,
  end: Int32Array,
): void {
  selector.select(selection, rowsOver(sourceSlot, sources, length, kind), answers, true);
  const { groupOf } = answers;
  for (let i = 0; i < length; i++) {
    const group = groupOf[i];
    start[i] = group < 0 ? 0 : answers.start[group];
    end[i] = group < 0 ? 0 : answers.end[group];
  }
}
