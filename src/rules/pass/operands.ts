import type { Evaluator } from '../../eval/columns/evaluator.js';
import { oneRow, rowsOfPairs, rowsOver } from '../../eval/columns/rows.js';
import { sourceSlot, targetSlot } from '../../ir/node.js';
import type { PassPlan, ScopePlan } from '../pass-plan.js';
import type { Actives } from './activations.js';
import type { SelectionPlan, Test } from '../../match/selection-plan.js';
import { type Answers, createAnswers } from '../../match/select/answers.js';
import type { Selector } from '../../match/select/selector.js';

export interface OperandValues {
  /** By operand: 1 where it depends on no object and is present, with the value in `same`. */
  readonly isSame: Uint8Array;
  readonly same: Float64Array;
  /** By operand: 1 where a value is absent. */
  readonly hasAbsent: Uint8Array;
  readonly firstUse: Int32Array;
  /** By use: start of its values, one for each pair in order. */
  readonly at: Int32Array;
  numbers: Float64Array;
  /** Parallel to `numbers`; undefined for operands without absent values. */
  absence: Uint8Array;
}

export function createOperandValues({ operands, layout: { useCount } }: PassPlan): OperandValues {
  return {
    isSame: new Uint8Array(operands.length),
    same: new Float64Array(operands.length),
    hasAbsent: new Uint8Array(operands.length),
    firstUse: Int32Array.from(operands, ({ firstUse }) => firstUse),
    at: new Int32Array(useCount),
    numbers: new Float64Array(0),
    absence: new Uint8Array(0),
  };
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
    const { at, start, end } = scopes[scopeOf[i]];
    const first = at[place[i]];
    let pairs = 0;
    for (let row = first; row < first + sources; row++) pairs += end[row] - start[row];
    spans.from[i] = first;
    spans.to[i] = first + sources;
    spans.pairs[i] = pairs;
  }
  for (let i = 0; i < units.length; i++) {
    let pairs = 0;
    for (let k = unitStart[i]; k < unitStart[i + 1]; k++) pairs += spans.pairs[unitAskings[k]];
    spans.ofUnit[i] = pairs;
  }
  return spans;
}

export function evaluateOperands(
  evaluator: Evaluator,
  plan: PassPlan,
  spans: Spans,
  actives: Actives,
  scopes: readonly FoundScope[],
  into: OperandValues,
): void {
  const { operands } = plan;
  const room = roomOfAll(evaluator, plan, spans, into);
  if (room > into.numbers.length) {
    into.numbers = new Float64Array(room + (room >>> 3));
    into.absence = new Uint8Array(into.numbers.length);
  }
  for (let number = 0; number < operands.length; number++) {
    into.hasAbsent[number] = 0;
    if (into.isSame[number] === 0) evaluateOperand(evaluator, plan, number, spans, actives, scopes, into);
  }
}

/** Lays out the values of all uses, and evaluates used uniform operands; returns the room needed. */
function roomOfAll(
  evaluator: Evaluator,
  { operands }: PassPlan,
  { ofUnit }: Spans,
  { isSame, same, at }: OperandValues,
): number {
  let used = 0;
  for (let number = 0; number < operands.length; number++) {
    const { term, uses, firstUse } = operands[number];
    const before = used;
    for (let i = 0; i < uses.length; i++) {
      at[firstUse + i] = used;
      used += ofUnit[uses[i]];
    }
    isSame[number] = 0;
    if (term.free !== 0 || used === before) continue;
    const one = evaluator.uniform(term, oneRow);
    if (typeof one !== 'number') continue;
    isSame[number] = 1;
    same[number] = one;
    used = before;
  }
  return used;
}

function evaluateOperand(
  evaluator: Evaluator,
  plan: PassPlan,
  number: number,
  spans: Spans,
  actives: Actives,
  scopes: readonly FoundScope[],
  into: OperandValues,
): void {
  const { scratch } = evaluator;
  const { operands, layout } = plan;
  const { term, uses, firstUse } = operands[number];
  const { unitStart, unitAskings } = layout;
  let length = 0;
  for (let i = 0; i < uses.length; i++) length += spans.ofUnit[uses[i]];
  if (length === 0) return;
  const mark = scratch.mark();
  const sources = scratch.codes(((term.free >>> sourceSlot) & 1) === 0 ? 0 : length);
  const targets = scratch.codes(((term.free >>> targetSlot) & 1) === 0 ? 0 : length);
  let row = 0;
  let sourceKind = -1;
  let targetKind = -1;
  for (let i = 0; i < uses.length; i++) {
    const unit = uses[i];
    if (spans.ofUnit[unit] === 0) continue;
    for (let k = unitStart[unit]; k < unitStart[unit + 1]; k++) {
      const asking = unitAskings[k];
      if (spans.pairs[asking] === 0) continue;
      const found = scopes[layout.scope[asking]];
      const kind = actives.kinds[layout.active[asking]];
      row = putPairs(found, spans.from[asking], spans.to[asking], term.free, sources, targets, row);
      sourceKind = sourceKind === -1 || sourceKind === kind ? kind : 0;
      targetKind = targetKind === -1 || targetKind === found.kind ? found.kind : 0;
    }
  }
  const { numbers, codes, absence } = evaluator.evaluate(
    term,
    rowsOfPairs(term.free, sources, targets, sourceKind, targetKind, length),
  );
  const at = into.at[firstUse];
  if (term.type.name === 'number') keepNumbers(numbers, length, into.numbers, at);
  else keepCodes(codes, length, into.numbers, at);
  if (absence !== undefined) into.hasAbsent[number] = keepAbsence(absence, length, into.absence, at);
  scratch.release(mark);
}

function keepNumbers(from: Float64Array, length: number, into: Float64Array, at: number): void {
  for (let i = 0; i < length; i++) into[at + i] = from[i];
}

function keepCodes(from: Int32Array, length: number, into: Float64Array, at: number): void {
  for (let i = 0; i < length; i++) into[at + i] = from[i];
}

/** Returns 1 if any is absent. */
function keepAbsence(from: Uint8Array, length: number, into: Uint8Array, at: number): number {
  let any = 0;
  for (let i = 0; i < length; i++) any |= into[at + i] = from[i];
  return any === 0 ? 0 : 1;
}

/** Writes source and target of each pair, as far as `free` contains their slots, from `row` on; returns the end. */
function putPairs(
  { start, end, sources: of, targets: found }: FoundScope,
  from: number,
  to: number,
  free: number,
  sources: Int32Array,
  targets: Int32Array,
  row: number,
): number {
  const hasSources = ((free >>> sourceSlot) & 1) === 1;
  const hasTargets = ((free >>> targetSlot) & 1) === 1;
  let next = row;
  for (let place = from; place < to; place++) {
    for (let i = start[place]; i < end[place]; i++, next++) {
      if (hasSources) sources[next] = of[place];
      if (hasTargets) targets[next] = found[i];
    }
  }
  return next;
}

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
