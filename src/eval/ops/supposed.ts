import { js } from '../emit/code.js';
import type { Emitted } from '../emit/emission.js';
import { checkIndex, writeWordOf } from '../record.js';
import { supposedColumns } from '../columns/supposed.js';
import type { Type } from '../../model/model.js';
import { type Operation, isAbsent } from '../operation.js';
import { questionKey } from '../../ir/node.js';

export interface SupposedData {
  /** Index among the questions of the model. */
  readonly question: number;
  /** The word that it is asked about, from 1; 0 for questions without words. */
  readonly word: number;
}

/** Of none nothing is supposed. */
export const supposed: Operation<SupposedData> = {
  name: 'supposed',
  type(args): Type | string {
    const fits =
      args.length === 2 && args[0].name === 'entity' && (args[1].name === 'boolean' || args[1].name === 'number');
    return fits ? args[1] : 'takes an object and a condition or a number';
  },
  text: ({ question, word }) => `${question} ${word}`,
  document: {
    meaning:
      'what an overlay supposes of an object under a question (and a word of it), else the answer, which is not evaluated before',
    absent: 'when the answer is',
    families: 'eXc',
  },
  absence: ([, answer]) => answer,
  bounds: ({ args: [, answer] }, { of }) => of(answer),
  // By the name of the question, behind which the answer may be long.
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
  columns: supposedColumns,
  /** Where anything is supposed, the interpreter says what. */
  emit(term, emission) {
    const value = emission.variable(0);
    const absence = emission.variable(0);
    const assign = (found: Emitted): void =>
      emission.add(js`${value} = ${found.value}; ${absence} = ${found.absence ?? 0};`);
    const answer = emission.inside(() => assign(emission.of(term.args[1])));
    const supposed = emission.inside(() => assign(emission.interpreted(term)));
    emission.add(js`if (frame.suppositions === undefined) { ${answer} } else { ${supposed} }`);
    return { value, absence };
  },
  /** Where anything is supposed of this question, the primitives answer. */
  emitRows({ data, args }, emission) {
    const key = questionKey(data.question, data.word);
    emission.given(`supposition ${key}`, ({ evaluator: { frame } }) =>
      frame.suppositions?.answers.has(key) === true ? undefined : 0,
    );
    return emission.of(args[1]);
  },
};
