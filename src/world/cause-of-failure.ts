import { turnOf } from '../components/clock.js';
import { ancestorOfKind } from '../components/attachment.js';
import { cellClass } from '../model/cell-class.js';
import type { WorldState } from '../components/state.js';
import type { Frame } from '../ir/frame.js';
import { createFrame } from '../eval/interpreter.js';
import { operationOf } from '../eval/make-node.js';
import type { Node } from '../ir/node.js';
import { isAbsent } from '../eval/operation.js';
import { asSolved } from '../eval/shape.js';
import { type CellContent, amountIn } from '../reference/cell-meaning.js';
import type { CellModifier } from '../ir/rule.js';
import { handleOf } from '../kernel/identity.js';
import { toSolved } from './solved-value.js';
import type { FailureCause, SolvedValue } from './solving-api.js';

/**
 * Why the amount of a modifier has no value in the scope of an object, where the cell holds `running`; undefined where
 * it has one.
 */
export function causeOfFailure(
  state: WorldState,
  modifier: CellModifier,
  scope: number,
  running: CellContent,
): FailureCause | undefined {
  let cause: FailureCause | undefined;
  const frame: Frame = {
    ...createFrame(state, turnOf(state)),
    evaluate(node) {
      const before = cause;
      const value = operationOf(node).evaluate(node, frame);
      // What is around it may do without it. Looked at here, where slots are still what they were for it.
      cause = isAbsent(value) ? (cause ?? causeAt(node, frame)) : before;
      return value;
    },
  };
  amountIn(frame, modifier, scope, running);
  return cause;
}

function causeAt(node: Node, frame: Frame): FailureCause {
  const { state } = frame;
  const solved = asSolved(node);
  if (solved !== undefined) {
    const { name, kind } = state.model.variables[solved.variable];
    const of = frame.evaluate(node.args[0]);
    const holder = isAbsent(of) ? 0 : ancestorOfKind(state, of, kind);
    if (holder !== 0) return { by: 'variable', cell: { object: handleOf(state.identity, holder), variable: name } };
  }
  return { by: 'operation', operation: node.op, of: node.args.map((arg) => valueOf(arg, frame)) };
}

function valueOf(node: Node, frame: Frame): SolvedValue {
  const value = frame.evaluate(node);
  if (isAbsent(value)) return { type: 'failed' };
  return toSolved(frame.state, node.type, {
    value,
    class: node.type.name === 'numeric' && frame.whole ? cellClass.whole : cellClass.plain,
  });
}
