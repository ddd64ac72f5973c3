import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { defineContent } from '../src/content/native/define.js';
import type { World } from '../src/world/api.js';
import { choicesOf, randomCases } from './support/choices.js';
import { type Manner, randomContent } from './support/random-content.js';
import { randomCrowd, randomWorld } from './support/random-world.js';

const frames: { visits: number; tests: number }[] = [];
vi.mock('../src/compile/interpreter.js', async (original) => {
  const actual = await original<typeof import('../src/compile/interpreter.js')>();
  return { ...actual, createFrame: (...given: Parameters<typeof actual.createFrame>) => { const frame = actual.createFrame(...given); (globalThis as never as { frames: unknown[] }).frames = [...((globalThis as never as { frames?: unknown[] }).frames ?? []).slice(-3), frame]; return frame; } };
});
void frames;
function stepped(world: World): { visits: number; tests: number } {
  world.step();
  const { visits, tests } = (globalThis as never as { frames: { visits: number; tests: number }[] }).frames.at(-1)!;
  return { visits, tests };
}
for (const mode of ['auto', 'always', 'never']) test(`visits are the same warm and cold ${mode}`, () => {
  if (mode !== 'auto') vi.stubEnv('EDICT_GENERATE', mode);
  let [compared, different, nonzero] = [0, 0, 0];
  const shown: string[] = [];
  fc.assert(fc.property(randomCases({ turns: 8 }), fc.constantFrom<Manner>('calm', 'planned', 'mixed', 'wild'), (given, manner) => {
    const program = defineContent(randomContent(choicesOf(given.seed), given.groups, manner).source);
    const crowd = randomCrowd(choicesOf(given.seed).split('crowd'));
    const warm = randomWorld(choicesOf(given.seed), program, 120, { executor: 'compiled', limits: { visitsPerTurn: 5e9 } as never }, crowd);
    for (let i = 0; i < given.turns; i++) {
      const cold = warm.fork();
      let failed = false;
      let a = { visits: -1, tests: -1 }; let b = a;
      try { a = stepped(warm); b = stepped(cold); } catch { failed = true; }
      if (failed) break;
      expect(cold.hash()).toBe(warm.hash());
      compared++;
      if (a.visits > 0) nonzero++;
      if (JSON.stringify(a) !== JSON.stringify(b)) { different++; if (shown.length < 5) shown.push(`${manner} turn ${i} warm ${JSON.stringify(a)} cold ${JSON.stringify(b)} seed ${given.seed}`); }
    }
  }), { numRuns: 60, seed: 7 });
  console.log(mode, { compared, nonzero, different }, shown.join('\n'));
  vi.unstubAllEnvs();
});
