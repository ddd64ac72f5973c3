import { hasCell, readCell } from '../components/cells.js';
import { variablesOf } from '../components/cell-blocks.js';
import { ownersOf } from '../components/ownership.js';
import { placeHolder } from '../components/place.js';
import type { WorldState } from '../components/state.js';
import { asHandle, handleOf, idLimit, isLive } from '../kernel/identity.js';
import { classAt, kindAt } from '../model/model.js';
import type { WorldCore } from './core.js';
import type { CellValue, Handle } from './host-values.js';
import type { Difference, DifferenceCount } from './questions-api.js';
import { allHeld } from './relation-methods.js';
import { toHost } from './typed-value.js';
import { plainValue } from './variables.js';

export interface Compared {
  /** The first ones, by ascending id. */
  readonly differences: readonly Difference[];
  /** Of all, by what differs. */
  readonly counts: readonly DifferenceCount[];
}

/** Two worlds of one content, object by object; an object is the same if its handle is. */
export function compareWorlds(first: WorldCore, second: WorldCore, most: number): Compared {
  const differences: Difference[] = [];
  const counts = new Map<string, { objects: number; sum: number | undefined }>();
  const note = (difference: Difference): void => {
    if (differences.length < most) differences.push(difference);
    const by = numeric(difference.second) - numeric(difference.first);
    const known = counts.get(difference.what);
    if (known === undefined) counts.set(difference.what, { objects: 1, sum: Number.isNaN(by) ? undefined : by });
    else {
      known.objects++;
      known.sum = known.sum === undefined || Number.isNaN(by) ? undefined : known.sum + by;
    }
  };
  const limit = Math.max(idLimit(first.state.identity), idLimit(second.state.identity));
  for (let id = 1; id < limit; id++) {
    const [a, b] = [first, second].map(({ state }) => handleIn(state, id));
    if (a === b) {
      if (a !== 0) compareObject(first, second, id, note);
      continue;
    }
    if (a !== 0) note({ object: asHandle(a), what: 'exists', isObject: false, first: true, second: false });
    if (b !== 0) note({ object: asHandle(b), what: 'exists', isObject: false, first: false, second: true });
  }
  return { differences, counts: [...counts].map(([what, count]) => ({ what, ...count })) };
}

function handleIn({ identity }: WorldState, id: number): number {
  return id < identity.kind.length && isLive(identity, id) ? handleOf(identity, id) : 0;
}

function numeric(value: Difference['first']): number {
  return typeof value === 'number' ? value : NaN;
}

type Part = Pick<Difference, 'what' | 'isObject' | 'first'>;

function compareObject(first: WorldCore, second: WorldCore, id: number, note: (difference: Difference) => void): void {
  const [parts, others] = [first, second].map((core) => new Map(partsOf(core, id).map((part) => [part.what, part])));
  for (const what of new Set([...parts.keys(), ...others.keys()])) {
    const [own, other] = [parts.get(what), others.get(what)];
    const [value, otherValue] = [own?.first ?? null, other?.first ?? null];
    if (isSame(value, otherValue)) continue;
    const isObject = (own ?? other)?.isObject === true;
    note({ object: asHandle(handleIn(first.state, id)), what, isObject, first: value, second: otherValue });
  }
}

function isSame(a: Difference['first'], b: Difference['first']): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b);
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

/** What content reads of an object: not its lane, and not the relations and availabilities of factions. */
function partsOf(core: WorldCore, id: number): readonly Part[] {
  const { state } = core;
  const { model } = state;
  const kind = kindAt(model, state.identity.kind[id]);
  const part = (what: string, first: Difference['first'], isObject = false): Part => ({ what, isObject, first });
  const handles = (ids: readonly number[]): readonly Handle[] => ids.map((each) => handleOf(state.identity, each));
  const isPlaced = placeHolder(state, id) === id;
  const { holdings, lists } = allHeld(state, id);
  return [
    part('class', state.class[id] === 0 ? null : classAt(model, state.class[id]).name),
    part('owner', handles(ownersOf(state, id)), true),
    part('place', handleOf(state.identity, state.parent[id]) || null, true),
    ...(isPlaced ? [part('x', state.x[id]), part('y', state.y[id])] : []),
    ...kind.columns.flatMap((index) => {
      const column = model.columns[index];
      if (!hasCell(state, column, id)) return [];
      return [
        part(column.name, toHost(state, column.type, readCell(state, column, id)), column.type.name === 'entity'),
      ];
    }),
    ...variablesOf(model, kind.index).map(
      (variable): Part => part(variable.name, cellOf(plainValue(core, id, variable))),
    ),
    ...Object.entries(holdings as Readonly<Record<string, readonly string[]>>).map(([name, words]) =>
      part(name, words),
    ),
    ...Object.entries(lists).map(([name, list]) => part(name, list, true)),
  ];
}

function cellOf(value: CellValue | undefined): CellValue {
  return value ?? null;
}
