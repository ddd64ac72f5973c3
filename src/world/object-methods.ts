import { turnOf } from '../components/clock.js';
import { initialOf, variablesOf } from '../components/cell-blocks.js';
import { hasCell, readCell } from '../components/cells.js';
import { type Column, type Variable, cellClass, classAt, kindAt } from '../model/model.js';
import { destroy } from '../state/object-life.js';
import { ownersOf, setOwner } from '../components/ownership.js';
import { liveIds } from '../components/live-objects.js';
import { placeHolder } from '../components/place.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import { textGiven } from '../kernel/given.js';
import { asHandle, demand, handleOf, isLive, resolve } from '../kernel/identity.js';
import { textOf } from '../kernel/strings.js';
import type { CellHistory, CellStep, CellValue, Handle, ObjectView, Position, World } from './api.js';
import { cellValue } from './columns.js';
import { type MethodsOf, type WorldCore, betweenTurns, changing, drawn, idOf, idOrNone, moveObject } from './core.js';
import { repeatedTurn } from './repeat-turn.js';
import { toHost, causeOfFailure, toPlain, toTyped } from './typed-value.js';
import { allHeld, handlesOf } from './relation-methods.js';
import {
  contentIn,
  isVariable,
  plainValue,
  rewrite,
  settledCell,
  structural,
  variableOf,
  visibleVariable,
  writeInput,
} from './variables.js';
import { columnNamed } from './host-arguments.js';
import { demandCell, setCell, spawn } from './spawning.js';
import { createFrame } from '../eval/interpreter.js';
import { amountIn, applied } from '../meaning/modifier-amounts.js';

export const objectMethods = {
  spawn(core, options) {
    changing(core);
    const id = spawn(core, options);
    return handleOf(core.state.identity, id);
  },
  destroy(core, object) {
    changing(core);
    const id = idOf(core, object);
    structural(core, () => {
      destroy(core.state, id);
    });
  },
  isLive: ({ state }, object) => typeof object === 'number' && resolve(state.identity, object) !== 0,
  get(core, object, name) {
    const { state } = core;
    const { columnByName, variables } = state.model;
    // Most content has no variables, and this is called in loops.
    const column = variables.length === 0 && typeof name === 'string' ? columnByName.get(name) : undefined;
    return column === undefined ? variableOrCell(core, object, name) : cellValue(state, column, object);
  },
  set(core, object, name, value) {
    changing(core);
    const { state } = core;
    const id = idOf(core, object);
    const variable = variableOf(core, id, name);
    if (variable !== undefined) {
      writeInput(core, id, variable, value);
      return;
    }
    setCell(core, demandCell(core, name, state.identity.kind[id]), id, value);
  },
  explain,
  setOwner(core, object, owner) {
    changing(core);
    const { state } = core;
    const id = idOf(core, object);
    rewrite(core, state.owner[id], idOrNone(core, owner), (of) => {
      setOwner(state, id, of);
    });
  },
  move(core, object, place) {
    changing(core);
    const id = idOf(core, object);
    structural(core, () => {
      moveObject(core, id, place);
    });
  },
  kindOf: ({ state: { model, identity } }, object) => kindAt(model, identity.kind[demand(identity, object)]).name,
  classOf({ state }, object) {
    const index = state.class[demand(state.identity, object)];
    return index === 0 ? null : classAt(state.model, index).name;
  },
  nameOf: ({ state }, object) => textOf(state.strings, state.name[demand(state.identity, object)]),
  parentOf: ({ state }, object) => parentOf(state, demand(state.identity, object)),
  ownersOf: ({ state }, object) => handlesOf(state, ownersOf(state, demand(state.identity, object))),
  positionOf: ({ state }, object) => positionOf(state, demand(state.identity, object)),
  describe: (core, object) => describe(core, idOf(core, object)),
  find,
  random: drawn,
} satisfies Partial<MethodsOf<WorldCore, World>>;

function variableOrCell(core: WorldCore, object: number, name: string | Variable): CellValue | undefined {
  const id = idOf(core, object);
  const variable = variableOf(core, id, name);
  if (variable !== undefined) return plainValue(core, id, variable);
  return isVariable(core, name) ? undefined : cellValue(core.state, columnNamed(core.state.model, name), object);
}

function parentOf({ identity, parent }: WorldState, id: number): Handle | null {
  return handleOf(identity, parent[id]) || null;
}

function positionOf(state: WorldState, id: number): Position | null {
  const holder = placeHolder(state, id);
  return holder === 0 ? null : { x: state.x[holder], y: state.y[holder] };
}

function describe(core: WorldCore, id: number): ObjectView {
  const { state } = core;
  const { model } = state;
  const kind = kindAt(model, state.identity.kind[id]);
  const definition = state.class[id] === 0 ? undefined : classAt(model, state.class[id]);
  const values = kind.columns.map((index) => {
    const column = model.columns[index];
    return [column.name, toHost(state, column.type, readCell(state, column, id))] as const;
  });
  const variables = variablesOf(model, kind.index).map(
    (variable) => [variable.name, plainValue(core, id, variable) ?? null] as const,
  );
  return {
    handle: handleOf(state.identity, id),
    id,
    kind: kind.name,
    class: definition?.name ?? null,
    name: textOf(state.strings, state.name[id]),
    owners: handlesOf(state, ownersOf(state, id)),
    parent: parentOf(state, id),
    created: state.created[id],
    invisible: definition?.invisible === true,
    position: positionOf(state, id),
    values: Object.fromEntries([...values, ...variables]),
    ...allHeld(state, id),
  };
}

function find({ state }: WorldCore, idOrName: number | string): Handle | undefined {
  if (typeof idOrName === 'number') {
    if (resolve(state.identity, idOrName) !== 0) return asHandle(idOrName);
    return idOrName in state.identity.kind && isLive(state.identity, idOrName)
      ? handleOf(state.identity, idOrName)
      : undefined;
  }
  const text = state.strings.handles.get(textGiven('what find looks for', idOrName, 'an id or a name'));
  if (text === undefined || idOrName === '') return undefined;
  for (const id of liveIds(state)) if (state.name[id] === text) return handleOf(state.identity, id);
  return undefined;
}

function explain(core: WorldCore, object: number, name: string | Variable): CellHistory {
  const id = idOf(core, object);
  if (isVariable(core, name)) return variableHistory(core, id, visibleVariable(core, id, name));
  betweenTurns(core, 'explain');
  return columnHistory(core, id, columnNamed(core.state.model, name));
}

/** The modifiers of a variable that are in force, in the order of application. */
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

/** Runs the last turn again on a copy. */
function columnHistory(core: WorldCore, id: number, column: Column): CellHistory {
  const { state } = core;
  if (!hasCell(state, column, id))
    throw new EdictError('bad-value', `object ${id} has no ${column.name}; explain a meter or property that it has`);
  const handle = handleOf(state.identity, id);
  const { twin, run } = repeatedTurn(core, 'explain it');
  const later = twin.state;
  const handleThen = (object: number) => handleOf(later.identity, object);
  const hostValue = (value: number) => toHost(later, column.type, value);
  const steps: CellStep[] = [];
  // A source may be gone by the end of the turn.
  twin.watch = ({ column: index, object, rule, source, label, before, after }) => {
    if (index !== column.index || handleThen(object) !== handle) return;
    steps.push({ rule, source: handleThen(source), label, before: hostValue(before), after: hostValue(after) });
  };
  const existed = handleThen(id) === handle && hasCell(later, column, id);
  const initial = existed ? hostValue(readCell(later, column, id)) : null;
  run();
  // A host may have changed the world since.
  const current =
    handleThen(id) === handle
      ? hostValue(readCell(later, column, id))
      : toHost(state, column.type, readCell(state, column, id));
  const last = steps.at(-1)?.after ?? initial;
  if (column.type.name === 'entity' && last !== null && current === null)
    steps.push({
      rule: 'destroyed',
      source: asHandle(0),
      label: 'what it referred to is gone',
      before: last,
      after: null,
    });
  return { initial, current, steps };
}
