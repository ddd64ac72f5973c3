import { setAvailable } from '../../components/availability.js';
import { holdingOffset, setHeld } from '../../components/holdings.js';
import { type Kind, classAt, kindAt } from '../../model/model.js';
import { bear, destroy as remove } from '../../state/object-life.js';
import { ownerOf, setOwner } from '../../components/ownership.js';
import { handleOf, idLimit, isLive, resolve } from '../../kernel/identity.js';
import { type Placement, placementBy, put, rehang, shift } from '../../components/place.js';
import { placeKind } from '../../components/place-kind.js';
import { type Space, placeAlong, spaceOfKind } from '../../model/space.js';
import type { WorldState } from '../../components/state.js';
import { isAbsent } from '../../eval/operation.js';
import type {
  AvailabilityEffect,
  CreateEffect,
  Effect,
  GiveEffect,
  HoldEffect,
  Members,
  MoveEffect,
  PutEffect,
  Rule,
  SightEffect,
} from '../../ir/rule.js';
import { type Sighting, type TurnContext, countCreated } from './turn-context.js';
import { asStored, hasCell, writeCell } from '../../components/cells.js';
import { EdictError, WorldFullError } from '../../kernel/errors.js';
import { countVisits, targetSlot } from '../../ir/node.js';
import { setSeen } from '../../components/visibility.js';

/** With its dependents: at once, or at the end of the pass. */
export function destroy(context: TurnContext, id: number): boolean {
  const { state, doomed } = context;
  if (doomed === undefined) remove(state, id);
  else doomed.push(handleOf(state.identity, id));
  return true;
}

/** Returns false without a faction or class. */
export function makeAvailable(context: TurnContext, effect: AvailabilityEffect, id: number): boolean {
  const { state } = context;
  const classIndex = context.evaluate(effect.class);
  const available = context.evaluate(effect.available);
  if (state.faction[id] === 0 || isAbsent(classIndex) || classIndex === 0 || isAbsent(available)) return false;
  setAvailable(state, id, classIndex, available === 1);
  return true;
}

/** Returns false without the set or a word. */
export function changeHeld(context: TurnContext, effect: HoldEffect, id: number): boolean {
  const { state } = context;
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

/** Returns false for objects without an own owner, and where the new one is no faction. */
export function give(context: TurnContext, effect: GiveEffect, id: number): boolean {
  const owner = context.evaluate(effect.owner);
  return !isAbsent(owner) && giveTo(context.state, id, owner);
}

/** 0: nobody. */
export function giveTo(state: WorldState, id: number, owner: number): boolean {
  const kind = kindAt(state.model, state.identity.kind[id]);
  if (kind.faction || kind.ownership.rule !== 'stored' || (owner !== 0 && state.faction[owner] === 0)) return false;
  setOwner(state, id, owner);
  return true;
}

/**
 * Returns false for factions, and where a coordinate is absent or not finite; attached objects are detached, unless
 * kept on their lane. In a space the place is within it.
 */
export function putAt(context: TurnContext, effect: PutEffect, id: number): boolean {
  const { state } = context;
  const kind = kindAt(state.model, state.identity.kind[id]);
  const [x, y] = [context.evaluate(effect.x), context.evaluate(effect.y)];
  if (isAbsent(x) || isAbsent(y) || !Number.isFinite(x) || !Number.isFinite(y) || kind.faction) return false;
  if (effect.keepsLane !== true || state.place[id] !== placeKind.lane) return putTo(state, id, x, y);
  put(state, id, { at: 'lane', from: state.end[id], to: state.otherEnd[id], x, y });
  return true;
}

/** At a point, which in a space is within it. Returns false for factions and for points that are not finite. */
export function putTo(state: WorldState, id: number, x: number, y: number): boolean {
  const { model, identity } = state;
  const kind = kindAt(model, identity.kind[id]);
  return putWithin(state, id, kind, spaceOfKind(model.spaces, kind.index), x, y);
}

export function putWithin(
  state: WorldState,
  id: number,
  kind: Kind,
  space: Space | undefined,
  x: number,
  y: number,
): boolean {
  if (kind.faction || !Number.isFinite(x) || !Number.isFinite(y)) return false;
  const atX = space === undefined ? x : placeAlong(x, space.width, space.wrapX);
  const atY = space === undefined ? y : placeAlong(y, space.height, space.wrapY);
  if (!shift(state, id, kind, atX, atY)) put(state, id, { at: 'point', x: atX, y: atY });
  return true;
}

/** Returns false where it cannot be, and for nodes and factions. */
export function move(context: TurnContext, effect: MoveEffect, id: number): boolean {
  const to = context.evaluate(effect.to);
  return !isAbsent(to) && moveTo(context.state, id, to);
}

/** 0: none. */
export function moveTo(state: WorldState, id: number, to: number): boolean {
  const kind = kindAt(state.model, state.identity.kind[id]);
  if (to === 0 || to === id || kind.node || kind.faction) return false;
  if (kind.attachesTo.includes(state.identity.kind[to]) && rehang(state, id, kind.index, to)) return true;
  const place = placementBy(state, kind, to);
  if (place === undefined || place.at === 'nowhere') return false;
  put(state, id, place);
  return true;
}

type FireOn = (context: TurnContext, rule: Rule, effects: readonly Effect[], id: number) => void;

/** `onBorn` gets each object when complete. Returns false without a class or a place, or for a count below 1. */
export function create(
  context: TurnContext,
  rule: Rule,
  effect: CreateEffect,
  id: number,
  fireOn: FireOn,
  onBorn?: (born: number) => void,
): boolean {
  const { state, frame } = context;
  const recipient = frame.slots[targetSlot];
  frame.value = 0;
  const classIndex = effect.bare === undefined ? (context.evaluate(effect.class) ?? 0) : 0;
  const wanted = context.evaluate(effect.count);
  if ((classIndex === 0 && effect.bare === undefined) || isAbsent(wanted) || !(wanted >= 1)) return false;
  const kind = kindAt(state.model, effect.bare ?? classAt(state.model, classIndex).kind);
  const place = placeFor(context, effect, kind, id);
  if (place === undefined) return false;
  const count = Math.trunc(wanted);
  countCreated(context, rule, count, kind);
  const owner = ownerFor(context, effect, kind, id);
  const values = effect.initial.map(({ column, value }) => ({
    column: state.model.columns[column],
    value: context.evaluate(value),
  }));
  for (let i = 0; i < count; i++) {
    const born = makingRoom({ context }, () =>
      bear(
        state,
        { kind: kind.index, class: classIndex, name: '', owner, place, created: frame.turn, near: id },
        `rule ${rule.name}`,
      ),
    );
    for (const { column, value } of values) {
      if (isAbsent(value) || !hasCell(state, column, born)) continue;
      if (!Number.isFinite(asStored(column, value))) {
        throw new EdictError(
          'not-finite',
          `rule ${rule.name} would create an object with ${column.name} of ${value}; keep its amounts within the range of numbers`,
          rule.name,
        );
      }
      writeCell(state, column, born, column.type.name === 'number' ? asStored(column, value) : value);
    }
    for (const inner of effect.inside ?? []) create(context, rule, { ...inner, into: undefined }, born, fireOn);
    if (effect.then !== undefined) fireOn(context, rule, effect.then, born);
    onBorn?.(born);
    frame.slots[targetSlot] = recipient;
  }
  return true;
}

/** One object without first values, at the place and for the owner of another; 0 where it has no place there. */
export function bearBeside(context: TurnContext, rule: Rule, kind: Kind, of: number, neighbour: number): number {
  const { state, frame } = context;
  const place = placementBy(state, kind, neighbour);
  if (place === undefined) return 0;
  countCreated(context, rule, 1, kind);
  const owner = kind.ownership.rule !== 'stored' || kind.faction ? 0 : ownerOf(state, neighbour);
  const birth = { kind: kind.index, class: of, name: '', owner, place, created: frame.turn, near: neighbour };
  return bear(state, birth, `rule ${rule.name}`);
}

/** The place on the object that the effect names, else by the recipient. */
function placeFor(context: TurnContext, { into }: CreateEffect, kind: Kind, id: number): Placement | undefined {
  const neighbour = into === undefined ? id : (context.evaluate(into) ?? 0);
  return neighbour === 0 ? undefined : placementBy(context.state, kind, neighbour);
}

function ownerFor(context: TurnContext, { owner }: CreateEffect, kind: Kind, id: number): number {
  if (kind.ownership.rule !== 'stored' || kind.faction) return 0;
  if (owner === undefined) return ownerOf(context.state, id);
  const named = context.evaluate(owner) ?? 0;
  return context.state.faction[named] === 0 ? 0 : named;
}

/** `act` has no effect where room is lacking; then room is made, where allowed, and it runs again. */
export function makingRoom<Made>(
  { context }: { readonly context: Pick<TurnContext, 'makeRoom'> },
  act: () => Made,
): Made {
  for (;;) {
    try {
      return act();
    } catch (error) {
      roomAfter(error, { context });
    }
  }
}

/** Makes room after a failure for lack of it; rethrows the error where it cannot. For code too hot for a callback. */
export function roomAfter(error: unknown, { context }: { readonly context: Pick<TurnContext, 'makeRoom'> }): void {
  if (!(error instanceof WorldFullError) || context.makeRoom?.(error.what) !== true) throw error;
}

/** At the end of the pass, or at once outside of one. Returns false where no observer is a faction. */
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
  const recipient = frame.slots[targetSlot];
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
  frame.slots[targetSlot] = recipient;
  return true;
}

export function applySighting({ state }: Pick<TurnContext, 'state'>, { faction, object, seen }: Sighting): void {
  const [observer, id] = [resolve(state.identity, faction), resolve(state.identity, object)];
  if (observer !== 0 && id !== 0) setSeen(state, observer, id, seen);
}

/** Ascending, for the objects in the frame. */
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
