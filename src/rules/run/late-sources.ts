import type { WorldState } from '../../components/state.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOver } from '../../eval/columns/rows.js';
import { sourceSlot, targetSlot } from '../../ir/node.js';
import type { Selector } from '../../match/select/selector.js';
import { keepWhere } from '../../match/sets/own-sets.js';
import { population } from '../../state/object-life.js';
import type { LatePlan } from '../late-tests.js';
import type { Asked } from './ask-rules.js';

/** Candidates of all sources for each object, beyond which late tests look at too many. */
const mostLate = 8;

export function hasTooMany({ spans }: Asked, state: WorldState): boolean {
  return spans.pairs[0] > mostLate * population(state);
}

/** Makes late tests of a source and its candidates, which may have changed; `use` gets those that pass. */
export function passingLate(
  evaluator: Evaluator,
  selector: Selector,
  { gates, tests, kind }: LatePlan,
  { actives, scopes: [found], spans }: Asked,
  row: number,
  use: (asked: Asked) => void,
): void {
  const { scratch, frame } = evaluator;
  const mark = scratch.mark();
  const sources = scratch.codes(1);
  sources[0] = frame.slots[sourceSlot] = found.sources[row];
  const first = found.start[row];
  const targets = scratch.codes(Math.max(1, found.end[row] - first));
  if (selector.passing(gates, rowsOver(sourceSlot, sources, 1, actives.kinds[0]), targets) > 0) {
    let length = 0;
    for (; first + length < found.end[row]; length++) targets[length] = found.targets[first + length];
    for (const test of tests) length = keepWhere(evaluator, test, targetSlot, targets, length, kind);
    const [start, end] = [scratch.codes(1), scratch.codes(1)];
    start[0] = 0;
    end[0] = length;
    const scope = { ...found, sources, length: 1, start, end, targets, answers: undefined };
    use({ actives, scopes: [scope], spans });
  }
  scratch.release(mark);
}
