import { handleOf } from '../../kernel/identity.js';
import { sourceSlot } from '../../ir/node.js';
import { isAbsent } from '../../eval/operation.js';
import type { MessageEffect, Rule } from '../../ir/rule.js';
import type { TurnContext } from './turn-context.js';

/** Hands a message to whoever listens. */
export function tell(context: TurnContext, rule: Rule, effect: MessageEffect, id: number): boolean {
  const { state, frame, listen } = context;
  if (listen === undefined) return true;
  const values = effect.values.flatMap(({ name, value }) => {
    const found = context.evaluate(value);
    if (isAbsent(found)) return [];
    return [[name, value.type.name === 'entity' ? handleOf(state.identity, found) : found] as const];
  });
  listen({
    rule: rule.name,
    source: handleOf(state.identity, frame.slots[sourceSlot]),
    target: handleOf(state.identity, id),
    text: effect.text,
    values: Object.fromEntries(values),
  });
  return true;
}
