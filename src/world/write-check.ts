import type { ColumnArray } from '../kernel/arena.js';
import { EdictError } from '../kernel/errors.js';
import { idLimit } from '../kernel/identity.js';
import { badCell } from '../components/cells.js';
import { columnsFor } from '../components/layout.js';
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
  let arena: object | undefined;
  let columns: readonly Watched[] = [];
  let stamps = new Float64Array(0);
  return {
    note() {
      if (arena !== state.arena.token) {
        arena = state.arena.token;
        columns = watchedColumns(state);
      } else for (const { column, seen } of columns) seen.set(column);
      stamps = state.stamps.values.slice();
    },
    demand(who, declared) {
      // A world that has grown or was restored has other arrays, all noted.
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
    `${who} wrote ${name} of object ${id} and did not say so; name ${name} in writes of a system, or call changed of ecs() afterwards`,
    who,
  );
}

/** Throws where a host has written a value that is none of its type. */
export function demandValues(state: WorldState, who: string): void {
  for (let id = 1; id < idLimit(state.identity); id++) {
    const bad = badCell(state, id);
    if (bad !== undefined)
      throw new EdictError(
        'bad-value',
        `${bad.name} of object ${id} is ${bad.value}, which ${who} wrote past all calls; write ${bad.expected}`,
        bad.name,
      );
  }
}

/** What views of the world show. */
function watchedColumns(state: WorldState): readonly Watched[] {
  return columnsFor(state.model, roomOf(state), state.own).flatMap(({ of, stamp, spec }, i) => {
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
