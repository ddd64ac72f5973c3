import { turnOf } from '../components/clock.js';
import { isAvailable, setAvailable } from '../components/availability.js';
import { variablesOf } from '../components/cell-blocks.js';
import { hasCell, readCell, writeCell } from '../components/cells.js';
import { areJoined, connect, disconnect, laneCount, neighboursOf } from '../components/lanes.js';
import { type Column, classAt, kindAt } from '../model/model.js';
import { bear, destroy, unbear } from '../state/objects.js';
import { setOwner, ownersOf } from '../components/ownership.js';
import { liveIds } from '../components/identity.js';
import { placeHolder } from '../components/place.js';
import { isRelated, setRelated } from '../components/relations.js';
import { factionSees, setSeen, setSeenBy } from '../components/visibility.js';
import { bindHandle, bindRole } from '../components/roles.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import { describe as shown, entriesGiven, listGiven, textGiven, truthGiven } from '../kernel/given.js';
import { handleOf, isLive, resolve } from '../kernel/identity.js';
import { nextOfStream } from '../kernel/streams.js';
import { textOf } from '../kernel/strings.js';
import type { CellValue, Handle, ObjectView, Position, SpawnOptions, World } from './api.js';
import { fromHost, toHost } from './cell-value.js';
import { type WorldCore, changing, growLanes, growing, idOf, idOrNone, moveObject, placementOf } from './core.js';
import { allHeld, firstHeld, giveHeld, holdingMethods } from './holdings.js';
import { findVariable, firstInput, giveInput, settleOr, solvedAsValue, structural, writeInput } from './solving.js';
import { classNamed, columnNamed, kindNamed, relationNamed, roleNamed } from './names.js';
import { optionsGiven } from './options.js';

type ObjectMethods = Pick<
  World,
  | 'spawn'
  | 'destroy'
  | 'isLive'
  | 'get'
  | 'set'
  | 'setOwner'
  | 'move'
  | 'connect'
  | 'disconnect'
  | 'neighbours'
  | 'setVisible'
  | 'setVisibleTo'
  | 'isVisible'
  | 'setAvailable'
  | 'isAvailable'
  | 'setRelated'
  | 'isRelated'
  | 'setHeld'
  | 'isHeld'
  | 'held'
  | 'setList'
  | 'listed'
  | 'setRole'
  | 'kindOf'
  | 'classOf'
  | 'nameOf'
  | 'parentOf'
  | 'ownersOf'
  | 'positionOf'
  | 'describe'
  | 'find'
  | 'random'
>;

const longestName = 1_000;

/** The part of a world that makes, changes and shows objects. */
export function objectMethods(core: WorldCore): ObjectMethods {
  const { state } = core;
  const { model } = state;
  const handle = (id: number): Handle => handleOf(state.identity, id);
  return {
    spawn(options) {
      changing(core);
      return handle(spawn(core, options));
    },
    destroy(object) {
      changing(core);
      const id = idOf(core, object);
      structural(core, () => {
        destroy(state, id);
      });
    },
    isLive: (object) => typeof object === 'number' && resolve(state.identity, object) !== 0,
    get(object, name) {
      const id = idOf(core, object);
      if (findVariable(core, id, name) !== undefined) return solvedAsValue(core, id, name);
      if (model.kinds.some(({ index }) => core.variableNames.find(index, name) !== undefined)) return undefined;
      const column = columnNamed(model, name);
      return hasCell(state, column, id) ? toHost(state, column.type, readCell(state, column, id)) : undefined;
    },
    set(object, name, value) {
      changing(core);
      const id = idOf(core, object);
      if (findVariable(core, id, name) !== undefined) {
        writeInput(core, id, name, value);
        return;
      }
      const column = demandCell(core, name, state.identity.kind[id]);
      const before = readCell(state, column, id);
      const after = fromHost(state, column, value);
      writeCell(state, column, id, after);
      core.watch?.({
        column: column.index,
        object: id,
        rule: core.hostSystem,
        source: 0,
        label: 'host',
        before,
        after,
      });
      settleOr(core, () => {
        writeCell(state, column, id, before);
      });
    },
    setOwner(object, owner) {
      changing(core);
      const id = idOf(core, object);
      const before = state.owner[id];
      setOwner(state, id, idOrNone(core, owner));
      settleOr(core, () => {
        setOwner(state, id, before);
      });
    },
    move(object, place) {
      changing(core);
      const id = idOf(core, object);
      structural(core, () => {
        moveObject(core, id, place);
      });
    },
    connect(a, b) {
      changing(core);
      const [from, to] = [idOf(core, a), idOf(core, b)];
      if (laneCount(state) + 1 >= state.laneEnd.length) growLanes(core);
      const isJoined = areJoined(state, from, to);
      connect(state, from, to);
      settleOr(core, () => {
        if (!isJoined) disconnect(state, from, to);
      });
    },
    disconnect(a, b) {
      changing(core);
      const [from, to] = [idOf(core, a), idOf(core, b)];
      const isJoined = areJoined(state, from, to);
      disconnect(state, from, to);
      settleOr(core, () => {
        if (isJoined) connect(state, from, to);
      });
    },
    neighbours: (node) => neighboursOf(state, idOf(core, node)).map(handle),
    setVisible(faction, object, visible) {
      changing(core);
      setSeen(state, idOf(core, faction), idOf(core, object), truthGiven('visible', visible));
    },
    setVisibleTo(object, factions) {
      changing(core);
      const listed = listGiven('factions of setVisibleTo', factions, 'a list of factions');
      setSeenBy(
        state,
        idOf(core, object),
        listed.map((faction) => idOf(core, faction)),
      );
    },
    isVisible: (faction, object) => factionSees(state, demandFaction(core, faction), idOf(core, object)),
    setAvailable(faction, className, available) {
      changing(core);
      const [holder, { index }] = [demandFaction(core, faction), classNamed(model, className)];
      const before = isAvailable(state, holder, index) === true;
      setAvailable(state, holder, index, truthGiven('available', available));
      settleOr(core, () => {
        setAvailable(state, holder, index, before);
      });
    },
    isAvailable: (faction, className) =>
      isAvailable(state, demandFaction(core, faction), classNamed(model, className).index) === true,
    setRelated(relation, a, b, related) {
      changing(core);
      const [index, from, to] = [relationNamed(model, relation), demandFaction(core, a), demandFaction(core, b)];
      const before = isRelated(state, index, from, to);
      setRelated(state, index, from, to, truthGiven('related', related));
      settleOr(core, () => {
        setRelated(state, index, from, to, before);
      });
    },
    isRelated: (relation, a, b) =>
      isRelated(state, relationNamed(model, relation), demandFaction(core, a), demandFaction(core, b)),
    setRole(role, object) {
      changing(core);
      const index = roleNamed(model, role);
      const before = state.role[index + 1];
      bindRole(state, index, idOrNone(core, object));
      settleOr(core, () => {
        bindHandle(state, index, before);
      });
    },
    ...holdingMethods(core),
    ...lookingMethods(core),
    find: (idOrName) => find(core, idOrName),
    random(stream) {
      changing(core);
      return nextOfStream(state.streams, state.strings, textGiven('the name of a random stream', stream));
    },
  };
}

function spawn(core: WorldCore, given: SpawnOptions): number {
  const options = optionsGiven('spawn', given, [
    'class',
    'kind',
    'name',
    'owner',
    'place',
    'granted',
    'values',
    'holdings',
    'lists',
  ]);
  const {
    state,
    program: { model },
  } = core;
  const definition = options.class === undefined ? undefined : classNamed(model, options.class);
  if (definition === undefined && options.kind === undefined)
    throw new EdictError('bad-option', 'spawn was given neither a class nor a kind; name one of the two');
  const kind = definition === undefined ? kindNamed(model, options.kind ?? '') : kindAt(model, definition.kind);
  if (options.kind !== undefined && options.kind !== kind.name) {
    throw new EdictError(
      'bad-value',
      `class ${shown(options.class)} is of kind ${kind.name}, not ${shown(options.kind)}; leave the kind out`,
    );
  }
  const name = options.name ?? '';
  if (typeof name !== 'string')
    throw new EdictError('bad-value', `a name is a text, not ${shown(name)}; give one or leave it out`);
  if (name.length > longestName)
    throw new EdictError(
      'bad-value',
      `a name has ${name.length} characters, the limit is ${longestName}; give a shorter one`,
    );
  // Everything is checked before anything is made.
  const first = entriesGiven('values of spawn', options.values ?? {}, 'an object of names and values').map(
    ([key, value]) => firstInput(core, kind.index, key, value) ?? firstValue(core, kind.index, key, value),
  );
  const held = firstHeld(core, kind.index, options);
  const birth = {
    kind: kind.index,
    class: definition?.index ?? 0,
    name,
    owner: idOrNone(core, options.owner),
    place: placementOf(core, options.place),
    created: turnOf(core.state),
    granted: truthGiven('granted', options.granted ?? true),
  };
  const isInStep = core.solver?.isInStep() === true;
  const id = growing(core, () => bear(state, birth));
  if (isInStep) core.solver?.born(id);
  for (const each of first) {
    if ('column' in each) writeCell(state, each.column, id, each.value);
    else giveInput(state, id, each);
  }
  giveHeld(state, id, held);
  settleOr(core, () => {
    unbear(state, id);
  });
  return id;
}

function firstValue(
  core: WorldCore,
  kind: number,
  name: string,
  value: CellValue,
): { readonly column: Column; readonly value: number } {
  const column = demandCell(core, name, kind);
  return { column, value: fromHost(core.state, column, value) };
}

function demandCell(core: WorldCore, name: string, kind: number): Column {
  const column = columnNamed(core.program.model, name);
  if (column.kinds[kind] === 1) return column;
  const { name: kindName, columns } = kindAt(core.program.model, kind);
  const known = columns.map((index) => core.program.model.columns[index].name);
  throw new EdictError(
    'bad-value',
    `a ${kindName} has no ${name}; it has ${known.length > 0 ? known.join(', ') : 'no meters and properties'}`,
  );
}

function demandFaction(core: WorldCore, object: Handle): number {
  const id = idOf(core, object);
  if (core.state.faction[id] === 0)
    throw new EdictError('no-faction', `object ${id} is no faction; pass one of a kind with faction: true`);
  return id;
}

/** What there is to see of an object, one thing at a time or all at once. */
function lookingMethods(
  core: WorldCore,
): Pick<World, 'kindOf' | 'classOf' | 'nameOf' | 'parentOf' | 'ownersOf' | 'positionOf' | 'describe'> {
  const { state } = core;
  const { model } = state;
  return {
    kindOf: (object) => kindAt(model, state.identity.kind[idOf(core, object)]).name,
    classOf(object) {
      const index = state.class[idOf(core, object)];
      return index === 0 ? null : classAt(model, index).name;
    },
    nameOf: (object) => textOf(state.strings, state.name[idOf(core, object)]),
    parentOf: (object) => handleOf(state.identity, state.parent[idOf(core, object)]) || null,
    ownersOf: (object) => ownersOf(state, idOf(core, object)).map((owner) => handleOf(state.identity, owner)),
    positionOf: (object) => positionOf(state, idOf(core, object)),
    describe: (object) => describe(core, idOf(core, object)),
  };
}

function positionOf(state: WorldState, id: number): Position | null {
  const holder = placeHolder(state, id);
  return holder === 0 ? null : { x: state.x[holder], y: state.y[holder] };
}

function describe(core: WorldCore, id: number): ObjectView {
  const {
    state,
    program: { model },
  } = core;
  const kind = kindAt(model, state.identity.kind[id]);
  const values = kind.columns.map((index) => {
    const column = model.columns[index];
    return [column.name, toHost(state, column.type, readCell(state, column, id))] as const;
  });
  return {
    handle: handleOf(state.identity, id),
    id,
    kind: kind.name,
    class: state.class[id] === 0 ? null : classAt(model, state.class[id]).name,
    name: textOf(state.strings, state.name[id]),
    owners: ownersOf(state, id).map((owner) => handleOf(state.identity, owner)),
    parent: state.parent[id] === 0 ? null : handleOf(state.identity, state.parent[id]),
    created: state.created[id],
    invisible: state.class[id] !== 0 && classAt(model, state.class[id]).invisible,
    position: positionOf(state, id),
    values: Object.fromEntries([...values, ...ownVariables(core, id)]),
    ...allHeld(state, id),
  };
}

/** The variables of an object itself; null for one that has failed. */
function ownVariables(core: WorldCore, id: number): (readonly [string, CellValue])[] {
  return variablesOf(core.state.model, core.state.identity.kind[id]).map(({ name }) => [
    name,
    solvedAsValue(core, id, name) ?? null,
  ]);
}

function find(core: WorldCore, idOrName: number | string): Handle | undefined {
  const { state } = core;
  if (typeof idOrName === 'number') {
    if (resolve(state.identity, idOrName) !== 0) return idOrName;
    // A bare id means its present tenant.
    return idOrName in state.identity.kind && isLive(state.identity, idOrName)
      ? handleOf(state.identity, idOrName)
      : undefined;
  }
  const text = state.strings.handles.get(textGiven('what find looks for', idOrName, 'an id or a name'));
  if (text === undefined || idOrName === '') return undefined;
  for (const id of liveIds(state)) if (state.name[id] === text) return handleOf(state.identity, id);
  return undefined;
}
