import { turnOf } from '../components/clock.js';
import { ancestorOfKind } from '../components/attachment.js';
import { cellClass } from '../components/cell-class.js';
import type { WorldState } from '../components/world-state.js';
import type { Frame } from '../compile/frame.js';
import { createFrame } from '../compile/interpreter.js';
import { operationOf } from '../compile/make-node.js';
import type { Node } from '../compile/node.js';
import { isAbsent } from '../compile/operation.js';
import type { SolvedData } from '../compile/operations/solved.js';
import { type CellContent, amountIn } from '../compile/reference/cell-meaning.js';
import type { CellModifier } from '../compile/rule.js';
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
  if (node.op === 'solved') {
    const { name, kind } = state.model.variables[(node.data as SolvedData).variable];
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
