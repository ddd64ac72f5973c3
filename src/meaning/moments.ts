import { resolve } from '../kernel/identity.js';
import type { Rule } from '../ir/rule.js';
import type { TurnContext } from './effects/turn-context.js';

/**
 * The place in the order of sources before which something is asked of a rule, or -1 where it is not asked of this one.
 * An object that is no source is asked before all.
 */
export function placeAsked(
  { moments, state: { identity } }: Pick<TurnContext, 'moments' | 'state'>,
  rule: Rule,
  ids: ArrayLike<number>,
  from = 0,
  to = ids.length,
): number {
  const moment = moments?.get(rule);
  if (moment === undefined) return -1;
  const id = resolve(identity, moment.source);
  if (id !== 0 && rule.order !== 'simultaneous') for (let i = from; i < to; i++) if (ids[i] === id) return i;
  return from;
}

/** All rules of a pass are asked before the first fires. */
export function askOfPass({ moments }: TurnContext, rules: readonly Rule[]): void {
  if (moments !== undefined) for (const rule of rules) moments.get(rule)?.ask();
}
