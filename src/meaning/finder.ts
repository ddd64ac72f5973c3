import type { Ability, Point } from '../ir/occurrence.js';
import type { Frame } from '../ir/node.js';
import { EdictError } from '../kernel/errors.js';

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

/** Reused for every search. */
export function createSearch(): Search {
  return { first: 0, count: 0, at: 'before', step: 'B', only: 0, usesBefore: 0, bornUntil: 0, most: 0 };
}

/**
 * Finds abilities that may answer, in the order of abilities, each with its objects by ascending id, then created
 * copies by number, each with the occurrences of the batch by row; without those already used.
 */
export interface Finder {
  /** False: certainly nothing answers or remembers occurrences of the type. */
  isHeard(type: number): boolean;
  /** False: certainly nothing answers them at this point. */
  isHeardAt(type: number, at: Point): boolean;
  find(search: Readonly<Search>, frame: Frame, into: Candidates): void;
}

/** Abilities that may answer occurrences: parallel lists in the order of being offered. Reused. */
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
  const copy = <Numbers extends Int32Array | Float64Array>(from: Numbers, to: Numbers): Numbers => {
    to.set(from);
    return to;
  };
  into.ability = copy(into.ability, new Int32Array(length));
  into.occurrence = copy(into.occurrence, new Int32Array(length));
  into.source = copy(into.source, new Float64Array(length));
  into.controller = copy(into.controller, new Float64Array(length));
  into.number = copy(into.number, new Float64Array(length));
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
