import { answers } from './answers.js';
import { attachment } from './attachment.js';
import { availability } from './availability.js';
import { variableCells, variables } from './cell-blocks.js';
import { contents } from './cells.js';
import { classComponent } from './class.js';
import { type Component, type FullColumn, type WorldSizes, columnsOf, dimensions } from './component.js';
import { abilities, copies } from './copies.js';
import { creation } from './creation.js';
import { delays } from './delays.js';
import { faction, factionTable } from './faction.js';
import { frames, parked } from './frames.js';
import { heldBits, holdings } from './holdings.js';
import { identity } from './identity.js';
import { instances } from './instances.js';
import { lanes } from './lanes.js';
import { links } from './links.js';
import { memories } from './memories.js';
import { name } from './name.js';
import { networks } from './networks.js';
import { occurrences, past, uses } from './occurrences.js';
import { owner } from './ownership.js';
import { location } from './place.js';
import { randomStreams } from './random-streams.js';
import { relations } from './relations.js';
import { roles } from './roles.js';
import { sights } from './sights.js';
import { triggers } from './triggers.js';
import { visibility } from './visibility.js';
import { type Layout, createLayout } from '../kernel/arena.js';
import { createHasher } from '../kernel/hash.js';
import type { Model } from '../model/model.js';

/**
 * All components, in the order of their columns in the arena. Saves depend on it: a new one goes before `contents`
 * and makes a layout that earlier saves lack.
 */
export const components: readonly Component[] = [
  identity,
  classComponent,
  name,
  creation,
  owner,
  attachment,
  faction,
  location,
  visibility,
  lanes,
  factionTable,
  availability,
  relations,
  randomStreams,
  roles,
  sights,
  networks,
  variables,
  variableCells,
  holdings,
  heldBits,
  links,
  triggers,
  frames,
  parked,
  delays,
  abilities,
  occurrences,
  past,
  uses,
  copies,
  memories,
  answers,
  contents,
  instances,
];

/** Hashes of earlier builds, which must not change, begin with these in this order; the rest follows as above. */
const hashed: readonly Component[] = [
  contents,
  visibility,
  sights,
  networks,
  holdings,
  variables,
  identity,
  lanes,
  links,
  factionTable,
  roles,
  randomStreams,
];

/** All components in the order of hashing. */
export const componentsToHash: readonly Component[] = [...new Set([...hashed, ...components])];

export function layoutOf(model: Model, sizes: WorldSizes): Layout {
  const columns = columnsFor(model, sizes).map(({ spec }) => spec);
  return createLayout(dimensions, columns, meaningOf(model));
}

export function columnsFor(model: Model, sizes: WorldSizes): readonly FullColumn[] {
  return components
    .filter(({ when }) => when?.(model, sizes) !== false)
    .flatMap((component) => columnsOf(component, model, sizes));
}

/** What the numbers in the columns mean: snapshots of content with other meanings are refused. */
function meaningOf(model: Model): string {
  return JSON.stringify([
    model.kinds.map(({ name, columns, attachesTo, faction, node }) => [name, columns, attachesTo, faction, node]),
    model.classes.map(({ name, kind }) => [name, kind]),
    model.enumerations.map(({ name, members }) => [name, members]),
    model.roles,
    model.relations.map(({ name, symmetric }) => [name, symmetric]),
    // As text, because JSON has no infinities.
    model.tables.map(({ name, width, values }) => [name, width, Array.from(values, String)]),
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
