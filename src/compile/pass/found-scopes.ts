import type { Evaluator } from '../columns/evaluator.js';
import { rowsOver } from '../columns/rows.js';
import { sourceSlot } from '../node.js';
import { type Answers, createAnswers } from '../select/answers.js';
import type { Selector } from '../select/selector.js';
import type { Actives } from './activations.js';
import type { PassPlan, ScopePlan } from '../plan/pass-plan.js';

/** The targets of all active sources of a scope. */
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

/** Answers each scope for the sources of all rules that share it. `memories`: answers whose memory is used again, by scope. */
export function foundScopes(evaluator: Evaluator, selector: Selector, { scopes }: PassPlan, actives: Actives, memories: Answers[]): readonly FoundScope[] {
  return scopes.map((scope, number) => {
    const { start: from, end: to } = actives;
    let length = 0;
    for (let i = 0; i < scope.actives.length; i++) length += to[scope.actives[i]] - from[scope.actives[i]];
    if (length === 0) return nothing;
    const at = new Int32Array(scope.actives.length);
    const sources = new Int32Array(length);
    length = 0;
    for (let i = 0; i < scope.actives.length; i++) {
      at[i] = length;
      for (let k = from[scope.actives[i]]; k < to[scope.actives[i]]; k++) sources[length++] = actives.ids[k];
    }
    const kind = kindOf(scope, actives);
    if (scope.drawer !== undefined) evaluator.frame.rule = scope.drawer.index;
    return { sources, length, at, ...(scope.selection === undefined ? ownTargets(scope, sources, kind, selector) : selected(scope, sources, kind, selector, memories[number] ??= createAnswers())) };
  });
}

const none = new Int32Array(0);
const nothing: FoundScope = { sources: none, length: 0, at: none, start: none, end: none, targets: none, kind: 0, isOwn: false };

type Targets = Pick<FoundScope, 'start' | 'end' | 'targets' | 'kind' | 'isOwn'>;

function kindOf({ actives: asking }: ScopePlan, { kinds, start, end }: Actives): number {
  let kind = -1;
  for (let i = 0; i < asking.length; i++) {
    const active = asking[i];
    if (end[active] > start[active]) kind = kind === -1 || kind === kinds[active] ? kinds[active] : 0;
  }
  return Math.max(0, kind);
}

/** Sources as their own targets, if gates hold of them. */
function ownTargets({ gates }: ScopePlan, sources: Int32Array, kind: number, selector: Selector): Targets {
  const start = new Int32Array(sources.length);
  const end = new Int32Array(sources.length);
  for (let i = 0; i < sources.length; i++) start[i] = i;
  if (gates.length === 0) {
    for (let i = 0; i < sources.length; i++) end[i] = i + 1;
  } else if (sources.length > 0) {
    end.set(start);
    const passed = new Int32Array(sources.length);
    const count = selector.passing(gates, rowsOver(sourceSlot, sources, sources.length, kind), passed);
    for (let i = 0; i < count; i++) end[passed[i]]++;
  }
  return { start, end, targets: sources, kind, isOwn: true };
}

function selected({ selection }: ScopePlan, sources: Int32Array, kind: number, selector: Selector, answers: Answers): Targets {
  const start = new Int32Array(sources.length);
  const end = new Int32Array(sources.length);
  if (selection === undefined || sources.length === 0) return { start, end, targets: sources, kind: 0, isOwn: false };
  selector.select(selection, rowsOver(sourceSlot, sources, sources.length, kind), answers, true);
  for (let i = 0; i < sources.length; i++) {
    const group = answers.groupOf[i];
    if (group < 0) continue;
    start[i] = answers.start[group];
    end[i] = answers.end[group];
  }
  return { start, end, targets: answers.ids, kind: selection.conjunctions.length === 1 ? selection.conjunctions[0].own.kind : 0, isOwn: false };
}
