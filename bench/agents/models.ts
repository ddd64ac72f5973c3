import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { ContentSource } from '../../src/content/native/content-source.js';
import { defineContent } from '../../src/content/native/define.js';
import type { Program } from '../../src/ir/rule.js';
import { createWorld } from '../../src/world.js';
import type { World } from '../../src/world/api.js';
import { sourceFile } from '../root.js';
import type { Simulation, SizeOf } from './yardstick.js';

/** A model in content, at the sizes of the yardstick. */
interface ContentModel {
  /** In `examples/agents`. */
  readonly file: string;
  readonly parameters: (size: SizeOf) => Readonly<Record<string, number>>;
  /** Reports that together count the agents. */
  readonly agents: readonly string[];
}

export const models: Readonly<Record<string, ContentModel>> = {
  wolfsheep: {
    file: 'wolfsheep.yaml',
    parameters: ({ sheep = 0, wolves = 0 }) => ({ sheepCount: sheep, wolfCount: wolves }),
    agents: ['sheep', 'wolves'],
  },
  schelling: { file: 'schelling.yaml', parameters: ({ agents = 0 }) => ({ agentCount: agents }), agents: ['agents'] },
  forestfire: { file: 'forestfire.yaml', parameters: () => ({}), agents: ['trees'] },
  sir: { file: 'sir.yaml', parameters: ({ agents = 0 }) => ({ people: agents }), agents: ['people'] },
  life: { file: 'life.yaml', parameters: () => ({}), agents: ['cells'] },
  sugarscape: { file: 'sugarscape.yaml', parameters: ({ agents = 0 }) => ({ agentCount: agents }), agents: ['agents'] },
  flocking: {
    file: 'flocking.yaml',
    parameters: ({ agents = 0, w = 200 }) => ({ birdCount: agents, side: w }),
    agents: ['birds'],
  },
};

interface Sized {
  grids?: Record<string, { width: number; height: number }>;
  spaces?: Record<string, { width: number; height: number }>;
}

/** The published content with the grid of a size. */
export function programOf(name: string, { w }: SizeOf): Program {
  const { file } = models[name];
  const content = parse(readFileSync(sourceFile(join('..', 'examples', 'agents', file)), 'utf8')) as Sized;
  for (const space of [...Object.values(content.grids ?? {}), ...Object.values(content.spaces ?? {})])
    if (w !== undefined) [space.width, space.height] = [w, w];
  return defineContent(content as ContentSource);
}

const ample = { testsPerTurn: 1e15, visitsPerTurn: 1e15, effectsPerTurn: 1e12, createdPerTurn: 1e9 };

export function simulationOf(name: string, size: SizeOf, seed: number): Simulation {
  const { parameters, agents } = models[name];
  const program = programOf(name, size);
  const world: World = createWorld(program, {
    seed: String(seed),
    parameters: parameters(size),
    limits: ample,
  });
  return {
    step: () => {
      world.step();
    },
    agents: () => agents.reduce((sum, report) => sum + lastOf(world, report), 0),
    result: () => Object.fromEntries(world.reports.names.map((report) => [report, lastOf(world, report)])),
  };
}

function lastOf(world: World, report: string): number {
  const values = world.reports.series(report);
  return values.at(-1) ?? 0;
}
