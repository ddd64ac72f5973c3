import type { Node } from '../../../ir/node.js';
import type { Condition, Effect } from '../syntax.js';
import type { Context, Tested, Acting } from './context.js';
import type { KindSet } from './subjects.js';
import type { Effect as RuleEffect } from '../../../ir/rule.js';

/** How one construct that is a condition is lowered. */
export interface ConditionForm {
  /** Kinds of objects of which it may be true. */
  readonly kinds: KindSet | ((condition: Condition, context: Context) => KindSet);
  /** It is false of everything that is no game object, and of none, whatever kinds its candidate is taken for. */
  readonly firm: boolean | ((condition: Condition, isFirm: (condition: Condition) => boolean) => boolean);
  /**
   * The condition of a candidate of the kinds that the context says; of others it may be anything. May be absent, which
   * means false.
   */
  lower(condition: Condition, context: Tested): Node;
}

/** Forms by the name of the construct. */
export type ConditionForms = Readonly<Record<string, ConditionForm>>;

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
