import { runAlone } from '../child.js';
import type { Result } from '../report.js';
import type { Say, Suite, SuiteOptions } from '../suite.js';
import type { AgentsCase, AgentsTimes } from './case-process.js';
import { hasYardstick } from './yardstick.js';

export const agentsSuite: Suite = {
  name: 'agents',
  summary: 'agent-based models in content; against tuned typed arrays and plain objects',
  legend: {
    n: 'agents alive, on average',
    perSecond: 'agents and turns',
    lines: [
      'Processor time of a whole process a turn, averaged over whole runs; the same for all.',
      'typed: a tuned program over typed arrays; objects: as a user writes it by hand; sweep: typed bytes, every cell every turn.',
    ],
  },
  isAvailable: hasYardstick,
  run: (options, say) => runAgents(options, say, (asked) => runAlone('./agents/case-process.js', asked) as AgentsTimes),
};

type RunCase = (asked: AgentsCase) => AgentsTimes;

/** By model, the sizes that are not huge, and the others; and programs besides `typed` and `objects`. */
const cases: readonly {
  readonly model: string;
  readonly sizes: readonly string[];
  readonly huge: readonly string[];
  readonly peers?: readonly string[];
}[] = [
  { model: 'wolfsheep', sizes: ['small', 'large'], huge: ['huge'] },
  { model: 'schelling', sizes: ['small'], huge: ['huge'] },
  { model: 'forestfire', sizes: ['small'], huge: ['large'], peers: ['sweep'] },
  { model: 'sir', sizes: ['small'], huge: ['huge'] },
  { model: 'life', sizes: ['small'], huge: ['large'] },
  { model: 'sugarscape', sizes: ['small'], huge: ['huge'] },
  { model: 'flocking', sizes: ['small', 'large'], huge: ['huge'] },
];

export function runAgents({ quick }: SuiteOptions, say: Say, run: RunCase): readonly Result[] {
  const milliseconds = quick ? 500 : 2_000;
  return cases.flatMap(({ model, sizes, huge, peers = [] }) =>
    [...sizes, ...(quick ? [] : huge)].map((size): Result => {
      say(`agents: ${model} ${size}`);
      const timesOf = (implementation: string) => run({ model, size, implementation, milliseconds });
      const edict = timesOf('edict');
      const ratios = Object.fromEntries(
        ['typed', 'objects', ...peers].map((peer) => [peer, timesOf(peer).cpu / edict.cpu]),
      );
      const ms = { min: edict.cpu, median: edict.cpu, spread: 0 };
      return {
        name: `${model}-${size}`,
        n: Math.round(edict.agents),
        ms,
        perSecond: (edict.agents * 1_000) / edict.cpu,
        nanosecondsPerObject: edict.nanosecondsPerAgentTurn,
        ratios,
      };
    }),
  );
}
