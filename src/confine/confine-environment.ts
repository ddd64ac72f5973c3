import type { Block, Choices, Environment, Order, Slots } from '../ir/environment.js';
import { type Node, sourceSlot, targetSlot } from '../ir/node.js';
import { type Confinement, confineNode, keptTogether, together } from './confine-node.js';

/** An environment of which every expression sees no other instance than that of the agent. */
export function confineEnvironment(environment: Environment, stride: number): Environment {
  const within: Confinement = { stride, anchor: sourceSlot };
  const of = (node: Node): Node => confineNode(node, within);
  const maybe = (node: Node | undefined): Node | undefined => (node === undefined ? undefined : of(node));
  const slots = (given: Slots | undefined): Slots | undefined =>
    given === undefined
      ? undefined
      : {
          ...given,
          where:
            given.where === undefined
              ? together(targetSlot, within)
              : keptTogether(of(given.where), targetSlot, within),
          order: maybe(given.order),
        };
  const block = (given: Block): Block => ({
    ...given,
    slots: slots(given.slots),
    values: given.values.map((value) => ({ ...value, node: of(value.node) })),
  });
  const choices = (given: Choices): Choices =>
    given.by === 'value'
      ? { ...given, allowed: given.allowed.map(maybe), prefer: given.prefer.map(maybe) }
      : { ...given, where: keptTogether(of(given.where), targetSlot, within), prefer: maybe(given.prefer) };
  const order = (given: Order): Order => ({ ...given, slots: slots(given.slots), choices: choices(given.choices) });
  return {
    ...environment,
    agents: { ...environment.agents, where: maybe(environment.agents.where) },
    blocks: environment.blocks.map(block),
    orders: environment.orders.map(order),
    reward: { ...environment.reward, node: of(environment.reward.node) },
    lives: maybe(environment.lives),
    terminated: maybe(environment.terminated),
  };
}
