import { ownersOf } from '../../components/ownership.js';
import { handleOf, resolve } from '../../kernel/identity.js';
import { sourceSlot, targetSlot } from '../node.js';
import type { Effect, Recipient, Rule } from '../rule.js';
import type { TargetSet } from '../target-set.js';
import { create } from './create.js';
import { modify } from './modify.js';
import { mayFire, noteFired } from './stacking.js';
import { step } from './step.js';
import { destroy, give, makeAvailable, move } from './structure.js';
import { type TurnContext, countFirings } from './turn-context.js';

/**
 * Fires a rule's effects, in the order listed, each on all of its recipients by ascending id. The scope is fixed beforehand; what goes in the meantime is
 * passed over, and a source that goes reads as absent.
 */
export function fireEffects(context: TurnContext, rule: Rule, source: number, scope: TargetSet): void {
  const { state, frame } = context;
  if (scope.size === 0) return;
  const sourceHandle = handleOf(state.identity, source);
  const recipients = recipientsOf(context, rule, sourceHandle, scope);
  for (const effect of rule.effects) {
    for (const handle of recipients[effect.recipient]) {
      const id = resolve(state.identity, handle);
      if (id === 0) continue;
      frame.slots[sourceSlot] = resolve(state.identity, sourceHandle);
      frame.slots[targetSlot] = id;
      if (!mayFire(context.ledger, effect.stacking, handle)) continue;
      countFirings(context, rule);
      if (fire(context, rule, effect, id)) noteFired(context.ledger, effect.stacking, handle);
    }
  }
}

/** Handles of all that effects of a rule land on, of each sort that one of them names. */
function recipientsOf(context: TurnContext, rule: Rule, source: number, scope: TargetSet): Record<Recipient, readonly number[]> {
  const { identity } = context.state;
  const isNamed = (recipient: Recipient): boolean => rule.effects.some((effect) => effect.recipient === recipient);
  const targets: number[] = [];
  if (isNamed('target')) for (let i = 0; i < scope.size; i++) targets.push(handleOf(identity, scope.at(i)));
  return { target: targets, source: [source], empires: isNamed('empires') ? empiresOf(context, scope) : [] };
}

/** The distinct factions that a scope stands for, by id. Fixed with the scope: what a first effect destroys or gives away pays in the second. */
function empiresOf({ state }: TurnContext, scope: TargetSet): readonly number[] {
  const empires = new Set<number>();
  for (let i = 0; i < scope.size; i++) for (const owner of ownersOf(state, scope.at(i))) empires.add(owner);
  return [...empires].sort((a, b) => a - b).map((id) => handleOf(state.identity, id));
}

/** Whether it fired: an effect that an object cannot take is ignored for it. */
function fire(context: TurnContext, rule: Rule, effect: Effect, id: number): boolean {
  switch (effect.kind) {
    case 'modify': return modify(context, rule, effect, id);
    case 'step': return step(context, rule, effect, id);
    case 'create': return create(context, rule, effect, id);
    case 'destroy': return destroy(context, id);
    case 'availability': return makeAvailable(context, effect, id);
    case 'give': return give(context, effect, id);
    case 'move': return move(context, effect, id);
  }
}
