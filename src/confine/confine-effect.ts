import type { CreateEffect, Effect, Members } from '../ir/effect.js';
import type { Node } from '../ir/node.js';
import { targetSlot } from '../ir/node.js';
import { type Confinement, confineNode, keptTogether } from './confine-node.js';

/**
 * An effect that sees no other instance than that of what it is fired on: the source may be gone by then, that cannot.
 */
export function confineEffect(effect: Effect, stride: number): Effect {
  const within: Confinement = { stride, anchor: targetSlot };
  const of = (node: Node): Node => confineNode(node, within);
  const members = (given: Members): Members => ({
    ...given,
    condition: keptTogether(of(given.condition), given.slot, within),
  });
  const list = (effects: readonly Effect[]): readonly Effect[] => effects.map((each) => confineEffect(each, stride));
  switch (effect.kind) {
    case 'modify':
      return {
        ...effect,
        amount: of(effect.amount),
        ...(effect.holder === undefined ? {} : { holder: of(effect.holder) }),
      };
    case 'step':
      return { ...effect, by: of(effect.by) };
    case 'create':
      return confineCreate(effect, of, list);
    case 'availability':
      return {
        ...effect,
        class: of(effect.class),
        available: of(effect.available),
        ...(effect.holder === undefined ? {} : { holder: of(effect.holder) }),
      };
    case 'give':
      return { ...effect, owner: of(effect.owner) };
    case 'become':
      return { ...effect, class: of(effect.class) };
    case 'move':
      return { ...effect, to: of(effect.to) };
    case 'sight':
      return {
        ...effect,
        observer: of(effect.observer),
        objects: effect.objects === undefined ? undefined : members(effect.objects),
        seen: of(effect.seen),
        ...(effect.observers === undefined ? {} : { observers: members(effect.observers) }),
      };
    case 'put':
      return { ...effect, x: of(effect.x), y: of(effect.y) };
    case 'branch':
      return { ...effect, condition: of(effect.condition), then: list(effect.then), otherwise: list(effect.otherwise) };
    case 'message':
      return { ...effect, values: effect.values.map(({ name, value }) => ({ name, value: of(value) })) };
    case 'destroy':
      return effect;
    // Refused by `whyApart`.
    case 'lane':
    case 'hold':
    case 'bind':
    case 'raise':
      return effect;
  }
}

function confineCreate(
  effect: CreateEffect,
  of: (node: Node) => Node,
  list: (effects: readonly Effect[]) => readonly Effect[],
): CreateEffect {
  return {
    ...effect,
    class: of(effect.class),
    count: of(effect.count),
    initial: effect.initial.map(({ column, value }) => ({ column, value: of(value) })),
    ...(effect.into === undefined ? {} : { into: of(effect.into) }),
    ...(effect.owner === undefined ? {} : { owner: of(effect.owner) }),
    ...(effect.inside === undefined ? {} : { inside: effect.inside.map((inner) => confineCreate(inner, of, list)) }),
    ...(effect.then === undefined ? {} : { then: list(effect.then) }),
  };
}
