import type { Block } from '../ir/environment.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import { type Asked, createAsked, valuesOf, type Pairs } from './pairs.js';
import type { Outers } from './matcher.js';

/** A block of the observations of all agents. */
interface ObservedBlock {
  /**
   * Writes what has changed into the observations. Returns the value and the pair of a number that agents cannot be
   * given, which leaves the block to be written anew.
   */
  write(): Misfit | undefined;
}

interface Misfit {
  readonly name: string;
  readonly value: number;
  readonly pair: number;
}

interface BlockPlace {
  /** f32 [rows, size] */
  readonly into: Float32Array;
  readonly size: number;
  /** Where the block begins in each row. */
  readonly offset: number;
  /** Row of each outer object by its number. */
  readonly rowOf: Int32Array;
}

/** `pairs`: agents with the objects in their slots, or with themselves where the block has no slots. */
export function createObservedBlock(
  evaluator: Evaluator,
  book: TermBook,
  { values, slots }: Block,
  pairs: Pairs,
  agents: Outers,
  { into, size, offset, rowOf }: BlockPlace,
): ObservedBlock {
  const { scratch } = evaluator;
  const isPresent = slots === undefined ? 0 : 1;
  const width = isPresent + values.length;
  const whole = (slots?.count ?? 1) * width;
  const asked = values.map(({ node }): Asked => createAsked(evaluator, termOf(book, node)));
  /** By pair: where its numbers begin. */
  let places = new Int32Array(0);
  let version = -1;

  function lay(): void {
    for (let at = offset; at < into.length; at += size) into.fill(0, at, at + whole);
    if (places.length < pairs.outers.length) places = new Int32Array(pairs.outers.length);
    const { outers, places: slotOf } = pairs;
    for (let i = 0; i < pairs.length; i++) {
      const at = rowOf[outers[i]] * size + offset + slotOf[i] * width;
      if (isPresent === 1) into[at] = 1;
      places[i] = at + isPresent;
    }
    for (const each of asked) each.answers.drop();
    version = pairs.version;
  }

  function writeValue(each: Asked, value: number): Misfit | undefined {
    const mark = scratch.mark();
    const { numbers, codes, absence } = valuesOf(evaluator, each, pairs, agents);
    const through = each.ofOuters ? pairs.outers : undefined;
    const from = each.term.node.type.name === 'number' ? numbers : codes;
    const isFinite =
      from === numbers
        ? scatterNumbers(numbers, absence, through, places, value, pairs.length, into)
        : scatterCodes(codes, absence, through, places, value, pairs.length, into);
    scratch.release(mark);
    if (isFinite) return undefined;
    const pair = firstMisfit(places, value, pairs.length, into);
    return { name: values[value].name, value: numbers[through?.[pair] ?? pair], pair };
  }

  return {
    write() {
      if (version !== pairs.version) lay();
      if (pairs.length === 0) return undefined;
      for (let value = 0; value < asked.length; value++) {
        const each = asked[value];
        if (each.answers.isFresh(pairs.version)) continue;
        const misfit = writeValue(each, value);
        if (misfit !== undefined) {
          version = -1;
          return misfit;
        }
        each.answers.note(pairs.version);
      }
      return undefined;
    },
  };
}

/** Returns whether all are finite as 32-bit numbers. */
function scatterNumbers(
  from: Float64Array,
  absence: Uint8Array | undefined,
  through: Int32Array | undefined,
  places: Int32Array,
  offset: number,
  length: number,
  into: Float32Array,
): boolean {
  // What is finite leaves 0 of itself; what is not leaves NaN, for good.
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
