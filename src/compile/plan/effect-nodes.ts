import type { Node } from '../node.js';
import type { Effect } from '../rule.js';

/** The expressions of an effect, the amount first. */
export function nodesOfEffect(effect: Effect): readonly Node[] {
  switch (effect.kind) {
    case 'modify': return [effect.amount];
    case 'step': return [effect.by];
    case 'create': return [effect.class, effect.count, ...effect.initial.map(({ value }) => value)];
    case 'destroy': return [];
    case 'availability': return [effect.class, effect.available];
    case 'give': return [effect.owner];
    case 'move': return [effect.to];
  }
}
