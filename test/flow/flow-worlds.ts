import { type Step, usualGrid } from '../../src/model/connection.js';
import {
  type Flow,
  type FlowBook,
  type FlowCarrier,
  type FlowForm,
  type FlowTargets,
  type Program,
  noRules,
} from '../../src/ir/rule.js';
import { makeNode } from '../../src/eval/make-node.js';
import { type Node, sourceSlot } from '../../src/ir/node.js';
import { read } from '../../src/eval/ops/read.js';
import { slot } from '../../src/eval/ops/object-links.js';
import type { Model } from '../../src/model/model.js';
import { createWorld } from '../../src/world.js';
import type { CellValue, ExecutorName, Handle, World, WorldOptions } from '../../src/world/api.js';
import { columnNamed, modelOf } from '../support/hand-model.js';

/** Fields on a grid with towns on them, owned by guilds; flows made by hand between them. */

const flowing = { kinds: ['guild', 'town', 'field'], role: 'property', integer: true } as const;

export const land: Model = {
  ...modelOf({
    kinds: {
      guild: { faction: true, ownership: 'none' },
      town: { attachesTo: ['field'] },
      field: { node: true },
      stone: { attachesTo: ['field'] },
    },
    columns: {
      crime: flowing,
      filth: flowing,
      lore: { ...flowing, kinds: ['town', 'field'] },
      heads: { kinds: ['town', 'field'], role: 'property', integer: true },
      watched: { kinds: ['town', 'field'], role: 'property', type: { name: 'boolean' }, storage: 'u8' },
    },
  }),
  grids: [
    { index: 0, name: 'row', kind: 3, width: 12, height: 1, wrapX: false, wrapY: false, ...usualGrid },
    { index: 1, name: 'map', kind: 3, width: 5, height: 4, wrapX: true, wrapY: false, ...usualGrid },
  ],
};

export const kind = { guild: 1, town: 2, field: 3, stone: 4 } as const;
export type KindName = keyof typeof kind;

/** The index of a column. */
export const column = (name: string): number => columnNamed(land, name).index;

const self: Node = makeNode(slot, { slot: sourceSlot });

/** What an object has of a column; 0 where it has none. */
export const valueOf = (name: string): Node =>
  makeNode(read, { column: column(name), type: columnNamed(land, name).type, climb: false, absent: 'zero' }, self);

export const all = (name: KindName): readonly Step[] => [{ by: 'objects', kind: kind[name] }];
/** The fields so near on the row of fields, or on the map, without the one in the middle. */
export const near = (distance: number, grid = 0): readonly Step[] => [
  { by: 'square', grid, distance },
  { by: 'others' },
];

export const carriedBy = (name: KindName, given: Omit<FlowCarrier, 'objects' | 'kind'> = {}): FlowCarrier => ({
  objects: all(name),
  kind: kind[name],
  ...given,
});

/** Targets of fields. */
export const toward = (steps: readonly Step[], given: Partial<FlowTargets> = {}): FlowTargets => ({
  steps: new Map([[kind.field, [steps]]]),
  itself: false,
  ...given,
});

/** A flow of all fields, unless something else is said. */
export type GivenFlow = Partial<Omit<Flow, 'form'>> & { readonly form: FlowForm };

export function bookOf(flows: readonly GivenFlow[], memory: FlowBook['memory'] = 'own'): FlowBook {
  return {
    memory,
    flows: flows.map((flow, index) => ({
      index,
      name: `flow ${index}`,
      carrier: carriedBy('field'),
      kind: 0,
      origin: { file: 'flows', line: index + 1, column: 1 },
      ...flow,
    })),
  };
}

export function programOf(book: FlowBook, model: Model = land): Program {
  return { model, rules: { ...noRules, flows: book }, fingerprint: 'flows' };
}

export interface Fields {
  readonly world: World;
  readonly fields: readonly Handle[];
}

/** A row of fields with values of columns, one list for each. */
export function rowOf(
  flows: readonly GivenFlow[],
  values: Readonly<Record<string, readonly CellValue[]>>,
  executor: ExecutorName,
  memory: FlowBook['memory'] = 'own',
  options: WorldOptions = {},
): Fields {
  const world = createWorld(programOf(bookOf(flows, memory)), {
    executor,
    ...options,
    reserve: { objects: 32, ...options.reserve },
  });
  const length = Math.max(...Object.values(values).map((list) => list.length));
  const fields = Array.from({ length }, (_, x) =>
    world.spawn({
      kind: 'field',
      place: { x, y: 0 },
      values: Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list[x]])),
    }),
  );
  return { world, fields };
}

/** What a column holds in some fields after so many turns. */
export function after({ world, fields }: Fields, name: string, turns = 1): readonly unknown[] {
  world.run(turns);
  return fields.map((field) => world.get(field, name));
}
