import type { Choices, Environment, Slots } from '../../ir/environment.js';
import { printNode } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';

/** The part of a fingerprint that is about what agents see, do and want; nothing of content that does not say it. */
export function environmentTexts(environment: Environment | undefined): readonly unknown[] {
  if (environment === undefined) return [];
  const { name, agents, turns, capacity, maps, blocks, orders, reward, lives, terminated } = environment;
  return [
    {
      environment: [name, turns, capacity, maps],
      agents: [agents.kind, agents.count, textOf(agents.where)],
      blocks: blocks.map((block) => [
        block.name,
        slotsText(block.slots),
        block.values.map((value) => [value.name, printNode(value.node)]),
      ]),
      orders: orders.map((order) => [order.name, slotsText(order.slots), order.column, choicesText(order.choices)]),
      ends: [printNode(reward.node), reward.change, textOf(lives), textOf(terminated)],
    },
  ];
}

function slotsText(slots: Slots | undefined): unknown {
  return slots === undefined ? null : [slots.kind, slots.count, textOf(slots.where), textOf(slots.order)];
}

function choicesText(choices: Choices): unknown {
  if (choices.by === 'object') return [choices.kind, choices.count, printNode(choices.where), textOf(choices.prefer)];
  return [choices.values, choices.names, textsOf(choices.allowed), textsOf(choices.prefer)];
}

/** One text where all are alike: what does not look at the choice is said once. */
function textsOf(nodes: readonly (Node | undefined)[]): readonly string[] {
  const known = new Map<Node | undefined, string>();
  const texts = nodes.map((node) => {
    const text = known.get(node) ?? textOf(node);
    known.set(node, text);
    return text;
  });
  return new Set(texts).size === 1 ? texts.slice(0, 1) : texts;
}

/** Empty for nothing. */
function textOf(node: Node | undefined): string {
  return node === undefined ? '' : printNode(node);
}
