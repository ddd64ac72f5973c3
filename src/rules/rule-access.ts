import { ascending } from '../kernel/lists.js';
import { columnsRead } from '../eval/make-node.js';
import type { Effect, Rule } from '../ir/rule.js';
import type { Node } from '../ir/node.js';
import type { Model } from '../model/model.js';
import { nodesOfEffect } from '../ir/effect-nodes.js';

type Access = Pick<Rule, 'reads' | 'writes' | 'structural'>;

/** What follows from the conditions and effects of a rule of the native format. */
export function accessOf(conditions: readonly Node[], effects: readonly Effect[], model: Model): Access {
  const reads = new Set<number>();
  const writes = new Set<number>();
  for (const node of [...conditions, ...effects.flatMap(nodesOfEffect)]) columnsRead(node, reads);
  for (const effect of effects) {
    if (effect.kind === 'modify' || effect.kind === 'step') writes.add(effect.column);
    if (effect.kind === 'create') for (const { column } of effect.initial) writes.add(column);
    if (effect.kind === 'become') for (const column of effect.columns) writes.add(column);
    if (effect.kind !== 'step') continue;
    const { companion } = model.columns[effect.column];
    for (const column of companion === undefined
      ? [effect.column]
      : [effect.column, companion.property, companion.remember]) {
      reads.add(column);
      writes.add(column);
    }
  }
  return {
    reads: ascending(reads),
    writes: ascending(writes),
    structural: effects.some(({ kind }) => structural.has(kind)),
  };
}

const structural: ReadonlySet<Effect['kind']> = new Set([
  'create',
  'destroy',
  'move',
  'give',
  'bind',
  'become',
  'raise',
]);
