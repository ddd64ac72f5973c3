import type { EngineRange, Plan } from './engine.js';

/** What is known of an instance between calls. */
export const stage = { never: 0, running: 1, over: 2 } as const;

/**
 * What cannot be asked of the worlds again: an episode's own numbers and what the last step said. N instances, A agents
 * that act through the batch.
 */
export interface Record {
  /** By instance: seed, number of the episode, `stage`, turns of the episode. */
  readonly seeds: Float64Array;
  readonly episodes: Float64Array;
  readonly stages: Uint8Array;
  readonly turns: Int32Array;
  /** What draws of opponents begin with in this episode; 0 where none of them draws. */
  readonly keysLow: Int32Array;
  readonly keysHigh: Int32Array;
  /** Of the last step: f32 [N, A], u8 [N], u8 [N], and f32 [N, A, D], empty where episodes do not end within a step. */
  readonly reward: Float32Array;
  readonly terminated: Uint8Array;
  readonly truncated: Uint8Array;
  readonly finals: Float32Array;
}

/** All that an engine knows besides the worlds, B agents in all. */
export interface Rows extends Record {
  /** 1 for instances that the step which runs begins anew. */
  readonly anew: Uint8Array;
  /**
   * What is asked of the worlds, all agents: i32 [N, B, K], f32 [N, B, D], u8 [N, B, M], f64 [N, B] now and before the
   * turn, u8 [N, B], u8 [N].
   */
  readonly actions: Int32Array;
  readonly observations: Float32Array;
  readonly masks: Uint8Array;
  readonly standings: Float64Array;
  readonly before: Float64Array;
  readonly live: Uint8Array;
  readonly isTerminal: Uint8Array;
}

export function createRows({ shape, seated }: Plan, { count }: EngineRange, keepsFinals: boolean): Rows {
  const { agents, heads, observationSize, maskSize } = shape;
  const all = count * agents;
  return {
    seeds: new Float64Array(count),
    episodes: new Float64Array(count),
    stages: new Uint8Array(count),
    turns: new Int32Array(count),
    keysLow: new Int32Array(count),
    keysHigh: new Int32Array(count),
    reward: new Float32Array(count * seated),
    terminated: new Uint8Array(count),
    truncated: new Uint8Array(count),
    finals: new Float32Array(keepsFinals ? count * seated * observationSize : 0),
    anew: new Uint8Array(count),
    actions: new Int32Array(all * heads),
    observations: new Float32Array(all * observationSize),
    masks: new Uint8Array(all * maskSize),
    standings: new Float64Array(all),
    before: new Float64Array(all),
    live: new Uint8Array(all),
    isTerminal: new Uint8Array(count),
  };
}

export function createRecord(rows: Record): Record {
  return {
    seeds: rows.seeds.slice(),
    episodes: rows.episodes.slice(),
    stages: rows.stages.slice(),
    turns: rows.turns.slice(),
    keysLow: rows.keysLow.slice(),
    keysHigh: rows.keysHigh.slice(),
    reward: rows.reward.slice(),
    terminated: rows.terminated.slice(),
    truncated: rows.truncated.slice(),
    finals: rows.finals.slice(),
  };
}

/** Copies a record of as many instances; without what has a row for each number observed where `finals` is false. */
export function copyRecord(from: Record, into: Record, finals = true): void {
  into.seeds.set(from.seeds);
  into.episodes.set(from.episodes);
  into.stages.set(from.stages);
  into.turns.set(from.turns);
  into.keysLow.set(from.keysLow);
  into.keysHigh.set(from.keysHigh);
  into.reward.set(from.reward);
  into.terminated.set(from.terminated);
  into.truncated.set(from.truncated);
  if (finals) into.finals.set(from.finals);
}

/** Copies the record of one instance into another's place, in the same or in another record. */
export function copyRecordOf(from: Record, instance: number, into: Record, to: number): void {
  const [count, size] = [from.seeds.length, into.seeds.length];
  copyRow(from.seeds, instance, count, into.seeds, to, size);
  copyRow(from.episodes, instance, count, into.episodes, to, size);
  copyRow(from.stages, instance, count, into.stages, to, size);
  copyRow(from.turns, instance, count, into.turns, to, size);
  copyRow(from.keysLow, instance, count, into.keysLow, to, size);
  copyRow(from.keysHigh, instance, count, into.keysHigh, to, size);
  copyRow(from.reward, instance, count, into.reward, to, size);
  copyRow(from.terminated, instance, count, into.terminated, to, size);
  copyRow(from.truncated, instance, count, into.truncated, to, size);
  copyRow(from.finals, instance, count, into.finals, to, size);
}

/** Copies what was asked of the world of one instance to another, which is a copy of it. */
export function copyAskedOf(
  { seeds, observations, masks, standings, before, live, isTerminal }: Rows,
  instance: number,
  to: number,
): void {
  for (const column of [observations, masks, standings, before, live, isTerminal]) {
    const each = column.length / seeds.length;
    column.copyWithin(to * each, instance * each, (instance + 1) * each);
  }
}

/** The record of one instance by itself. */
export function recordOf(rows: Record, instance: number): Record {
  const count = rows.seeds.length;
  const part = <Part extends Column>(column: Part): Part =>
    column.slice((instance * column.length) / count, ((instance + 1) * column.length) / count) as Part;
  return {
    seeds: part(rows.seeds),
    episodes: part(rows.episodes),
    stages: part(rows.stages),
    turns: part(rows.turns),
    keysLow: part(rows.keysLow),
    keysHigh: part(rows.keysHigh),
    reward: part(rows.reward),
    terminated: part(rows.terminated),
    truncated: part(rows.truncated),
    finals: part(rows.finals),
  };
}

type Column = Float64Array | Float32Array | Int32Array | Uint8Array;

/** An instance's part of a column of `count` instances, into one of `size`. */
function copyRow(from: Column, instance: number, count: number, into: Column, to: number, size: number): void {
  const each = from.length / count;
  if (each !== into.length / size) throw new RangeError('these records are of different environments');
  for (let i = 0; i < each; i++) into[to * each + i] = from[instance * each + i];
}

export function bytesOfRecord(record: Record): number {
  let sum = 0;
  for (const column of [
    record.seeds,
    record.episodes,
    record.stages,
    record.turns,
    record.keysLow,
    record.keysHigh,
    record.reward,
    record.terminated,
    record.truncated,
    record.finals,
  ])
    sum += column.byteLength;
  return sum;
}
