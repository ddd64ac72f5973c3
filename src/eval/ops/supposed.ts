import { type Answers, questionKey } from '../../ir/node.js';
import { type Emitted, assigned } from '../emit/emission.js';
import { type Operation, areOf, isAbsent } from '../operation.js';
import type { Type } from '../../model/model.js';
import { type Vector, copyBytes, copyCodes, copyNumbers, putCode, putNumber, vectorFor } from '../columns/rows.js';
import { checkIndex } from '../check-data.js';
import { idsIn } from '../columns/absence.js';
import { js } from '../emit/code.js';
import { writeWordOf } from '../printer.js';
import { whole } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';

interface SupposedData {
  readonly question: number;
  /** A word, from 1; 0 for questions without words. */
  readonly word: number;
}

export const supposed: Operation<SupposedData> = {
  name: 'supposed',
  type(args): Type | string {
    const fits = areOf(args, 'entity', 'boolean') || areOf(args, 'entity', 'number');
    return fits ? args[1] : 'takes an object and a condition or a number';
  },
  data: record<SupposedData>({ question: whole(), word: whole() }),
  text: ({ question, word }) => `${question} ${word}`,
  document: {
    meaning:
      'the answer of an overlay for an object and a question (and a word of it), ' +
      'otherwise the second operand, which is only then evaluated',
    absent: 'the answer is',
    families: 'eXc',
  },
  absence: ([, answer]) => answer,
  bounds: ({ args: [, answer] }, { of }) => of(answer),
  // By the name of the question, after which the answer may be long.
  print({ data: { question, word }, args: [object] }, to, place) {
    const { name, words } = to.wording.model.questions[question];
    writeWordOf(to, place, { word, words, object, name });
  },
  check({ question, word }, { questions, enumerations }) {
    checkIndex(question, 0, questions.length);
    const { words } = questions[question];
    checkIndex(word, 0, words < 0 ? 1 : enumerations[words].members.length + 1);
  },
  ofWorld: true,
  facts: () => ['supposition'],
  evaluate(node, frame) {
    const key = questionKey(node.data.question, node.data.word);
    const [object, answer] = node.args;
    const answers = frame.suppositions?.answers.get(key);
    if (answers === undefined) return frame.evaluate(answer);
    const id = frame.evaluate(object);
    const known = isAbsent(id) ? undefined : answers.get(id);
    return known ?? frame.evaluate(answer);
  },
  columns(term, rows, evaluator) {
    const { scratch, frame } = evaluator;
    const { length } = rows;
    const [object, answer] = term.args;
    const known = frame.suppositions?.answers.get(questionKey(term.data.question, term.data.word));
    if (known === undefined) return evaluator.evaluate(answer, rows);
    const into = vectorFor(term.type, length, scratch);
    const absence = scratch.bytes(length);
    const mark = scratch.mark();
    const found = evaluator.evaluate(answer, rows);
    const ids = idsIn(object, rows, evaluator);
    if (into.numbers.length > 0) copyNumbers(found.numbers, into.numbers, length);
    else copyCodes(found.codes, into.codes, length);
    const absent = found.absence === undefined ? undefined : absence;
    if (found.absence !== undefined) copyBytes(found.absence, absence, length);
    if (known.size > mostCompared) lookUp(known, ids, into, absent, length);
    else for (const [id, value] of known) put(id, value, ids, into, absent, length);
    scratch.release(mark);
    return { ...into, absence: absent };
  },
  /** With any hypothetical, the interpreter answers. */
  emit(term, emission) {
    const value = emission.variable(0);
    const absence = emission.variable(0);
    const assign = (found: Emitted): void => emission.add(assigned(value, absence, found));
    const answer = emission.inside(() => assign(emission.of(term.args[1])));
    const supposed = emission.inside(() => assign(emission.interpreted(term)));
    emission.add(js`if (frame.suppositions === undefined) { ${answer} } else { ${supposed} }`);
    return { value, absence };
  },
  /** With a hypothetical for this question, the primitives answer. */
  emitRows({ data, args }, emission) {
    const key = questionKey(data.question, data.word);
    emission.given(`supposition ${key}`, ({ evaluator: { frame } }) =>
      frame.suppositions?.answers.has(key) === true ? undefined : 0,
    );
    return emission.of(args[1]);
  },
};

/** From more hypotheticals on they are looked up by object. */
const mostCompared = 4;

function put(
  object: number,
  value: number,
  ids: Int32Array,
  { numbers, codes }: Vector,
  absence: Uint8Array | undefined,
  length: number,
): void {
  if (numbers.length > 0) putNumber(object, value, ids, numbers, length);
  else putCode(object, value, ids, codes, length);
  if (absence !== undefined) putPresence(object, ids, absence, length);
}

function lookUp(
  known: Answers,
  ids: Int32Array,
  { numbers, codes }: Vector,
  absence: Uint8Array | undefined,
  length: number,
): void {
  const into = numbers.length > 0 ? numbers : codes;
  for (let row = 0; row < length; row++) {
    const value = known.get(ids[row]);
    if (value === undefined) continue;
    into[row] = value;
    if (absence !== undefined) absence[row] = 0;
  }
}

function putPresence(object: number, ids: Int32Array, absence: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) absence[row] = ids[row] === object ? 0 : absence[row];
}
