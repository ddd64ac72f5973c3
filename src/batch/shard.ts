import type { EnvironmentShape } from '../ir/environment.js';
import { EdictError } from '../kernel/errors.js';
import { type Instances, InstanceError, type InstancesSnapshot, type Seats } from './instances.js';
import type { Rows } from './rows.js';

/** How far a turn of a shard has come: what has to be taken back follows from it. */
const progress = { none: 0, ordered: 1, ran: 2 } as const;

/** Instances that lie in one world, with their part of the engine's rows. */
export interface Shard
  extends Pick<Rows, 'actions' | 'observations' | 'masks' | 'standings' | 'before' | 'live' | 'isTerminal' | 'anew'> {
  /** The first of its instances in the engine, and the number of that in the batch. */
  readonly first: number;
  readonly number: number;
  readonly instances: Instances;
  readonly seats: Seats;
  /** Who the agents were before the step. */
  readonly agents: Float64Array;
  /** Instances that the step has taken out, as they were, and memory for more of them. */
  readonly taken: InstancesSnapshot[];
  readonly takenFrom: Int32Array;
  takenCount: number;
  progress: number;
  /** Instances have changed since it was last found out who is in which slot. */
  isStale: boolean;
}

export function createShard(
  instances: Instances,
  seats: Seats,
  rows: Rows,
  { agents, heads, observationSize, maskSize }: EnvironmentShape,
  first: number,
  number: number,
): Shard {
  const { count } = instances;
  const start = first * agents;
  const end = (first + count) * agents;
  return {
    first,
    number,
    instances,
    seats,
    actions: rows.actions.subarray(start * heads, end * heads),
    observations: rows.observations.subarray(start * observationSize, end * observationSize),
    masks: rows.masks.subarray(start * maskSize, end * maskSize),
    standings: rows.standings.subarray(start, end),
    before: rows.before.subarray(start, end),
    live: rows.live.subarray(start, end),
    isTerminal: rows.isTerminal.subarray(first, first + count),
    anew: rows.anew.subarray(first, first + count),
    agents: new Float64Array(seats.agents.length),
    taken: [],
    takenFrom: new Int32Array(count),
    takenCount: 0,
    progress: progress.none,
    isStale: true,
  };
}

/** Finds who is in which slot, where that may have changed. */
export function look(shard: Shard): void {
  if (!shard.isStale) return;
  shard.seats.look();
  shard.isStale = false;
}

/** Asks the world everything that is said of it. */
export function ask(shard: Shard): void {
  const { seats } = shard;
  look(shard);
  seats.observe(shard.observations);
  seats.masks(shard.masks);
  seats.rewards(shard.standings);
  seats.live(shard.live);
  seats.terminated(shard.isTerminal);
}

/** What `ask` says, as it stands before the next turn. */
export function refresh(shard: Shard): void {
  shard.isStale = true;
  ask(shard);
  shard.before.set(shard.standings);
}

/** Notes that a step begins, in which nothing has happened here so far. */
export function rest(shard: Shard): void {
  shard.progress = progress.none;
  shard.takenCount = 0;
}

/** Carries the orders out: one turn. Of instances that are to be begun anew it does not matter what becomes. */
export function turn(shard: Shard): void {
  const { instances, seats } = shard;
  shard.agents.set(seats.agents);
  shard.progress = progress.ordered;
  seats.order(shard.actions);
  try {
    instances.run();
  } catch (error) {
    // To take them out first would be dear, and a turn of what is over seldom fails.
    if (!shard.anew.includes(1)) throw error;
    for (let i = 0; i < shard.anew.length; i++) if (shard.anew[i] === 1) takeOut(shard, i);
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

/** Brings everything back to where it was before the step, however far that has come. */
export function takeBack(shard: Shard): void {
  const { instances, seats } = shard;
  if (shard.progress === progress.ran) instances.undo();
  if (shard.progress !== progress.none) seats.takeBack();
  for (let i = 0; i < shard.takenCount; i++) instances.give(shard.takenFrom[i], shard.taken[i]);
  if (shard.progress !== progress.none) seats.agents.set(shard.agents);
  rest(shard);
  refresh(shard);
}

/** An error that says with which instance of the batch something is wrong, where that is known. */
export function named({ instances, number }: Shard, error: unknown): unknown {
  if (!(error instanceof EdictError)) return error;
  const instance = error instanceof InstanceError ? error.instance : instances.count === 1 ? 0 : undefined;
  if (instance === undefined) return error;
  return new EdictError(
    error.code,
    `instance ${number + instance}: ${error.message.slice('edict: '.length)}`,
    error.culprit,
  );
}
