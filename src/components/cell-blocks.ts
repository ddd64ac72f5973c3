import { header } from '../kernel/arena.js';
import { resolve } from '../kernel/identity.js';
import { keptBy } from '../kernel/maps.js';
import { intern, textOf } from '../kernel/strings.js';
import { type Blocks, checkBlocks, takeRows } from './blocks.js';
import { type Arrays, component } from './component.js';
import { arrayText, diceText, pairText, readArray, readDice, readPair } from './compounds.js';
import { damaged } from '../kernel/errors.js';
import { liveIds } from './live-objects.js';
import {
  type CellContent,
  type Model,
  type Type,
  type Variable,
  cellClass,
  isPooled,
  largestValue,
} from '../model/model.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './state.js';

const variablesColumns = {
  /** First cell; 0: none. */
  block: 'i32',
  /** Its modifiers are in force. */
  granted: 'u8',
  /** The number of its first grant, from 1; 0: never granted. Modifiers of equal priority apply in this order. */
  grant: 'i32',
} as const;

const variableCellsColumns = {
  cellValues: { type: 'f64', stored: 'cell.value' },
  cellClasses: { type: 'u8', stored: 'cell.class' },
} as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof variablesColumns>, Arrays<typeof variableCellsColumns> {}
}

const hasVariables = ({ variables: declared }: Model): boolean => declared.length > 0;

/** See blocks.ts. */
export const variables = component({
  name: 'variables',
  rows: 'entity',
  columns: variablesColumns,
  when: hasVariables,
  facts: ['cells'],
  /** Pooled values by their texts; grants by their order, in which modifiers apply. */
  hashOf(state, hasher, id): void {
    if (state.granted.length === 0) return;
    hasher.number(state.granted[id]);
    hasher.number(state.grant[id]);
    for (const { offset, type } of variablesOf(state.model, state.identity.kind[id])) {
      const cell = state.block[id] + offset;
      const value = state.cellValues[cell];
      hasher.number(state.cellClasses[cell]);
      if (type.name === 'entity') hasher.number(resolve(state.identity, value));
      else if (isPooled(type)) hasher.text(textOf(state.strings, value));
      else {
        hasher.number(value);
        // −0 is another double than 0.
        if (type.name === 'numeric' && Object.is(value, -0)) hasher.number(1);
      }
    }
  },
  check(state): void {
    if (!hasVariables(state.model)) return;
    checkBlocks(state, cellBlocks(state), 'variables');
    for (const id of liveIds(state)) {
      checkGrant(state, id);
      for (const variable of variablesOf(state.model, state.identity.kind[id])) checkCell(state, id, variable);
    }
  },
});

function checkGrant({ granted, grant, arena }: WorldState, id: number): void {
  const isPossible = granted[id] <= 1 && grant[id] >= 0 && grant[id] <= arena.header[header.grants];
  if (!isPossible || (granted[id] === 1 && grant[id] === 0)) throw damaged(`object ${id} was granted at no time`);
}

export const variableCells = component({
  name: 'cells of variables',
  rows: 'cell',
  columns: variableCellsColumns,
  when: hasVariables,
  facts: ['cells'],
});

/** Allots cells with initial values. Throws WorldFullError. */
export function takeCells(state: WorldState, id: number, kind: number, culprit?: string): void {
  if (state.cellCounts[kind] === 0) return;
  takeRows(state, cellBlocks(state), id, culprit);
  for (const { index, offset } of variablesOf(state.model, kind)) {
    const initial = initialOf(state, index);
    state.cellValues[state.block[id] + offset] = initial.value;
    state.cellClasses[state.block[id] + offset] = initial.class;
  }
  touch(state.stamps, fact.cells);
}

function cellBlocks(state: WorldState): Blocks {
  const { block, cellCounts, cellValues, cellClasses } = state;
  return {
    used: header.cells,
    block,
    counts: cellCounts,
    columns: [cellValues, cellClasses],
    room: 'cells',
    moved() {
      state.cellLayout++;
    },
  };
}

const byKind = keptBy(({ kinds, variables }: Model): readonly (readonly Variable[])[] => {
  const lists: Variable[][] = Array.from({ length: kinds.length + 1 }, () => []);
  for (const variable of variables) lists[variable.kind].push(variable);
  for (const list of lists) list.sort((a, b) => a.offset - b.offset);
  return lists;
}, new WeakMap());

/** By offset. */
export function variablesOf(model: Model, kind: number): readonly Variable[] {
  return byKind(model)[kind];
}

export function initialOf(state: WorldState, variable: number): CellContent {
  const { initial } = state.model.variables[variable];
  if ('text' in initial) return { value: intern(state.strings, initial.text), class: cellClass.plain };
  return { value: initial.value, class: initial.whole === true ? cellClass.whole : cellClass.plain };
}

export function setGranted(state: WorldState, id: number, granted: boolean): void {
  if (state.granted.length === 0) return;
  state.granted[id] = granted ? 1 : 0;
  if (granted && state.grant[id] === 0) state.grant[id] = ++state.arena.header[header.grants];
}

function checkCell(state: WorldState, id: number, { name, type, offset }: Variable): void {
  const cell = state.block[id] + offset;
  const [value, kind] = [state.cellValues[cell], state.cellClasses[cell]];
  if (
    kind > cellClass.failed ||
    !(kind === cellClass.failed || isValue(state, type, value, kind === cellClass.whole))
  ) {
    throw damaged(`${name} of object ${id} is not a value of its type`);
  }
}

function isValue(state: WorldState, type: Type, value: number, isWhole: boolean): boolean {
  if (type.name === 'numeric') return !isWhole || ((value | 0) === value && !Object.is(value, -0));
  if (isWhole) return false;
  if (isPooled(type))
    return (
      Number.isInteger(value) &&
      value >= 0 &&
      value < state.strings.texts.length &&
      isTextOf(type, textOf(state.strings, value))
    );
  const largest = largestValue(state.model, type);
  if (largest !== Infinity) return Number.isInteger(value) && value >= 0 && value <= largest;
  return type.name === 'number' ? Number.isFinite(value) : Number.isSafeInteger(value) && value >= 0;
}

/** True if a text is the canonical form of a value of a type. */
function isTextOf(type: Type, text: string): boolean {
  try {
    switch (type.name) {
      case 'pair': {
        const { x, y } = readPair(text);
        return pairText(x, y) === text;
      }
      case 'dice': {
        const { count, sides, add } = readDice(text);
        return diceText(count, sides, add) === text;
      }
      case 'array':
        return arrayText(type.of, readArray(text)) === text;
      default:
        return true;
    }
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
