import { runAlone } from '../child.js';
import { exponentOf } from '../focs/results.js';
import { timingOf } from '../measure.js';
import type { Result } from '../report.js';
import type { Say, Suite, SuiteOptions } from '../suite.js';
import { checkAgreement } from './agreement.js';
import { checkHashes } from './exact.js';
import { anotherDay, bar, conclusionsOf, mostExponent, mostMemory, mostSetUp, timeBars } from './bars.js';
import type { AgentsTimes, RunCase } from './case.js';
import type { CrowdFound } from './crowd.js';
import { fileOf, hasModel } from './models.js';
import { type Other, type OtherTimes, hasYardstick, othersTable } from './yardstick.js';

export const agentsSuite: Suite = {
  name: 'agents',
  summary: 'agent-based models in content, against tuned typed arrays and plain objects',
  legend: {
    n: 'agents at the start, objects',
    perSecond: 'agents and turns',
    lines: [
      'Processor time of a turn, of all threads of a process, averaged over whole runs; ns an object: of an agent and a turn. Models evaluate their reports in every turn.',
      'typed: a tuned program over typed arrays; objects: a program as a user writes it by hand; sweep: typed bytes, every cell every turn; separate: the rule of merged as three rules.',
      'another day: milliseconds that the table of the yardstick has, over those of edict now; above 1 edict is ahead.',
      'merged: wolf-sheep, small; grazers: as many walkers as cells, exponent: the power of their number by which time grows, beside that of a tuned program;',
      'memory: bytes of the state, columns: what they are to the bytes of the columns in it; process: what the process holds more after a turn; set-up: from content to a world.',
    ],
  },
  isAvailable: hasYardstick,
  run: (options, say) => {
    if (!hasYardstick()) {
      leaveOut(say);
      return [];
    }
    return runAgents(options, say, {
      time: (asked) => runAlone('./agents/case-process.js', asked) as AgentsTimes,
      crowd: (count) => runAlone('./agents/crowd-process.js', { count }, ['--expose-gc']) as CrowdFound,
    });
  },
  check: {
    summary: 'compare how models end with the tuned programs: hashes, and means over 100 seeds (10 with --quick)',
    run: async ({ quick }, say) => {
      if (!hasYardstick()) {
        leaveOut(say);
        return;
      }
      await checkHashes(say);
      await checkAgreement(drawing.filter(hasModel), 'small', quick ? 10 : 100, say);
    },
  },
  conclusions: conclusionsOf,
};

function leaveOut(say: Say): void {
  say('agents: left out, because ../shared/bench/agents is not there');
}

/** Models whose draws differ from those of the programs. */
const drawing = ['wolfsheep', 'schelling', 'sugarscape', 'sir'];

/** By model, the sizes of a quick run, the others, and programs besides `typed` and `objects`. */
const models: readonly {
  readonly model: string;
  readonly sizes: readonly string[];
  readonly huge: readonly string[];
  readonly peers?: readonly string[];
}[] = [
  { model: 'wolfsheep', sizes: ['small', 'large'], huge: ['huge'] },
  { model: 'schelling', sizes: ['small'], huge: ['huge'] },
  { model: 'flocking', sizes: ['small', 'large'], huge: ['huge'] },
  { model: 'forestfire', sizes: ['small', 'large'], huge: [], peers: ['sweep'] },
  { model: 'sir', sizes: ['small'], huge: ['huge'] },
  { model: 'life', sizes: ['small', 'large'], huge: [] },
  { model: 'sugarscape', sizes: ['small'], huge: ['huge'] },
];

const grazerCounts = [10_000, 100_000, 1_000_000];
const crowdCount = 1_000_000;

interface Run {
  readonly time: RunCase;
  readonly crowd: (count: number) => CrowdFound;
}

/** Runs the cases by `run`: in processes of their own, or in this one for tests. */
export function runAgents(
  { quick, objects, isWanted = () => true }: SuiteOptions,
  say: Say,
  { time, crowd }: Run,
): readonly Result[] {
  const effort: Effort = { milliseconds: quick ? 1_000 : 3_000, rounds: quick ? 2 : 3, time };
  const table = othersTable();
  const results: Result[] = [];
  for (const { model, sizes, huge, peers = [] } of models) {
    if (hasModel(model))
      for (const size of [...sizes, ...(quick ? [] : huge)]) {
        const name = `${model}-${size}`;
        if (!isWanted(name)) continue;
        say(`agents: ${name}`);
        const times = alternating(model, size, ['edict', 'typed', 'objects', ...peers], effort);
        results.push(resultOf(name, times, table.get(name)));
      }
    else say(`agents: ${model} is left out, because there is no ${fileOf(model)}`);
  }
  if (isWanted('merged')) {
    say('agents: merged');
    results.push(resultOf('merged', alternating('wolfsheep', 'small', ['edict', 'separate'], effort)));
  }
  if (!isWanted('growth')) return results;
  results.push(
    ...grazers(objects === undefined ? (quick ? grazerCounts.slice(0, 2) : grazerCounts) : [objects], say, effort),
  );
  const count = objects ?? (quick ? crowdCount / 10 : crowdCount);
  say(`agents: ${String(count)} objects`);
  return [...results, ...crowdResults(crowd(count))];
}

interface Effort {
  readonly milliseconds: number;
  readonly rounds: number;
  readonly time: RunCase;
}

/** Of each implementation the times of all rounds, in which they take turns. */
type Times = ReadonlyMap<string, readonly AgentsTimes[]>;

function alternating(model: string, size: string, implementations: readonly string[], effort: Effort): Times {
  const { milliseconds, rounds, time } = effort;
  const found = new Map<string, AgentsTimes[]>(implementations.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [implementation, times] of found) times.push(time({ model, size, implementation, milliseconds }));
  return found;
}

function resultOf(name: string, times: Times, others: OtherTimes = {}): Result {
  const ofOne = (implementation: string): readonly AgentsTimes[] => times.get(implementation) ?? [];
  // An agent's time, because the populations of two programs are not the same.
  const agentTime = (implementation: string): number =>
    timingOf(ofOne(implementation).map(({ nanosecondsPerAgentTurn }) => nanosecondsPerAgentTurn)).median;
  const own = agentTime('edict');
  const ms = timingOf(ofOne('edict').map(({ cpu }) => cpu));
  const peers = [...times.keys()].filter((peer) => peer !== 'edict');
  const ratios = Object.fromEntries(peers.map((peer) => [peer, agentTime(peer) / own]));
  const elsewhere = (Object.entries(others) as [Other, number][]).map(([program, turn]) => [
    anotherDay(program),
    turn / ms.median,
  ]);
  return {
    name,
    n: ofOne('edict')[0].atStart,
    ms,
    perSecond: 1e9 / own,
    nanosecondsPerObject: own,
    ratios: { ...ratios, ...(Object.fromEntries(elsewhere) as Record<string, number>) },
    bars: timeBars(name, ratios),
  };
}

/** By number; the last with the exponents, the program's own beside it, which the caches of the machine give it. */
function grazers(counts: readonly number[], say: Say, effort: Effort): readonly Result[] {
  const points = counts.map((count) => {
    say(`agents: ${String(count)} grazers`);
    return alternating('grazers', String(count), ['edict', 'typed'], effort);
  });
  const results = points.map((times, i) => resultOf(`grazers-${String(counts[i])}`, times));
  if (counts.length < 2) return results;
  const exponent = (implementation: string): number =>
    exponentOf(
      points.map((times) => {
        const all = times.get(implementation) ?? [];
        return [all[0].atStart, timingOf(all.map(({ cpu }) => cpu)).median];
      }),
    );
  const [own, typed] = [exponent('edict'), exponent('typed')];
  const { n } = results[results.length - 1];
  return [
    ...results,
    { name: 'growth', n, exponent: own, bars: [bar(`an exponent of ${String(mostExponent)}`, own, mostExponent)] },
    { name: 'growth typed', n, exponent: typed },
  ];
}

function crowdResults({ objects, setUp, state, columns, process }: CrowdFound): readonly Result[] {
  const ms = { min: setUp, median: setUp, spread: 0 };
  return [
    {
      name: 'memory',
      n: objects,
      bytes: state,
      ratios: { columns: state / columns },
      bars: [bar(`${String(mostMemory)} × the columns`, state / columns, mostMemory)],
    },
    { name: 'memory process', n: objects, bytes: process, ratios: { columns: process / columns } },
    {
      name: 'set-up',
      n: objects,
      ms,
      nanosecondsPerObject: (setUp * 1e6) / objects,
      bars: [bar(`${String(mostSetUp)} ms for 1,000,000`, (setUp * 1e6) / objects, mostSetUp)],
    },
  ];
}
