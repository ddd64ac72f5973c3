import type { Node, Origin } from './node.js';

/**
 * Observations, actions and rewards of agents. All shapes follow from it alone, before there is a world. In expressions
 * slot 0 is the agent and slot 1 the object concerned, unless stated otherwise.
 */
export interface Environment {
  readonly name: string;
  readonly agents: AgentsOf;
  /** Turns after which an episode is cut off; 0: never. */
  readonly turns: number;
  /** Objects for which an instance has room. */
  readonly capacity: number;
  /** Different worlds, at least 1; the seed of an episode chooses one. */
  readonly maps: number;
  readonly blocks: readonly Block[];
  readonly orders: readonly Order[];
  readonly reward: Reward;
  /** While true an existing agent plays on; undefined: always. */
  readonly lives: Node | undefined;
  /** About the whole world: slot 0 holds an arbitrary object. Undefined: only when no agent lives. */
  readonly terminated: Node | undefined;
  readonly origin: Origin;
}

/**
 * Objects of a kind that meet the condition (over slot 0) when the episode begins, by ascending id; exactly `count`.
 */
interface AgentsOf {
  readonly kind: number;
  readonly where: Node | undefined;
  readonly count: number;
}

/** For each agent the first `count` objects of a kind, by ascending `order`, then id. */
export interface Slots {
  readonly kind: number;
  /** Over slots 0 (agent) and 1 (candidate); undefined: all of the kind. */
  readonly where: Node | undefined;
  /** Over the same slots; undefined: by id alone. */
  readonly order: Node | undefined;
  readonly count: number;
}

/**
 * With slots, for each: presence (1 or 0), then the values of its object, all 0 where there is none. Without, the
 * values of the agent (in both slots). Booleans are 0 or 1, absent values 0.
 */
export interface Block {
  readonly name: string;
  readonly slots: Slots | undefined;
  readonly values: readonly ObservedValue[];
}

export interface ObservedValue {
  readonly name: string;
  /** A number or a boolean. */
  readonly node: Node;
}

/**
 * For each slot one number of the action (a head), 0 for nothing or a choice from 1. The choice is written before the
 * turn to a property of the slot's object (without slots: of the agent), whose own value is 0, and removed after it.
 */
export interface Order {
  readonly name: string;
  readonly slots: Slots | undefined;
  /** Written: words of an enumeration, classes, kinds, or an object. */
  readonly column: number;
  readonly choices: Choices;
}

export type Choices =
  /**
   * By choice, over slots 0 (agent) and 1 (object): `allowed` (undefined: always) and `prefer` (a scripted opponent
   * takes the largest above 0).
   */
  | {
      readonly by: 'value';
      readonly values: readonly number[];
      readonly names: readonly string[];
      readonly allowed: readonly (Node | undefined)[];
      readonly prefer: readonly (Node | undefined)[];
    }
  /**
   * The first `count` objects, by ascending id, that meet the condition over slots 0 (the slot's object) and 1 (the
   * candidate), as for `prefer`.
   */
  | {
      readonly by: 'object';
      readonly kind: number;
      readonly where: Node;
      readonly count: number;
      readonly prefer: Node | undefined;
    };

/** Over slot 0 (the agent), after each turn; with `change`, its change in the turn. */
export interface Reward {
  readonly node: Node;
  readonly change: boolean;
}

/** Of content; capacities are rounded up to rows of 32, of which the first is never anybody's. */
export const environmentLimits = {
  slots: 4_096,
  agents: 254,
  leastCapacity: 31,
  mostCapacity: 16_000_000,
  turns: 2_147_483_647,
  maps: 1_000_000,
  /** Numbers that one agent observes, and choices of all its heads. */
  perAgent: 16_000_000,
} as const;

/** Sums, not lists: a few lines can ask for more heads than fit in memory. */
export function agentSizes({ blocks, orders }: Pick<Environment, 'blocks' | 'orders'>) {
  const observed = blocks.reduce(
    (sum, { slots, values }) => sum + (slots === undefined ? values.length : slots.count * (1 + values.length)),
    0,
  );
  const choices = orders.reduce(
    (sum, { slots, choices: of }) =>
      sum + (slots?.count ?? 1) * (1 + (of.by === 'value' ? of.values.length : of.count)),
    0,
  );
  return { observed, choices };
}

/** Sizes: A agents, K heads, D numbers observed, M choices of all heads. */
export interface EnvironmentShape {
  readonly name: string;
  readonly agents: number;
  /** K. */
  readonly heads: number;
  /** Choices by head, including doing nothing. Sum: M. */
  readonly choices: readonly number[];
  readonly maskSize: number;
  /** D. */
  readonly observationSize: number;
  readonly turns: number;
  readonly blocks: readonly BlockShape[];
  readonly orders: readonly OrderShape[];
}

export interface BlockShape {
  readonly name: string;
  readonly offset: number;
  /** 0: no slots and no presence. */
  readonly slots: number;
  /** Names of the values; a slot takes one number more. */
  readonly values: readonly string[];
}

export interface OrderShape {
  readonly name: string;
  /** Its first head. */
  readonly head: number;
  readonly slots: number;
  /** Names of the choices from 1; empty where they are objects. */
  readonly choices: readonly string[];
}

export function shapeOf(environment: Environment): EnvironmentShape {
  const blocks: BlockShape[] = [];
  let observationSize = 0;
  for (const { name, slots, values } of environment.blocks) {
    blocks.push({ name, offset: observationSize, slots: slots?.count ?? 0, values: values.map((value) => value.name) });
    observationSize += slots === undefined ? values.length : slots.count * (1 + values.length);
  }
  const orders: OrderShape[] = [];
  const choices: number[] = [];
  for (const { name, slots, choices: of } of environment.orders) {
    const count = slots?.count ?? 1;
    orders.push({ name, head: choices.length, slots: count, choices: of.by === 'value' ? of.names : [] });
    for (let slot = 0; slot < count; slot++) choices.push(1 + (of.by === 'value' ? of.values.length : of.count));
  }
  const maskSize = choices.reduce((sum, count) => sum + count, 0);
  return {
    name: environment.name,
    agents: environment.agents.count,
    heads: choices.length,
    choices,
    maskSize,
    observationSize,
    turns: environment.turns,
    blocks,
    orders,
  };
}
