import type { Engine, EngineSnapshot } from './engine.js';
import { demandBegun, proveAll, resetAll, begin, demandSteppable, nextEpisode, startOf } from './episodes.js';
import { type LocalParts, openLocal, type LocalState, publish, within } from './local-state.js';
import { type MethodsOf, bound } from '../world/core.js';
import { EdictError } from '../kernel/errors.js';
import {
  type Record,
  bytesOf,
  bytesOfRecord,
  cellsOf,
  columnsOf,
  joined,
  recordOf,
  copyAskedOf,
  copyRecord,
  copyRecordOf,
  createRecord,
  stage,
} from './engine-rows.js';
import type { InstancesSnapshot } from './instances-and-seats.js';
import { type Shard, refresh, ask, look, rest, takeBack, turn } from './shard.js';
import { checkActions } from './heads.js';
import { chooseAtRandom, chooseByScript } from './opponents.js';

/** In this thread; it may exchange instances with others of the same source. */
export interface LocalEngine extends Engine {
  lend(instance: number): Lent;
  borrow(lent: Lent, to: readonly number[]): void;
}

/** Throws the errors of the first map. */
export function createLocalEngine(parts: LocalParts): LocalEngine {
  return bound(openLocal(parts), engineMethods);
}

const engineMethods: MethodsOf<LocalState, LocalEngine> = {
  prove: proveAll,
  reset: resetAll,
  step: stepAll,
  takeBack: takeAllBack,
  snapshot: snapshotAll,
  restore: restoreAll,
  save: saveAll,
  load(state, saved) {
    borrowEach(state, lentBy(state, saved));
  },
  start: (state) => (state.startHash ??= state.starts.at(0).world.hash()),
  fork(state, from, to) {
    demandBegun(state, from);
    forkAll(state, from, to);
  },
  lend(state, instance) {
    demandBegun(state, instance);
    return lend(state, instance);
  },
  borrow(state, lent, to) {
    borrowEach(
      state,
      to.map((instance) => [instance, lent]),
    );
  },
  hash(state, instance) {
    const { instances, first } = begunShard(state, instance);
    return instances.hash(instance - first);
  },
  world(state, instance) {
    const { instances, first } = begunShard(state, instance);
    return instances.world(instance - first);
  },
  close({ shards }) {
    for (const shard of shards) shard.taken.length = 0;
  },
};

/** The shard of an instance. Throws before its first episode. */
function begunShard(state: LocalState, instance: number): Shard {
  demandBegun(state, instance);
  return state.shardOf[instance];
}

/**
 * An instance as bytes: u32 length of its world, the world by `World.save`, the columns of its record, f64 handles of
 * its agents; little-endian, as Node is on every platform.
 */
function saveAll(state: LocalState): readonly Uint8Array[] {
  const { rows, shardOf } = state;
  for (let i = 0; i < shardOf.length; i++) demandBegun(state, i);
  return shardOf.map((shard, i) => {
    const world = shard.instances.save(i - shard.first);
    const columns = [...columnsOf(recordOf(rows, i)), Float64Array.from(agentsOf(shard, i))];
    return joined([new Uint8Array(Uint32Array.of(world.length).buffer), world, ...columns.map(bytesOf)]);
  });
}

/** One at a time, to save memory. */
function* lentBy(state: LocalState, saved: readonly Uint8Array[]): Generator<readonly [number, Lent]> {
  for (const [i, bytes] of saved.entries()) yield [i, lentOf(state, i, bytes)];
}

function lentOf({ rows, shardOf, range }: LocalState, instance: number, bytes: Uint8Array): Lent {
  const { instances, seats } = shardOf[instance];
  let end = 0;
  const take = (length: number): Uint8Array<ArrayBuffer> => {
    const part = bytes.slice(end, (end += length));
    if (part.length !== length) throw wrongSize(range.first + instance, bytes);
    return part;
  };
  const world = take(new Uint32Array(take(Uint32Array.BYTES_PER_ELEMENT).buffer)[0]);
  const own = recordOf(rows, instance);
  for (const column of columnsOf(own)) bytesOf(column).set(take(column.byteLength));
  const agents = new Float64Array(take(seats.agents.byteLength / instances.count).buffer);
  if (end !== bytes.length) throw wrongSize(range.first + instance, bytes);
  return { world: instances.read(world), record: own, agents: Array.from(agents) };
}

function wrongSize(instance: number, { length }: Uint8Array): EdictError {
  return new EdictError(
    'damaged-file',
    `instance ${instance} of the saved batch is damaged: its ${length} bytes do not hold what an instance has; save it again`,
  );
}

interface LocalSnapshot extends EngineSnapshot {
  bytes: number;
  readonly record: Record;
  readonly worlds: InstancesSnapshot[];
  readonly agents: readonly Float64Array[];
}

function snapshotAll({ rows, shards }: LocalState, into?: EngineSnapshot): LocalSnapshot {
  const snapshot = (into as LocalSnapshot | undefined) ?? {
    bytes: 0,
    record: createRecord(rows),
    worlds: [],
    agents: shards.map(({ seats }) => new Float64Array(seats.agents.length)),
  };
  const { record, worlds, agents } = snapshot;
  copyRecord(rows, record);
  snapshot.bytes = bytesOfRecord(record);
  for (let i = 0; i < shards.length; i++) {
    const { instances, seats } = shards[i];
    worlds[i] = instances.snapshot(worlds[i]);
    agents[i].set(seats.agents);
    snapshot.bytes += worlds[i].bytes + agents[i].byteLength;
  }
  return snapshot;
}

function restoreAll(state: LocalState, snapshot: EngineSnapshot): void {
  const { record, worlds, agents } = snapshot as LocalSnapshot;
  for (const [i, shard] of state.shards.entries()) {
    shard.instances.restore(worlds[i]);
    shard.seats.agents.set(agents[i]);
    within(shard, refresh);
  }
  copyRecord(record, state.rows);
  publish(state, true);
}

/** An instance for other engines: plain data, also for other threads. */
export interface Lent {
  readonly world: InstancesSnapshot;
  readonly record: Record;
  readonly agents: readonly number[];
}

/** Copies instances within a world, and lends them to others. */
function forkAll(state: LocalState, from: number, to: readonly number[]): void {
  const { rows, shardOf } = state;
  const source = shardOf[from];
  const others = to.filter((instance) => instance !== from);
  const near = others.filter((instance) => shardOf[instance] === source).map((instance) => instance - source.first);
  if (near.length > 0) {
    source.instances.copy(from - source.first, near);
    source.seats.seatAs(from - source.first, near);
    source.isStale = true;
  }
  const far = others.filter((instance) => shardOf[instance] !== source);
  if (far.length > 0) {
    const lent = lend(state, from, state.forkMemory);
    state.forkMemory = lent.world;
    for (const instance of far) put(shardOf[instance], instance, lent);
  }
  for (const instance of others) {
    copyRecordOf(rows, from, rows, instance);
    copyAskedOf(rows, from, instance);
  }
  // A copy shows the values of the original: no evaluation is needed.
  publish(state, true);
}

function lend({ rows, shardOf }: LocalState, instance: number, memory?: InstancesSnapshot): Lent {
  const { instances, first } = shardOf[instance];
  return {
    world: instances.take(instance - first, memory),
    record: recordOf(rows, instance),
    agents: agentsOf(shardOf[instance], instance),
  };
}

function agentsOf({ instances, seats, first }: Shard, instance: number): readonly number[] {
  return Array.from(cellsOf(seats.agents, instances.count, instance - first));
}

function borrowEach(state: LocalState, given: Iterable<readonly [number, Lent]>): void {
  for (const [instance, lent] of given) {
    put(state.shardOf[instance], instance, lent);
    copyRecordOf(lent.record, 0, state.rows, instance);
  }
  for (const shard of state.shards) if (shard.isStale) within(shard, refresh);
  publish(state, true);
}

function put(shard: Shard, instance: number, { world, agents }: Lent): void {
  shard.instances.give(instance - shard.first, world);
  shard.seats.agents.set(agents, (instance - shard.first) * agents.length);
  shard.isStale = true;
}

/** All or nothing: the host sees new values only when nothing can fail any more. */
function stepAll(state: LocalState): void {
  const { shards } = state;
  demandSteppable(state);
  for (let i = 0; i < shards.length; i++) look(shards[i]);
  gatherActions(state);
  const count = markRestarting(state);
  copyRecord(state.rows, state.kept, false);
  state.hasFinals = false;
  for (let i = 0; i < shards.length; i++) rest(shards[i]);
  try {
    for (let i = 0; i < shards.length; i++) within(shards[i], turn);
    if (count > 0) beginMarked(state);
    for (let i = 0; i < shards.length; i++) within(shards[i], ask);
    const over = judge(state);
    if (over > 0 && state.play.autoreset === 'same-step') renew(state);
  } catch (error) {
    takeStepBack(state);
    throw error;
  }
  publish(state, state.hasFinals);
}

/** Undoes the last step, failed or not. */
function takeAllBack(state: LocalState): void {
  takeStepBack(state);
  publish(state, state.hasFinals);
}

function takeStepBack(state: LocalState): void {
  copyRecord(state.kept, state.rows, state.hasFinals);
  for (const shard of state.shards) takeBack(shard);
}

/** Copies the actions of all agents, so that the checked ones are used. Instances that are over do nothing. */
function gatherActions(state: LocalState): void {
  const { plan, views, rows, shown, checked, script } = state;
  const { acting } = plan;
  const { agents, heads } = plan.shape;
  const { opponents } = state.play;
  const { actions, stages } = rows;
  if (acting === agents) actions.set(views.actions);
  else actions.fill(0);
  if (shown !== undefined && typeof opponents === 'function') {
    shown.masks.set(rows.masks);
    opponents(shown);
  }
  if (script !== undefined) chooseByScript(rows, state.shards, script, checked.heads, agents);
  else if (state.drawsOpponents) chooseAtRandom(rows, checked.heads, agents, state.key);
  for (let i = 0; i < stages.length; i++) {
    if (stages[i] !== stage.running) actions.fill(0, i * agents * heads, (i + 1) * agents * heads);
    else if (acting !== agents)
      for (let head = 0; head < heads; head++) actions[i * agents * heads + head] = views.actions[i * heads + head];
  }
  checkActions(checked);
}

/** Marks instances to restart, and makes their maps. Returns their number. */
function markRestarting(state: LocalState): number {
  const { isRestarting, stages } = state.rows;
  let count = 0;
  for (let i = 0; i < isRestarting.length; i++) {
    isRestarting[i] = stages[i] === stage.over ? 1 : 0;
    if (isRestarting[i] === 0) continue;
    startOf(state, nextEpisode(state, i, 'next'));
    count++;
  }
  return count;
}

function beginMarked(state: LocalState): void {
  const { isRestarting } = state.rows;
  for (let i = 0; i < isRestarting.length; i++)
    if (isRestarting[i] === 1) begin(state, i, nextEpisode(state, i, 'next'));
}

/** Writes rewards and ends of episodes. Returns the number of ended episodes. */
function judge({ source, rows, range, plan: { shape, acting }, environment }: LocalState): number {
  const { isRestarting, stages, turns, reward, terminated, truncated, standings, before, live, isTerminal } = rows;
  let over = 0;
  for (let i = 0; i < stages.length; i++) {
    const row = i * shape.agents;
    if (isRestarting[i] === 1) {
      for (let agent = 0; agent < acting; agent++) reward[i * acting + agent] = 0;
      terminated[i] = truncated[i] = 0;
      continue;
    }
    for (let agent = 0; agent < acting; agent++) {
      const value = environment.reward.change ? standings[row + agent] - before[row + agent] : standings[row + agent];
      reward[i * acting + agent] = value;
      if (!Number.isFinite(reward[i * acting + agent]))
        throw tooLarge(value, range.first + i, agent, source.hostRules !== undefined);
    }
    turns[i]++;
    let lives = 0;
    for (let agent = 0; agent < acting; agent++) lives += live[row + agent];
    terminated[i] = isTerminal[i] !== 0 || lives === 0 ? 1 : 0;
    truncated[i] = shape.turns > 0 && turns[i] >= shape.turns ? 1 : 0;
    stages[i] = terminated[i] !== 0 || truncated[i] !== 0 ? stage.over : stage.running;
    if (stages[i] === stage.over) over++;
  }
  before.set(standings);
  return over;
}

/** A reward may be finite in the world and too large for the view. */
function tooLarge(value: number, instance: number, agent: number, isHosted: boolean): EdictError {
  return new EdictError(
    'not-finite',
    `instance ${instance}: the reward of agent ${agent} is ${value}${isHosted ? ', by the rules of the host' : ''}; what agents are given is finite and less than 3.4e38, so let ${isHosted ? 'show' : 'clamp'} keep it in bounds`,
    'the reward',
  );
}

/** Restarts instances that have just ended, and keeps the last observation. The map determines the first one. */
function renew(state: LocalState): void {
  const { rows, kept, observed, shards } = state;
  const { agents, observationSize, maskSize } = state.plan.shape;
  const { stages, finals } = rows;
  for (let i = 0; i < stages.length; i++) if (stages[i] === stage.over) startOf(state, nextEpisode(state, i, 'next'));
  kept.finals.set(finals);
  state.hasFinals = true;
  for (let i = 0; i < stages.length; i++) {
    if (stages[i] !== stage.over) continue;
    finals.set(observed[i], i * observed[i].length);
    const start = begin(state, i, nextEpisode(state, i, 'next'));
    rows.observations.set(start.observations, i * agents * observationSize);
    rows.masks.set(start.masks, i * agents * maskSize);
    rows.standings.set(start.standings, i * agents);
    rows.before.set(start.standings, i * agents);
    rows.live.set(start.live, i * agents);
  }
  for (let i = 0; i < shards.length; i++)
    if (shards[i].isStale && shards[i].instances.startsVary === true) within(shards[i], refresh);
}
