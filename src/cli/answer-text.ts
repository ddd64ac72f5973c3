import { becomes } from '../world/questions.js';
import type { CellValue } from '../world/api.js';
import type { Answer } from '../world/questions-api.js';
import { type TableRow, counted, grouped, tableText, type Colors } from './terminal.js';

type AnswerWords = Answer | 'changes' | 'stays';

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

/** `1 becomes true, 3 stay false` */
function countsText(answers: readonly AnswerWords[]): string {
  return words
    .flatMap(([answer, one, many]) => {
      const count = answers.filter((each) => each === answer).length;
      return count === 0 ? [] : [counted(count, one, many)];
    })
    .join(', ');
}

const mostShown = 200;

export function answersTable(
  title: string,
  head: TableRow,
  rows: readonly TableRow[],
  answers: readonly AnswerWords[],
  colors: Colors,
): string {
  const more = rows.length > mostShown ? `  … and ${grouped(rows.length - mostShown)} more; --json has all\n` : '';
  const counts = answers.length === 0 ? '' : `\n${countsText(answers)}\n`;
  return `${title}\n\n${tableText(head, rows.slice(0, mostShown), colors)}\n${more}${counts}`;
}
