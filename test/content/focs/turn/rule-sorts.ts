import type { Node } from '../../../../src/ir/node.js';
import { nodesOfEffect } from '../../../../src/ir/effect-nodes.js';
import type { Effect, Rule } from '../../../../src/ir/rule.js';

/** What a rule has, in words: who carries it, its effects, the operations of its conditions and amounts. */
export function sortsOf({
  carrier,
  claims,
  narrowing,
  dispatch,
  activation,
  include,
  effects,
}: Rule): readonly string[] {
  const times = carrier.by === 'condition' ? carrier.times : undefined;
  const carried = carrier.by === 'condition' ? carrier.where : [];
  const sorts = new Set([`carried by ${carrier.by}`, `dispatched by ${dispatch}`]);
  if (times !== undefined) sorts.add('carried by condition many times');
  if (claims !== 0) sorts.add('claims');
  if (narrowing !== undefined) sorts.add('narrows');
  for (const effect of effects) addEffect(sorts, effect);
  for (const node of [
    ...carried,
    ...(times === undefined ? [] : [times]),
    ...activation,
    ...include,
    ...effects.flatMap(nodesOfEffect),
  ])
    addNode(sorts, node);
  return [...sorts];
}

function addEffect(sorts: Set<string>, effect: Effect): void {
  sorts.add(effect.kind);
  if (effect.kind === 'branch') for (const inner of [...effect.then, ...effect.otherwise]) addEffect(sorts, inner);
  if (effect.kind === 'modify' && effect.holder !== undefined) sorts.add('holder');
}

function addNode(sorts: Set<string>, { op, data, args }: Node): void {
  const by = (data as { readonly by?: string } | undefined)?.by;
  sorts.add(by === undefined ? op : `${op} by ${by}`);
  for (const arg of args) addNode(sorts, arg);
}
