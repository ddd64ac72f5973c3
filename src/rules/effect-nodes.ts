import type { Node } from '../ir/node.js';
import type { Effect } from '../ir/rule.js';

export function nodesOfEffect(effect: Effect): readonly Node[] {
  switch (effect.kind) {
    case 'modify':
      return [effect.amount, ...given(effect.holder)];
    case 'branch':
      return [effect.condition, ...[...effect.then, ...effect.otherwise].flatMap(nodesOfEffect)];
    case 'step':
      return [effect.by];
    case 'create':
      return [
        effect.class,
        effect.count,
        ...effect.initial.map(({ value }) => value),
        ...given(effect.into),
        ...given(effect.owner),
        ...[...(effect.inside ?? []), ...(effect.then ?? [])].flatMap(nodesOfEffect),
      ];
    case 'lane':
      return [effect.ends.condition];
    case 'sight':
      return [effect.observer, effect.seen, ...given(effect.observers?.condition), ...given(effect.objects?.condition)];
    case 'put':
      return [effect.x, effect.y];
    case 'message':
      return effect.values.map(({ value }) => value);
    case 'raise':
      return effect.occurrences.flatMap(({ values }) => values.flatMap(given));
    case 'destroy':
      return [];
    case 'availability':
      return [effect.class, effect.available, ...given(effect.holder)];
    case 'hold':
      return [effect.word, effect.held, ...given(effect.holder)];
    case 'give':
      return [effect.owner];
    case 'move':
      return [effect.to];
    case 'bind':
      return [effect.object, effect.role];
    case 'become':
      return [effect.class];
  }
}

function given(node: Node | undefined): readonly Node[] {
  return node === undefined ? [] : [node];
}
