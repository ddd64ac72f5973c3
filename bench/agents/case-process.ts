import { simulationOf } from './models.js';
import { type Simulation, type SizeOf, yardstickModel } from './yardstick.js';

/** A model as content or as one of the programs of the yardstick, in a process of its own. */
export interface AgentsCase {
  readonly model: string;
  readonly size: string;
  readonly implementation: string;
  readonly milliseconds: number;
}

/** Processor time, with that of the garbage collector and the compiler. */
export interface AgentsTimes {
  /** A turn, on average over whole runs. */
  readonly cpu: number;
  readonly turns: number;
  /** Alive at the start of a turn, on average. */
  readonly agents: number;
  readonly nanosecondsPerAgentTurn: number;
  /** From the call that makes the world to its first turn. */
  readonly setUp: number;
  readonly result: Readonly<Record<string, number | string>>;
}

async function main(): Promise<void> {
  const asked = JSON.parse(process.argv[2] ?? '') as AgentsCase;
  const { sizes, implementations } = await yardstickModel(asked.model);
  const size = sizes[asked.size];
  const make = implementations.get(asked.implementation) ?? ((of, seed) => simulationOf(asked.model, of, seed));
  process.stdout.write(JSON.stringify(measured(() => make(size, 1), size, asked.milliseconds)));
}

interface Run {
  readonly cpu: number;
  readonly turns: number;
  readonly load: number;
}

/** Whole runs from one seed until the time is over; the second half of them counts. */
function measured(make: () => Simulation, size: SizeOf, milliseconds: number): AgentsTimes {
  const runs: Run[] = [];
  let setUp = Infinity;
  let result: AgentsTimes['result'] = {};
  for (const start = performance.now(); runs.length === 0 || performance.now() - start < milliseconds; ) {
    const before = process.cpuUsage();
    const simulation = make();
    setUp = Math.min(setUp, since(before));
    runs.push(runOf(simulation, size, milliseconds));
    result = simulation.result();
  }
  const counted = runs.slice(Math.floor(runs.length / 2));
  const [cpu, turns, load] = (['cpu', 'turns', 'load'] as const).map((key) =>
    counted.reduce((sum, run) => sum + run[key], 0),
  );
  return { cpu: cpu / turns, turns, agents: load / turns, nanosecondsPerAgentTurn: (cpu * 1e6) / load, setUp, result };
}

function runOf(simulation: Simulation, { turns }: SizeOf, milliseconds: number): Run {
  const start = performance.now();
  const before = process.cpuUsage();
  let load = 0;
  let turn = 0;
  while (turn < turns && (turn < 5 || performance.now() - start < 6 * milliseconds)) {
    load += simulation.agents();
    simulation.step();
    turn++;
  }
  return { cpu: since(before), turns: turn, load };
}

/** Milliseconds. */
function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

await main();
