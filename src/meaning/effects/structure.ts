import { setAvailable } from '../../components/availability.js';
import { holdingOffset, setHeld } from '../../components/holdings.js';
import { kindAt } from '../../model/model.js';
import { destroy as remove } from '../../state/objects.js';
import { setOwner } from '../../components/ownership.js';
import { handleOf } from '../../kernel/identity.js';
import { placementBy, put } from '../../components/place.js';
import { placeKind } from '../../components/nodes.js';
import type { WorldState } from '../../components/state.js';
import { isAbsent } from '../../eval/operation.js';
import type { AvailabilityEffect, GiveEffect, HoldEffect, MoveEffect, PutEffect } from '../../ir/rule.js';
import type { TurnContext } from './turn-context.js';

/** Destroys an object and what goes with it: at once, or when the pass is over. */
export function destroy(context: TurnContext, id: number): boolean {
  const { state, doomed } = context;
  if (doomed === undefined) remove(state, id);
  else doomed.push(handleOf(state.identity, id));
  return true;
}

/** Makes a class available to a faction or not. Returns false for what is no faction, or without a class. */
export function makeAvailable(context: TurnContext, effect: AvailabilityEffect, target: number): boolean {
  const { state } = context;
  const id = effect.holder === undefined ? target : (context.evaluate(effect.holder) ?? 0);
  const classIndex = context.evaluate(effect.class);
  const available = context.evaluate(effect.available);
  if (state.faction[id] === 0 || isAbsent(classIndex) || classIndex === 0 || isAbsent(available)) return false;
  setAvailable(state, id, classIndex, available === 1);
  return true;
}

/**
 * Puts a word into a set of an object or takes it out. Returns false where the object's kind lacks the set, or without
 * a word.
 */
export function changeHeld(context: TurnContext, effect: HoldEffect, target: number): boolean {
  const { state } = context;
  const id = effect.holder === undefined ? target : (context.evaluate(effect.holder) ?? 0);
  const word = context.evaluate(effect.word);
  const held = context.evaluate(effect.held);
  if (
    holdingOffset(state, effect.holding, state.identity.kind[id]) < 0 ||
    isAbsent(word) ||
    word === 0 ||
    isAbsent(held)
  )
    return false;
  setHeld(state, effect.holding, id, word, held === 1);
  return true;
}

/**
 * Gives an object to a faction or to nobody. Returns false where the object has no owner of its own or the new one is
 * no faction.
 */
export function give(context: TurnContext, effect: GiveEffect, id: number): boolean {
  const owner = context.evaluate(effect.owner);
  return !isAbsent(owner) && giveTo(context.state, id, owner);
}

/** The same to a faction by its id, 0 for nobody. */
export function giveTo(state: WorldState, id: number, owner: number): boolean {
  const kind = kindAt(state.model, state.identity.kind[id]);
  if (kind.faction || kind.ownership.rule !== 'stored' || (owner !== 0 && state.faction[owner] === 0)) return false;
  setOwner(state, id, owner);
  return true;
}

/**
 * Puts an object at a point. Returns false where a coordinate is absent or not finite; what hangs on others lets go of
 * them, unless it is to stay on its lane, and factions stay.
 */
export function putAt(context: TurnContext, effect: PutEffect, id: number): boolean {
  const { state } = context;
  const kind = kindAt(state.model, state.identity.kind[id]);
  const [x, y] = [context.evaluate(effect.x), context.evaluate(effect.y)];
  if (isAbsent(x) || isAbsent(y) || !Number.isFinite(x) || !Number.isFinite(y) || kind.faction) return false;
  const isOnLane = effect.keepsLane === true && state.place[id] === placeKind.lane;
  put(state, id, isOnLane ? { at: 'lane', from: state.end[id], to: state.otherEnd[id], x, y } : { at: 'point', x, y });
  return true;
}

/** Moves an object to where another is. Returns false where it cannot be. Nodes and factions stay. */
export function move(context: TurnContext, effect: MoveEffect, id: number): boolean {
  const to = context.evaluate(effect.to);
  return !isAbsent(to) && moveTo(context.state, id, to);
}

/** The same to where an object is whose id is given, 0 for none. */
export function moveTo(state: WorldState, id: number, to: number): boolean {
  const kind = kindAt(state.model, state.identity.kind[id]);
  if (to === 0 || to === id || kind.node || kind.faction) return false;
  const place = placementBy(state, kind, to);
  if (place === undefined || place.at === 'nowhere') return false;
  put(state, id, place);
  return true;
}
