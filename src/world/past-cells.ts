import { asHandle, handleOf } from '../kernel/identity.js';
import type { CellWrite } from '../meaning/effects/turn-context.js';
import type { WorldCore } from './core.js';
import { watchWrites } from './past-writes.js';
import { repeatedTurn } from './repeat-turn.js';
import type { OwnWrite, OwnWrites, PastClause, PastRead, PastWrite } from './past-api.js';

/** More writes are only counted. */
export const mostShown = 8;

interface Around {
  /** What the turn is run again for, as an advice. */
  readonly purpose: string;
  readonly reads: readonly PastRead[];
  /** Arranges that the moment is told. Returns what begins again, before each try. */
  readonly arrange?: (twin: WorldCore, isNow: () => void) => (() => void) | undefined;
  /** Whether what is asked about makes a write, on the copy. */
  readonly isOwn?: (write: CellWrite, twin: WorldCore) => boolean;
}

export interface FoundWrites extends OwnWrites {
  /** The reads, with their writes. */
  readonly told: <Of extends PastRead>(read: Of) => Of;
}

/** Runs the last turn again: who wrote cells before a moment and after it, and what was written by whom it is about. */
export function writesAround(core: WorldCore, { purpose, reads, arrange, isOwn }: Around): FoundWrites {
  const { twin, run } = repeatedTurn(core, purpose);
  const { identity, model } = twin.state;
  const cells = new Set(reads.flatMap((read) => (read.object === null ? [] : [cellOf(read)])));
  let byCell = new Map<string, Writes>();
  let own: OwnWrite[] = [];
  let [isLater, writeCount] = [false, 0];
  const restart = arrange?.(twin, () => {
    isLater = true;
  });
  const observer = watchWrites(twin, (write, told) => {
    if (isOwn?.(write, twin) === true && writeCount++ < mostShown) own.push(told());
    const cell = byCell.get(
      cellOf({ object: handleOf(identity, write.object), column: model.columns[write.column].name }),
    );
    if (cell === undefined) return;
    if (isLater && cell.laterCount++ >= mostShown) return;
    const { object: _object, column: _column, ...past } = told();
    if (isLater) cell.later.push(past);
    else cell.written = past;
  });
  run(observer, () => {
    byCell = new Map([...cells].map((cell) => [cell, { written: null, later: [], laterCount: 0 }]));
    own = [];
    [isLater, writeCount] = [false, 0];
    restart?.();
  });
  return { told: (read) => ({ ...read, ...byCell.get(cellOf(read)) }), writes: own, writeCount };
}

export function toldClauses(
  clauses: readonly PastClause[],
  { told }: Pick<FoundWrites, 'told'>,
): readonly PastClause[] {
  return clauses.map(({ reads, witness, ...clause }) => ({
    ...clause,
    reads: reads.map(told),
    witness: witness && { ...witness, reads: witness.reads.map(told) },
  }));
}

export function readsIn(clauses: readonly PastClause[]): readonly PastRead[] {
  return clauses.flatMap(({ reads, witness }) => [...reads, ...(witness?.reads ?? [])]);
}

function cellOf({ object, column }: Pick<PastRead, 'object' | 'column'>): string {
  return `${String(object)} ${String(column)}`;
}

interface Writes {
  written: PastWrite | null;
  readonly later: PastWrite[];
  laterCount: number;
}

/** Null for 0. */
export function handleOrNull(handle: number) {
  return handle === 0 ? null : asHandle(handle);
}
