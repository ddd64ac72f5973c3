import type { ColumnArray } from '../kernel/arena.js';
import { EdictError } from '../kernel/errors.js';
import { idLimit, isLive } from '../kernel/identity.js';
import { badCell } from '../components/cells.js';
import { columnsFor } from '../components/layout.js';
import { strayValue } from '../components/own-components.js';
import type { WorldState } from '../components/state.js';
import { fact } from '../model/stamps.js';
import { roomOf } from '../state/world-state.js';

/**
 * For `check: 'writes'`: finds what a host writes past all calls and does not declare. Calls of the world change the
 * stamps of what they write; a column with other values and the same stamp was written past them.
 */
export interface WriteCheck {
  /** The state is right as it is. */
  note(): void;
  /** Throws for undeclared writes since, and for values that no call would accept. `declared`: stamps. */
  demand(who: string, declared: readonly number[]): void;
}

interface Watched {
  readonly name: string;
  readonly column: ColumnArray;
  readonly width: number;
  readonly stamps: readonly number[];
  readonly seen: ColumnArray;
}

export function createWriteCheck(state: WorldState): WriteCheck {
  let arena: object | undefined = state.arena.token;
  let columns = watchedColumns(state);
  let stamps = state.stamps.values.slice();
  return {
    note() {
      if (arena !== state.arena.token) {
        arena = state.arena.token;
        columns = watchedColumns(state);
      } else for (const { column, seen } of columns) seen.set(column);
      stamps = state.stamps.values.slice();
    },
    demand(who, declared) {
      // A world that has grown has other arrays, noted when they are made.
      if (arena !== state.arena.token) return;
      const { values } = state.stamps;
      for (const { name, column, width, stamps: own, seen } of columns) {
        const isSaid = own.some((stamp) => declared.includes(stamp) || values[stamp] !== stamps[stamp]);
        const at = firstDifference(column, seen);
        if (at < 0) continue;
        if (!isSaid) throw undeclared(who, name, Math.floor(at / width));
      }
      demandValues(state, who);
    },
  };
}

function undeclared(who: string, name: string, id: number): EdictError {
  return new EdictError(
    'undeclared-write',
    `${who} wrote ${name} of object ${id} without declaring it; name ${name.replace(/\..*$/, '')} in writes of ` +
      'a system, or call changed of ecs() afterwards',
    who,
  );
}

/** Throws where a host has written a value that is none of its type. */
export function demandValues(state: WorldState, who: string): void {
  demandNoStray(state, who);
  for (let id = 1; id < idLimit(state.identity); id++) {
    const bad = badCell(state, id);
    if (bad !== undefined)
      throw new EdictError(
        'bad-value',
        `${bad.name} of object ${id} is ${bad.value}, which ${who} wrote directly; write ${bad.expected}`,
        bad.name,
      );
  }
}

function demandNoStray(state: WorldState, who: string): void {
  const stray = strayValue(state);
  if (stray !== undefined)
    throw strayed(state, who, `${stray.field} of component ${stray.name}`, stray.row, stray.value);
  for (const { name, index } of state.model.columns)
    if (state.cells[index][0] !== 0) throw strayed(state, who, name, 0, state.cells[index][0]);
  for (const { name, column, width, isHosts } of state.rows) {
    const written = isHosts ? column.subarray(0, width).find((value) => value !== 0) : undefined;
    if (written !== undefined) throw strayed(state, who, name, 0, written);
  }
}

function strayed({ identity }: WorldState, who: string, what: string, row: number, value: number): EdictError {
  const isThere = row > 0 && row < idLimit(identity) && isLive(identity, row);
  const reason = isThere ? `object ${row} does not have it` : `row ${row} belongs to no object`;
  return new EdictError(
    'bad-value',
    `${what} is ${value} in row ${row}, which ${who} wrote directly: ${reason}; write only to ids that a query ` +
      'returns, and set this value to 0',
    what,
  );
}

/** What views of the world show. */
function watchedColumns(state: WorldState): readonly Watched[] {
  return columnsFor(state.model, roomOf(state), state.own).flatMap(({ of, stamp: given, spec }, i) => {
    const stamp = typeof given === 'object' ? undefined : given;
    if (spec.dimension !== 'entity' || (of?.has === undefined && stamp === undefined)) return [];
    const column = state.arena.columns[i];
    const stamps = [
      ...(stamp === undefined ? [] : [typeof stamp === 'number' ? stamp : fact[stamp]]),
      ...(of?.facts ?? []).map((each) => fact[each]),
    ];
    const name = of?.has === undefined ? spec.name.replace(/^\w+\./, '') : of.name;
    return [{ name, column, width: spec.width, stamps, seen: column.slice() }];
  });
}

function firstDifference(a: ColumnArray, b: ColumnArray): number {
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return i;
  return -1;
}
