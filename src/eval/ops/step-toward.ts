import { jumpsBetween, neighboursOf } from '../../components/lanes.js';
import { nodeOf, sitesOf } from '../../components/place.js';
import type { WorldState } from '../../components/state.js';
import { applyByRow } from '../columns/apply-by-row.js';
import type { Value } from '../../ir/node.js';
import { type Operation, applying, entityType, graver, isAbsent, signature } from '../operation.js';

/**
 * The node to which an object goes next on a shortest path over lanes to the node where another is: a neighbour of its
 * own node, or an end of its lane; of several the one with the lowest id. None where there is no path, where it is
 * there already, and where one of the two is at no node and on no lane.
 */
export const stepToward: Operation = {
  name: 'stepToward',
  type: signature([entityType, entityType], entityType),
  document: {
    meaning:
      'the next node on a shortest path over lanes to where another object is, of several the lowest id; none where there is none',
    absent: 'when one is',
    families: 'Ec',
  },
  facts: () => ['population', 'place', 'lanes'],
  heavy: true,
  lens: () => 'place',
  ...applying((frame, _data, from, to) => next(frame.state, from, to)),
  // Few ask for a step: each row is asked by itself.
  columns: (term, rows, evaluator) => applyByRow(term, rows, evaluator, next),
};

function next(state: WorldState, from: Value, to: Value): Value {
  if (isAbsent(from) || isAbsent(to)) return graver(from, to);
  const goal = nodeOf(state, to);
  const start = nodeOf(state, from);
  if (goal === 0 || goal === start) return 0;
  let best = 0;
  let fewest = Infinity;
  for (const node of start === 0 ? sitesOf(state, from).toSorted((a, b) => a - b) : neighboursOf(state, start)) {
    // Asked from the goal: paths are kept by where they begin.
    const jumps = jumpsBetween(state, goal, node);
    if (jumps >= fewest) continue;
    best = node;
    fewest = jumps;
  }
  return best;
}
