import { header } from '../kernel/arena.js';
import { textOf } from '../kernel/strings.js';
import { cellBlocks, variablesOf } from './cell-blocks.js';
import { cellClass } from '../model/cell-class.js';
import { checkBlocks } from './check-blocks.js';
import { arrayText, diceText, pairText, readArray, readDice, readPair } from './compounds.js';
import { damaged } from './damage.js';
import { type Type, type Variable, isPooled } from '../model/model.js';
import { liveIds } from './objects.js';
import type { WorldState } from './world-state.js';

/**
 * Throws when the variables of a state that came from a file are not where they can be, or hold what their types
 * cannot.
 */
export function checkCells(state: WorldState): void {
  if (state.model.variables.length === 0) return;
  checkBlocks(state, cellBlocks(state), 'variables');
  const { identity, granted, grant } = state;
  const words = state.arena.header;
  for (const id of liveIds(state)) {
    if (granted[id] > 1 || grant[id] < 0 || grant[id] > words[header.grants] || (granted[id] === 1 && grant[id] === 0))
      throw damaged(`object ${id} was granted at no time`);
  }
  for (const id of liveIds(state))
    for (const variable of variablesOf(state.model, identity.kind[id])) checkCell(state, id, variable);
}

function checkCell(state: WorldState, id: number, { name, type, offset }: Variable): void {
  const cell = state.block[id] + offset;
  const [value, kind] = [state.cellValues[cell], state.cellClasses[cell]];
  if (
    kind > cellClass.failed ||
    !(kind === cellClass.failed || isValue(state, type, value, kind === cellClass.whole))
  ) {
    throw damaged(`${name} of object ${id} is no value of its type`);
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
  switch (type.name) {
    case 'number':
      return Number.isFinite(value);
    case 'boolean':
      return value === 0 || value === 1;
    case 'enumeration':
      return isIndex(value, state.model.enumerations[type.index].members.length);
    case 'class':
      return isIndex(value, state.model.classes.length);
    case 'kind':
      return isIndex(value, state.model.kinds.length);
    default:
      return Number.isSafeInteger(value) && value >= 0;
  }
}

function isIndex(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most;
}

/** Whether a text is the one form of some value of a type. */
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
    // What is no JSON is no array.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
