import { isGone } from '../components/copies.js';
import { fieldOf, status } from '../components/occurrence-stack.js';
import type { WorldState } from '../components/state.js';
import { header } from '../kernel/arena.js';
import { resolve } from '../kernel/identity.js';
import type { Ability, AbilityClass, OccurrenceType, Point, TimingBook } from '../ir/occurrence.js';
import { type Frame, sourceSlot, targetSlot } from '../ir/node.js';
import { actingRule } from './drawing-rules.js';
import { momentOf } from '../components/clock.js';
import type { Search, Step } from './finder.js';

/** The step in which an ability of a class answers. */
export function stepOf({ class: name, yields }: Pick<Ability, 'class' | 'yields'>): Step {
  if (yields !== undefined) return 'pay';
  return steps[name];
}

const steps: Readonly<Record<AbilityClass, Step>> = {
  negate: 'A',
  prevent: 'A',
  substitute: 'A',
  trait: 'B',
  delayed: 'B',
  rulebook: 'B',
  reduction: 'B',
  reaction: 'C',
};

/** True if an occurrence can be answered at a point. */
export function isOpen(state: WorldState, row: number, at: Point): boolean {
  const is = state.occurrences.status[row];
  return is === status.point || is === (at === 'before' || at === 'would' ? status.live : status.applied);
}

/** Binds an ability and an occurrence in the frame. Source and controller are handles. */
export function bindAnswer(frame: Frame, { types }: TimingBook, row: number, source: number, controller: number): void {
  const { state } = frame;
  const { identity } = state;
  frame.slots[sourceSlot] = resolve(identity, source);
  frame.slots[targetSlot] = subjectOf(state, types[state.occurrences.type[row]], row);
  frame.occurrence = row;
  frame.controller = resolve(identity, controller);
}

/** The id of an occurrence's subject; 0: none. */
export function subjectOf(state: WorldState, type: OccurrenceType, row: number): number {
  return type.subject < 0 ? 0 : resolve(state.identity, handleIn(state, row, type.subject));
}

/** 0 where the field is absent. */
export function handleIn(state: WorldState, row: number, field: number): number {
  const handle = fieldOf(state, row, field);
  return handle > 0 ? handle : 0;
}

/** Draws of an ability belong to the occurrence that it answers. */
export function answeringRule(state: WorldState, ability: number, row: number): number {
  return actingRule(-1 - ability, (momentOf(state) + Math.imul(state.occurrences.id[row] | 0, perOccurrence)) | 0);
}

/** Draws of a list run within an occurrence; row 0: none. */
export function listRule(state: WorldState, list: number, row: number): number {
  const moment = momentOf(state);
  return actingRule(list, row === 0 ? moment : (moment + Math.imul(state.occurrences.id[row] | 0, perOccurrence)) | 0);
}

/** Odd, with bits across the whole word. */
const perOccurrence = 0x27d4eb2f;

/** The copy that is used with an ability: by number, or itself. */
export function copyOf({ copy, index }: Ability): number {
  return copy ?? -1 - index;
}

/**
 * True if nothing that the ability listens to has applied earlier in this turn, or precedes the occurrence in its
 * batch.
 */
export function isFirst(frame: Frame, book: TimingBook, ability: Ability, { first }: Search, row: number): boolean {
  const { state } = frame;
  const { past, occurrences } = state;
  const matches = (type: number, at: number): boolean => {
    const listening = ability.on.find((each) => each.type === type);
    if (listening === undefined) return false;
    const { subject } = book.types[type];
    const values = at > 0 ? occurrences.values : past.values;
    const handle = subject < 0 ? 0 : values[Math.abs(at) * state.fieldCount + subject];
    frame.occurrence = at;
    frame.slots[targetSlot] = handle > 0 ? resolve(state.identity, handle) : 0;
    return listening.where === undefined || frame.evaluate(listening.where) === 1;
  };
  try {
    for (let other = first; other < row; other++)
      if (occurrences.status[other] === status.live && matches(occurrences.type[other], other)) return false;
    // An occurrence after one that has applied does not precede it.
    const own = occurrences.id[row];
    for (let at = 1; at <= state.arena.header[header.past] && past.id[at] !== own; at++)
      if (matches(past.type[at], -at)) return false;
    return true;
  } finally {
    frame.occurrence = row;
    frame.slots[targetSlot] = subjectOf(state, book.types[occurrences.type[row]], row);
  }
}

/** True if an ability of the world is present. */
export function isThere(state: WorldState, { index }: Ability): boolean {
  return !isGone(state, index);
}
