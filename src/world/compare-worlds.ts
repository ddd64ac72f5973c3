import { hasCell, readCell } from '../components/cells.js';
import { variablesOf } from '../components/cell-blocks.js';
import { ownersOf } from '../components/ownership.js';
import { placeHolder } from '../components/place.js';
import { liveIds } from '../components/live-objects.js';
import type { WorldState } from '../components/state.js';
import { asHandle, handleOf, idLimit, isLive, resolve } from '../kernel/identity.js';
import { textOf } from '../kernel/strings.js';
import { classAt, kindAt } from '../model/model.js';
import type { WorldCore } from './core.js';
import type { CellValue, Handle } from './host-values.js';
import type { Difference, DifferenceCount } from './questions-api.js';
import { allHeld } from './relation-methods.js';
import { type Tie, tiesIn } from './object-ties.js';
import { toHost } from './typed-value.js';
import { plainValue } from './variables.js';

export interface Compared {
  /** The first ones, by ascending id. */
  readonly differences: readonly Difference[];
  /** Of all, by what differs. */
  readonly counts: readonly DifferenceCount[];
}

/** Two worlds, object by object. `most`: of the differences listed. */
export function compareWorlds(first: WorldCore, second: WorldCore, most: number): Compared {
  const differences: Difference[] = [];
  const counts = new Map<string, { objects: number; sum: number | undefined }>();
  for (const difference of differencesOf(first, second)) {
    if (differences.length < most) differences.push(difference);
    const by = difference.isObject ? NaN : numeric(difference.second) - numeric(difference.first);
    const known = counts.get(difference.what);
    if (known === undefined) counts.set(difference.what, { objects: 1, sum: Number.isNaN(by) ? undefined : by });
    else {
      known.objects++;
      known.sum = known.sum === undefined || Number.isNaN(by) ? undefined : known.sum + by;
    }
  }
  return { differences, counts: [...counts].map(([what, count]) => ({ what, ...count })) };
}

/** What differs between two worlds, by ascending id. */
export function* differencesOf(
  first: WorldCore,
  second: WorldCore,
  pairing = pairObjects(first, second),
): Generator<Difference> {
  const limit = idLimit(first.state.identity);
  const ties = [tiesIn(first.state), tiesIn(second.state)] as const;
  for (let id = 1; id < limit; id++) {
    const handle = handleIn(first.state, id);
    if (handle === 0) continue;
    const other = pairing.inSecond(id);
    if (other !== 0) yield* objectDifferences([first, second], [id, other], pairing, ties);
    else yield { object: asHandle(handle), what: 'exists', isObject: false, first: true, second: false };
  }
  for (const id of pairing.onlyInSecond())
    yield {
      object: asHandle(handleIn(second.state, id)),
      what: 'exists',
      isObject: false,
      first: false,
      second: true,
    };
}

/** Which object of one world is which of the other, by their rows. */
export interface Pairing {
  /** 0: none. */
  inSecond(id: number): number;
  onlyInSecond(): Iterable<number>;
}

/** Of one content by their handles. Two contents may number objects differently: by unique names first. */
export function pairObjects(first: WorldCore, second: WorldCore): Pairing {
  const pairs = isOneContent(first, second) ? undefined : pairsByName(first, second);
  const isPaired = pairs && new Set(pairs.values());
  const inSecond = (id: number): number => {
    const other = pairs?.get(id);
    if (other !== undefined) return other;
    const handle = handleIn(first.state, id);
    return handle === handleIn(second.state, id) && isPaired?.has(id) !== true && isOneKind(first, second, id) ? id : 0;
  };
  return {
    inSecond,
    *onlyInSecond() {
      for (let id = 1; id < idLimit(second.state.identity); id++) {
        if (handleIn(second.state, id) === 0 || isPaired?.has(id) === true) continue;
        const isOwn = id < idLimit(first.state.identity) && pairs?.has(id) !== true && inSecond(id) === id;
        if (!isOwn) yield id;
      }
    },
  };
}

export function isOneContent(first: WorldCore, second: WorldCore): boolean {
  return first.program.fingerprint === second.program.fingerprint;
}

function isOneKind(first: WorldCore, second: WorldCore, id: number): boolean {
  if (isOneContent(first, second)) return true;
  const [kind, other] = [first, second].map(({ state }) => kindAt(state.model, state.identity.kind[id]).name);
  return kind === other;
}

function pairsByName(first: WorldCore, second: WorldCore): ReadonlyMap<number, number> {
  const [names, others] = [first, second].map(uniqueNames);
  const pairs = new Map<number, number>();
  for (const [name, id] of names) {
    const other = others.get(name);
    if (other !== undefined) pairs.set(id, other);
  }
  return pairs;
}

/** Ids by kind and name. */
function uniqueNames({ state }: WorldCore): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  const twice: string[] = [];
  for (const id of liveIds(state)) {
    const name = textOf(state.strings, state.name[id]);
    if (name === '') continue;
    const key = JSON.stringify([kindAt(state.model, state.identity.kind[id]).name, name]);
    if (ids.has(key)) twice.push(key);
    ids.set(key, id);
  }
  for (const key of twice) ids.delete(key);
  return ids;
}

function handleIn({ identity }: WorldState, id: number): number {
  return id < identity.kind.length && isLive(identity, id) ? handleOf(identity, id) : 0;
}

function numeric(value: Difference['first']): number {
  return typeof value === 'number' ? value : NaN;
}

interface Part extends Pick<Difference, 'what' | 'isObject' | 'first'> {
  /** A list whose order means nothing: two contents may number words and objects differently. */
  readonly isSet: boolean;
  /** Content may give a meter the name of what every object has, such as `owner`. Ties have none if they are empty. */
  readonly of: 'object' | 'content' | 'tie';
}

type Two<Thing> = readonly [first: Thing, second: Thing];

function* objectDifferences(
  [first, second]: Two<WorldCore>,
  [id, otherId]: Two<number>,
  pairing: Pairing,
  [ties, otherTies]: Two<(id: number) => readonly Tie[]>,
): Generator<Difference> {
  const [parts, others] = [
    [...partsOf(first, id), ...ties(id).map((tie) => tiePart(first, tie))],
    [...partsOf(second, otherId), ...otherTies(otherId).map((tie) => tiePart(second, tie))],
  ].map((all) => new Map(all.map((part) => [`${part.of} ${part.what}`, part])));
  const paired = (handle: unknown): unknown => {
    const other = pairing.inSecond(resolve(first.state.identity, Number(handle)));
    return other === 0 ? undefined : handleOf(second.state.identity, other);
  };
  for (const key of new Set([...parts.keys(), ...others.keys()])) {
    const [own, other] = [parts.get(key), others.get(key)];
    const part = own ?? other;
    if (part === undefined) continue;
    const { what, isObject, isSet, of } = part;
    const nothing = of === 'tie' ? [] : null;
    const [value, otherValue] = [own?.first ?? nothing, other?.first ?? nothing];
    if (isSame(value, otherValue, isObject ? paired : asIs, isSet)) continue;
    yield { object: asHandle(handleIn(first.state, id)), what, isObject, first: value, second: otherValue };
  }
}

const asIs = (value: unknown): unknown => value;

/** `paired`: the object in the second world. `isSet`: the order of a list does not count. */
function isSame(
  a: Difference['first'],
  b: Difference['first'],
  paired: (value: unknown) => unknown,
  isSet: boolean,
): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a === null ? null : paired(a), b);
  if (a.length !== b.length) return false;
  const others = isSet ? new Set<unknown>(b) : undefined;
  return a.every((each, i) => others?.has(paired(each)) ?? paired(each) === b[i]);
}

function tiePart({ state }: WorldCore, { what, to }: Tie): Part {
  const isObject = typeof to[0] === 'number';
  const first = isObject ? to.map((id) => asHandle(handleOf(state.identity, Number(id)))) : to.map(String);
  return { what, isObject, first, isSet: true, of: 'tie' };
}

/** What an object has by itself. */
function partsOf(core: WorldCore, id: number): readonly Part[] {
  const { state } = core;
  const { model } = state;
  const kind = kindAt(model, state.identity.kind[id]);
  const part = (what: string, first: Difference['first'], { isObject = false, isSet = false } = {}): Part => ({
    what,
    isObject,
    first,
    isSet,
    of: 'object',
  });
  const own = (...given: Parameters<typeof part>): Part => ({ ...part(...given), of: 'content' });
  const handles = (ids: readonly number[]): readonly Handle[] => ids.map((each) => handleOf(state.identity, each));
  const isPlaced = placeHolder(state, id) === id;
  const { holdings, lists } = allHeld(state, id);
  return [
    part('class', state.class[id] === 0 ? null : classAt(model, state.class[id]).name),
    part('owner', handles(ownersOf(state, id)), { isObject: true, isSet: true }),
    part('place', handleOf(state.identity, state.parent[id]) || null, { isObject: true }),
    ...(isPlaced ? [part('x', state.x[id]), part('y', state.y[id])] : []),
    ...kind.columns.flatMap((index) => {
      const column = model.columns[index];
      if (!hasCell(state, column, id)) return [];
      const value = toHost(state, column.type, readCell(state, column, id));
      return [own(column.name, value, { isObject: column.type.name === 'entity' })];
    }),
    ...variablesOf(model, kind.index).map((variable) => own(variable.name, cellOf(plainValue(core, id, variable)))),
    ...Object.entries(holdings as Readonly<Record<string, readonly string[]>>).map(([name, words]) =>
      own(name, words, { isSet: true }),
    ),
    ...Object.entries(lists).map(([name, list]) => own(name, list, { isObject: true })),
  ];
}

function cellOf(value: CellValue | undefined): CellValue {
  return value ?? null;
}
