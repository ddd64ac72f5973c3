import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOfPairs } from '../../eval/columns/rows.js';
import { giveTo, moveTo } from '../../meaning/effects/structure.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import { StrictTurnNeeded } from '../../meaning/executor.js';
import type { AheadPlan } from '../ahead-plan.js';
import type { Answers } from '../../match/select/answers.js';
import { sourcePairs } from './source-pairs.js';

/**
 * Fires a rule's one effect on the targets of all sources, in their order; its values are worked out before. Throws
 * StrictTurnNeeded where strict order would have refused so many.
 */
export function fireAhead(
  evaluator: Evaluator,
  context: TurnContext,
  { effect, value, kind }: AheadPlan,
  sources: Int32Array,
  count: number,
  sourceKind: number,
  answers: Answers,
): void {
  const { state, scratch } = evaluator;
  const mark = scratch.mark();
  const pairs = sourcePairs(sources, count, answers, answers.groupOf, 0, scratch);
  context.fired += pairs.length;
  if (context.fired > state.limits.effectsPerTurn) throw new StrictTurnNeeded();
  const { codes, absence } = evaluator.evaluate(
    value,
    rowsOfPairs(value.free, pairs.sources, pairs.targets, sourceKind, kind, pairs.length),
  );
  const fire = effect.kind === 'move' ? moveTo : giveTo;
  for (let i = 0; i < pairs.length; i++)
    if (absence === undefined || absence[i] === 0) fire(state, pairs.targets[i], codes[i]);
  scratch.release(mark);
}
