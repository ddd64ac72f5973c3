import { nodesOfEffect } from '../../../compile/plan/effect-nodes.js';
import type { Node } from '../../../compile/node.js';
import type { Effect, Rule } from '../../../compile/rule.js';
import { type Interner, united } from './interner.js';

/** What a rule reads and writes, and whether who is there may be another after it. */
export function accessOf(conditions: readonly Node[], effects: readonly Effect[], { reads }: Interner): Pick<Rule, 'reads' | 'writes' | 'structural'> {
  const nodes = [...conditions, ...effects.flatMap(nodesOfEffect)];
  const all = effects.flatMap(withBranches);
  return {
    reads: united(nodes.map(reads)),
    writes: [...new Set(all.flatMap(columnsWritten))].sort((a, b) => a - b),
    structural: all.some(({ kind }) => structural.has(kind)),
  };
}

const structural: ReadonlySet<Effect['kind']> = new Set(['create', 'destroy', 'move', 'give']);

function withBranches(effect: Effect): readonly Effect[] {
  return effect.kind === 'branch' ? [...effect.then, ...effect.otherwise].flatMap(withBranches) : [effect];
}

function columnsWritten(effect: Effect): readonly number[] {
  if (effect.kind === 'modify') return [effect.column];
  return effect.kind === 'create' ? effect.initial.map(({ column }) => column) : [];
}
