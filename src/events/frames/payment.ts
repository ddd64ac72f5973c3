import { timeOf } from '../../components/clock.js';
import { popFrame } from '../../components/frames.js';
import { fieldOf, popOccurrences, popUses } from '../../components/occurrence-stack.js';
import { bindAnswer, handleIn, keepOnly } from '../../meaning/answering.js';
import { noteChosen, useAbility } from './ability-use.js';
import { decide } from './decision.js';
import type { Occurring, Run } from './event-run.js';
import { type FrameKind, beganWithin, frameKind, isOccurrence, isWithin } from './frame.js';
import { addPoint, beginBatch } from './occurrence-batch.js';
import { abilityOf, addDeeper, typeOf } from './stack.js';

/** Gathers the amount of an occurrence from abilities that yield. */
export const payment: FrameKind = {
  step: gather,
  lastStage: 0,
  damage(state, { types }, row) {
    const { at, memo, direct, occurrence } = state.frames;
    const isKnown =
      isOccurrence(state, occurrence[row]) &&
      isWithin(at[row], 0, types.length) &&
      (memo[row] === 0 || isOccurrence(state, memo[row]));
    return isKnown && direct[row] >= 0 && beganWithin(state, row) ? undefined : 'pays for nothing';
  },
};

/**
 * Begins a payment: the player gathers its amount from what yields. `paid`: the type that follows success; -1: none.
 */
export function beginPayment(run: Run, occurring: Occurring, paid: number, parent: number, below: number): void {
  const occurrence = addPoint(run, occurring, parent);
  const row = addDeeper(run, frameKind.payment, 0, below);
  const { frames } = run.state;
  frames.occurrence[row] = occurrence;
  frames.at[row] = paid + 1;
  frames.memo[row] = parent;
}

/** The payer orders sources of all steps. */
function gather(run: Run, row: number): void {
  const { state, timing, finder, question, context, report } = run;
  const { frames } = state;
  const { candidates } = question;
  const occurrence = frames.occurrence[row];
  const { player: payer, amount: due } = typeOf(run, occurrence);
  const player = handleIn(state, occurrence, payer);
  const cost = fieldOf(state, occurrence, due);
  candidates.count = 0;
  if (player !== 0 && frames.direct[row] < cost) {
    finder.find(
      {
        first: occurrence,
        count: 1,
        at: 'when',
        step: 'pay',
        only: 0,
        usesBefore: frames.mark[row],
        bornUntil: Infinity,
        most: Infinity,
      },
      context.frame,
      candidates,
    );
    keepOnly(candidates, player);
  }
  if (candidates.count === 0) {
    endPayment(run, row, player, cost);
    return;
  }
  const chosen = candidates.count === 1 ? 0 : decide(run, row, 'pay', player, candidates.count);
  if (chosen < 0) return;
  const { index, name, yields } = abilityOf(run, chosen);
  noteChosen(run, chosen);
  bindAnswer(context.frame, timing, occurrence, candidates.source[chosen], player);
  const amount = yields === undefined ? 0 : (context.frame.evaluate(yields) ?? 0);
  // Making room for the use may have moved frames.
  state.frames.direct[row] += amount > 0 ? amount : 0;
  report?.({ kind: 'yield', time: timeOf(state), ability: index, name, amount });
  useAbility(run, chosen, 'pay', row);
}

function endPayment(run: Run, row: number, player: number, cost: number): void {
  const { state, timing, report } = run;
  const { at, direct, mark, memo, occurrence: of } = state.frames;
  const isPaid = direct[row] >= cost;
  const [paid, occurrence, uses, parent] = [at[row] - 1, of[row], mark[row], memo[row]];
  popFrame(state);
  popOccurrences(state, occurrence - 1);
  popUses(state, uses);
  report?.({ kind: 'pay', time: timeOf(state), player, cost, isPaid });
  if (!isPaid || paid < 0) return;
  const type = timing.types[paid];
  const values: number[] = type.fields.map(() => NaN);
  if (type.player >= 0) values[type.player] = player || NaN;
  beginBatch(run, [{ type: paid, values }], parent, row - 1);
}
