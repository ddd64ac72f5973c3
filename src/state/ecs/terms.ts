import { header } from '../../kernel/arena.js';
import type { ColumnArray } from '../../kernel/arena.js';
import { lend } from '../../components/lend.js';
import { components } from '../../components/index.js';
import type { Component } from '../../components/component.js';
import { holdingOffset, holds } from '../../components/holdings.js';
import { presenceStamp } from '../../components/own-components.js';
import { type OwnComponent } from '../../components/own.js';
import type { WorldState } from '../../components/state.js';
import { fact } from '../../model/stamps.js';
import type { Holding, Kind } from '../../model/model.js';

/** The components that hosts query, and who has them. */

/** A kind or a class: a component without values. */
export interface EcsTag {
  readonly name: string;
}

/** A component over a column of content: `value[id]` is the cell, in the arena itself. */
export interface EcsColumn {
  readonly name: string;
  readonly value: ColumnArray;
}

/** A component with its columns by name, such as `location.x[id]` and `owner.owner[id]`. */
export type EcsComponent = Readonly<Record<string, ColumnArray>>;

/** A set of words, as bits: word w, from 1, of an object is bit `w & 31` of `bits[first(id) + (w >>> 5)]`. */
export interface EcsWords {
  readonly name: string;
  readonly bits: Uint32Array;
  first(id: number): number;
  /** True if the object holds a word of the enumeration. */
  has(id: number, word: string): boolean;
}

/** The lanes between nodes: lane i, from 0, joins `ends[i]` and `otherEnds[i]`. */
export interface EcsLanes {
  readonly count: number;
  /** Another number whenever lanes have changed. */
  readonly version: number;
  readonly ends: Int32Array;
  readonly otherEnds: Int32Array;
}

/** Who has a component. */
export interface Term {
  readonly name: string;
  readonly what: 'kind' | 'class' | 'column' | 'component' | 'set';
  /** By kind: 1 where all its objects have it. Undefined: by class, or object by object. */
  readonly kinds: Uint8Array | undefined;
  /** The class whose objects have it; 0: another rule. */
  readonly class: number;
  /** Object by object. */
  readonly own: OwnComponent | undefined;
  /** Indices of the columns of content that it groups. */
  readonly fields: readonly number[] | undefined;
}

export const noTerm = { kinds: undefined, class: 0, own: undefined, fields: undefined };

export type Terms = Map<object, Term>;

/** Of every world that a kind has: the same for all of its objects. */
const shown = components.filter(({ has }) => has !== undefined);

export interface ViewParts {
  readonly terms: Terms;
  readonly kinds: ReadonlyMap<string, EcsTag>;
  readonly classes: ReadonlyMap<string, EcsTag>;
  readonly columns: ReadonlyMap<string, EcsColumn>;
  readonly sets: ReadonlyMap<string, EcsWords>;
  readonly components: Map<string, EcsComponent>;
}

export function viewParts(state: WorldState): ViewParts {
  const { model } = state;
  const terms: Terms = new Map();
  const add = <Shown extends object>(component: Shown, term: Pick<Term, 'name' | 'what'> & Partial<Term>): Shown => {
    terms.set(component, { ...noTerm, ...term });
    return component;
  };
  const mapped = <Of extends { readonly name: string }, Shown extends object>(
    parts: readonly Of[],
    show: (part: Of) => Shown,
  ): ReadonlyMap<string, Shown> => new Map(parts.map((part) => [part.name, show(part)]));
  const byKind = (has: (kind: Kind) => boolean) =>
    Uint8Array.from([0, ...model.kinds.map((kind) => (has(kind) ? 1 : 0))]);
  return {
    terms,
    kinds: mapped(model.kinds, ({ name, index }) =>
      add({ name }, { name, what: 'kind', kinds: byKind((kind) => kind.index === index) }),
    ),
    classes: mapped(model.classes, ({ name, index }) => add({ name }, { name, what: 'class', class: index })),
    columns: mapped(model.columns, ({ name, index, kinds }) =>
      add(columnOf(state, name, index), { name, what: 'column', kinds }),
    ),
    sets: mapped(model.holdings, (holding) =>
      add(wordsOf(state, holding), {
        name: holding.name,
        what: 'set',
        kinds: byKind((kind) => holding.kinds.includes(kind.index)),
      }),
    ),
    components: new Map(
      shown.map((component) => {
        const { name, has } = component;
        return [
          name,
          add(arraysOf(state, component), { name, what: 'component', kinds: byKind((kind) => has?.(kind) === true) }),
        ];
      }),
    ),
  };
}

function columnOf(state: WorldState, name: string, index: number): EcsColumn {
  return {
    name,
    get value() {
      lend(state);
      return state.cells[index];
    },
  };
}

/** Getters: arrays change when the world grows. */
function arraysOf(state: WorldState, { columns }: Component): EcsComponent {
  const getters = Object.keys(columns).map(
    (key) => [key, arrayGetter(state, () => state[key as keyof WorldState] as ColumnArray)] as const,
  );
  return Object.defineProperties({}, Object.fromEntries(getters));
}

export function arrayGetter(state: WorldState, read: () => ColumnArray): PropertyDescriptor {
  return {
    enumerable: true,
    get() {
      lend(state);
      return read();
    },
  };
}

function wordsOf(state: WorldState, { name, index, words }: Holding): EcsWords {
  const { members } = state.model.enumerations[words];
  return {
    name,
    get bits() {
      lend(state);
      return state.words;
    },
    first: (id) => state.wordBlock[id] + holdingOffset(state, index, state.identity.kind[id]),
    has: (id, word) => holds(state, index, id, members.indexOf(word) + 1),
  };
}

export function lanesOf(state: WorldState): EcsLanes {
  const inUse = (column: Int32Array) => {
    lend(state);
    return column.subarray(1, state.arena.header[header.lanes] + 1);
  };
  return {
    get count() {
      return state.arena.header[header.lanes];
    },
    get version() {
      return state.stamps.values[fact.lanes];
    },
    get ends() {
      return inUse(state.laneEnd);
    },
    get otherEnds() {
      return inUse(state.laneOtherEnd);
    },
  };
}

/** Stamps on which the objects that have it depend, in addition to the population. */
export function stampsOf({ model }: WorldState, { own }: Term): readonly number[] {
  return own === undefined ? [] : [presenceStamp(model, own)];
}
