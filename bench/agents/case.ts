import { grazerSize, grazerPrograms } from './grazers.js';
import { hasModel, programOf, simulationsOf } from './models.js';
import { separateProgram } from './separate.js';
import { type Make, type Simulation, type SizeOf, yardstickModel } from './yardstick.js';

/** A model as content or as one of the programs of the yardstick, in a process of its own. */
export interface AgentsCase {
  readonly model: string;
  readonly size: string;
  /** `edict`, `separate`, or a program of the yardstick. */
  readonly implementation: string;
  readonly milliseconds: number;
}

/** Processor time, with that of the garbage collector and the compiler of the engine. */
export interface AgentsTimes {
  /** Milliseconds a turn, on average over whole runs. */
  readonly cpu: number;
  /** Alive at the start of the first turn. */
  readonly atStart: number;
  readonly nanosecondsPerAgentTurn: number;
}

export type RunCase = (asked: AgentsCase) => AgentsTimes;

export async function runAgentsCase(asked: AgentsCase): Promise<AgentsTimes> {
  const { make, size } = await madeOf(asked);
  return measured(() => make(size, 1), size, asked.milliseconds);
}

interface Made {
  readonly make: Make;
  readonly size: SizeOf;
}

async function madeOf({ model, size: name, implementation }: AgentsCase): Promise<Made> {
  if (!hasModel(model)) return { make: grazerPrograms[implementation], size: grazerSize(Number(name)) };
  const { sizes, implementations } = await yardstickModel(model);
  const size = sizes[name];
  const plain = implementations.get(implementation);
  if (plain !== undefined) return { make: plain, size };
  // Loaded and set up once: set-up is no part of the times, but the engine would go on compiling it beside the turns.
  const program = implementation === 'separate' ? separateProgram(model, size) : programOf(model, size);
  return { make: simulationsOf(model, size, program), size };
}

interface Run {
  readonly cpu: number;
  readonly turns: number;
  readonly load: number;
  readonly isWhole: boolean;
}

/**
 * Whole runs from one seed until so much processor time is spent; the second half of them counts. There are two at
 * least, because the engine learns what is hot during the first, unless a run takes too long.
 */
function measured(make: () => Simulation, size: SizeOf, milliseconds: number): AgentsTimes {
  const runs: Run[] = [];
  let atStart = 0;
  const before = process.cpuUsage();
  const isEnough = (): boolean =>
    runs.some(({ isWhole }) => !isWhole) || (runs.length > 1 && processorTime(before) > milliseconds);
  while (!isEnough()) {
    const simulation = make();
    atStart = simulation.agents();
    runs.push(runOf(simulation, size, milliseconds));
  }
  const counted = runs.slice(Math.floor(runs.length / 2));
  const [cpu, turns, load] = (['cpu', 'turns', 'load'] as const).map((key) =>
    counted.reduce((sum, run) => sum + run[key], 0),
  );
  return { cpu: cpu / turns, atStart, nanosecondsPerAgentTurn: (cpu * 1e6) / load };
}

/** A run is cut off where it would take far longer than the time. */
function runOf(simulation: Simulation, { turns }: SizeOf, milliseconds: number): Run {
  const before = process.cpuUsage();
  let load = 0;
  let turn = 0;
  while (turn < turns && (turn < 5 || processorTime(before) < 6 * milliseconds)) {
    load += simulation.agents();
    simulation.step();
    turn++;
  }
  return { cpu: processorTime(before), turns: turn, load, isWhole: turn === turns };
}

/** Milliseconds since a look, of all threads. */
export function processorTime(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
