import { clearAnswers, setTurnPending } from '../components/decided.js';
import { initialOf } from '../components/cell-blocks.js';
import { hasCell, readCell } from '../components/cells.js';
import { turnOf } from '../components/clock.js';
import { createFrame } from '../eval/interpreter.js';
import { EdictError } from '../kernel/errors.js';
import { handleOf } from '../kernel/identity.js';
import { type Column, type Variable, cellClass } from '../model/model.js';
import { amountIn, applied } from '../reference/reference-solver.js';
import { restoreState } from '../state/world-state.js';
import type { CellHistory, CellStep, Handle } from './api.js';
import { toHost } from './cell-value.js';
import { type WorldCore, betweenTurns, idOf } from './core.js';
import { columnNamed } from './lookup.js';
import { stepOnce } from './turns.js';
import { causeOfFailure, toPlain, toTyped } from './typed-value.js';
import { contentIn, isVariable, settledCell, visibleVariable } from './variables.js';

export function explain(core: WorldCore, object: Handle, name: string | Variable): CellHistory {
  const id = idOf(core, object);
  if (isVariable(core, name)) return variableHistory(core, id, visibleVariable(core, id, name));
  betweenTurns(core, 'explain');
  return columnHistory(core, id, columnNamed(core.state.model, name));
}

function variableHistory(core: WorldCore, id: number, variable: Variable): CellHistory {
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
  return { initial: toPlain(state, type, first), current: toPlain(state, type, content), steps };
}

/** By running the last turn again on a copy. */
function columnHistory(core: WorldCore, id: number, column: Column): CellHistory {
  const { state, beforeTurn } = core;
  if (!hasCell(state, column, id))
    throw new EdictError('bad-value', `object ${id} has no ${column.name}; explain a meter or property that it has`);
  if (beforeTurn === undefined)
    throw new EdictError('no-turn', 'no turn has run since the world was made or restored; run one, then explain it');
  const handle = handleOf(state.identity, id);
  const { core: twin } = core.fork();
  const later = twin.state;
  restoreState(later, beforeTurn);
  clearAnswers(later);
  setTurnPending(later, false);
  const handleThen = (object: number) => handleOf(later.identity, object);
  const shown = (value: number) => toHost(later, column.type, value);
  const steps: CellStep[] = [];
  // A source may be gone by the end of the turn.
  twin.watch = ({ column: index, object, rule, source, label, before, after }) => {
    if (index !== column.index || handleThen(object) !== handle) return;
    steps.push({ rule, source: handleThen(source), label, before: shown(before), after: shown(after) });
  };
  const existed = handleThen(id) === handle && hasCell(later, column, id);
  const initial = existed ? shown(readCell(later, column, id)) : null;
  core.locked = true;
  try {
    stepOnce(twin, undefined, core.lastAnswers);
  } finally {
    core.locked = false;
  }
  // A host may have changed the world since.
  const current =
    handleThen(id) === handle
      ? shown(readCell(later, column, id))
      : toHost(state, column.type, readCell(state, column, id));
  const last = steps.at(-1)?.after ?? initial;
  if (column.type.name === 'entity' && last !== null && current === null)
    steps.push({ rule: 'destroyed', source: 0, label: 'what it referred to is gone', before: last, after: null });
  return { initial, current, steps };
}
