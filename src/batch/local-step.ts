import { EdictError } from '../kernel/errors.js';
import { checkActions } from './actions.js';
import { begin, demandSteppable, nextEpisode, startOf } from './episodes.js';
import { type LocalState, publish, within } from './local-state.js';
import { chooseAtRandom, chooseByScript } from './opponents.js';
import { copyRecord, stage } from './engine-rows.js';
import { ask, look, refresh, rest, takeBack, turn } from './shard.js';

/** Wholly or not at all: the host is shown what is new when nothing can fail any more. */
export function stepAll(state: LocalState): void {
  const { shards } = state;
  demandSteppable(state);
  for (let i = 0; i < shards.length; i++) look(shards[i]);
  gatherActions(state);
  const count = markAnew(state);
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

/** To where it was before the last step, whether that has failed or not. */
export function takeAllBack(state: LocalState): void {
  takeStepBack(state);
  publish(state, state.hasFinals);
}

function takeStepBack(state: LocalState): void {
  copyRecord(state.kept, state.rows, state.hasFinals);
  for (const shard of state.shards) takeBack(shard);
}

/** What all agents do, copied: what is checked is what is done. Instances that are over do nothing. */
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

/** Marks the instances that begin again, and makes their maps: how many. */
function markAnew(state: LocalState): number {
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

/** Rewards, and whether episodes are over: how many are. */
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

/**
 * Begins again what has just ended, with the last observation kept. What is seen at the beginning is known by the map.
 */
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
