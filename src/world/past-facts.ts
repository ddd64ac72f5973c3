import { ancestorOfKind } from '../components/attachment.js';
import { hasCell, readCell } from '../components/cells.js';
import { heldWords, holdingOffset } from '../components/holdings.js';
import { listOf } from '../components/links.js';
import { ownersOf } from '../components/ownership.js';
import { placeHolder } from '../components/place.js';
import type { WorldState } from '../components/state.js';
import { handleOf } from '../kernel/identity.js';
import { type Column, type Holding, type Model, type Variable, classAt } from '../model/model.js';
import { columnStamp, fact } from '../model/stamps.js';
import type { ObjectFact, PastValue } from './histories-api.js';
import { columnNamed } from './host-arguments.js';
import { handlesOf } from './relation-methods.js';
import { toHost, toPlain } from './typed-value.js';
import { contentIn } from './variables.js';

/** What is asked of an object, and watched while turns run again. */
export interface PastFact {
  readonly name: string;
  /** Of a meter or property, whose writes are reported. */
  readonly column: Column | undefined;
  /** Of a variable, which is solved at the end of phases. */
  readonly isSolved: boolean;
  /** The values are handles. */
  readonly isObject: boolean;
  /** It changes item by item. */
  readonly hasItems: boolean;
  /** The value changes only with one of these stamps. */
  readonly stamps: readonly number[];
  /** Of a live object; undefined where its kind has none. */
  readonly read: (state: WorldState, id: number) => PastValue | undefined;
}

const plain = { column: undefined, isSolved: false, isObject: false, hasItems: false } as const;

/** Where an object is depends on all that it is attached to. */
const places = [fact.population, fact.place, fact.spot];

const objectFacts: Readonly<Record<ObjectFact, Omit<PastFact, 'name'>>> = {
  exists: { ...plain, stamps: [fact.population], read: () => true },
  class: {
    ...plain,
    stamps: [fact.population],
    read: (state, id) => (state.class[id] === 0 ? null : classAt(state.model, state.class[id]).name),
  },
  owner: {
    ...plain,
    isObject: true,
    stamps: [fact.population, fact.owner, fact.place],
    read: (state, id) => handlesOf(state, ownersOf(state, id)),
  },
  place: {
    ...plain,
    isObject: true,
    stamps: [fact.population, fact.place],
    read: (state, id) => handleOf(state.identity, state.parent[id]) || null,
  },
  x: { ...plain, stamps: places, read: (state, id) => coordinate(state, 'x', id) },
  y: { ...plain, stamps: places, read: (state, id) => coordinate(state, 'y', id) },
};

export const objectFactNames = Object.keys(objectFacts) as readonly ObjectFact[];

function coordinate(state: WorldState, axis: 'x' | 'y', id: number): number | null {
  const holder = placeHolder(state, id);
  return holder === 0 ? null : state[axis][holder];
}

/** Of no variable. Names of content come first. Throws for a name that means nothing. */
export function factNamed(model: Model, name: unknown): PastFact {
  const isIt = (each: { readonly name: string }) => each.name === name;
  const holding = model.holdings.find(isIt);
  if (holding !== undefined) return setFact(holding);
  const link = model.links.find(isIt);
  if (link !== undefined) return listFact(link);
  const known = objectFactNames.find((each) => each === name);
  if (known !== undefined && !model.columnByName.has(known)) return { name: known, ...objectFacts[known] };
  return columnFact(columnNamed(model, name));
}

function setFact({ name, index, words }: Holding): PastFact {
  return {
    ...plain,
    name,
    hasItems: true,
    stamps: [fact.population, fact.holding],
    read(state, id) {
      if (holdingOffset(state, index, state.identity.kind[id]) < 0) return undefined;
      const { members } = state.model.enumerations[words];
      return heldWords(state, index, id).map((word) => members[word - 1]);
    },
  };
}

function listFact({ name, index, kinds }: Model['links'][number]): PastFact {
  return {
    ...plain,
    name,
    isObject: true,
    hasItems: true,
    stamps: [fact.population, fact.link],
    read: (state, id) =>
      kinds.includes(state.identity.kind[id]) ? handlesOf(state, listOf(state, index, id)) : undefined,
  };
}

function columnFact(column: Column): PastFact {
  const { name, type, index } = column;
  return {
    ...plain,
    name,
    column,
    isObject: type.name === 'entity',
    stamps: [fact.population, columnStamp(index)],
    read: (state, id) => (hasCell(state, column, id) ? toHost(state, type, readCell(state, column, id)) : undefined),
  };
}

/** Of the object, or of one that it is attached to. Null if it has failed. */
export function variableFact(variable: Variable): PastFact {
  const { name, kind, offset, type } = variable;
  return {
    ...plain,
    name,
    isSolved: true,
    isObject: type.name === 'entity',
    stamps: [fact.population, fact.place, fact.cells],
    read(state, id) {
      const holder = ancestorOfKind(state, id, kind);
      return holder === 0 ? undefined : (toPlain(state, type, contentIn(state, state.block[holder] + offset)) ?? null);
    },
  };
}
