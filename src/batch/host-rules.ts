import type { Program } from '../ir/rule.js';
import { EdictError } from '../kernel/errors.js';
import type { World } from '../world/api.js';
import { isObject, refused } from '../kernel/given.js';

/**
 * Rules of an environment as a program of the host, for rules that content cannot express because they differ between
 * machines (sines), and for existing programs. The content declares the environment and must have no rules. One call of
 * `turn` runs all instances.
 *
 * Sizes: N instances of S numbers each, A agents, K heads, D observed numbers, M choices. The numbers are the whole
 * state: Edict copies, saves and restores them with their instance, so rules must keep no other state. Hashes leave
 * them out.
 */
export interface HostRules {
  /** S, at least 1. */
  readonly size: number;
  /**
   * Begins an episode: fills S numbers from `at` on, which are 0. `draw` returns numbers from 0 to below 1, equal ones
   * for equal episodes. `start` is the world of the map; do not change it.
   */
  begin(numbers: Float64Array, at: number, draw: () => number, start: World): void;
  /**
   * Runs one turn of all instances: f64 [N, S], and the actions of all agents, i32 [N, A, K]. Actions are
   * allowed choices: 0 for nothing, or the place of a choice from 1.
   */
  turn(numbers: Float64Array, actions: Int32Array): void;
  /** Writes the state that agents see, for all instances. */
  show(numbers: Float64Array, shown: HostShown): void;
  /** Writes the numbers of an instance, from `at` on, to a copy of its first world, when the host inspects it. */
  showIn?(world: World, numbers: Float64Array, at: number): void;
  /**
   * Writes the preferences of scripted opponents, f32 [N, A, M], 0 at the call. They take the largest preference above
   * 0 among allowed choices.
   */
  prefer?(numbers: Float64Array, preferences: Float32Array): void;
}

/**
 * The visible state of all instances under host rules. The arrays keep their last values, even from an earlier episode;
 * at first, all choices are allowed, all agents live and all else is 0. So constant values need no second write. Agents
 * that do not live see nothing and can do nothing, whatever the arrays hold.
 */
export interface HostShown {
  /** f32 [N, A, D] */
  readonly observations: Float32Array;
  /** u8 [N, A, M]; nothing, the first choice of each head, stays 1. */
  readonly masks: Uint8Array;
  /** f64 [N, A]: rewards of the turn, or the values whose changes are rewards, if the content says so. */
  readonly rewards: Float64Array;
  /** u8 [N, A] */
  readonly live: Uint8Array;
  /** u8 [N]: the episode is over. */
  readonly terminated: Uint8Array;
}

/** Throws for invalid host rules, and for content that also has rules. */
export function demandHostRules(rules: unknown, program: Program, systems: readonly unknown[]): void {
  if (!isObject(rules)) throw refused('hostRules of the source', rules, 'an object with size, begin, turn and show');
  const given: Partial<HostRules> = rules;
  const { size } = given;
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1)
    throw refused('size of hostRules', size, 'a whole number from 1: how many numbers an instance is made of');
  for (const name of ['begin', 'turn', 'show'] as const)
    if (typeof given[name] !== 'function') throw refused(`${name} of hostRules`, given[name], 'a function');
  for (const name of ['showIn', 'prefer'] as const)
    if (given[name] !== undefined && typeof given[name] !== 'function')
      throw refused(`${name} of hostRules`, given[name], 'a function, or leave it out');
  const found = systems.length > 0 ? 'has systems' : rulesIn(program);
  if (found !== undefined)
    throw new EdictError(
      'bad-option',
      `the source has hostRules, and ${found} too, which would never run; take one of them away`,
    );
}

function rulesIn({
  rules: { rules, passes, growths, modifiers, flows },
  model: { triggers, occurrences },
}: Program): string | undefined {
  const has: readonly (readonly [string, readonly unknown[]])[] = [
    ['rules', rules],
    ['passes of rules', passes],
    ['formulas of growth', growths],
    ['modifiers of variables', modifiers],
    ['flows', flows.flows],
    ['triggers', triggers],
    ['occurrences', occurrences],
  ];
  const found = has.find(([, declared]) => declared.length > 0);
  return found === undefined ? undefined : `its content has ${found[0]}`;
}
