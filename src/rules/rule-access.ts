import { ascending } from '../kernel/lists.js';
import { columnsRead } from '../eval/make-node.js';
import type { Effect, Rule } from '../ir/rule.js';
import type { Node } from '../ir/node.js';
import type { Model } from '../model/model.js';
import { leavesOf, nodesOfEffect } from '../ir/effect-nodes.js';

type Access = Pick<Rule, 'reads' | 'writes' | 'structural'>;

/** What follows from the conditions and effects of a rule of the native format. */
export function accessOf(conditions: readonly Node[], effects: readonly Effect[], model: Model): Access {
  const reads = new Set<number>();
  const writes = new Set<number>();
  for (const node of [...conditions, ...effects.flatMap(nodesOfEffect)]) columnsRead(node, reads);
  const leaves = leavesOf(effects);
  for (const effect of leaves) {
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
    structural: leaves.some(({ kind }) => structural.has(kind)),
  };
}

/** Of a rule of the native format: `meters` where it writes meters and does nothing else. */
export function phaseOf(effects: readonly Effect[], { columns }: Model): Rule['phase'] {
  const leaves = leavesOf(effects);
  const isOfMeters = (effect: Effect) => effect.kind === 'modify' && columns[effect.column].role === 'meter';
  return leaves.length > 0 && leaves.every(isOfMeters) ? 'meters' : 'actions';
}

const structural: ReadonlySet<Effect['kind']> = new Set([
  'create',
  'destroy',
  'move',
  'put',
  'give',
  'bind',
  'become',
  'raise',
]);
