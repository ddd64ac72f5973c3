import type { EngineRange, Plan } from './engine.js';

export const stage = { never: 0, running: 1, over: 2 } as const;

/** State of an engine outside of its worlds. N instances, A agents that act through the batch, B agents in all. */
export type Rows = Readonly<ReturnType<typeof createRows>>;

export function createRows({ shape, acting }: Plan, { count }: EngineRange, keepsFinals: boolean) {
  const { agents, heads, observationSize, maskSize } = shape;
  const all = count * agents;
  return {
    /** By instance: seed, number of the episode, `stage`, turns of the episode. */
    seeds: new Float64Array(count),
    episodes: new Float64Array(count),
    stages: new Uint8Array(count),
    turns: new Int32Array(count),
    /** Counter from which opponents draw in this episode; 0 if none draws. */
    keysLow: new Int32Array(count),
    keysHigh: new Int32Array(count),
    /** Of the last step; `finals` (f32 [N, A, D]) is empty unless episodes end within a step. */
    reward: new Float32Array(count * acting),
    terminated: new Uint8Array(count),
    truncated: new Uint8Array(count),
    finals: new Float32Array(keepsFinals ? count * acting * observationSize : 0),
    /** 1 for instances that the current step restarts. */
    isRestarting: new Uint8Array(count),
    /** From the worlds, for all agents: [N, B, K], [N, B, D], [N, B, M], [N, B] now and before the turn. */
    actions: new Int32Array(all * heads),
    observations: new Float32Array(all * observationSize),
    masks: new Uint8Array(all * maskSize),
    standings: new Float64Array(all),
    before: new Float64Array(all),
    live: new Uint8Array(all),
    isTerminal: new Uint8Array(count),
  };
}

const recordNames = [
  'seeds',
  'episodes',
  'stages',
  'turns',
  'keysLow',
  'keysHigh',
  'reward',
  'terminated',
  'truncated',
  'finals',
] as const;

/** Numbers of an episode and results of the last step, which worlds do not have. */
export type Record = Pick<Rows, (typeof recordNames)[number]>;

export type Column = Float32Array | Float64Array | Int32Array | Uint8Array;

/** The cells of consecutive instances in a column for `count`; shares its memory. */
export function cellsOf<Cells extends Column>(column: Cells, count: number, first: number, taken = 1): Cells {
  const each = column.length / count;
  return column.subarray(first * each, (first + taken) * each) as Cells;
}

export function columnsOf(record: Record): readonly Column[] {
  return recordNames.map((name) => record[name]);
}

function recordFrom(record: Record, make: (column: Column) => Column): Record {
  return Object.fromEntries(recordNames.map((name) => [name, make(record[name])])) as unknown as Record;
}

export function createRecord(rows: Record): Record {
  return recordFrom(rows, (column) => column.slice());
}

export function recordOf(rows: Record, instance: number): Record {
  return recordFrom(rows, (column) => cellsOf(column, rows.seeds.length, instance).slice());
}

/** Both have equal sizes. `finals`, the largest column, is optional. */
export function copyRecord(from: Record, into: Record, finals = true): void {
  for (const name of recordNames) if (finals || name !== 'finals') into[name].set(from[name]);
}

export function copyRecordOf(from: Record, instance: number, into: Record, to: number): void {
  for (const name of recordNames) {
    const cells = cellsOf(from[name], from.seeds.length, instance);
    const target = cellsOf(into[name], into.seeds.length, to);
    if (cells.length !== target.length) throw new RangeError('these records are of different environments');
    target.set(cells);
  }
}

export function bytesOfRecord(record: Record): number {
  return columnsOf(record).reduce((sum, { byteLength }) => sum + byteLength, 0);
}

export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Not a Buffer, whose slices would share its memory. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

export function copyAskedOf(
  { seeds, observations, masks, standings, before, live, isTerminal }: Rows,
  instance: number,
  to: number,
): void {
  for (const column of [observations, masks, standings, before, live, isTerminal])
    cellsOf(column, seeds.length, to).set(cellsOf(column, seeds.length, instance));
}
