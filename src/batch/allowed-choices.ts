import type { Order } from '../ir/environment.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import type { Rows, Vector } from '../eval/columns/rows.js';
import type { Node } from '../ir/node.js';
import { type Test, isTrue } from '../match/selection-plan.js';
import type { Term } from '../eval/term.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import { markAll, markTest, meetMarks } from '../match/sets/marks.js';
import type { PairMatching } from '../match/pairs/pair-finder.js';
import type { Outers, Pairs } from '../match/pairs/pair-list.js';
import {
  type Asked,
  type RowPlace,
  createAsked,
  layPairs,
  rowsOfAsked,
  valuesOf,
  type Misfit,
} from './observed-block.js';
import { kept } from '../kernel/maps.js';
import { conjuncts } from '../eval/node-shape.js';

export interface AllowedChoices {
  readonly evaluator: Evaluator;
  readonly agents: Outers;
  /** Pairs of agents and objects that they can order, and pairs of those and objects that can be chosen. */
  readonly pairs: Pairs;
  readonly found: Pairs | undefined;
  readonly place: RowPlace<Uint8Array>;
  /** Numbers of a mask that a slot takes: nothing, and each choice. */
  readonly width: number;
  readonly slots: number;
  readonly allowed: readonly Condition[];
  readonly preferred: readonly AskedFor[];
  readonly free: readonly number[];
  /** By pair: the place of its head. */
  places: Int32Array;
  version: number;
  foundVersion: number;
}

/** Choices that share a term are asked together. */
interface AskedFor {
  readonly asked: Asked;
  readonly choices: readonly number[];
}

/** True if `rest` and all shared parts are true. */
interface Condition extends AskedFor {
  readonly shared: readonly SharedPart[];
  readonly rest: readonly Test[];
}

interface SharedPart {
  readonly asked: Asked;
  marks: Uint8Array;
}

export function createAllowedChoices(
  { evaluator, book }: PairMatching,
  { choices, slots }: Order,
  pairs: Pairs,
  agents: Outers,
  found: Pairs | undefined,
  place: RowPlace<Uint8Array>,
): AllowedChoices {
  const [allowed, prefer, count] =
    choices.by === 'value'
      ? [choices.allowed, choices.prefer, choices.values.length]
      : [[], [choices.prefer], choices.count];
  return {
    evaluator,
    agents,
    pairs,
    found,
    place,
    width: 1 + count,
    slots: slots?.count ?? 1,
    allowed: conditionsOf(evaluator, askedFor(evaluator, book, allowed)),
    preferred: askedFor(evaluator, book, prefer),
    free: [...allowed.keys()].filter((choice) => allowed[choice] === undefined),
    places: new Int32Array(0),
    version: -1,
    foundVersion: -1,
  };
}

function askedFor(evaluator: Evaluator, book: TermBook, nodes: readonly (Node | undefined)[]): readonly AskedFor[] {
  const byTerm = new Map<Term, number[]>();
  nodes.forEach((node, choice) => {
    if (node === undefined) return;
    kept(byTerm, termOf(book, node), () => []).push(choice);
  });
  return [...byTerm].map(([term, choices]) => ({ asked: createAsked(evaluator, term), choices }));
}

/**
 * Agents are few, and conditions on them alone are mostly expensive: parts shared by several conditions are asked once.
 */
function conditionsOf(evaluator: Evaluator, all: readonly AskedFor[]): readonly Condition[] {
  const users = new Map<Term, number>();
  for (const { asked } of all)
    if (asked.ofOuters) for (const part of conjuncts(asked.term)) users.set(part, (users.get(part) ?? 0) + 1);
  const known = new Map<Term, SharedPart>();
  return all.map(({ asked, choices }) => {
    const isShared = (part: Term): boolean => asked.ofOuters && (users.get(part) ?? 0) > 1;
    const parts = conjuncts(asked.term);
    const shared = parts
      .filter(isShared)
      .map((term) => kept(known, term, () => ({ asked: createAsked(evaluator, term), marks: new Uint8Array(0) })));
    const rest = shared.length === 0 ? [asked.term] : parts.filter((part) => !isShared(part));
    return { asked, choices, shared, rest: rest.map(isTrue) };
  });
}

function lay(allowed: AllowedChoices): void {
  const { pairs, place, width, slots, free } = allowed;
  const { into, size, offset } = place;
  const places = layPairs(pairs, place, slots, width, allowed.places);
  for (let at = offset; at < into.length; at += size)
    for (let head = at; head < at + slots * width; head += width) into[head] = 1;
  for (let i = 0; i < pairs.length; i++) for (const choice of free) into[places[i] + 1 + choice] = 1;
  allowed.places = places;
  allowed.version = pairs.version;
}

export function writeAllowed(allowed: AllowedChoices): void {
  const { pairs, found } = allowed;
  const isNew = allowed.version !== pairs.version || (found !== undefined && allowed.foundVersion !== found.version);
  if (isNew) lay(allowed);
  if (found !== undefined && isNew) {
    const { length, outers, places: chosen } = found;
    const { into } = allowed.place;
    const { places } = allowed;
    for (let i = 0; i < length; i++) into[places[outers[i]] + 1 + chosen[i]] = 1;
    allowed.foundVersion = found.version;
  }
  if (pairs.length > 0) for (const each of allowed.allowed) writeCondition(allowed, each);
}

function writeCondition(
  { evaluator, pairs, agents, places, place: { into } }: AllowedChoices,
  { asked, choices, shared, rest }: Condition,
): void {
  if (asked.answers.isFresh(pairs.version)) return;
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const rows = rowsOfAsked(asked, pairs, agents);
  const marks = scratch.bytes(rows.length);
  markAll(evaluator, rest, rows, marks);
  for (const part of shared) meetMarks(marks, marksOf(evaluator, part, rows, pairs.version), rows.length);
  for (const choice of choices) {
    if (asked.ofOuters) scatterThrough(marks, pairs.outers, places, 1 + choice, pairs.length, into);
    else scatter(marks, places, 1 + choice, pairs.length, into);
  }
  scratch.release(mark);
  asked.answers.note(pairs.version);
}

function marksOf(evaluator: Evaluator, part: SharedPart, rows: Rows, version: number): Uint8Array {
  if (part.asked.answers.isFresh(version)) return part.marks;
  if (part.marks.length < rows.length) part.marks = new Uint8Array(2 * rows.length);
  markTest(evaluator, isTrue(part.asked.term), rows, part.marks);
  part.asked.answers.note(version);
  return part.marks;
}

/**
 * Writes preferences for allowed choices of marked rows; all others must be 0. Returns a preference that is not finite,
 * if there is one.
 */
export function writePreferred(
  allowed: AllowedChoices,
  rows: Uint8Array,
  preferences: Float32Array,
): Misfit | undefined {
  if ((allowed.found ?? allowed.pairs).length === 0) return undefined;
  const { scratch } = allowed.evaluator;
  for (const each of allowed.preferred) {
    const mark = scratch.mark();
    const misfit =
      allowed.found === undefined
        ? preferValues(allowed, each, rows, preferences)
        : preferObjects(allowed, allowed.found, each, rows, preferences);
    if (misfit !== undefined) return misfit;
    scratch.release(mark);
  }
  return undefined;
}

function preferValues(
  { evaluator, pairs, agents, places, place: { into, rowOf } }: AllowedChoices,
  { asked, choices }: AskedFor,
  rows: Uint8Array,
  preferences: Float32Array,
): Misfit | undefined {
  const values = valuesOf(evaluator, asked, pairs, agents);
  for (const choice of choices) {
    for (let i = 0; i < pairs.length; i++) {
      const place = places[i] + 1 + choice;
      if (rows[rowOf[pairs.outers[i]]] === 0 || into[place] === 0) continue;
      preferences[place] = numberAt(values, asked.ofOuters ? pairs.outers[i] : i);
      if (!Number.isFinite(preferences[place])) return { value: preferences[place], pair: i };
    }
  }
  return undefined;
}

function preferObjects(
  { evaluator, pairs, places, place: { rowOf } }: AllowedChoices,
  found: Pairs,
  { asked }: AskedFor,
  rows: Uint8Array,
  preferences: Float32Array,
): Misfit | undefined {
  const values = evaluator.evaluate(asked.term, found.rows);
  for (let i = 0; i < found.length; i++) {
    const pair = found.outers[i];
    if (rows[rowOf[pairs.outers[pair]]] === 0) continue;
    const place = places[pair] + 1 + found.places[i];
    preferences[place] = numberAt(values, i);
    if (!Number.isFinite(preferences[place])) return { value: preferences[place], pair };
  }
  return undefined;
}

function scatter(marks: Uint8Array, places: Int32Array, offset: number, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[places[i] + offset] = marks[i];
}

function scatterThrough(
  marks: Uint8Array,
  through: Int32Array,
  places: Int32Array,
  offset: number,
  length: number,
  into: Uint8Array,
): void {
  for (let i = 0; i < length; i++) into[places[i] + offset] = marks[through[i]];
}

function numberAt({ numbers, absence }: Vector, at: number): number {
  return absence === undefined || absence[at] === 0 ? numbers[at] : 0;
}
