import { type Placement, put } from '../../components/place.js';
import { writeCell } from '../../components/cells.js';
import type { WorldState } from '../../components/state.js';
import { type Frame, type Node, sourceSlot } from '../../ir/node.js';
import type { Column, Kind } from '../../model/model.js';
import { type Litter, bearMany } from '../../state/bear-many.js';
import { bear } from '../../state/object-life.js';
import { placeAt, putMany, settleMany, writeMany } from '../../state/write-many.js';

/** How values of many objects of a step are found and written: one by one, or as columns with equal results. */
export interface StartTools {
  /** Over slot 0 and the number of the object. Booleans are 0 and 1, objects ids; see `isAbsent`. */
  readonly evaluate: (node: Node, ids: Int32Array, frame: Frame) => StartValues;
  /** Nowhere; nodes at 0, 0. */
  readonly bear: (litter: Omit<Litter, 'places'>) => Int32Array;
  /** At coordinates. */
  readonly put: (kind: Kind, ids: Int32Array, x: Float64Array, y: Float64Array) => void;
  /** At the places of other objects. `nowhere`: for one that finds none there. */
  readonly settle: (kind: Kind, ids: Int32Array, others: Float64Array, nowhere: (i: number) => never) => void;
  readonly write: (column: Column, ids: Int32Array, values: Float64Array) => void;
}

export interface StartValues {
  readonly values: Float64Array;
  /** By row, 1 where the value is absent; undefined where none is. */
  readonly absent: Uint8Array | undefined;
}

export type EvaluateStart = StartTools['evaluate'];

/** The meaning of the steps. */
export function plainStartTools(state: WorldState): StartTools {
  return {
    evaluate: evaluateEach,
    bear({ count, ...litter }) {
      const place = firstPlace(state, litter.kind);
      return Int32Array.from({ length: count }, () => bear(state, { ...litter, name: '', place }));
    },
    put(_kind, ids, x, y) {
      ids.forEach((id, i) => {
        put(state, id, { at: 'point', x: x[i], y: y[i] });
      });
    },
    settle(kind, ids, others, nowhere) {
      ids.forEach((id, i) => {
        put(state, id, placeAt(state, kind, others[i]) ?? nowhere(i));
      });
    },
    write(column, ids, values) {
      ids.forEach((id, i) => {
        writeCell(state, column, id, values[i]);
      });
    },
  };
}

/** `evaluate`: as columns. */
export function bulkStartTools(state: WorldState, evaluate: EvaluateStart): StartTools {
  return {
    evaluate,
    bear: (litter) => Int32Array.from(bearMany(state, { ...litter, places: firstPlace(state, litter.kind) })),
    put: (kind, ids, x, y) => {
      putMany(state, kind, ids, x, y);
    },
    settle: (kind, ids, others, nowhere) => {
      settleMany(state, kind, ids, others, nowhere);
    },
    write: (column, ids, values) => {
      writeMany(state, column, ids, values);
    },
  };
}

function firstPlace({ model }: WorldState, kind: number): Placement {
  return model.kinds[kind - 1].node ? { at: 'point', x: 0, y: 0 } : { at: 'nowhere' };
}

/** One after the other by the interpreter. */
export function evaluateEach(node: Node, ids: Int32Array, frame: Frame): StartValues {
  const values = new Float64Array(ids.length);
  let absent: Uint8Array | undefined;
  ids.forEach((id, i) => {
    frame.slots[sourceSlot] = id;
    frame.value = i;
    const value = frame.evaluate(node);
    if (typeof value === 'number') values[i] = value;
    else (absent ??= new Uint8Array(ids.length))[i] = 1;
  });
  return { values, absent };
}
