import {
  type World as EcsWorld,
  addComponent,
  addEntity,
  createWorld,
  getEntityComponents,
  removeComponent,
} from 'bitecs';
import type { ColumnArray } from '../kernel/arena.js';
import { copied } from '../kernel/enlarged.js';
import { idLimit, isLive } from '../kernel/identity.js';
import type { Component } from '../components/component.js';
import { components } from '../components/index.js';
import { kindAt } from '../model/model.js';
import { fact } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';

/** A bitECS component over a column of content: `value[id]` is the cell, in the arena itself. */
export interface EcsColumn {
  value: ColumnArray;
}

/** A component of every world, with its columns by name: `location.x[id]`, `owner.owner[id]`. */
export type EcsComponent = Record<string, ColumnArray>;

/**
 * The world as a bitECS world. Entity ids are object ids. Components are the kind, its columns, and owner, attachment
 * and location if the kind has them. Writing to `columns.get('population').value` writes to the world; `components` are
 * read-only, because the world keeps indexes of them. The order of a bitECS query is not fixed: sort the result if
 * order matters.
 */
export interface EcsView {
  readonly world: EcsWorld;
  readonly kinds: ReadonlyMap<string, object>;
  readonly columns: ReadonlyMap<string, EcsColumn>;
  readonly components: ReadonlyMap<string, EcsComponent>;
}

/** So that bitECS gets changes only. */
export interface EcsMirror extends EcsView {
  /** Kind of each row in bitECS, 0 for none. */
  shown: Uint8Array;
  /** New objects must not inherit components of old ones. */
  generations: Uint32Array;
  /** Entities in bitECS: ids are given out in sequence and never released, so they equal ours. */
  known: number;
  /** The stamp of the population it shows. */
  population: number;
}

export function createMirror(state: WorldState): EcsMirror {
  const { kinds, columns } = state.model;
  return {
    world: createWorld(),
    kinds: new Map(kinds.map((kind) => [kind.name, {}])),
    columns: new Map(columns.map((column) => [column.name, { value: state.cells[column.index] }])),
    components: new Map(shown.map((component) => [component.name, arraysOf(state, component)])),
    shown: new Uint8Array(0),
    generations: new Uint32Array(0),
    known: 0,
    population: -1,
  };
}

const shown = components.filter(({ has }) => has !== undefined);

function arraysOf(state: WorldState, { columns }: Component): EcsComponent {
  return Object.fromEntries(Object.keys(columns).map((key) => [key, state[key as keyof WorldState] as ColumnArray]));
}

/** Free while the population is unchanged, else linear. */
export function syncMirror(state: WorldState, mirror: EcsMirror): EcsView {
  for (const column of state.model.columns) {
    const component = mirror.columns.get(column.name);
    if (component !== undefined) component.value = state.cells[column.index];
  }
  for (const component of shown) Object.assign(mirror.components.get(component.name) ?? {}, arraysOf(state, component));
  if (mirror.population === state.stamps.values[fact.population]) return mirror;
  const limit = idLimit(state.identity);
  if (mirror.shown.length < limit) {
    const rows = state.identity.kind.length;
    mirror.shown = copied(mirror.shown, new Uint8Array(rows));
    mirror.generations = copied(mirror.generations, new Uint32Array(rows));
  }
  for (; mirror.known < limit - 1; mirror.known++) addEntity(mirror.world);
  for (let id = 1; id < mirror.shown.length; id++) {
    const kind = id < limit && isLive(state.identity, id) ? state.identity.kind[id] : 0;
    const generation = id < limit ? state.identity.generation[id] : 0;
    if (kind !== mirror.shown[id] || generation !== mirror.generations[id]) show(state, mirror, id, kind);
    mirror.generations[id] = generation;
  }
  mirror.population = state.stamps.values[fact.population];
  return mirror;
}

function show(state: WorldState, mirror: EcsMirror, id: number, kind: number): void {
  if (mirror.shown[id] !== 0)
    for (const component of getEntityComponents(mirror.world, id)) removeComponent(mirror.world, id, component);
  for (const component of componentsOf(state, mirror, kind)) addComponent(mirror.world, id, component);
  mirror.shown[id] = kind;
}

function componentsOf(state: WorldState, mirror: EcsMirror, kindIndex: number): readonly object[] {
  if (kindIndex === 0) return [];
  const kind = kindAt(state.model, kindIndex);
  const named = [
    mirror.kinds.get(kind.name),
    ...kind.columns.map((index) => mirror.columns.get(state.model.columns[index].name)),
    ...shown.map(({ name, has }) => (has?.(kind) === true ? mirror.components.get(name) : undefined)),
  ];
  return named.filter((component) => component !== undefined);
}
