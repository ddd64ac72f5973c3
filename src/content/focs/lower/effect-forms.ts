import type { Node } from '../../../ir/node.js';
import type { Effect as RuleEffect } from '../../../ir/rule.js';
import type { Effect } from '../syntax.js';
import type { Acting } from './context.js';

/** An effect as effects of the IR. */
export type EffectForm = (effect: Effect, context: Acting) => readonly RuleEffect[];

/** Forms by the name of the construct. */
export type EffectForms = Readonly<Record<string, EffectForm>>;

/** What an effect of the IR has beside what it does: all land on targets, and stack by their rule. */
export function common({ label }: Effect): {
  readonly recipient: 'target';
  readonly stacking: 0;
  readonly label: string;
} {
  return { recipient: 'target', stacking: 0, label };
}

/** Sets a cell of the target, or of what `holder` leads to. */
export function setting(effect: Effect, column: number, amount: Node, holder?: Node): RuleEffect {
  return {
    kind: 'modify',
    ...common(effect),
    column,
    ...(holder === undefined ? {} : { holder }),
    modification: 'set',
    amount,
  };
}
