import { EdictError } from '../../src/kernel/errors.js';
import type { Snapshot } from '../../src/kernel/snapshot.js';
import { openScenario } from '../../src/scenarios/native/open-scenario.js';
import { type Agent, randomAgent, playOut } from '../../src/world/play-out.js';
import type { ExecutorName, World } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { sourceFile } from '../root.js';

/** The duel of the examples, and where games of it begin: decks lie otherwise in each. */
export interface Duel {
  readonly world: World;
  readonly starts: readonly Snapshot[];
}

export function openDuel(executor: ExecutorName, beginnings: number): Duel {
  const file = sourceFile('../examples/duel.yaml');
  const opened = Array.from({ length: beginnings }, (_, i) => openScenario(file, { seed: String(i + 1) }).world);
  // A world of our own, because the scenario's chooses its executor by the environment.
  const world = createWorld(opened[0].program, { executor });
  return { world, starts: opened.map((other) => other.snapshot()) };
}

/** Plays to the end; gives how many decisions were taken. Throws where there is none. */
export function play(world: World, agent: Agent): number {
  const { isOver, decisions, ticks } = playOut(world, agent, { isOver: overOf(world) });
  if (!isOver) throw new EdictError('benchmark', `the duel has not come to an end after ${String(ticks)} turns`);
  return decisions;
}

/**
 * Play is over when a turn has passed in which nothing has occurred. It is asked before every decision, so that it must
 * cost nothing.
 */
function overOf(world: World): () => boolean {
  let [time, occurred] = [NaN, NaN];
  return () => {
    if (world.triggers.time === time) return false;
    const before = occurred;
    time = world.triggers.time;
    occurred = world.events.occurred;
    return occurred === before;
  };
}

/** So many games are played in search of a window, each for so many turns. */
const mostGames = 100;
const longestSearch = 100;

/**
 * Plays at random until somebody may react before something that happens in the course of something else. Not in every
 * game does that happen.
 */
export function playIntoWindow({ world, starts: [start] }: Duel): void {
  const isThere = (): boolean => {
    if (world.events.optionCount === 0) return false;
    const decision = world.events.decision;
    return decision?.kind === 'react' && decision.at === 'before';
  };
  for (let game = 0; game < mostGames; game++) {
    world.restore(start);
    if (playOut(world, randomAgent(game), { isOver: isThere, ticks: longestSearch }).isOver) return;
  }
  throw new EdictError('benchmark', `no reaction before something happens has come up in ${String(mostGames)} duels`);
}
