import { defineContent } from '../../src/content/native/define.js';
import { createWorld } from '../../src/world.js';
import { ample } from './models.js';
import type { Make, Simulation, SizeOf } from './yardstick.js';

/** As many grazers as cells: they walk on a torus, and eat grass that grows again. Nobody dies: all sizes are alike. */
export function grazerSize(agents: number): SizeOf {
  const w = Math.round(Math.sqrt(agents));
  return { w, agents: w * w, turns: 10 };
}

const regrowth = 5;

/** Implementations by name, as the yardstick has them. */
export const grazerPrograms: Readonly<Record<string, Make>> = { edict, typed };

function edict({ w = 0, agents = 0 }: SizeOf, seed: number): Simulation {
  const content = defineContent({
    properties: { countdown: {}, energy: {} },
    kinds: {
      cell: { node: true, ownership: 'none', properties: ['countdown'] },
      animal: { attachesTo: ['cell'], ownership: 'none', properties: ['energy'] },
    },
    grids: { field: { kind: 'cell', class: 'grass', width: w, height: w, wrap: true, cells: true } },
    classes: {
      grazer: {
        kind: 'animal',
        groups: [
          {
            name: 'graze',
            priority: 1,
            order: 'random',
            scope: { include: 'target == source' },
            effects: [
              { move: 'neighbours(source.cell).random()' },
              { property: 'energy', add: -1 },
              {
                if: 'source.cell.countdown == 0',
                do: [
                  { property: 'energy', add: 4 },
                  { property: 'countdown', set: regrowth, on: 'source.cell' },
                ],
              },
            ],
          },
        ],
      },
      grass: {
        kind: 'cell',
        groups: [
          {
            name: 'grow',
            priority: 2,
            activation: 'source.countdown > 0',
            scope: { include: 'target == source' },
            effects: [{ property: 'countdown', add: -1 }],
          },
        ],
      },
    },
    start: [
      { grid: 'field', values: { countdown: `floor(uniform(0, ${String(regrowth)}))` } },
      { create: 'grazer', count: agents, in: 'objects(cell).random()' },
    ],
    reports: { energy: 'objects(animal).sum(a, a.energy)' },
  });
  const world = createWorld(content, { seed, limits: ample });
  return {
    step: () => {
      world.step();
    },
    agents: () => agents,
    result: () => ({ energy: world.reports.last('energy') }),
  };
}

/** Tuned: structure of arrays, shuffle fused with the sweep, a generator of 32 bits. */
function typed({ w = 0, agents = 0 }: SizeOf, seed: number): Simulation {
  const cells = w * w;
  const countdown = new Uint8Array(cells);
  const cell = new Int32Array(agents);
  const energy = new Float32Array(agents);
  let state = seed | 0;
  const below = (bound: number): number => {
    let h = (state = (state + 0x9e3779b9) | 0);
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return Math.floor(((h ^ (h >>> 16)) >>> 0) * 2 ** -32 * bound);
  };
  for (let c = 0; c < cells; c++) countdown[c] = below(regrowth);
  for (let i = 0; i < agents; i++) cell[i] = below(cells);
  const steps = Int32Array.of(-w - 1, -w, -w + 1, -1, 1, w - 1, w, w + 1);
  const moved = (from: number): number => {
    const k = below(8);
    const x = from % w;
    if (x > 0 && x < w - 1 && from >= w && from < cells - w) return from + steps[k];
    // The eight steps around the centre, which is the fifth of nine.
    const q = k < 4 ? k : k + 1;
    const y = Math.floor(from / w) + Math.floor(q / 3) - 1;
    return ((y + w) % w) * w + ((x + (q % 3) - 1 + w) % w);
  };
  return {
    step() {
      for (let i = 0; i < agents; i++) {
        const j = i + below(agents - i);
        const to = moved(cell[j]);
        const left = energy[j] - 1;
        cell[j] = cell[i];
        energy[j] = energy[i];
        cell[i] = to;
        energy[i] = countdown[to] === 0 ? left + 4 : left;
        if (countdown[to] === 0) countdown[to] = regrowth;
      }
      for (let c = 0; c < cells; c++) if (countdown[c] > 0) countdown[c]--;
    },
    agents: () => agents,
    result: () => ({ energy: energy.reduce((sum, value) => sum + value, 0) }),
  };
}
