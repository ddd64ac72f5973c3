import { type Call, type Shape, hasShape, shapeOf } from './emission.js';
import type { Evaluator } from '../columns/evaluator.js';
import { type Rows, type Vector, oneRow, vectorFor } from '../columns/rows.js';
import type { Term } from '../term.js';
import { countVisits } from '../../ir/node.js';
import type { PathCounts } from '../path-counts.js';
import { asAggregate } from '../node-shape.js';
import { type Made, makeFunction } from './make-function.js';
import { type GenerateMode, createTier } from '../tier.js';

/** Undefined sends the caller to the primitives. */
export interface Generator {
  evaluate(term: Term, rows: Rows): Vector | undefined;
}

/**
 * A function is made after so many calls with so many rows. For its fixed cost, each call counts as some more rows: 130
 * functions for batches of about 40 rows made real content 6 % faster.
 */
const leastCalls = 4;
const leastRowsInAll = 32_000;
const rowsOfCall = 32;
/**
 * Over 1,000 to 4,000 rows functions took 0.5 to 0.9 of the time of the primitives with 3 or 4 nodes, 0.2 to 0.6 with 5
 * to 9, and 0.06 to 0.33 with more; the first call took 0.3 to 5 ms.
 */
const leastSize = 5;
const mostShapes = 4;
export const mostFunctions = 500;

interface Candidate {
  readonly shape: Shape;
  calls: number;
  rows: number;
  /** Undefined: not yet; `refused`: never. */
  made: Made | 'refused' | undefined;
}

export type GeneratedCounts = Pick<PathCounts, 'generated' | 'generatedCalls'>;

export function createGenerator(evaluator: Evaluator, mode: GenerateMode, counts: GeneratedCounts): Generator {
  if (mode === 'never') return { evaluate: () => undefined };
  const isEager = mode === 'always';
  const candidates: (Candidate[] | undefined)[] = [];
  const tally = new Float64Array(2);
  const tier = createTier(mostFunctions, mode);

  return {
    evaluate(term, rows) {
      if (rows === oneRow) return undefined;
      if (!isEager && term.size < leastSize && asAggregate(term) === undefined) return undefined;
      const candidate = candidateOf(term, rows);
      if (candidate === undefined || candidate.made === 'refused') return undefined;
      if (candidate.made === undefined && !isHot(candidate, rows)) return undefined;
      const made = candidate.made ?? make(term, candidate);
      return made === undefined ? undefined : call(term, made, rows);
    },
  };

  function candidateOf(term: Term, rows: Rows): Candidate | undefined {
    // An array with gaps would be read like a map.
    while (candidates.length <= term.id) candidates.push(undefined);
    const shapes = (candidates[term.id] ??= []);
    for (let i = 0; i < shapes.length; i++) if (hasShape(term, rows, shapes[i].shape)) return shapes[i];
    if (shapes.length === mostShapes) return undefined;
    const candidate: Candidate = { shape: shapeOf(term, rows), calls: 0, rows: 0, made: undefined };
    shapes.push(candidate);
    return candidate;
  }

  function isHot(candidate: Candidate, rows: Rows): boolean {
    if (isEager || (candidate.calls >= leastCalls && candidate.rows >= leastRowsInAll)) return true;
    candidate.calls++;
    candidate.rows += rows.length + rowsOfCall;
    return false;
  }

  function make(term: Term, candidate: Candidate): Made | undefined {
    const made = tier.make(() => makeFunction(term, candidate.shape, evaluator.state.model));
    candidate.made = made ?? 'refused';
    if (made !== undefined) counts.generated++;
    return made;
  }

  function call(term: Term, { loop, gets, canBeAbsent }: Made, rows: Rows): Vector | undefined {
    const { scratch, frame, state } = evaluator;
    const asked: Call = { evaluator, rows, eager: isEager };
    const given: unknown[] = [];
    for (let i = 0; i < gets.length; i++) {
      const value = gets[i](asked);
      if (value === undefined) return undefined;
      given.push(value);
    }
    counts.generatedCalls++;
    const vector = vectorFor(term.type, rows.length, scratch);
    const { numbers, codes } = vector;
    const absence = canBeAbsent ? scratch.bytes(rows.length) : noBytes;
    tally[0] = state.limits.visitsPerTurn - frame.visits;
    loop(rows.length, numbers.length > 0 ? numbers : codes, absence, given, tally, codes, frame);
    countVisits(frame, tally[0]);
    return tally[1] === 0 ? vector : { ...vector, absence };
  }
}

const noBytes = new Uint8Array(0);
