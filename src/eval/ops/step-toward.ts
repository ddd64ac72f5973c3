import { jumpsBetween, neighboursOf } from '../../state/lanes.js';
import { nodeOf, sitesOf } from '../../state/place.js';
import type { WorldState } from '../../state/world-state.js';
import { applyByRow } from '../columns/apply-by-row.js';
import type { Value } from '../../ir/node.js';
import { type Operation, entityType, graver, isAbsent, signature } from '../operation.js';
import { call } from '../record.js';

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
  print: call('stepToward'),
  facts: () => ['population', 'place', 'lanes'],
  heavy: true,
  lens: () => 'place',
  evaluate: (node, frame) => next(frame.state, frame.evaluate(node.args[0]), frame.evaluate(node.args[1])),
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
