import { initialOf } from '../components/cell-blocks.js';
import { turnOf } from '../components/clock.js';
import { createFrame } from '../eval/interpreter.js';
import { handleOf } from '../kernel/identity.js';
import { amountIn, applied } from '../meaning/modifier-amounts.js';
import { type Variable, cellClass } from '../model/model.js';
import type { WorldCore } from './core.js';
import type { CellHistory, CellStep } from './histories-api.js';
import { causeOfFailure, toPlain, toTyped } from './typed-value.js';
import { contentIn, settledCell } from './variables.js';

/** The modifiers in force, in the order in which they apply. */
export function variableHistory(core: WorldCore, id: number, variable: Variable): CellHistory {
  const { state, solver } = core;
  const { type } = variable;
  const cell = settledCell(core, id, variable);
  const frame = createFrame(state, turnOf(state));
  const first = variable.input ? contentIn(state, cell) : initialOf(state, variable.index);
  let content = first;
  const steps: CellStep[] = [];
  for (const { modifier, carrier, scope } of solver?.steps(cell) ?? []) {
    const amount = amountIn(frame, modifier, scope, content);
    const cause = amount.class === cellClass.failed ? causeOfFailure(state, modifier, scope, content) : undefined;
    const after = applied(state, modifier, content, amount);
    steps.push({
      rule: modifier.name,
      source: handleOf(state.identity, carrier),
      label: modifier.text,
      turn: turnOf(state),
      priority: modifier.priority,
      before: toPlain(state, type, content),
      after: toPlain(state, type, after),
      modifier: {
        modification: modifier.modification,
        priority: modifier.priority,
        amount: toTyped(state, modifier.amount.type, amount),
        ...(cause === undefined ? {} : { cause }),
        before: toTyped(state, type, content),
        after: toTyped(state, type, after),
      },
    });
    content = after;
  }
  return {
    initial: toPlain(state, type, first),
    current: toPlain(state, type, content),
    steps,
    skipped: 0,
    isObject: type.name === 'entity',
    existed: true,
  };
}
