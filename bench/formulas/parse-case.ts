import { parseFormula } from '../../src/content/lst/parse/parse-formula.js';
import { EdictError } from '../../src/kernel/errors.js';
import { type Timing, measure } from '../measure.js';
import { makeFormulas } from './scores.js';

export interface ParseCase {
  readonly case: 'parse';
  readonly count: number;
  readonly milliseconds: number;
}

export interface ParseTimes {
  readonly all: Timing;
}

export function runParseCase({ count, milliseconds }: ParseCase): ParseTimes {
  const formulas = makeFormulas(count);
  for (const text of formulas) {
    const { problem } = parseFormula(text);
    if (problem !== undefined)
      throw new EdictError('benchmark', `the generated formula ${text} does not parse: ${problem.message}`);
  }
  return {
    all: measure(
      () => {
        for (const text of formulas) parseFormula(text);
      },
      { milliseconds, rounds: 5, warmups: 5 },
    ),
  };
}
