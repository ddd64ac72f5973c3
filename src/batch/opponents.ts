import { type DrawKey, endDraw, foldDraw } from '../kernel/random.js';
import type { Heads } from './heads.js';
import { type Rows, stage } from './engine-rows.js';
import { type Shard, named } from './shard.js';

/**
 * Actions of agents that do not act through the batch: all but the first of each instance. A random choice is a hash of
 * the episode's seed, the turn, the agent and the head, so the number and order of instances, and threads, do not
 * matter.
 */

/** One of the allowed choices of each head, including nothing, with equal probability. */
export function chooseAtRandom(
  rows: Rows,
  { count, maskSize, choices, offsets }: Heads,
  agents: number,
  key: DrawKey,
): void {
  const { stages, turns, keysLow, keysHigh, actions, masks, live } = rows;
  for (let instance = 0; instance < stages.length; instance++) {
    if (stages[instance] !== stage.running) continue;
    for (let agent = 1; agent < agents; agent++) {
      const row = instance * agents + agent;
      if (live[row] === 0) continue;
      for (let head = 0; head < count; head++) {
        const from = row * maskSize + offsets[head];
        const allowed = countAllowed(masks, from, choices[head]);
        if (allowed < 2) continue;
        key.low = keysLow[instance];
        key.high = keysHigh[instance];
        foldDraw(key, turns[instance]);
        foldDraw(key, agent);
        foldDraw(key, head);
        actions[row * count + head] = allowedAt(masks, from, Math.floor(endDraw(key) * allowed));
      }
    }
  }
}

function countAllowed(masks: Uint8Array, from: number, choices: number): number {
  let sum = 0;
  for (let i = 0; i < choices; i++) sum += masks[from + i];
  return sum;
}

function allowedAt(masks: Uint8Array, from: number, place: number): number {
  let choice = 0;
  for (let left = place; ; choice++) {
    if (masks[from + choice] === 0) continue;
    if (left === 0) return choice;
    left--;
  }
}

interface Preferences {
  readonly asked: Uint8Array;
  readonly preferences: Float32Array;
}

export interface Script extends Preferences {
  readonly parts: readonly Preferences[];
}

export function createScript(rows: Rows, shards: readonly Shard[], { maskSize }: Heads, agents: number): Script {
  const asked = new Uint8Array(rows.live.length);
  const preferences = new Float32Array(rows.masks.length);
  const parts = shards.map(({ first, instances: { count } }) => ({
    asked: asked.subarray(first * agents, (first + count) * agents),
    preferences: preferences.subarray(first * agents * maskSize, (first + count) * agents * maskSize),
  }));
  return { asked, preferences, parts };
}

/** For each head, the first of the most preferred choices, or nothing. */
export function chooseByScript(
  rows: Rows,
  shards: readonly Shard[],
  script: Script,
  { count, maskSize, choices, offsets }: Heads,
  agents: number,
): void {
  const { stages, actions, live } = rows;
  const { asked, preferences, parts } = script;
  for (let row = 0; row < asked.length; row++) {
    asked[row] =
      row % agents !== 0 && live[row] === 1 && stages[(row - (row % agents)) / agents] === stage.running ? 1 : 0;
  }
  for (let i = 0; i < shards.length; i++) {
    try {
      shards[i].seats.preferences(parts[i].asked, parts[i].preferences);
    } catch (error) {
      throw named(shards[i], error);
    }
  }
  for (let row = 0; row < asked.length; row++) {
    if (asked[row] === 0) continue;
    for (let head = 0; head < count; head++)
      actions[row * count + head] = mostPreferred(preferences, row * maskSize + offsets[head], choices[head]);
  }
}

function mostPreferred(preferences: Float32Array, from: number, choices: number): number {
  let best = 0;
  let most = 0;
  for (let choice = 1; choice < choices; choice++) {
    if (preferences[from + choice] <= most) continue;
    best = choice;
    most = preferences[from + choice];
  }
  return best;
}
