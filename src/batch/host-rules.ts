import type { Program } from '../ir/rule.js';
import { EdictError } from '../kernel/errors.js';
import type { World } from '../world/api.js';
import { isObject, refused } from '../kernel/given.js';

/**
 * Rules of an environment that are a program of the host instead of content's: for what content cannot say, because it
 * is not the same on every machine (sines), or is there already. Content declares the environment and has no rules of
 * its own; a turn of all instances is one call. N instances, each made of S numbers of its own; A agents, K heads, D
 * numbers observed, M choices.
 * The numbers are all that there is: they are copied, kept and put back with their instance, so nothing may be
 * remembered elsewhere. They are no part of its hash.
 */
export interface HostRules {
  /** S, at least 1. */
  readonly size: number;
  /**
   * Puts an instance where an episode begins: S numbers from `at` on, which are 0. `draw` gives numbers from 0 to below
   * 1, equal ones for equal episodes; `start` is the world of the map, to be looked at only.
   */
  begin(numbers: Float64Array, at: number, draw: () => number, start: World): void;
  /**
   * One turn of all instances: f64 [N, S], and the actions of all agents, i32 [N, A, K], all of which are allowed: 0
   * for nothing, or the place of a choice from 1.
   */
  turn(numbers: Float64Array, actions: Int32Array): void;
  /** Says how all instances stand. */
  show(numbers: Float64Array, shown: HostShown): void;
  /**
   * Writes the numbers of an instance, from `at` on, to a copy of the world that it began in, where somebody wants to
   * look at it.
   */
  showIn?(world: World, numbers: Float64Array, at: number): void;
  /**
   * What scripted opponents prefer, f32 [N, A, M], which is 0 where nothing is said; they take the largest above 0 of
   * what is allowed.
   */
  prefer?(numbers: Float64Array, preferences: Float32Array): void;
}

/**
 * How all instances stand, by the rules of a host. The arrays hold what was said last, of whatever episode, and at
 * first that everything is allowed and all agents live, all else 0: what is always so need not be said again. Agents
 * that do not live see nothing and can do nothing, whatever is said of them.
 */
export interface HostShown {
  /** f32 [N, A, D] */
  readonly observations: Float32Array;
  /** u8 [N, A, M]; nothing, the first choice of each head, stays 1. */
  readonly masks: Uint8Array;
  /** f64 [N, A]: rewards of the turn, or what the reward is the change of where the content says so. */
  readonly rewards: Float64Array;
  /** u8 [N, A] */
  readonly live: Uint8Array;
  /** u8 [N]: the episode is over. */
  readonly terminated: Uint8Array;
}

/** Throws for what are no rules of a host, and for content that has rules as well. */
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
