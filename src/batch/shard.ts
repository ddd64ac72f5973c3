import { EdictError, about } from '../kernel/errors.js';
import { type Instances, InstanceError, type InstancesSnapshot, type Seats } from './instances-and-seats.js';
import { type Column, type Rows, cellsOf } from './engine-rows.js';

/** Determines what an undo must revert. */
const progress = { none: 0, ordered: 1, ran: 2 } as const;

/** Instances of one world, with their part of the engine's rows. */
export interface Shard
  extends Pick<
    Rows,
    'actions' | 'observations' | 'masks' | 'standings' | 'before' | 'live' | 'isTerminal' | 'isRestarting'
  > {
  /** The first instance in the engine, and its number in the batch. */
  readonly first: number;
  readonly number: number;
  readonly instances: Instances;
  readonly seats: Seats;
  readonly agents: Float64Array;
  /** States of instances that the step has removed; reused. */
  readonly taken: InstancesSnapshot[];
  readonly takenFrom: Int32Array;
  takenCount: number;
  progress: number;
  isStale: boolean;
}

export function createShard(instances: Instances, seats: Seats, rows: Rows, first: number, number: number): Shard {
  const { count } = instances;
  const part = <Cells extends Column>(cells: Cells): Cells => cellsOf(cells, rows.seeds.length, first, count);
  return {
    first,
    number,
    instances,
    seats,
    actions: part(rows.actions),
    observations: part(rows.observations),
    masks: part(rows.masks),
    standings: part(rows.standings),
    before: part(rows.before),
    live: part(rows.live),
    isTerminal: part(rows.isTerminal),
    isRestarting: part(rows.isRestarting),
    agents: new Float64Array(seats.agents.length),
    taken: [],
    takenFrom: new Int32Array(count),
    takenCount: 0,
    progress: progress.none,
    isStale: true,
  };
}

/** Looks only after a change. */
export function look(shard: Shard): void {
  if (!shard.isStale) return;
  shard.seats.look();
  shard.isStale = false;
}

export function ask(shard: Shard): void {
  look(shard);
  askSeats(shard.seats, shard);
}

export function askSeats(
  seats: Seats,
  into: Pick<Rows, 'observations' | 'masks' | 'standings' | 'live' | 'isTerminal'>,
): void {
  seats.observe(into.observations);
  seats.masks(into.masks);
  seats.rewards(into.standings);
  seats.live(into.live);
  seats.terminated(into.isTerminal);
}

/** The value of `ask` before the next turn. */
export function refresh(shard: Shard): void {
  shard.isStale = true;
  ask(shard);
  shard.before.set(shard.standings);
}

export function rest(shard: Shard): void {
  shard.progress = progress.none;
  shard.takenCount = 0;
}

/** One turn. The result for instances to restart does not matter. */
export function turn(shard: Shard): void {
  const { instances, seats } = shard;
  shard.agents.set(seats.agents);
  shard.progress = progress.ordered;
  seats.order(shard.actions);
  try {
    instances.run();
  } catch (error) {
    // Removing them first is expensive, and the turn of an ended episode rarely fails.
    if (!shard.isRestarting.includes(1)) throw error;
    for (let i = 0; i < shard.isRestarting.length; i++) if (shard.isRestarting[i] === 1) takeOut(shard, i);
    instances.run();
  }
  shard.progress = progress.ran;
  seats.withdraw();
  shard.isStale = true;
}

function takeOut(shard: Shard, instance: number): void {
  const place = shard.takenCount;
  shard.taken[place] = shard.instances.take(instance, shard.taken[place]);
  shard.takenFrom[place] = instance;
  shard.takenCount++;
  shard.instances.clear(instance);
}

/** Undoes the step, however far it got. */
export function takeBack(shard: Shard): void {
  const { instances, seats } = shard;
  if (shard.progress === progress.ran) instances.undo();
  if (shard.progress !== progress.none) seats.takeBack();
  for (let i = 0; i < shard.takenCount; i++) instances.give(shard.takenFrom[i], shard.taken[i]);
  if (shard.progress !== progress.none) seats.agents.set(shard.agents);
  rest(shard);
  refresh(shard);
}

/** Adds the batch's instance, if known. */
export function named({ instances, number }: Shard, error: unknown): unknown {
  if (!(error instanceof EdictError)) return error;
  const instance = error instanceof InstanceError ? error.instance : instances.count === 1 ? 0 : undefined;
  return instance === undefined ? error : about(`instance ${number + instance}`, error);
}
