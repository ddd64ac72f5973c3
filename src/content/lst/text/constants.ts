import { arrayText, diceText, type Element, pairText } from '../../../components/compounds.js';
import type { Content } from '../../../model/model.js';
import { readConstantNumber } from '../../../kernel/numeric.js';
import { type Format, type PlainFormat, elementTypes } from './format.js';
import { splitValue } from './line.js';

/**
 * The constant that a text is; undefined where it is none, so that it may be a formula. Any text is a `STRING`, and
 * none an object.
 */
export function readConstant(format: Format, text: string): Content | undefined {
  switch (format.name) {
    case 'NUMBER':
      return readConstantNumber(text);
    case 'BOOLEAN': {
      const value = readBoolean(text);
      return value === undefined ? undefined : { value: value ? 1 : 0 };
    }
    case 'STRING':
      return { text };
    case 'ORDEREDPAIR':
      return asContent(readPair(text));
    case 'DICE':
      return asContent(readDice(text));
    case 'ARRAY':
      return asContent(readArray(format.of, text));
    case 'OBJECT':
      return undefined;
  }
}

function asContent(text: string | undefined): Content | undefined {
  return text === undefined ? undefined : { text };
}

/** `true` or `false` in any case. */
function readBoolean(text: string): boolean | undefined {
  if (text.length > 5) return undefined;
  const word = text.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

/** Two number constants with a comma between them, in their canonical text. */
function readPair(text: string): string | undefined {
  const comma = text.indexOf(',');
  if (comma < 0) return undefined;
  const x = readConstantNumber(text.slice(0, comma));
  const y = readConstantNumber(text.slice(comma + 1));
  return x === undefined || y === undefined ? undefined : pairText(x, y);
}

const dice = /^(?:(\d+)|(\d*)d(\d+)(?:([+-])(\d+))?)$/;
const largestInt = 2_147_483_647;

/**
 * `3` (three dice of one side), `d6`, `2d6`, `2d6+1` or `2d6-1`, in their canonical text. `0d6` are dice; a die
 * without sides is none, nor is a number of more than 32 bits.
 */
function readDice(text: string): string | undefined {
  const match = dice.exec(text);
  if (match === null) return undefined;
  const [, alone, count, sides = '1', sign, added = '0'] = match;
  const numbers = [Number(alone ?? (count === '' ? '1' : count)), Number(sides), Number(added)];
  if (numbers[1] === 0 || numbers.some((number) => number > largestInt)) return undefined;
  return diceText(numbers[0], numbers[1], sign === '-' && numbers[2] !== 0 ? -numbers[2] : numbers[2]);
}

const elementReaders: Readonly<Record<PlainFormat['name'], (text: string) => Element | undefined>> = {
  NUMBER: readConstantNumber,
  BOOLEAN: readBoolean,
  STRING: (text) => text,
  // A pair has a comma in it, so that there is no constant of an array of pairs.
  ORDEREDPAIR: readPair,
  DICE: readDice,
};

/** Constants with commas between them, none empty; commas in brackets separate nothing. */
function readArray(of: PlainFormat, text: string): string | undefined {
  const elements: Element[] = [];
  for (const { text: part } of splitValue(text, 0, ',')) {
    const element = part === '' ? undefined : elementReaders[of.name](part);
    if (element === undefined) return undefined;
    elements.push(element);
  }
  return arrayText(elementTypes[of.name], elements);
}
