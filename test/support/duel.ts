import { fileURLToPath } from 'node:url';
import { openScenario } from '../../src/scenarios/native/open-scenario.js';
import { loadWorld } from '../../src/world.js';
import { type Agent, randomAgent } from '../../src/world/play-out.js';
import type { World, WorldOptions } from '../../src/world/api.js';

export const duelFile = fileURLToPath(new URL('../../examples/duel.yaml', import.meta.url));

const { world: dealt } = openScenario(duelFile);
const saved = dealt.save();

/** A world of its own with the duel before its first turn. */
export function dealtDuel(options: WorldOptions = {}): World {
  return loadWorld(dealt.program, saved, options);
}

export function randomPair(seed: number): readonly Agent[] {
  return [randomAgent(`${seed}/left`), randomAgent(`${seed}/right`)];
}
