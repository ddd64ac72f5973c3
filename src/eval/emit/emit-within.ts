import type { Enumeration } from '../../model/model.js';
import { varies } from '../columns/evaluator.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import { js, sourceOf } from './code.js';
import type { Call, Emission, Emitted } from './emission.js';
import { graverOf } from './graver.js';

type Test = (enumeration: Enumeration, word: number, centre: number, range: number) => boolean;

/** With one centre and one range the answers of the test are looked up by word. */
export function emitWithin(term: Term, emission: Emission, isWithin: Test): Emitted {
  const { type } = term.args[0];
  const enumeration = emission.model.enumerations[type.name === 'enumeration' ? type.index : 0];
  const [word, centre, range] = term.args.map((arg) => emission.of(arg));
  if (emission.isUniform(term.args[1]) && emission.isUniform(term.args[2])) {
    const answers = new Uint8Array(enumeration.members.length + 1);
    const table = emission.given(
      `within ${enumeration.index} ${sourceOf(centre.value)} ${sourceOf(range.value)}`,
      (call) => fillAnswers(answers, enumeration, term, call, isWithin),
    );
    return { value: emission.keep(js`${table}[${word.value}]`), absence: word.absence };
  }
  const test = js`${emission.thing('isWithin', isWithin)}(${emission.thing(`enumeration ${enumeration.index}`, enumeration)}, ${word.value}, ${centre.value}, ${range.value})`;
  return {
    value: emission.keep(js`${test} ? 1 : 0`),
    absence: graverOf(graverOf(word.absence, centre.absence, emission), range.absence, emission),
  };
}

function fillAnswers(
  answers: Uint8Array,
  enumeration: Enumeration,
  term: Term,
  { evaluator, rows }: Call,
  isWithin: Test,
): Uint8Array | undefined {
  const centre = evaluator.uniform(term.args[1], rows);
  const range = evaluator.uniform(term.args[2], rows);
  if (centre === varies || range === varies || isAbsent(centre) || isAbsent(range)) return undefined;
  for (let word = 0; word < answers.length; word++) answers[word] = isWithin(enumeration, word, centre, range) ? 1 : 0;
  return answers;
}
