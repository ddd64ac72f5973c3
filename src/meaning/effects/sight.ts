import { setSeen } from '../../components/visibility.js';
import { handleOf, idLimit, isLive, resolve } from '../../kernel/identity.js';
import { targetSlot } from '../../ir/node.js';
import type { Members, SightEffect } from '../../ir/rule.js';
import type { Sighting, TurnContext } from './turn-context.js';
import { countVisits } from '../../ir/frame.js';

/**
 * Changes what factions see: at the end of the pass, or at once outside of one. Returns false where no observer is a
 * faction.
 */
export function changeSight(context: TurnContext, effect: SightEffect, id: number): boolean {
  const { frame } = context;
  if (effect.observers === undefined) return changeSightOf(context, effect, id);
  const { slot } = effect.observers;
  const before = frame.slots[slot];
  let noted = false;
  for (const observer of membersOf(context, effect.observers)) {
    frame.slots[slot] = observer;
    if (changeSightOf(context, effect, id)) noted = true;
  }
  frame.slots[slot] = before;
  return noted;
}

function changeSightOf(context: TurnContext, effect: SightEffect, id: number): boolean {
  const { state, frame, sightings } = context;
  const observer = context.evaluate(effect.observer) ?? 0;
  if (observer === 0 || state.faction[observer] === 0) return false;
  const objects = effect.objects === undefined ? [id] : membersOf(context, effect.objects);
  for (const object of objects) {
    frame.slots[targetSlot] = object;
    const sighting = {
      faction: handleOf(state.identity, observer),
      object: handleOf(state.identity, object),
      seen: context.evaluate(effect.seen) === 1,
    };
    if (sightings === undefined) applySighting(context, sighting);
    else sightings.push(sighting);
  }
  frame.slots[targetSlot] = id;
  return true;
}

export function applySighting({ state }: Pick<TurnContext, 'state'>, { faction, object, seen }: Sighting): void {
  const [observer, id] = [resolve(state.identity, faction), resolve(state.identity, object)];
  if (observer !== 0 && id !== 0) setSeen(state, observer, id, seen);
}

/** Ids of members that meet the condition, ascending, for the objects in the frame. */
export function membersOf(
  { state, frame, evaluate }: TurnContext,
  { kind, slot, condition }: Members,
): readonly number[] {
  const found: number[] = [];
  const before = frame.slots[slot];
  const limit = idLimit(state.identity);
  countVisits(frame, limit);
  for (let id = 1; id < limit; id++) {
    if (kind === 0 ? !isLive(state.identity, id) : state.identity.kind[id] !== kind) continue;
    frame.slots[slot] = id;
    if (evaluate(condition) === 1) found.push(id);
  }
  frame.slots[slot] = before;
  return found;
}
