import { nodesOfEffect } from '../../../rules/effect-nodes.js';
import type { Node } from '../../../ir/node.js';
import type { Effect, Rule } from '../../../ir/rule.js';
import { type Interner, united } from './interner.js';

/** What a rule reads and writes, and whether who is there may be another after it. */
export function accessOf(
  conditions: readonly Node[],
  effects: readonly Effect[],
  { reads }: Interner,
): Pick<Rule, 'reads' | 'writes' | 'structural'> {
  const nodes = [...conditions, ...effects.flatMap(nodesOfEffect)];
  const all = effects.flatMap(withInner);
  return {
    reads: united(nodes.map(reads)),
    writes: [...new Set(all.flatMap(columnsWritten))].sort((a, b) => a - b),
    structural: all.some(({ kind }) => structural.has(kind)),
  };
}

const structural: ReadonlySet<Effect['kind']> = new Set([
  'create',
  'destroy',
  'move',
  'give',
  'put',
  'lane',
  'bind',
  'become',
]);

/** An effect with all that stand inside of it. */
function withInner(effect: Effect): readonly Effect[] {
  if (effect.kind === 'branch') return [...effect.then, ...effect.otherwise].flatMap(withInner);
  return effect.kind === 'create'
    ? [effect, ...[...(effect.inside ?? []), ...(effect.then ?? [])].flatMap(withInner)]
    : [effect];
}

function columnsWritten(effect: Effect): readonly number[] {
  if (effect.kind === 'modify') return [effect.column];
  if (effect.kind === 'become') return effect.columns;
  return effect.kind === 'create' ? effect.initial.map(({ column }) => column) : [];
}
