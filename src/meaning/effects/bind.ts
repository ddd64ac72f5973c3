import { bindRole } from '../../components/roles.js';
import { isAbsent } from '../../eval/operation.js';
import type { BindEffect } from '../../ir/rule.js';
import type { TurnContext } from './turn-context.js';

/** Binds a role to an object, or to nobody. Returns false where the number is that of no role. */
export function bindTo({ state, evaluate }: TurnContext, effect: BindEffect): boolean {
  const number = evaluate(effect.role);
  const object = evaluate(effect.object);
  if (isAbsent(number)) return false;
  const index = Math.trunc(number);
  // Asked this way round, because NaN is no place either.
  if (!(index >= 0 && index < state.model.roles.length)) return false;
  bindRole(state, index, object ?? 0);
  return true;
}
