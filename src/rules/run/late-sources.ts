import type { WorldState } from '../../components/state.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOver } from '../../eval/columns/rows.js';
import { sourceSlot, targetSlot } from '../../ir/node.js';
import type { Selector } from '../../match/select/selector.js';
import { keepWhere } from '../../match/sets/own-sets.js';
import { population } from '../../state/object-life.js';
import type { LatePlan } from '../late-tests.js';
import type { PathCounts } from '../../eval/path-counts.js';
import type { PassPlan } from '../pass-plan.js';
import type { Asked } from './ask-rules.js';
import { type RuleSources, setList } from './source-lists.js';

export interface EarlyParts {
  readonly evaluator: Evaluator;
  readonly paths: PathCounts;
  /** Sources of a sample. */
  readonly few: RuleSources;
  /** Plans that once left too many candidates. */
  readonly tooMany: WeakSet<LatePlan>;
}

/** Candidates of all sources for each object, beyond which late tests look at too many. */
const mostLate = 8;

/** Sources that show how many candidates there will be. */
const sample = 16;

/** For what effects do not change; undefined where that leaves too many candidates, then and later. */
export function askEarly(
  { evaluator: { frame, state }, paths, few, tooMany }: EarlyParts,
  late: LatePlan,
  sources: RuleSources,
  ask: (plan: PassPlan, sources: RuleSources) => Asked,
): Asked | undefined {
  const { visits } = frame;
  const [from, to] = [sources.from[0], sources.to[0]];
  const isMany = to - from > 2 * sample;
  if (isMany && !tooMany.has(late)) {
    few.kinds[0] = sources.kinds[0];
    const some = setList(few, sources.lists[0], from, from + sample);
    if (hasTooMany(ask(late.asked, some), state, (to - from) / sample)) tooMany.add(late);
    frame.visits = visits;
  }
  if (tooMany.has(late)) return undefined;
  const asked = ask(late.asked, sources);
  if (hasTooMany(asked, state)) {
    tooMany.add(late);
    frame.visits = visits;
    return undefined;
  }
  paths.late++;
  return asked;
}

/** `times`: for so many times as many sources. */
function hasTooMany({ scopes: [{ start, end, length }] }: Asked, state: WorldState, times = 1): boolean {
  let pairs = 0;
  for (let row = 0; row < length; row++) pairs += end[row] - start[row];
  return pairs * times > mostLate * population(state);
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
