import { makeNode } from '../../eval/make-node.js';
import { entityType, numberType } from '../../eval/operation.js';
import { constant } from '../../eval/ops/constant.js';
import type { BindEffect } from '../../ir/rule.js';
import { quoteText } from '../diagnostics/quote.js';
import { type Base, compileAmount } from './effect-amounts.js';
import { refuseUnknown } from './loading.js';
import type { GroupContext } from './rule-context.js';
import type { EffectSource } from './schema.js';

type BindSource = Extract<EffectSource, { bind: string }>;

/** Lowers an effect that binds a role; undefined, and reported, when something is wrong with it. */
export function lowerBind(source: BindSource, base: Base, context: GroupContext): BindEffect | undefined {
  const role = roleOf(source, context);
  const object = compileAmount(source, 'to', source.to, entityType, context);
  return role === undefined || object === undefined
    ? undefined
    : { kind: 'bind', ...base, role: makeNode(constant, { value: role, type: numberType }), object: object.node };
}

/** The number of the role. */
function roleOf(source: BindSource, { model: { roles }, loading }: GroupContext): number | undefined {
  const number = loading.index.placeIn(roles, source.bind);
  if (number >= 0) return number;
  if (loading.damage.names.has(source.bind)) return undefined;
  return refuseUnknown(
    { loading },
    [source, 'bind'],
    source.bind,
    `${quoteText(source.bind)} is no role, expected one that is declared`,
    roles,
    'declare it under `roles`',
  );
}
