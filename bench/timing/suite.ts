import { runAlone } from '../child.js';
import type { Result } from '../report.js';
import type { Say, Suite, SuiteOptions } from '../suite.js';
import type { RunCase } from './case.js';
import { gamesResults, raiseResults, windowResults } from './results.js';

export const timingSuite: Suite = {
  name: 'timing',
  summary:
    'occurrences that nobody answers and that three abilities answer, snapshots in the middle of a window, whole games of two who decide at random; against the interpreter and an event bus written by hand',
  legend: {
    n: 'abilities; objects; games of a round; decisions of a game',
    perSecond: 'occurrences, snapshots, games, decisions; ns an object: of an occurrence, a decision',
    lines: [
      'Needed are: unheard 10,000,000 a second, three-answers 400,000, a snapshot in 20 µs (0.02 ms), 2,000 games of 100 decisions or more. The ratio needed says how many times that is reached.',
      'unheard: occurrences of 50 types that nobody listens to, beside 50 that 1,000 abilities listen to; they only happen. unheard-change: each adds to a cell. three-answers: 1,000 abilities',
      'on 100 types; of the ten on a type three answer, each by a list that adds to a cell.',
      'handwritten: an event bus, listeners by type in a map and closures, with the same order and one use for an occurrence; it has no decisions, and nothing to copy. loop: counts, and writes the cell. reference: the interpreter.',
      'snapshot-in-window: a duel (examples/duel.yaml) that stands at a decision in the middle of a round of reactions, into a snapshot that is used again, and back. copy: as many bytes copied plainly.',
      'games: duels from the first turn to the end, both players deciding at random.',
    ],
  },
  run: (options, say) => runTiming(options, say, alone),
};

const alone: RunCase = (asked) =>
  runAlone('./timing/case-process.js', asked) as ReturnType<typeof alone<typeof asked.case>>;

/** Occurrences, copies and games of a round. */
const sizes = {
  unheard: 30_000,
  'unheard-change': 30_000,
  'three-answers': 3_000,
  'snapshot-in-window': 50,
  games: 20,
} as const;

/** Runs the cases by `run`: in processes of their own, or in this one for tests. */
export function runTiming({ quick }: SuiteOptions, say: Say, run: RunCase): readonly Result[] {
  const milliseconds = quick ? 400 : 1_500;
  // A round of the interpreter takes seconds.
  const referenceRounds = quick ? 1 : 5;
  const raised = (['unheard', 'unheard-change', 'three-answers'] as const).flatMap((name) => {
    say(`timing: ${name}`);
    return raiseResults(name, sizes[name], run({ case: name, size: sizes[name], milliseconds, referenceRounds }));
  });
  say('timing: snapshot-in-window, games');
  return [
    ...raised,
    ...windowResults(
      sizes['snapshot-in-window'],
      run({ case: 'snapshot-in-window', size: sizes['snapshot-in-window'], milliseconds }),
    ),
    ...gamesResults(sizes.games, run({ case: 'games', size: sizes.games, milliseconds, referenceRounds })),
  ];
}
