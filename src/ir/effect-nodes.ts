import type { CreateEffect, Effect, Members } from './effect.js';
import type { PlainEffect } from './heard-effects.js';
import type { Node } from './node.js';

/** `member`: the slot of the objects that an expression is the condition of; undefined for other expressions. */
type Change = (node: Node, member?: number) => Node;

/** A copy of an effect with its expressions changed, in order, and those of the effects within it. */
export function withNodes(effect: Effect, change: Change): Effect {
  if (effect.kind === 'branch' || effect.holder === undefined) return withOwnNodes(effect, change);
  const changed = withOwnNodes(effect, change);
  return { ...changed, holder: change(effect.holder) } as Effect;
}

function withOwnNodes(effect: Effect, change: Change): Effect {
  const maybe = (node: Node | undefined) => node && change(node);
  const members = (given: Members) => ({ ...given, condition: change(given.condition, given.slot) });
  const all = (effects: readonly Effect[]) => effects.map((each) => withNodes(each, change));
  switch (effect.kind) {
    case 'modify':
      return { ...effect, amount: change(effect.amount) };
    case 'branch':
      return {
        ...effect,
        condition: change(effect.condition),
        then: all(effect.then),
        otherwise: all(effect.otherwise),
      };
    case 'step':
      return { ...effect, by: change(effect.by) };
    case 'create':
      return creationWith(effect, change);
    case 'lane':
      return { ...effect, ends: members(effect.ends) };
    case 'sight':
      return {
        ...effect,
        observer: change(effect.observer),
        seen: change(effect.seen),
        observers: effect.observers && members(effect.observers),
        objects: effect.objects && members(effect.objects),
      };
    case 'put':
      return { ...effect, x: change(effect.x), y: change(effect.y) };
    case 'message':
      return { ...effect, values: effect.values.map(({ name, value }) => ({ name, value: change(value) })) };
    case 'raise':
      return {
        ...effect,
        occurrences: effect.occurrences.map((each) => ({ ...each, values: each.values.map(maybe) })),
      };
    case 'destroy':
      return { ...effect };
    case 'availability':
      return { ...effect, class: change(effect.class), available: change(effect.available) };
    case 'hold':
      return { ...effect, word: change(effect.word), held: change(effect.held) };
    case 'give':
      return { ...effect, owner: change(effect.owner) };
    case 'move':
      return { ...effect, to: change(effect.to) };
    case 'bind':
      return { ...effect, object: change(effect.object), role: change(effect.role) };
    case 'become':
      return { ...effect, class: change(effect.class) };
  }
}

function creationWith(effect: CreateEffect, change: Change): CreateEffect {
  return {
    ...effect,
    class: change(effect.class),
    count: change(effect.count),
    initial: effect.initial.map(({ column, value }) => ({ column, value: change(value) })),
    into: effect.into && change(effect.into),
    owner: effect.owner && change(effect.owner),
    inside: effect.inside?.map((inner) => creationWith(inner, change)),
    then: effect.then?.map((each) => withNodes(each, change)),
  };
}

/** Levels of branches in each other in content. */
export const mostNested = 16;

/** 0: no branch. */
export function nestingOf(effect: Effect): number {
  if (effect.kind !== 'branch') return 0;
  return 1 + [...effect.then, ...effect.otherwise].reduce((most, each) => Math.max(most, nestingOf(each)), 0);
}

/** Those that fire, with those of branches in their place. */
export function leavesOf(effects: readonly Effect[]): readonly PlainEffect[] {
  return effects.flatMap((effect) =>
    effect.kind === 'branch' ? leavesOf([...effect.then, ...effect.otherwise]) : [effect],
  );
}

export function nodesOfEffect(effect: Effect): readonly Node[] {
  const nodes: Node[] = [];
  withNodes(effect, (node) => {
    nodes.push(node);
    return node;
  });
  return nodes;
}
