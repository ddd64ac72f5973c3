import { EdictError } from '../kernel/errors.js';
import { type DrawKey, beginDraw, endDraw, foldDraw, seedWords } from '../kernel/random.js';
import type { Beginning } from './engine.js';
import { type LocalState, type Start, publish, within } from './local-state.js';
import { fewOf } from '../content/text/quote.js';
import { stage } from './engine-rows.js';
import { refresh } from './shard.js';

export function nextEpisode(
  { rows: { seeds, episodes, stages }, range }: LocalState,
  instance: number,
  beginning: number | 'next',
): Episode {
  if (beginning !== 'next') return { seed: beginning, episode: 0 };
  if (stages[instance] === stage.never) return { seed: range.first + instance, episode: 0 };
  return { seed: seeds[instance], episode: episodes[instance] + 1 };
}

/** Throws the errors of the map. */
export function startOf({ starts, environment: { maps } }: LocalState, episode: Episode): Start {
  return starts.at(maps === 1 ? 0 : Math.floor(endDraw(keyFor(episode, purposes.map)) * maps));
}

/** The caller then updates what agents see. */
export function begin(state: LocalState, instance: number, episode: Episode): Start {
  const { rows, shardOf } = state;
  const shard = shardOf[instance];
  const start = startOf(state, episode);
  shard.instances.put(instance - shard.first, start.world, seedTextOf(episode));
  shard.seats.seat(instance - shard.first);
  shard.isStale = true;
  rows.seeds[instance] = episode.seed;
  rows.episodes[instance] = episode.episode;
  rows.stages[instance] = stage.running;
  rows.turns[instance] = 0;
  if (state.drawsOpponents) {
    const { low, high } = keyFor(episode, purposes.opponents);
    rows.keysLow[instance] = low;
    rows.keysHigh[instance] = high;
  }
  return start;
}

export function proveAll(state: LocalState, beginnings: readonly Beginning[]): void {
  for (const [instance, beginning] of beginnings.entries())
    if (beginning !== null) startOf(state, nextEpisode(state, instance, beginning));
}

export function resetAll(state: LocalState, beginnings: readonly Beginning[]): void {
  const {
    rows,
    plan: { acting },
    shards,
  } = state;
  for (const [instance, beginning] of beginnings.entries()) {
    if (beginning === null) continue;
    begin(state, instance, nextEpisode(state, instance, beginning));
    rows.reward.fill(0, instance * acting, (instance + 1) * acting);
    rows.terminated[instance] = rows.truncated[instance] = 0;
  }
  for (const shard of shards) if (shard.isStale) within(shard, refresh);
  publish(state, false);
}

const mostNamed = 8;

export function demandBegun({ rows, range }: LocalState, instance: number): void {
  if (rows.stages[instance] === stage.never) throw neverBegun([range.first + instance]);
}

/** Throws unless all instances can be stepped. */
export function demandSteppable({ rows: { stages }, range, play }: LocalState): void {
  for (let i = 0; i < stages.length; i++) {
    if (stages[i] === stage.never) throw neverBegun(numbersAt(stages, stage.never, range.first));
    if (stages[i] === stage.over && play.autoreset === 'disabled')
      throw new EdictError(
        'episode-over',
        `the episode is over and autoreset is disabled: ${naming(numbersAt(stages, stage.over, range.first))} to be reset; call reset with a mask in which these are 1`,
      );
  }
}

function numbersAt(stages: Uint8Array, at: number, first: number): readonly number[] {
  return Array.from(stages, (each, i) => (each === at ? [first + i] : [])).flat();
}

function neverBegun(instances: readonly number[]): EdictError {
  return new EdictError('not-reset', `${naming(instances)} never been reset; call reset first`);
}

function naming(instances: readonly number[]): string {
  return instances.length === 1 ? `instance ${instances[0]} has` : `instances ${fewOf(instances, mostNamed)} have`;
}

/** Seed and number determine all chance of an episode. */
interface Episode {
  readonly seed: number;
  readonly episode: number;
}

/** Keep draws of an episode apart from each other and from those of rules. */
const purposes = { map: 0x6d_61_70, opponents: 0x6f_70_70 } as const;

function seedTextOf({ seed, episode }: Episode): string {
  return `${seed}/${episode}`;
}

function keyFor(episode: Episode, purpose: number): DrawKey {
  const { low, high } = seedWords(seedTextOf(episode));
  const key = beginDraw(low, high);
  foldDraw(key, purpose);
  return key;
}
