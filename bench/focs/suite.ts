import { runAlone } from '../child.js';
import type { Result } from '../report.js';
import { isReference } from '../scope/case.js';
import type { Say, Suite, SuiteOptions } from '../suite.js';
import type { GameCase, GameTimes } from './case.js';
import { hasFixtures, stateFile, withContent } from './fixtures.js';
import type { LoadAsked, LoadFound } from './load-process.js';
import { type Universe, gameRatio, gameText, loadResults, resultsOf, scaleResults } from './results.js';

const states: Readonly<Record<Universe, string>> = { mid: 'mid_t119', large: 'large_t75' };
const copies = [1, 2, 4, 8];

export const focsSuite: Suite = {
  name: 'focs',
  summary: 'passes of real games of FreeOrion, against the interpreter; loading, memory, growth with size',
  legend: {
    n: 'objects of the game; groups of the content at load and memory game',
    lines: [
      'mid and large: two games. c: the pass of meters from the same state with no answers kept, and its parts: activation and scope (conditions), execute (effects); unchanged:',
      'the pass when nothing has changed, with the ratio of c to it; a: the pass of all effects; turn: the passes a, b and c. The ratio reference says how many times slower the',
      'interpreter was, by one run with the same meters, at mid only, where that takes seconds.',
      `${gameRatio}: what the game itself took, by another measurement on a machine of the same sort, over what edict takes now. Conditions + effects in ms:`,
      `mid ${gameText('mid')}; large ${gameText('large')}.`,
      'load: all content read, checked and planned, again and again in a process; cold: once, from the start of the process. memory: bytes of the process at most, up to the first',
      'game; of a game (content); of a session (large, after a pass c; the buffer of its state included); of that buffer alone. scale: pass c over so many copies of large side by',
      'side, each with empires of its own; exponent: the power of the size by which time grows.',
    ],
  },
  isAvailable: hasFixtures,
  run: (options, say) => (hasFixtures() ? withContent((content) => runFocs(content, options, say)) : leaveOut(say)),
};

function leaveOut(say: Say): readonly Result[] {
  say('focs: left out, because ../shared/fixtures/freeorion is not there');
  return [];
}

function runFocs(content: string, { quick }: SuiteOptions, say: Say): readonly Result[] {
  // Of many small functions the engine needs long to learn which are hot.
  const usual = { warmUp: 100, repeat: quick ? 30 : 60, milliseconds: 60_000 };
  const run = (
    universe: Universe,
    { passes = ['c', 'a', 'all'], effort = usual, reference = false, copies: times = 1 }: Partial<GameCase>,
  ): GameTimes => {
    say(
      `focs: ${universe}${times > 1 ? ` ${String(times)} times` : ''}, ${passes.map((pass) => (pass === 'all' ? 'turn' : `pass ${pass}`)).join(', ')}${reference ? ', and the interpreter' : ''}`,
    );
    return runAlone('./focs/case-process.js', {
      content,
      state: stateFile(states[universe]),
      copies: times,
      passes,
      effort,
      reference,
    } satisfies GameCase) as GameTimes;
  };
  // The interpreter as the executor of choice gets no more rounds than as a peer.
  if (isReference())
    return resultsOf('mid', run('mid', { passes: ['c'], effort: { warmUp: 0, repeat: 1, milliseconds: 0 } }));
  const mid = resultsOf('mid', run('mid', { reference: true }));
  if (quick) return mid;
  const large = resultsOf('large', run('large', {}));
  say('focs: load, memory');
  const loaded = runAlone(
    './focs/load-process.js',
    { content, state: stateFile(states.large), rounds: 7, warmups: 3 } satisfies LoadAsked,
    ['--expose-gc'],
  ) as LoadFound;
  const effort = { warmUp: 40, repeat: 15, milliseconds: 60_000 };
  return [
    ...mid,
    ...large,
    ...loadResults(loaded),
    ...scaleResults(copies.map((times) => run('large', { passes: ['c'], effort, copies: times }))),
  ];
}
