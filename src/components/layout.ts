import { type ColumnSpec, type Layout, createLayout } from '../kernel/arena.js';
import { createHasher } from '../kernel/hash.js';
import { streamWidth } from '../kernel/streams.js';
import { delayColumns, frameColumnNames, frameColumns } from './frame-columns.js';
import { type Model, runsActions } from '../model/model.js';
import { timingColumns } from './timing-columns.js';

/** Rows of a world's dimensions, row 0 not counted. */
export interface WorldSizes {
  /** Objects. */
  readonly capacity: number;
  /** Starlanes and the like. */
  readonly lanes: number;
  /** Factions alive at once. */
  readonly factions: number;
  /** Random streams of host systems. */
  readonly streams: number;
  /** Cells of solved variables. Default: what each variable needs once. */
  readonly cells?: number;
  /** Words of 32 bits for what objects hold. Default: what an object of each kind needs. */
  readonly words?: number;
  /** Entries of all lists of links. */
  readonly links?: number;
  /**
   * Frames of what runs, frames of what is delayed, delays; occurrences, what is remembered of them, uses and copies of
   * abilities.
   */
  readonly frames?: number;
  /** Instances that the world is divided into; 0 and left out: it is not. */
  readonly instances?: number;
}

export const dimensions = [
  'entity',
  'lane',
  'faction',
  'stream',
  'role',
  'cell',
  'word',
  'link',
  'trigger',
  'frame',
  'parked',
  'delay',
  'ability',
  'occurrence',
  'past',
  'use',
  'copy',
  'memory',
  'answer',
  'instance',
] as const;

/** Words of 32 bits that hold `count` bits. */
export function wordsFor(count: number): number {
  return Math.ceil(count / 32);
}

/** The columns of a world: what every object has, and what its content declares. */
export function layoutOf(model: Model, sizes: WorldSizes): Layout {
  const common: ColumnSpec[] = [
    entity('kind', 'u8'),
    entity('generation', 'u32'),
    entity('class', 'i32'),
    entity('name', 'i32'),
    entity('created', 'i32'),
    entity('owner', 'i32'),
    entity('parent', 'i32'),
    entity('faction', 'u8'),
    entity('place', 'u8'),
    entity('end', 'i32'),
    entity('otherEnd', 'i32'),
    entity('fraction', 'f64'),
    entity('x', 'f64'),
    entity('y', 'f64'),
    { name: 'seenBy', type: 'u32', dimension: 'entity', width: wordsFor(sizes.factions + 1) },
    { name: 'lane.end', type: 'i32', dimension: 'lane', width: 1 },
    { name: 'lane.otherEnd', type: 'i32', dimension: 'lane', width: 1 },
    { name: 'faction.entity', type: 'i32', dimension: 'faction', width: 1 },
    { name: 'faction.available', type: 'u32', dimension: 'faction', width: wordsFor(model.classes.length + 1) },
    // A column has a width, also where content declares no relations.
    {
      name: 'faction.related',
      type: 'u32',
      dimension: 'faction',
      width: Math.max(1, model.relations.length * wordsFor(sizes.factions + 1)),
    },
    { name: 'stream.name', type: 'i32', dimension: 'stream', width: 1 },
    { name: 'stream.state', type: 'f64', dimension: 'stream', width: streamWidth },
    { name: 'role.object', type: 'f64', dimension: 'role', width: 1 },
  ];
  if (model.sights.length > 0) {
    common.push({
      name: 'sightedBy',
      type: 'u32',
      dimension: 'entity',
      width: model.sights.length * wordsFor(sizes.factions + 1),
    });
  }
  if (model.networks.length > 0) {
    common.push({
      name: 'networkOf',
      type: 'i32',
      dimension: 'entity',
      width: model.networks.length * (sizes.factions + 1),
    });
  }
  if (model.variables.length > 0) {
    common.push(
      entity('block', 'i32'),
      entity('granted', 'u8'),
      entity('grant', 'i32'),
      { name: 'cell.value', type: 'f64', dimension: 'cell', width: 1 },
      { name: 'cell.class', type: 'u8', dimension: 'cell', width: 1 },
    );
  }
  if (model.holdings.length > 0)
    common.push(entity('wordBlock', 'i32'), { name: 'words', type: 'u32', dimension: 'word', width: 1 });
  if (model.links.length > 0) {
    for (const name of ['link.of', 'link.from', 'link.to'])
      common.push({ name, type: 'i32', dimension: 'link', width: 1 });
  }
  if (runsActions(model)) common.push(...triggerColumns());
  if (model.occurrences.length > 0) common.push(...occurrenceColumns(model));
  const declared = model.columns.map((column) => entity(cellName(column.name), column.storage));
  // Behind all others, which so have the same places whether a world is divided or not.
  const divided = sizes.instances !== undefined && sizes.instances > 0 ? instanceColumns : [];
  return createLayout(dimensions, [...common, ...declared, ...divided], meaningOf(model));
}

/**
 * Of each instance its seed, by how many turns the world is ahead of it, and by how many ticks its clock is ahead of
 * its turns.
 */
const instanceColumns: readonly ColumnSpec[] = [
  { name: 'instance.seedLow', type: 'u32', dimension: 'instance', width: 1 },
  { name: 'instance.seedHigh', type: 'u32', dimension: 'instance', width: 1 },
  { name: 'instance.lead', type: 'i32', dimension: 'instance', width: 1 },
  { name: 'instance.clock', type: 'i32', dimension: 'instance', width: 1 },
];

function triggerColumns(): readonly ColumnSpec[] {
  const framed = (dimension: string): ColumnSpec[] =>
    frameColumnNames.map((name) => ({ name: `${dimension}.${name}`, type: frameColumns[name], dimension, width: 1 }));
  return [
    { name: 'trigger.armed', type: 'u32', dimension: 'trigger', width: 1 },
    { name: 'trigger.was', type: 'u32', dimension: 'trigger', width: 1 },
    ...framed('frame'),
    ...framed('parked'),
    ...Object.entries(delayColumns).map(
      ([name, type]): ColumnSpec => ({ name: `delay.${name}`, type, dimension: 'delay', width: 1 }),
    ),
  ];
}

function occurrenceColumns({ occurrences }: Model): readonly ColumnSpec[] {
  const fields = Math.max(1, ...occurrences.map((type) => type.fields));
  return [
    { name: 'ability.gone', type: 'u8', dimension: 'ability', width: 1 },
    ...Object.entries(timingColumns).flatMap(([dimension, columns]) =>
      Object.entries(columns).map(
        ([name, type]): ColumnSpec => ({
          name: `${dimension}.${name}`,
          type,
          dimension,
          width: name === 'values' ? fields : 1,
        }),
      ),
    ),
  ];
}

/** What the numbers in the columns stand for: a snapshot of content that means other things by them is refused. */
function meaningOf({
  kinds,
  classes,
  enumerations,
  roles,
  relations,
  tables,
  sights,
  networks,
  variables,
  holdings,
  links,
  grids,
  questions,
  triggers,
  occurrences,
  abilities,
}: Model): string {
  return JSON.stringify([
    kinds.map(({ name, columns, attachesTo, faction, node }) => [name, columns, attachesTo, faction, node]),
    classes.map(({ name, kind }) => [name, kind]),
    enumerations.map(({ name, members }) => [name, members]),
    roles,
    relations.map(({ name, symmetric }) => [name, symmetric]),
    // As text, because JSON has no infinities.
    tables.map(({ name, width, values }) => [name, width, Array.from(values, String)]),
    sights,
    networks,
    meaningOfVariables(variables),
    holdings.map((holding) => [holding.name, holding.words, holding.kinds]),
    links.map((link) => [link.name, link.kinds, link.to]),
    grids.map(({ name, kind, width, height, wrapX, wrapY }) => [name, kind, width, height, wrapX, wrapY]),
    questions.map(({ name }) => name),
    triggers,
    occurrences,
    abilities,
  ]);
}

const variablesAtOnce = 4_096;

/** A hash, some at a time: there may be a million variables. */
function meaningOfVariables(variables: Model['variables']): string {
  const hasher = createHasher();
  for (let first = 0; first < variables.length; first += variablesAtOnce) {
    let text = '';
    for (let i = first; i < Math.min(variables.length, first + variablesAtOnce); i++) {
      const { name, kind, type, input } = variables[i];
      text += `${name} ${kind} ${type.name} ${type.name === 'array' ? type.of.name : ''} ${input ? 1 : 0}\n`;
    }
    hasher.text(text);
  }
  return hasher.digest();
}

/** The name in the arena of a column that content declares; apart from the names that every world has. */
export function cellName(name: string): string {
  return `content.${name}`;
}

function entity(name: string, type: ColumnSpec['type']): ColumnSpec {
  return { name, type, dimension: 'entity', width: 1 };
}
