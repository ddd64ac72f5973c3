import { type ContentSource, defineContent } from '../../src/content/native/define.js';
import { createWorld } from '../../src/world.js';
import type { World, WorldOptions } from '../../src/world/api.js';

/** Hares around dens: each den has a rule that reads one column of the hares near it. */

export const hareColumns = ['food', 'speed', 'age', 'weight'] as const;
export type HareColumn = (typeof hareColumns)[number];

const meterOf: Readonly<Record<HareColumn, string>> = {
  food: 'fill',
  speed: 'pace',
  age: 'rank',
  weight: 'bulk',
};

export const dens = 10;
const side = 1_000;

const content: ContentSource = {
  meters: Object.fromEntries(hareColumns.map((column) => [meterOf[column], { reset: true }])),
  properties: { ...Object.fromEntries(hareColumns.map((column) => [column, {}])), level: {} },
  kinds: {
    hare: { meters: Object.values(meterOf), properties: [...hareColumns] },
    den: { properties: ['level'] },
  },
  classes: Object.fromEntries(
    hareColumns.map((column) => [
      `${column}Den`,
      {
        kind: 'den',
        groups: [
          {
            name: column,
            scope: { include: `target.kind == hare && target.${column} >= 50 && distance(source, target) <= 400` },
            effects: [{ meter: meterOf[column], add: 'source.level' }],
          },
        ],
      },
    ]),
  ),
};

export function createWarren(hares: number, options: Pick<WorldOptions, 'executor'> = {}): World {
  const world = createWorld(defineContent(content), { ...options, reserve: { objects: hares + dens, lanes: 1 } });
  for (let i = 0; i < dens; i++)
    world.spawn({
      class: `${hareColumns[i % hareColumns.length]}Den`,
      place: { x: (i * 331) % side, y: (i * 173) % side },
      values: { level: i + 1 },
    });
  for (let i = 0; i < hares; i++)
    world.spawn({
      kind: 'hare',
      place: { x: (i * 7.31) % side, y: (i * 3.17) % side },
      values: Object.fromEntries(hareColumns.map((column, place) => [column, (i * (place + 3)) % 100])),
    });
  return world;
}

/** Adds a system that writes columns of all hares, in the host phase: the rules of the next turn read them. */
export function addWriter(world: World, columns: readonly HareColumn[]): void {
  world.addSystem({
    name: 'write',
    phase: 'host',
    query: ['hare'],
    writes: columns,
    run({ ids, columns: values, turn }) {
      for (const column of columns) {
        const cells = values[column];
        // Each value is another one in every turn.
        for (let i = 0; i < ids.length; i++) cells[ids[i]] = (ids[i] + turn * 7) % 100;
      }
    },
  });
}
