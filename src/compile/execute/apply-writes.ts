import { columnStamp, touch } from '../../components/stamps.js';
import type { Evaluator } from '../columns/evaluator.js';
import { type Rows, rowsOver } from '../columns/rows.js';
import type { Vector } from '../columns/vector.js';
import type { TurnContext } from '../effects/turn-context.js';
import { StrictTurnNeeded } from '../executor.js';
import { sourceSlot, targetSlot } from '../node.js';
import type { RulePlan, WritePlan } from '../plan/rule-plan.js';
import type { Answers } from '../select/answers.js';
import { writeEach, writeSame } from './write-cells.js';

/** The targets that one effect can write: all of the answers where every one has the column, else those that do. */
interface Writable {
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly ids: Int32Array;
}

/** A write with what is known before the first cell changes. */
interface Prepared {
  readonly write: WritePlan;
  readonly targets: Writable;
  /** By source, for amounts that depend on the source alone. */
  readonly amounts: Vector | undefined;
  /** By answer, for amounts that depend on the target alone. */
  readonly byAnswer: (Vector | undefined)[];
}

/**
 * Applies the writes of a rule: source by source, effect by effect, each to all targets of the source's answer. `sources` binds the source's slot. Throws
 * StrictTurnNeeded where strict order would have refused.
 */
export function applyWrites(evaluator: Evaluator, context: TurnContext, plan: RulePlan, writes: readonly WritePlan[], sources: Rows, answers: Answers): void {
  if (answers.groups === 0) return;
  const { scratch, frame } = evaluator;
  const mark = scratch.mark();
  const prepared = writes.map((write): Prepared => ({
    write,
    targets: writableTargets(evaluator, write, plan, answers),
    amounts: write.by === 'source' ? evaluator.evaluate(write.amount, sources) : undefined,
    byAnswer: [],
  }));
  const ids = sources.slots[sourceSlot];
  const saved = frame.slots[sourceSlot];
  let fired = 0;
  for (let row = 0; row < sources.length; row++) {
    const group = answers.groupOf[row];
    if (group < 0) continue;
    fired += (answers.end[group] - answers.start[group]) * writes.length;
    if (ids !== undefined) frame.slots[sourceSlot] = ids[row];
    for (let i = 0; i < prepared.length; i++) applyOne(evaluator, prepared[i], row, group, plan.selection.conjunctions.length === 1 ? plan.selection.conjunctions[0].own.kind : 0);
  }
  frame.slots[sourceSlot] = saved;
  scratch.release(mark);
  context.fired += fired;
  if (context.fired > context.state.limits.effectsPerTurn) throw new StrictTurnNeeded();
  for (const { effect } of writes) touch(context.state.stamps, columnStamp(effect.column));
}

function applyOne(evaluator: Evaluator, { write, targets, amounts, byAnswer }: Prepared, row: number, group: number, kind: number): void {
  const { state } = evaluator;
  const { effect } = write;
  const column = state.model.columns[effect.column];
  const cells = state.cells[effect.column];
  const [from, to] = [targets.start[group], targets.end[group]];
  if (from === to) return;
  let bad: boolean;
  if (amounts !== undefined) {
    if (amounts.absence !== undefined && amounts.absence[row] !== 0) return;
    bad = writeSame(cells, column, effect.modification, amounts.numbers[row], targets.ids, from, to);
  } else if (write.by === 'target') {
    const { numbers, absence } = byAnswer[group] ??= amountsOf(evaluator, write, targets, from, to, kind);
    bad = writeEach(cells, column, effect.modification, numbers, absence, targets.ids, from, to);
  } else {
    const mark = evaluator.scratch.mark();
    const { numbers, absence } = amountsOf(evaluator, write, targets, from, to, kind);
    bad = writeEach(cells, column, effect.modification, numbers, absence, targets.ids, from, to);
    evaluator.scratch.release(mark);
  }
  if (bad) throw new StrictTurnNeeded();
}

/** The amounts for the targets of an answer, for the source in the frame's slot. */
function amountsOf(evaluator: Evaluator, { effect, amount }: WritePlan, { ids }: Writable, from: number, to: number, kind: number): Vector {
  const { scratch, state } = evaluator;
  let running: Float64Array | undefined;
  if (amount.runs) {
    const cells = state.cells[effect.column];
    running = scratch.numbers(to - from);
    for (let i = from; i < to; i++) running[i - from] = cells[ids[i]];
  }
  return evaluator.evaluate(amount, rowsOver(targetSlot, ids.subarray(from, to), to - from, kind, running));
}

function writableTargets({ state, scratch }: Evaluator, { effect }: WritePlan, { selection }: RulePlan, answers: Answers): Writable {
  const { kinds } = state.model.columns[effect.column];
  if (selection.conjunctions.every(({ own }) => own.kind !== 0 && kinds[own.kind] === 1)) return answers;
  const kindOf = state.identity.kind;
  const start = scratch.codes(answers.groups);
  const end = scratch.codes(answers.groups);
  const ids = scratch.codes(answers.end[answers.groups - 1]);
  let used = 0;
  for (let group = 0; group < answers.groups; group++) {
    start[group] = used;
    for (let i = answers.start[group]; i < answers.end[group]; i++) {
      ids[used] = answers.ids[i];
      used += kinds[kindOf[answers.ids[i]]] === 1 ? 1 : 0;
    }
    end[group] = used;
  }
  return { start, end, ids };
}
