import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { ContentSource } from '../../src/content/native/content-source.js';
import { defineContent } from '../../src/content/native/define.js';
import type { Program } from '../../src/ir/rule.js';
import { createWorld } from '../../src/world.js';
import type { World } from '../../src/world/api.js';
import { sourceFile } from '../root.js';
import type { Make, Simulation, SizeOf } from './yardstick.js';

/** A model in content, at the sizes of the yardstick. */
interface ContentModel {
  readonly parameters: (size: SizeOf) => Readonly<Record<string, number>>;
  /** At the start. */
  readonly agents: (size: SizeOf, world: World) => number;
}

const listed = ({ agents = 0 }: SizeOf): number => agents;

/** By the name of their file in `examples/agents`. */
const models: Readonly<Record<string, ContentModel>> = {
  wolfsheep: {
    parameters: ({ sheep = 0, wolves = 0 }) => ({ sheepCount: sheep, wolfCount: wolves }),
    agents: ({ sheep = 0, wolves = 0 }) => sheep + wolves,
  },
  schelling: { parameters: (size) => ({ agentCount: listed(size) }), agents: listed },
  forestfire: {
    parameters: () => ({}),
    agents: (_, world) => world.query({ kind: 'cell', where: 'self.state != empty' }).length,
  },
  sir: { parameters: (size) => ({ people: listed(size) }), agents: listed },
  life: { parameters: () => ({}), agents: ({ w = 0 }) => w * w },
  sugarscape: { parameters: (size) => ({ agentCount: listed(size) }), agents: listed },
  flocking: { parameters: (size) => ({ birdCount: listed(size), side: size.w ?? 0 }), agents: listed },
};

export function fileOf(model: string): string {
  return join('examples', 'agents', `${model}.yaml`);
}

export function hasModel(model: string): boolean {
  return existsSync(sourceFile(join('..', fileOf(model))));
}

/** The part of content that has a size. */
interface Sized {
  readonly grids?: Readonly<Record<string, Square>>;
  readonly spaces?: Readonly<Record<string, Square>>;
}

interface Square {
  width: number;
  height: number;
}

/** Content of `examples/agents` as an object, its grids and spaces of the width of a size. */
export function contentOf(model: string, { w }: Pick<SizeOf, 'w'>): ContentSource {
  const content = parse(readFileSync(sourceFile(join('..', fileOf(model))), 'utf8')) as Sized & ContentSource;
  for (const square of [...Object.values(content.grids ?? {}), ...Object.values(content.spaces ?? {})] as Square[])
    if (w !== undefined) [square.width, square.height] = [w, w];
  return content;
}

/** Worlds of the published models take the time that they need. */
export const ample = { testsPerTurn: 1e15, visitsPerTurn: 1e15, effectsPerTurn: 1e12, createdPerTurn: 1e9 };

export function programOf(model: string, size: Pick<SizeOf, 'w'>): Program {
  return defineContent(contentOf(model, size));
}

export function worldOf(program: Program, model: string, size: SizeOf, seed: number): World {
  return createWorld(program, { seed, parameters: models[model].parameters(size), limits: ample });
}

export function simulationOf(model: string, size: SizeOf, seed: number, program = programOf(model, size)): Simulation {
  return simulationIn(worldOf(program, model, size, seed), model, size);
}

/** Many runs in one world, as training has them: each goes on from the start for a seed. */
export function simulationsOf(model: string, size: SizeOf, program = programOf(model, size)): Make {
  const world = worldOf(program, model, size, 1);
  let [known, start] = [1, world.snapshot()];
  return (of, seed) => {
    if (seed !== known) [known, start] = [seed, worldOf(program, model, of, seed).snapshot()];
    world.restore(start);
    return simulationIn(world, model, of);
  };
}

function simulationIn(world: World, model: string, size: SizeOf): Simulation {
  // Only agents are born and die.
  const others = world.size - models[model].agents(size, world);
  return {
    step: () => {
      world.step();
    },
    agents: () => world.size - others,
    result: () => Object.fromEntries(world.reports.names.map((name) => [name, world.reports.last(name)])),
  };
}
