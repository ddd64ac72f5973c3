import { connect, areJoined, disconnect, laneCount } from '../components/lanes.js';
import { setHeld } from '../components/holdings.js';
import { setOwner } from '../components/ownership.js';
import { put } from '../components/place.js';
import { turnOf } from '../components/clock.js';
import { giveOwnMany } from '../components/own-components.js';
import { header } from '../kernel/arena.js';
import { EdictError, WorldFullError } from '../kernel/errors.js';
import { entriesGiven, refused, truthGiven } from '../kernel/given.js';
import { demand, idLimit, isLive } from '../kernel/identity.js';
import { columnStamp, touch } from '../model/stamps.js';
import { type Litter, bearMany, destroyMany } from '../state/object-life.js';
import type { CellValue, Handle, PlaceOption } from './host-values.js';
import type { Commands, SpawnManyOptions } from './ecs-api.js';
import { type WorldCore, growLanes, growing, placementOf } from './core.js';
import { holdingNamed, optionsGiven, wordNamed } from './host-arguments.js';
import { ownNamed, valuesGiven } from './own-components.js';
import { demandCell, kindGiven, spawn } from './spawning.js';
import { fromHost } from './typed-value.js';

/** Changes of structure that wait for the end of a system. */
export interface CommandList extends Commands {
  /** Makes them all, and forgets them. */
  apply(): void;
  forget(): void;
}

/** By what is done, in this order. */
const steps = ['spawn', 'destroy', 'move', 'give', 'hold', 'connect'] as const;
type Step = (typeof steps)[number];

/** An id, which names the object that is there now. */
const idRange = 2 ** 24;

export function createCommands(core: WorldCore): CommandList {
  const { state } = core;
  const waiting: Record<Step, (() => void)[]> = { spawn: [], destroy: [], move: [], give: [], hold: [], connect: [] };
  const doomed: number[] = [];

  /** Throws unless the object is there. */
  const idGiven = (object: number): number => {
    const { identity } = state;
    if (object > 0 && object < idRange && object < idLimit(identity) && isLive(identity, object)) return object;
    return demand(identity, object);
  };
  /** Before its turn comes, another command may have destroyed it. */
  const still = (id: number, what: string): number => {
    if (isLive(state.identity, id)) return id;
    throw new EdictError(
      'no-object',
      `${what} was given object ${id}, which a command of the same system destroys; give each object one of the two`,
    );
  };
  const idsGiven = (what: string, objects: ArrayLike<number>): readonly number[] => {
    numbersGiven(what, objects);
    return Array.from(objects, idGiven);
  };
  const giveAll = (ids: readonly number[], owner: number | null): void => {
    const to = owner === null ? 0 : idGiven(owner);
    waiting.give.push(() => {
      for (const id of ids) setOwner(state, still(id, 'give'), to === 0 ? 0 : still(to, 'give'));
    });
  };
  const holdAll = (ids: readonly number[], set: string, word: string, held: boolean): void => {
    const { index, words } = holdingNamed(state.model, set);
    const value = wordNamed(state.model, words, word);
    truthGiven('held', held);
    waiting.hold.push(() => {
      for (const id of ids) setHeld(state, index, still(id, 'hold'), value, held);
    });
  };
  const join = (a: number, b: number, joined: boolean): void => {
    const [from, to] = [idGiven(a), idGiven(b)];
    waiting.connect.push(() => {
      joinNodes(core, still(from, 'connect'), still(to, 'connect'), joined);
    });
  };

  return {
    spawn(options) {
      waiting.spawn.push(() => {
        spawn(core, options);
      });
    },
    spawnMany(options) {
      waiting.spawn.push(() => {
        spawnMany(core, options);
      });
    },
    destroy(object) {
      doomed.push(idGiven(object));
    },
    destroyMany(objects) {
      numbersGiven('destroyMany', objects);
      for (let i = 0; i < objects.length; i++) doomed.push(idGiven(objects[i]));
    },
    move(object, place) {
      const id = idGiven(object);
      const placement = placementOf(core, place);
      waiting.move.push(() => {
        put(state, still(id, 'move'), placement);
      });
    },
    moveMany(objects, x, y) {
      const ids = idsGiven('moveMany', objects);
      const [xs, ys] = [
        Float64Array.from(listed('x of moveMany', x, ids.length)),
        Float64Array.from(listed('y of moveMany', y, ids.length)),
      ];
      waiting.move.push(() => {
        for (const [i, id] of ids.entries()) put(state, still(id, 'moveMany'), { at: 'point', x: xs[i], y: ys[i] });
      });
    },
    give(object, owner) {
      giveAll([idGiven(object)], owner);
    },
    giveMany(objects, owner) {
      giveAll(idsGiven('giveMany', objects), owner);
    },
    hold(object, set, word, held = true) {
      holdAll([idGiven(object)], set, word, held);
    },
    holdMany(objects, set, word, held = true) {
      holdAll(idsGiven('holdMany', objects), set, word, held);
    },
    connect(a, b) {
      join(a, b, true);
    },
    connectMany(a, b) {
      const others = listed('the other ends of connectMany', b, a.length);
      for (let i = 0; i < a.length; i++) join(a[i], others[i], true);
    },
    disconnect(a, b) {
      join(a, b, false);
    },
    apply() {
      for (const step of steps) {
        for (const act of waiting[step]) act();
        if (step === 'destroy' && doomed.length > 0) destroyMany(state, doomed);
      }
      this.forget();
    },
    forget() {
      for (const step of steps) waiting[step].length = 0;
      doomed.length = 0;
    },
  };
}

function numbersGiven(what: string, given: ArrayLike<number>): void {
  if (!isNumbers(given)) throw refused(what, given, 'a list or typed array of numbers');
}

function isNumbers(given: unknown): given is ArrayLike<number> {
  return Array.isArray(given) || (ArrayBuffer.isView(given) && !(given instanceof DataView));
}

function listed(what: string, given: ArrayLike<number>, count: number): ArrayLike<number> {
  numbersGiven(what, given);
  if (given.length === count) return given;
  throw new EdictError('bad-option', `${what} has ${given.length} numbers for ${count} objects; give one for each`);
}

function joinNodes(core: WorldCore, from: number, to: number, joined: boolean): void {
  const { state } = core;
  if (!joined) disconnect(state, from, to);
  else if (!areJoined(state, from, to)) {
    if (laneCount(state) + 1 >= state.laneEnd.length) growLanes(core);
    connect(state, from, to);
  }
}

const manyNames: readonly (keyof SpawnManyOptions)[] = [
  'class',
  'kind',
  'owner',
  'granted',
  'count',
  'place',
  'values',
  'components',
];

/** Returns their ids. */
export function spawnMany(core: WorldCore, given: SpawnManyOptions): ArrayLike<number> {
  const options = optionsGiven('spawnMany', given, manyNames);
  const { state } = core;
  const { count, owner } = options;
  if (!Number.isInteger(count) || count < 0 || count >= idRange)
    throw refused('count of spawnMany', count, 'a whole number of objects');
  const { kind, definition } = kindGiven(state.model, 'spawnMany', options);
  const litter: Litter = {
    kind: kind.index,
    class: definition?.index ?? 0,
    count,
    owner: owner === undefined || owner === null ? 0 : demand(state.identity, owner),
    created: turnOf(state),
    granted: truthGiven('granted', options.granted ?? true),
    places: placesGiven(core, options.place, count),
  };
  const values = entriesGiven('values of spawnMany', options.values ?? {}, 'an object of names and values').map(
    ([name, value]) => ({
      column: demandCell(core, name, kind.index),
      value: firstValues(core, name, kind.index, value, count),
    }),
  );
  const components = entriesGiven('components of spawnMany', options.components ?? {}, 'an object of components').map(
    ([name, fields]) => ownValues(core, name, fields, count),
  );
  const isInStep = core.solver?.isInStep() === true;
  const ids = growing(core, () => {
    demandRows(core, count);
    return bearMany(state, litter);
  });
  if (isInStep) for (let i = 0; i < count; i++) core.solver?.born(ids[i]);
  for (const { column, value } of values) {
    const cells = state.cells[column.index];
    for (let i = 0; i < count; i++) cells[ids[i]] = typeof value === 'number' ? value : value[i];
    if (count > 0) touch(state.stamps, columnStamp(column.index));
  }
  for (const write of components) write(ids);
  return ids;
}

/** Before any is made, so that a world without room has none of them. */
function demandRows({ state: { identity, arena } }: WorldCore, count: number): void {
  const free = identity.kind.length - 1 - arena.header[header.live];
  if (free < count) throw new WorldFullError(identity.kind.length - 1);
}

function placesGiven(core: WorldCore, place: SpawnManyOptions['place'], count: number): Litter['places'] {
  if (place === undefined || place === null) return { at: 'nowhere' };
  const { x, y } = place as { readonly x?: unknown; readonly y?: unknown };
  if (isNumbers(x) && isNumbers(y))
    return { x: listed('x of the place', x, count), y: listed('y of the place', y, count) };
  return placementOf(core, place as PlaceOption);
}

/** As stored. */
function firstValues(
  core: WorldCore,
  name: string,
  kind: number,
  value: CellValue | ArrayLike<number>,
  count: number,
): number | ArrayLike<number> {
  const { state } = core;
  const column = demandCell(core, name, kind);
  if (!isNumbers(value)) {
    const stored = fromHost(state, column, value);
    return column.type.name === 'entity' && stored !== 0 ? (value as Handle) : stored;
  }
  if (column.type.name !== 'number')
    throw refused(`values of ${name}`, value, 'one value for all, since they are no numbers');
  return Float64Array.from(listed(`values of ${name}`, value, count), (each) => fromHost(state, column, each));
}

function ownValues(
  core: WorldCore,
  name: string,
  fields: Readonly<Record<string, number | ArrayLike<number>>>,
  count: number,
): (ids: ArrayLike<number>) => void {
  const { state } = core;
  const own = ownNamed(core, name);
  const given = entriesGiven(`the fields of ${name}`, fields, 'an object of fields and numbers');
  valuesGiven(name, Object.keys(own.fields), Object.fromEntries(given.map(([field]) => [field, 0])));
  const lists = given.map(([field, value]) => {
    if (typeof value !== 'number') listed(`${field} of ${name}`, value, count);
    return [field, value] as const;
  });
  return (ids) => {
    giveOwnMany(state, own, ids, lists);
  };
}
