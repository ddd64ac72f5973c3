import { variablesOf } from '../components/cell-blocks.js';
import { readCell } from '../components/cells.js';
import { type Variable, classAt, kindAt } from '../model/model.js';
import { destroy } from '../state/object-life.js';
import { ownersOf, setOwner } from '../components/ownership.js';
import { liveIds } from '../components/live-objects.js';
import { placeHolder } from '../components/place.js';
import type { WorldState } from '../components/state.js';
import { textGiven } from '../kernel/given.js';
import { asHandle, demand, handleOf, isLive, resolve } from '../kernel/identity.js';
import { textOf } from '../kernel/strings.js';
import type { CellValue, Handle, ObjectView, Position, World } from './api.js';
import { cellValue } from './columns.js';
import { type MethodsOf, type WorldCore, changing, drawn, idOf, idOrNone, moveObject } from './core.js';
import { explain, explainAll } from './histories.js';
import { toHost } from './typed-value.js';
import { allHeld, handlesOf } from './relation-methods.js';
import { isVariable, plainValue, rewrite, structural, variableOf, writeInput } from './variables.js';
import { columnNamed } from './host-arguments.js';
import { demandCell, setCell, spawn } from './spawning.js';

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
  explainAll,
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
