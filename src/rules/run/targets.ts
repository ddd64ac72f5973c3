import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOver } from '../../eval/columns/rows.js';
import { sourceSlot } from '../../ir/node.js';
import type { PassPlan, ScopePlan } from '../pass-plan.js';
import type { Actives } from './active.js';
import type { SelectionPlan, Test } from '../../match/selection-plan.js';
import { type Answers, createAnswers } from '../../match/select/answers.js';
import type { Selector } from '../../match/select/selector.js';

/** Targets of all active sources of a scope. Lent from scratch memory. */
export interface FoundScope {
  /** Sources of all actives; `at`: by place of an active, the start of its own. */
  readonly sources: Int32Array;
  readonly length: number;
  readonly at: Int32Array;
  /** By source: start and end of its targets. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly targets: Int32Array;
  /** The kind of all targets; 0: several. */
  readonly kind: number;
  /** Each source is its only target or has none. */
  readonly isOwn: boolean;
  /** The answers that the targets are of, where sources may share them. */
  readonly answers: Answers | undefined;
}

const none = new Int32Array(0);

export function emptyScope(answers?: Answers): FoundScope {
  return {
    sources: none,
    length: 0,
    at: none,
    start: none,
    end: none,
    targets: none,
    kind: 0,
    isOwn: false,
    answers,
  };
}

const nothing = emptyScope();

/** Evaluates each scope for the sources of all rules that share it. `memories`: reused answers, by scope. */
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
    return { sources, length, at, start, end, targets: sources, kind, isOwn: true, answers: undefined };
  }
  const answers = (memories[number] ??= createAnswers());
  return selectTargets(selector, selection, sources, length, kind, answers, at, start, end, true);
}

/** Sources that pass the gates, as their own targets. */
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

/** Finds the targets of sources; `ordered`: those of each source must ascend. */
export function selectTargets(
  selector: Selector,
  selection: SelectionPlan,
  sources: Int32Array,
  length: number,
  kind: number,
  answers: Answers,
  at: Int32Array,
  start: Int32Array,
  end: Int32Array,
  ordered: boolean,
): FoundScope {
  selector.select(selection, rowsOver(sourceSlot, sources, length, kind), answers, ordered);
  const { groupOf } = answers;
  for (let i = 0; i < length; i++) {
    const group = groupOf[i];
    start[i] = group < 0 ? 0 : answers.start[group];
    end[i] = group < 0 ? 0 : answers.end[group];
  }
  return {
    sources,
    length,
    at,
    start,
    end,
    targets: answers.ids,
    kind: selection.conjunctions.length === 1 ? selection.conjunctions[0].own.kind : 0,
    isOwn: false,
    answers,
  };
}

/** Pairs of the sources from `from` to before `to` with their targets. */
export function pairsIn({ start, end }: FoundScope, from: number, to: number): number {
  let pairs = 0;
  for (let place = from; place < to; place++) pairs += end[place] - start[place];
  return pairs;
}

/** Sources of an asking by places in its scope, and their number of pairs. Lent from scratch memory. */
export interface Spans {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly pairs: Int32Array;
  readonly ofUnit: Int32Array;
}

export function spansOf(
  { scratch }: Evaluator,
  { layout: { scope: scopeOf, active: activeOf, place, unitStart, unitAskings }, units }: PassPlan,
  actives: Actives,
  scopes: readonly FoundScope[],
): Spans {
  const askings = scopeOf.length;
  const spans: Spans = {
    from: scratch.codes(askings),
    to: scratch.codes(askings),
    pairs: scratch.codes(askings),
    ofUnit: scratch.codes(units.length),
  };
  for (let i = 0; i < askings; i++) {
    const sources = actives.end[activeOf[i]] - actives.start[activeOf[i]];
    spans.from[i] = spans.to[i] = spans.pairs[i] = 0;
    if (sources === 0) continue;
    const found = scopes[scopeOf[i]];
    const first = found.at[place[i]];
    spans.from[i] = first;
    spans.to[i] = first + sources;
    spans.pairs[i] = pairsIn(found, first, first + sources);
  }
  for (let i = 0; i < units.length; i++) {
    let pairs = 0;
    for (let k = unitStart[i]; k < unitStart[i + 1]; k++) pairs += spans.pairs[unitAskings[k]];
    spans.ofUnit[i] = pairs;
  }
  return spans;
}
