import type { Block } from '../ir/environment.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import { termOf } from '../eval/term-book.js';
import { roomyCodes } from '../indexes/scratch.js';
import type { PairMatching } from '../match/pairs/pair-finder.js';
import { type Outers, type Pairs, rowsOfOuters } from '../match/pairs/pair-list.js';
import type { Rows, Vector } from '../eval/columns/rows.js';
import { type Freshness, fact, freshness } from '../model/stamps.js';
import { sourceSlot } from '../ir/node.js';
import type { Term } from '../eval/term.js';

/** A number that agents cannot get. */
export interface Misfit {
  readonly value: number;
  readonly pair: number;
}

interface NamedMisfit extends Misfit {
  readonly name: string;
}

export interface ObservedBlock {
  readonly evaluator: Evaluator;
  readonly block: Block;
  readonly agents: Outers;
  /** Agents paired with the objects in their slots, or with themselves. */
  readonly pairs: Pairs;
  readonly place: RowPlace<Float32Array>;
  readonly asked: readonly Asked[];
  /** By pair: the place of its numbers. */
  places: Int32Array;
  version: number;
}

export function createObservedBlock(
  { evaluator, book }: PairMatching,
  block: Block,
  pairs: Pairs,
  agents: Outers,
  place: RowPlace<Float32Array>,
): ObservedBlock {
  const asked = block.values.map(({ node }) => createAsked(evaluator, termOf(book, node)));
  return { evaluator, block, agents, pairs, place, asked, places: new Int32Array(0), version: -1 };
}

function lay(observed: ObservedBlock): void {
  const {
    pairs,
    block: { slots, values },
    place,
  } = observed;
  const width = (slots === undefined ? 0 : 1) + values.length;
  const places = layPairs(pairs, place, slots?.count ?? 1, width, observed.places);
  if (slots !== undefined) for (let i = 0; i < pairs.length; i++) place.into[places[i]++] = 1;
  observed.places = places;
  for (const { answers } of observed.asked) answers.drop();
  observed.version = pairs.version;
}

/** Writes changed values. Returns a number that agents cannot get; the block is then written again. */
export function writeObserved(observed: ObservedBlock): NamedMisfit | undefined {
  const { pairs, asked } = observed;
  if (observed.version !== pairs.version) lay(observed);
  if (pairs.length === 0) return undefined;
  for (let value = 0; value < asked.length; value++) {
    const { answers } = asked[value];
    if (answers.isFresh(pairs.version)) continue;
    const misfit = writeValue(observed, asked[value], value);
    if (misfit !== undefined) {
      observed.version = -1;
      return misfit;
    }
    answers.note(pairs.version);
  }
  return undefined;
}

function writeValue(
  { evaluator, block, agents, pairs, places, place: { into } }: ObservedBlock,
  asked: Asked,
  value: number,
): NamedMisfit | undefined {
  const mark = evaluator.scratch.mark();
  const { numbers, codes, absence } = valuesOf(evaluator, asked, pairs, agents);
  const through = asked.ofOuters ? pairs.outers : undefined;
  const isFinite =
    asked.term.type.name === 'number'
      ? scatterNumbers(numbers, absence, through, places, value, pairs.length, into)
      : scatterCodes(codes, absence, through, places, value, pairs.length, into);
  evaluator.scratch.release(mark);
  if (isFinite) return undefined;
  const pair = firstMisfit(places, value, pairs.length, into);
  return { name: block.values[value].name, value: numbers[through?.[pair] ?? pair], pair };
}

/** Returns true if all are finite as 32-bit numbers. */
function scatterNumbers(
  from: Float64Array,
  absence: Uint8Array | undefined,
  through: Int32Array | undefined,
  places: Int32Array,
  offset: number,
  length: number,
  into: Float32Array,
): boolean {
  // `x - x` is 0 if x is finite, else NaN, which the sum keeps.
  let rest = 0;
  if (through === undefined && absence === undefined) {
    for (let i = 0; i < length; i++) {
      const value = Math.fround(from[i]);
      into[places[i] + offset] = value;
      rest += value - value;
    }
    return rest === 0;
  }
  for (let i = 0; i < length; i++) {
    const at = through === undefined ? i : through[i];
    const value = absence === undefined || absence[at] === 0 ? Math.fround(from[at]) : 0;
    into[places[i] + offset] = value;
    rest += value - value;
  }
  return rest === 0;
}

function scatterCodes(
  from: Int32Array,
  absence: Uint8Array | undefined,
  through: Int32Array | undefined,
  places: Int32Array,
  offset: number,
  length: number,
  into: Float32Array,
): boolean {
  if (through === undefined && absence === undefined) {
    for (let i = 0; i < length; i++) into[places[i] + offset] = from[i];
    return true;
  }
  for (let i = 0; i < length; i++) {
    const at = through === undefined ? i : through[i];
    into[places[i] + offset] = absence === undefined || absence[at] === 0 ? from[at] : 0;
  }
  return true;
}

function firstMisfit(places: Int32Array, offset: number, length: number, into: Float32Array): number {
  for (let i = 0; i < length; i++) if (!Number.isFinite(into[places[i] + offset])) return i;
  return -1;
}

/** A place within the rows of all agents. */
export interface RowPlace<Cells> {
  /** [rows, size] */
  readonly into: Cells;
  readonly size: number;
  /** Offset in each row. */
  readonly offset: number;
  /** Row of each agent by its number. */
  readonly rowOf: Int32Array;
}

/** Clears slots of `width` numbers in each row. Returns the places of the pairs, in `known` if they fit. */
export function layPairs(
  { outers, places, length }: Pairs,
  { into, size, offset, rowOf }: RowPlace<Float32Array | Uint8Array>,
  slots: number,
  width: number,
  known: Int32Array,
): Int32Array {
  for (let at = offset; at < into.length; at += size) into.fill(0, at, at + slots * width);
  const begin = roomyCodes(known, outers.length);
  for (let i = 0; i < length; i++) begin[i] = rowOf[outers[i]] * size + offset + places[i] * width;
  return begin;
}

/** A value of pairs; if it reads outer objects alone, it is evaluated once for each. */
export interface Asked {
  readonly term: Term;
  readonly ofOuters: boolean;
  /** By the version of the pairs. */
  readonly answers: Freshness;
}

export function createAsked({ state }: Evaluator, term: Term): Asked {
  return {
    term,
    ofOuters: !term.draws && term.free === 1 << sourceSlot,
    // Draws must happen at no other time.
    answers: freshness(state.stamps, term.draws ? [fact.occurrence] : term.stamps),
  };
}

/** By pair, or by outer object if `ofOuters`. Borrowed from scratch memory. */
export function valuesOf(evaluator: Evaluator, asked: Asked, pairs: Pairs, outers: Outers): Vector {
  return evaluator.evaluate(asked.term, rowsOfAsked(asked, pairs, outers));
}

export function rowsOfAsked({ ofOuters }: Asked, pairs: Pairs, outers: Outers): Rows {
  return ofOuters ? rowsOfOuters(outers) : pairs.rows;
}
