import { runAlone } from '../child.js';
import type { Result } from '../report.js';
import { isReference } from '../scope/case.js';
import type { Say, Suite, SuiteOptions } from '../suite.js';
import type { RunCase } from './case.js';
import type { ChangeCase } from './change-case.js';
import { describedLines } from './described.js';
import { chainResults, changeResults, charactersResults, columnResults, parseResults } from './results.js';

export const formulasSuite: Suite = {
  name: 'formulas',
  summary:
    'solved variables after a change, against the interpreter; a formula over columns, against mathjs, cel-js and filtrex',
  legend: {
    n: 'variables; characters; objects of the column formula; formulas that are parsed',
    perSecond: 'variables solved, evaluations of the column formula, formulas parsed',
    lines: [
      'One change is one write of an input, after which everything that depends on it is solved; grant: one object granted or revoked instead. fan: variables with five modifiers',
      'each that read one; ladder: 16 diamonds on one another; chain: each reads the one before; one-of: ten dependents in groups that are written in turn; characters: one input of',
      'each, as one change. solves: variables solved. reference: everything from scratch by the interpreter. load: from text to the first solved change, with its stages.',
      'column-formula: floor((Score-10)/2) of ints and doubles; mathjs, cel-js, filtrex: compiled, in a loop over objects; handwritten: a loop over columns that knows only this formula.',
      ...describedLines,
    ],
  },
  run: (options, say) => runFormulas(options, say, alone),
};

const alone: RunCase = (asked) =>
  runAlone('./formulas/case-process.js', asked, ['--expose-gc']) as ReturnType<typeof alone<typeof asked.case>>;

/** Runs the cases by `run`: in processes of their own, or in this one for tests. */
export function runFormulas({ quick, isWanted = () => true }: SuiteOptions, say: Say, run: RunCase): readonly Result[] {
  const milliseconds = quick ? 400 : 1_500;
  const referenceRounds = isReference() ? 0 : quick ? 3 : 10;
  const change = (name: string, shape: ChangeCase['shape'], size: number, peer = true): readonly Result[] => {
    if (!isWanted(name)) return [];
    say(`formulas: ${name}`);
    return changeResults(
      name,
      run({ case: 'change', shape, size, milliseconds, referenceRounds: peer ? referenceRounds : 0 }),
    );
  };
  const length = isReference() ? 10_000 : quick ? 100_000 : 1_000_000;
  const results = [
    ...change('fan-1000x5', 'fan', 1_000),
    ...change('ladder-16', 'ladder', 16),
    ...change('chain-500', 'chain', 500),
    ...change('one-of-100000', 'groups', 100_000),
  ];
  const chain = `chain-${String(length)}`;
  if (isWanted(chain)) {
    say(`formulas: ${chain}`);
    results.push(...chainResults(chain, run({ case: 'chain', length: length - 1, milliseconds })));
  }
  say('formulas: characters, column formula, parse');
  return [
    ...results,
    ...charactersResults(
      10_000,
      run({ case: 'characters', count: 10_000, milliseconds, referenceRounds: Math.min(referenceRounds, 3) }),
    ),
    ...columnResults(10_000, run({ case: 'column', count: 10_000, milliseconds })),
    ...(isWanted('parse') ? parseResults(10_000, run({ case: 'parse', count: 10_000, milliseconds })) : []),
  ];
}
