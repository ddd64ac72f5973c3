import { type Layout, createLayout, header } from '../kernel/arena.js';
import { createHasher } from '../kernel/hash.js';
import type { Snapshot } from '../kernel/snapshot.js';
import type { Model, Table } from '../model/model.js';
import { type FullColumn, type WorldSizes, columnsOf, dimensionsOf } from './component.js';
import { components } from './index.js';
import { ownColumns } from './own-components.js';
import type { OwnComponent } from './own.js';

export function layoutOf(model: Model, sizes: WorldSizes, own: readonly OwnComponent[] = []): Layout {
  const columns = columnsFor(model, sizes, own).map(({ spec }) => spec);
  return createLayout(dimensionsOf(model), columns, meaningOf(model, tableSizes));
}

/** Of the layout that earlier builds made of the same: it had the values of tables in it. */
export function earlierLayoutHash(model: Model, { dimensions, columns }: Layout): number {
  return createLayout(dimensions, columns, meaningOf(model, tableValues)).hash;
}

/** The same with the hash of a layout that has the same columns. */
export function inLayout(snapshot: Snapshot, { hash }: Layout): Snapshot {
  const words = Uint32Array.from(snapshot.header);
  words[header.layoutHash] = hash;
  return { ...snapshot, layoutHash: hash, header: words };
}

/** Those of the host come last. */
export function columnsFor(model: Model, sizes: WorldSizes, own: readonly OwnComponent[] = []): readonly FullColumn[] {
  return [
    ...components
      .filter(({ when }) => when?.(model, sizes) !== false)
      .flatMap((component) => columnsOf(component, model, sizes)),
    ...own.flatMap((each) => ownColumns(model, each)),
  ];
}

/** No world stores values of tables. */
function tableSizes({ name, width, values }: Table): unknown {
  return [name, width, values.length / width];
}

/** As text, because JSON has no infinities. */
function tableValues({ name, width, values }: Table): unknown {
  return [name, width, Array.from(values, String)];
}

/** The meaning of the numbers in the columns: snapshots of other content are refused. */
function meaningOf(model: Model, tableText: (table: Table) => unknown): string {
  return JSON.stringify([
    model.kinds.map(({ name, columns, attachesTo, faction, node }) => [name, columns, attachesTo, faction, node]),
    model.classes.map(({ name, kind }) => [name, kind]),
    model.enumerations.map(({ name, members }) => [name, members]),
    model.roles,
    model.relations.map(({ name, symmetric }) => [name, symmetric]),
    model.tables.map(tableText),
    model.sights,
    model.networks,
    meaningOfVariables(model.variables),
    model.holdings.map((holding) => [holding.name, holding.words, holding.kinds]),
    model.links.map((link) => [link.name, link.kinds, link.to]),
    model.grids.map(({ name, kind, width, height, wrapX, wrapY }) => [name, kind, width, height, wrapX, wrapY]),
    model.questions.map(({ name }) => name),
    model.triggers,
    model.occurrences,
    model.abilities,
    ...(model.spaces.length === 0 ? [] : [spacesText(model)]),
    ...(model.parameters.length === 0 ? [] : [parametersText(model)]),
    ...(model.graphs.length === 0 ? [] : [model.graphs.map(({ name, kind, directed }) => [name, kind, directed])]),
  ]);
}

function spacesText({ spaces }: Model): unknown {
  return spaces.map(({ name, kinds, width, height, wrapX, wrapY }) => [name, kinds, width, height, wrapX, wrapY]);
}

function parametersText({ parameters }: Model): unknown {
  // As text, because JSON has no infinities.
  return parameters.map(({ name, type, integer, minimum, maximum }) => [
    name,
    type.name,
    integer,
    `${minimum} ${maximum}`,
  ]);
}

const variablesAtOnce = 4_096;

/** A hash, in chunks: there may be a million variables. */
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
