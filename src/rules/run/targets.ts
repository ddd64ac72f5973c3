import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOver } from '../../eval/columns/rows.js';
import { sourceSlot } from '../../ir/node.js';
import type { PassPlan, ScopePlan } from '../pass-plan.js';
import type { Actives } from './active.js';
import type { Test } from '../../match/selection-plan.js';
import { type Answers, createAnswers } from '../../match/select/answers.js';
import type { Selector } from '../../match/select/selector.js';
import { type Scratch, copyRange } from '../../indexes/scratch.js';

/** Targets of all active sources of a scope. */
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

const nothing: FoundScope = {
  sources: none,
  length: 0,
  at: none,
  start: none,
  end: none,
  targets: none,
  kind: 0,
  isOwn: false,
  answers: undefined,
};

/** Where results of rules lie until they are written. */
export interface ResultMemory {
  readonly room: Scratch;
  /** By scope. */
  readonly answers: Answers[];
  /** Whether the ids of targets must ascend. */
  readonly isOrdered: boolean;
}

/** Evaluates each scope for the sources of all rules that share it. */
export function foundScopes(
  evaluator: Evaluator,
  selector: Selector,
  { scopes }: PassPlan,
  actives: Actives,
  memory: ResultMemory,
): readonly FoundScope[] {
  const found: FoundScope[] = [];
  for (let number = 0; number < scopes.length; number++)
    found.push(foundScope(evaluator, selector, scopes[number], actives, memory, number));
  return found;
}

function foundScope(
  evaluator: Evaluator,
  selector: Selector,
  { actives, selection, gates, drawer }: ScopePlan,
  all: Actives,
  { room, answers, isOrdered }: ResultMemory,
  number: number,
): FoundScope {
  const asking = sourcesOf(actives, all, room);
  const { sources, length, at, kind } = asking;
  if (length === 0) return nothing;
  const start = room.codes(length);
  const end = room.codes(length);
  if (drawer !== undefined) evaluator.frame.rule = drawer.index;
  if (selection === undefined) {
    ownTargets(evaluator, selector, gates, asking, start, end);
    return { sources, length, at, start, end, targets: sources, kind, isOwn: true, answers: undefined };
  }
  const into = (answers[number] ??= createAnswers());
  selector.select(selection, rowsOver(sourceSlot, sources, length, kind), into, isOrdered);
  for (let i = 0; i < length; i++) {
    const group = into.groupOf[i];
    start[i] = group < 0 ? 0 : into.start[group];
    end[i] = group < 0 ? 0 : into.end[group];
  }
  const targetKind = selection.conjunctions.length === 1 ? selection.conjunctions[0].own.kind : 0;
  return { sources, length, at, start, end, targets: into.ids, kind: targetKind, isOwn: false, answers: into };
}

type AskingSources = Pick<FoundScope, 'sources' | 'length' | 'at' | 'kind'>;

/** The sources of all actives of a scope side by side. */
function sourcesOf(actives: readonly number[], { ids, start, end, kinds }: Actives, room: Scratch): AskingSources {
  let length = 0;
  let kind = -1;
  for (let i = 0; i < actives.length; i++) {
    const active = actives[i];
    if (end[active] === start[active]) continue;
    length += end[active] - start[active];
    kind = kind === -1 || kind === kinds[active] ? kinds[active] : 0;
  }
  const at = room.codes(actives.length);
  at[0] = 0;
  const [only] = actives;
  // The only list is there already.
  if (actives.length === 1 && start[only] === 0) return { sources: ids, length, at, kind };
  const sources = room.codes(length);
  let used = 0;
  for (let i = 0; i < actives.length; i++) {
    at[i] = used;
    copyRange(ids, start[actives[i]], end[actives[i]], sources, used);
    used += end[actives[i]] - start[actives[i]];
  }
  return { sources, length, at, kind };
}

/** Sources that pass the gates, as their own targets. */
function ownTargets(
  { scratch }: Evaluator,
  selector: Selector,
  gates: readonly Test[],
  { sources, length, kind }: AskingSources,
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

/** Pairs of the sources from `from` to before `to` with their targets. */
function pairsIn({ start, end }: FoundScope, from: number, to: number): number {
  let pairs = 0;
  for (let place = from; place < to; place++) pairs += end[place] - start[place];
  return pairs;
}

/** Sources of an asking by places in its scope, and their number of pairs. */
export interface Spans {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly pairs: Int32Array;
  readonly ofUnit: Int32Array;
}

export function spansOf(
  room: Scratch,
  { layout: { scope: scopeOf, active: activeOf, place, unitStart, unitAskings }, units }: PassPlan,
  actives: Actives,
  scopes: readonly FoundScope[],
): Spans {
  const askings = scopeOf.length;
  const spans: Spans = {
    from: room.codes(askings),
    to: room.codes(askings),
    pairs: room.codes(askings),
    ofUnit: room.codes(units.length),
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
