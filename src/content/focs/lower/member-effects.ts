import type { Members } from '../../../ir/rule.js';
import type { Condition } from '../syntax.js';
import type { Acting } from './context.js';
import { type EffectForms, common } from './effect-forms.js';
import { kindBits } from './kind-set.js';
import { filterOf, filtered, seek, within } from './members.js';
import { missingParameter } from './problems.js';

/** Effects that concern other objects than their target. */
export const memberEffects: EffectForms = {
  AddStarlanes: (effect, context) => {
    const endpoint = effect.conditions.find(({ label }) => label === 'endpoint')?.condition;
    if (endpoint === undefined) missingParameter(context, effect.at, effect.name, 'endpoint');
    return endpoint === undefined
      ? []
      : [{ kind: 'lane', ...common(effect), ends: systemsWith(endpoint, context), connect: true }];
  },
  RemoveStarlanes: (effect, context) => {
    const endpoint = effect.conditions.find(({ label }) => label === 'endpoint')?.condition;
    if (endpoint === undefined) missingParameter(context, effect.at, effect.name, 'endpoint');
    return endpoint === undefined
      ? []
      : [{ kind: 'lane', ...common(effect), ends: systemsWith(endpoint, context), connect: false }];
  },
};

/** The objects of the world of which a condition is true, each bound to the next free slot or one behind it. */
export function membersOf(condition: Condition, context: Acting): Members {
  const { kit, free } = context;
  const found = seek(condition, context);
  if (found.by === 'pin')
    return { kind: 0, slot: free, condition: kit.all([kit.compare('==', kit.slot(free), found.at.node), found.holds]) };
  return { kind: found.range.kind, slot: found.slot, condition: filterOf(found, context) };
}

/** The systems of which a condition is true. */
function systemsWith(condition: Condition, context: Acting): Members {
  const { builder } = context;
  const range = { over: 'objects', kind: builder.kinds.system, class: 0 } as const;
  const found = filtered([condition], kindBits.system, range, false, within(condition, context));
  return { kind: builder.kinds.system, slot: found.slot, condition: filterOf(found, context) };
}
