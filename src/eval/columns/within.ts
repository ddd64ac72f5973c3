import type { Enumeration } from '../../model/model.js';
import { type Value } from '../../ir/node.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import { copyBytes, graverOf } from './absence.js';
import { type Evaluator, varies } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector } from './vector.js';

type Test = (enumeration: Enumeration, word: number, centre: number, range: number) => boolean;

/** With one centre and one range the answers of the test are looked up by word. */
export function withinColumns(term: Term, rows: Rows, evaluator: Evaluator, isWithin: Test): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const type = term.args[0].type;
  const enumeration = state.model.enumerations[type.name === 'enumeration' ? type.index : 0];
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const words = evaluator.evaluate(term.args[0], rows);
  const centre = evaluator.uniform(term.args[1], rows);
  const range = evaluator.uniform(term.args[2], rows);
  let told: Uint8Array | undefined;
  if (isOne(centre) && isOne(range)) {
    const answers = scratch.codes(enumeration.members.length + 1);
    for (let word = 0; word <= enumeration.members.length; word++)
      answers[word] = isWithin(enumeration, word, centre, range) ? 1 : 0;
    lookUp(words.codes, answers, into, length);
    if (words.absence !== undefined) copyBytes(words.absence, absence, length);
    told = words.absence === undefined ? undefined : absence;
  } else {
    const centres = evaluator.evaluate(term.args[1], rows);
    const ranges = evaluator.evaluate(term.args[2], rows);
    testEach(isWithin, enumeration, words.codes, centres.codes, ranges.numbers, into, length);
    told = graverOf(absence, words.absence, centres.absence, length);
    told = graverOf(absence, told, ranges.absence, length);
  }
  scratch.release(mark);
  return codeVector(into, told);
}

function isOne(value: Value | typeof varies): value is number {
  return value !== varies && !isAbsent(value);
}

function lookUp(words: Int32Array, answers: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = answers[words[row]];
}

function testEach(
  isWithin: Test,
  enumeration: Enumeration,
  words: Int32Array,
  centres: Int32Array,
  ranges: Float64Array,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++)
    into[row] = isWithin(enumeration, words[row], centres[row], ranges[row]) ? 1 : 0;
}
