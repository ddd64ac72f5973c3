import { becomes } from '../world/inquiry.js';
import type { CellValue } from '../world/api.js';
import type { Answer } from '../world/inquiry-api.js';
import { grouped } from './table.js';

/** What becomes of an answer: of a condition the four that there are, of a number whether it changes. */
export type AnswerWords = Answer | 'changes' | 'stays';

/** What becomes of a value. What is absent is neither true nor false. */
export function answerOf(before: CellValue, after: CellValue): AnswerWords {
  if (typeof before === 'boolean' && typeof after === 'boolean') return becomes(before, after);
  return Object.is(before, after) ? 'stays' : 'changes';
}

const words: readonly (readonly [AnswerWords, one: string, many: string])[] = [
  ['becomes true', 'becomes true', 'become true'],
  ['becomes false', 'becomes false', 'become false'],
  ['changes', 'changes', 'change'],
  ['stays true', 'stays true', 'stay true'],
  ['stays false', 'stays false', 'stay false'],
  ['stays', 'stays as it is', 'stay as they are'],
];

/** `1 becomes true, 3 stay false`: how many of each there are. */
export function countsText(answers: readonly AnswerWords[]): string {
  return words
    .flatMap(([answer, one, many]) => {
      const count = answers.filter((each) => each === answer).length;
      return count === 0 ? [] : [`${grouped(count)} ${count === 1 ? one : many}`];
    })
    .join(', ');
}
