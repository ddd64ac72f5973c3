import { copied, enlarged } from '../kernel/enlarged.js';
import { isGone } from '../components/copies.js';
import { fieldOf, status } from '../components/occurrence-stack.js';
import type { WorldState } from '../components/state.js';
import { header } from '../kernel/arena.js';
import { resolve } from '../kernel/identity.js';
import type { Ability, AbilityClass, OccurrenceType, Point, TimingBook } from '../ir/occurrence.js';
import { type Frame, sourceSlot, targetSlot } from '../ir/node.js';
import { actingRule } from './drawing-rules.js';
import { momentOf } from '../components/clock.js';
import { EdictError } from '../kernel/errors.js';

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

/** 0: none. */
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

export function isThere(state: WorldState, { index }: Ability): boolean {
  return !isGone(state, index);
}

export type Step = 'A' | 'B' | 'C' | 'pay';

export interface Search {
  first: number;
  count: number;
  at: Point;
  step: Step;
  /** Only candidates for this row; 0: for any of the batch. */
  only: number;
  usesBefore: number;
  /** Created copies with greater numbers do not answer. */
  bornUntil: number;
  /** Stop after so many. */
  most: number;
}

/** Reused. */
export function createSearch(): Search {
  return { first: 0, count: 0, at: 'before', step: 'B', only: 0, usesBefore: 0, bornUntil: 0, most: 0 };
}

/**
 * In the order of abilities, each with its objects by ascending id, then created copies by number, each with the
 * occurrences of the batch by row; without those already used.
 */
export interface Finder {
  /** False: certainly nothing answers or remembers occurrences of the type. */
  isHeard(type: number): boolean;
  /** False: certainly nothing answers them at this point. */
  isHeardAt(type: number, at: Point): boolean;
  find(search: Readonly<Search>, frame: Frame, into: Candidates): void;
}

/** Parallel lists in the order of being offered. Reused. */
export interface Candidates {
  count: number;
  /** Index of the ability, row of the occurrence. */
  ability: Int32Array;
  occurrence: Int32Array;
  /** Carrier, and controller: handles, 0 is nobody. */
  source: Float64Array;
  controller: Float64Array;
  /** Number of a created copy; 0: not created. */
  number: Float64Array;
  /** All abilities, for the name in errors. */
  readonly abilities: readonly Ability[];
}

/** Most candidates at once: below 300 MB. */
const mostCandidates = 4_194_304;

export function createCandidates(abilities: readonly Ability[]): Candidates {
  return {
    abilities,
    count: 0,
    ability: new Int32Array(16),
    occurrence: new Int32Array(16),
    source: new Float64Array(16),
    controller: new Float64Array(16),
    number: new Float64Array(16),
  };
}

export function addCandidate(
  into: Candidates,
  ability: number,
  occurrence: number,
  source: number,
  controller: number,
  number: number,
): void {
  const at = into.count;
  if (at === into.ability.length) enlarge(into, ability);
  into.ability[at] = ability;
  into.occurrence[at] = occurrence;
  into.source[at] = source;
  into.controller[at] = controller;
  into.number[at] = number;
  into.count++;
}

export function keepOnly(candidates: Candidates, controller: number): void {
  const { ability, occurrence, source, number } = candidates;
  let kept = 0;
  for (let at = 0; at < candidates.count; at++) {
    if (candidates.controller[at] !== controller) continue;
    ability[kept] = ability[at];
    occurrence[kept] = occurrence[at];
    source[kept] = source[at];
    number[kept] = number[at];
    candidates.controller[kept++] = controller;
  }
  candidates.count = kept;
}

export function copyCandidates(from: Candidates, into: Candidates): void {
  into.count = 0;
  for (let at = 0; at < from.count; at++)
    addCandidate(into, from.ability[at], from.occurrence[at], from.source[at], from.controller[at], from.number[at]);
}

function enlarge(into: Candidates, ability: number): void {
  const length = into.ability.length * 2;
  if (length > mostCandidates) throw tooMany(ability < 0 ? 'an occurrence' : into.abilities[ability].name);
  const { source, controller, number } = into;
  into.ability = enlarged(into.ability, length);
  into.occurrence = enlarged(into.occurrence, length);
  into.source = copied(source, new Float64Array(length));
  into.controller = copied(controller, new Float64Array(length));
  into.number = copied(number, new Float64Array(length));
}

function tooMany(name: string): EdictError {
  return new EdictError(
    'limit-answers',
    `${name} and others answer more than ${mostCandidates} times at once; let fewer objects have such abilities, or raise fewer occurrences together`,
    name,
  );
}

/** Knows which triggers are true, always by the present world. */
export interface Watcher {
  /**
   * The first armed trigger from an index on that looks in sweeps and is true; -1: none. Conditions are evaluated in
   * `frame`.
   */
  next(from: number, frame: Frame): number;
  /** The first trigger from an index on that looks for rises and whose condition has changed; -1: none. */
  nextChanged(from: number, frame: Frame): number;
  isTrue(trigger: number, frame: Frame): boolean;
}

export type Carried = Pick<Ability, 'carrier'>;

export function carries({ carrier }: Carried, kind: number, classIndex: number): boolean {
  if (carrier.by === 'kind') return carrier.kind === kind;
  return carrier.by === 'classes' && carrier.classes.has(classIndex);
}

/** Kind and class of a subject, as just before its occurrence applied. */
export function kindOfSubject(state: WorldState, row: number, handle: number): readonly [number, number] {
  const { identity, occurrences, class: classes } = state;
  if (occurrences.kind[row] !== 0) return [occurrences.kind[row], occurrences.class[row]];
  const id = resolve(identity, handle);
  return [identity.kind[id], classes[id]];
}
