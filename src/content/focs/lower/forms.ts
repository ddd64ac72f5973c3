import type { Node } from '../../../ir/node.js';
import type { Condition } from '../syntax.js';
import type { Context, Tested } from './context.js';
import type { KindSet } from './kind-set.js';

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
