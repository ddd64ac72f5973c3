import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Batch } from '../../src/batch/api.js';
import { createBatch } from '../../src/batch/batch.js';
import { checkContents } from '../../src/cli/check-contents.js';
import { nominalWorld } from '../../src/compile/plan/nominal-world.js';
import { openEnvironment } from '../../src/environments/open-environment.js';
import { nativeFormat } from '../../src/scenarios/native/native-format.js';

const file = fileURLToPath(new URL('../../examples/environments/cart-pole.yaml', import.meta.url));

/** Turns that episodes last, by instance, when all go by one policy: it takes what the agent sees, and the turn. */
function turnsOf(batch: Batch, act: (seen: Float32Array, turn: number) => number): readonly number[] {
  const turns = new Array<number>(batch.instances).fill(0);
  while (turns.some((count) => count === 0)) {
    for (let i = 0; i < batch.instances; i++) batch.actions[i] = act(batch.observations.subarray(i * 4, i * 4 + 4), batch.turns[i]);
    batch.step();
    for (let i = 0; i < batch.instances; i++) {
      const isOver = batch.terminated[i] === 1 || batch.truncated[i] === 1;
      if (isOver && turns[i] === 0) turns[i] = batch.turns[i];
    }
  }
  return turns;
}

function opened(): Batch {
  const batch = createBatch(openEnvironment('cart-pole'), { instances: 16 });
  batch.reset(1);
  return batch;
}

const [left, right] = [1, 2];

describe('cart-pole', () => {
  it.each(nativeFormat.load({ file, text: readFileSync(file, 'utf8') }).map((scenario) => [scenario.name, scenario] as const))('%s', (_, scenario) => {
    expect(scenario.run()).toBeUndefined();
  });

  it('is sound', () => {
    expect(checkContents([file], nominalWorld())).toMatchObject([{ errors: [], warnings: [] }]);
  });

  it('falls soon when pushed to one side', () => {
    for (const turns of turnsOf(opened(), () => right)) expect(turns).toBeLessThan(15);
  });

  it('stands till the end when pushed under the pole', () => {
    const turns = turnsOf(opened(), ([position, speed, angle, spin]) => (0.1 * position + 0.3 * speed + 8 * angle + 2 * spin < 0 ? left : right));
    expect(turns).toEqual(new Array<number>(16).fill(500));
  });

  it('begins at rest and is brought out of balance by another gust in each instance', () => {
    const batch = opened();
    expect(new Set(batch.observations)).toEqual(new Set([0]));
    batch.step();
    const seen = Array.from({ length: 16 }, (_, i) => batch.observations.slice(i * 4, i * 4 + 4).join());
    expect(new Set(seen).size).toBe(16);
    for (const value of batch.observations) expect(Math.abs(value)).toBeLessThan(0.0500001);
  });
});
