import type { Node } from './node.js';
import type { Origin } from './origin.js';

/**
 * An environment: what agents see of a world, what they can do in it and what they want, as content declares it. All
 * shapes follow from it alone, so they are known before there is a world.
 * In all expressions here slot 0 is the agent and slot 1 the object that is spoken of, where nothing else is said.
 */
export interface Environment {
  readonly name: string;
  readonly agents: AgentsOf;
  /** Turns after which an episode is cut off; 0: never. */
  readonly turns: number;
  /** Objects that there is room for in an instance. */
  readonly capacity: number;
  /** Different worlds that episodes begin in, at least 1: an episode's seed chooses one of them. */
  readonly maps: number;
  /** What is observed, in the order of the content. */
  readonly blocks: readonly Block[];
  /** What can be ordered, in the order of the content. */
  readonly orders: readonly Order[];
  readonly reward: Reward;
  /** Whether an agent goes on playing, besides that its object is still there; undefined: that is all. */
  readonly lives: Node | undefined;
  /**
   * Whether the episode is over. It speaks of the whole world: slot 0 is no object of its own, only one of the world
   * that is asked about. Undefined: only when fewer than one agent lives.
   */
  readonly terminated: Node | undefined;
  readonly origin: Origin;
}

/**
 * The objects that act: those of a kind of which the condition (over slot 0) is true when the episode begins, by
 * ascending id; there must be exactly `count`.
 */
export interface AgentsOf {
  readonly kind: number;
  readonly where: Node | undefined;
  readonly count: number;
}

/**
 * For each agent the objects of a kind that a condition is true of, in the order of a number (the smallest first, equal
 * ones by id), those that come first.
 */
export interface Slots {
  readonly kind: number;
  /** Over slots 0 (agent) and 1 (candidate); undefined: all of the kind. */
  readonly where: Node | undefined;
  /** A number over the same slots; undefined: by id alone. */
  readonly order: Node | undefined;
  readonly count: number;
}

/**
 * A part of the observation. With slots, for each of them first whether somebody is there (1 or 0), then the values of
 * that object; where nobody is, all are 0. Without, the values are the agent's own
 * (both slots hold it), with no presence before them. Booleans are 0 or 1, absent values 0.
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
 * An order that agents give: for each slot one number of the action (a head), 0 for nothing or the place of a choice
 * from 1. What is chosen is written, before the turn, to a property of the object in the slot (without slots: of the
 * agent), and taken away behind the turn: rules read it as they read anything else. The property's own value is 0
 * (none).
 */
export interface Order {
  readonly name: string;
  readonly slots: Slots | undefined;
  /** Index of the column that is written: words of an enumeration, classes, kinds, or an object. */
  readonly column: number;
  readonly choices: Choices;
}

export type Choices =
  /**
   * Values of the column. `allowed` by choice, over slots 0 (agent) and 1 (object); undefined: always. `prefer`
   * likewise: what a scripted opponent takes the largest of, where it is above 0.
   */
  | {
      readonly by: 'value';
      readonly values: readonly number[];
      readonly names: readonly string[];
      readonly allowed: readonly (Node | undefined)[];
      readonly prefer: readonly (Node | undefined)[];
    }
  /**
   * Objects of a kind of which the condition over slots 0 (the object in the order's slot) and 1 (the candidate) is
   * true, by ascending id, the first `count`. `prefer` is over the same slots.
   */
  | {
      readonly by: 'object';
      readonly kind: number;
      readonly where: Node;
      readonly count: number;
      readonly prefer: Node | undefined;
    };

/** A number over slot 0 (the agent), asked behind each turn; with `change`, how much it has changed in the turn. */
export interface Reward {
  readonly node: Node;
  readonly change: boolean;
}

/** How large things are: A agents, K heads, D numbers observed, M choices of all heads. */
export interface EnvironmentShape {
  readonly name: string;
  readonly agents: number;
  /** K. */
  readonly heads: number;
  /** By head: choices, that of doing nothing included. Sum: M. */
  readonly choices: readonly number[];
  readonly maskSize: number;
  /** D. */
  readonly observationSize: number;
  readonly turns: number;
  /** Where each part of an observation lies. */
  readonly blocks: readonly BlockShape[];
  readonly orders: readonly OrderShape[];
}

export interface BlockShape {
  readonly name: string;
  readonly offset: number;
  /** 0: no slots, and no presence before the values. */
  readonly slots: number;
  /** Names of the values; a slot takes one number more than there are. */
  readonly values: readonly string[];
}

export interface OrderShape {
  readonly name: string;
  /** The first of its heads, and how many. */
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
