import { booleanType } from '../../../eval/operation.js';
import type { ElementType, Type, Variable, Content } from '../../../model/model.js';
import { arrayText, diceText, type Element, pairText } from '../../../components/compounds.js';
import { greatestInt, readConstantNumber } from '../../../kernel/numeric-value.js';
import { splitValue } from './line.js';

/** `OBJECT`, of a scope, is what `get` gives. */
export type Format =
  | PlainFormat
  | { readonly name: 'ARRAY'; readonly of: PlainFormat }
  | { readonly name: 'OBJECT'; readonly scope: string };

interface PlainFormat {
  readonly name: PlainFormatName;
}

type PlainFormatName = keyof typeof plainFormats;

/** One object each: equal formats are identical. */
export const plainFormats = {
  NUMBER: { name: 'NUMBER' },
  BOOLEAN: { name: 'BOOLEAN' },
  STRING: { name: 'STRING' },
  ORDEREDPAIR: { name: 'ORDEREDPAIR' },
  DICE: { name: 'DICE' },
} as const;

const elementTypes: Readonly<Record<PlainFormatName, ElementType>> = {
  NUMBER: { name: 'numeric' },
  BOOLEAN: { name: 'boolean' },
  STRING: { name: 'text' },
  ORDEREDPAIR: { name: 'pair' },
  DICE: { name: 'dice' },
};

/** One object each, with types of the IR. */
const formats = Object.values(plainFormats).flatMap((of): { readonly format: Format; readonly type: Type }[] => {
  const type = elementTypes[of.name];
  return [
    { format: of, type: of.name === 'BOOLEAN' ? booleanType : type },
    { format: { name: 'ARRAY', of }, type: { name: 'array', of: type } },
  ];
});
const byName: ReadonlyMap<string, Format> = new Map(formats.map(({ format }) => [formatName(format), format]));
const byType: ReadonlyMap<string, Format> = new Map(formats.map(({ format, type }) => [typeKey(type), format]));
const types: ReadonlyMap<Format, Type> = new Map(formats.map(({ format, type }) => [format, type]));
const classType: Type = { name: 'class' };

export const formatNames: readonly string[] = [...byName.keys()];

/** Reads names in any letter case. Undefined for bare `ARRAY`, an array of arrays, `NUMBER[X]` and the like. */
export function parseFormat(text: string): Format | undefined {
  return byName.get(text) ?? byName.get(text.toUpperCase());
}

/** `NUMBER`, `ARRAY[DICE]`, or the scope of an object. */
export function formatName(format: Format): string {
  if (format.name === 'ARRAY') return `ARRAY[${format.of.name}]`;
  return format.name === 'OBJECT' ? format.scope : format.name;
}

export function sameFormat(one: Format, other: Format): boolean {
  return one === other || (one.name === other.name && formatName(one) === formatName(other));
}

export function typeOfFormat(format: Format): Type {
  return types.get(format) ?? classType;
}

export function formatOfType(type: Type): Format | undefined {
  return byType.get(typeKey(type));
}

function typeKey(type: Type): string {
  return type.name === 'array' ? `array of ${type.of.name}` : type.name;
}

export function formatOfVariable({ type }: Pick<Variable, 'type'>): Format {
  return formatOfType(type) ?? plainFormats.NUMBER;
}

/** Undefined for a possible formula. Any text is a `STRING`, and none an object. */
export function readConstant(format: Format, text: string): Content | undefined {
  switch (format.name) {
    case 'NUMBER':
      return readConstantNumber(text);
    case 'BOOLEAN': {
      const value = readBoolean(text);
      return value === undefined ? undefined : { value: Number(value) };
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

function readBoolean(text: string): boolean | undefined {
  if (text.length > 5) return undefined;
  const word = text.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

/** Canonical text of two number constants and a comma. */
function readPair(text: string): string | undefined {
  const comma = text.indexOf(',');
  if (comma < 0) return undefined;
  const x = readConstantNumber(text.slice(0, comma));
  const y = readConstantNumber(text.slice(comma + 1));
  return x === undefined || y === undefined ? undefined : pairText(x, y);
}

const dice = /^(?:(\d+)|(\d*)d(\d+)(?:([+-])(\d+))?)$/;

/**
 * Canonical text of `3` (three dice of one side), `d6`, `2d6`, `2d6+1` or `2d6-1`. Undefined for dice without sides and
 * for numbers of more than 32 bits; `0d6` is valid.
 */
function readDice(text: string): string | undefined {
  const match = dice.exec(text);
  if (match === null) return undefined;
  const [, alone, count, sides = '1', sign, added = '0'] = match;
  const numbers = [Number(alone ?? (count === '' ? '1' : count)), Number(sides), Number(added)];
  if (numbers[1] === 0 || numbers.some((number) => number > greatestInt)) return undefined;
  return diceText(numbers[0], numbers[1], sign === '-' && numbers[2] !== 0 ? -numbers[2] : numbers[2]);
}

const elementReaders: Readonly<Record<PlainFormat['name'], (text: string) => Element | undefined>> = {
  NUMBER: readConstantNumber,
  BOOLEAN: readBoolean,
  STRING: (text) => text,
  // A pair has a comma: there is no constant array of pairs.
  ORDEREDPAIR: readPair,
  DICE: readDice,
};

/** Constants with commas between them, none of them empty. Commas in brackets separate nothing. */
function readArray(of: PlainFormat, text: string): string | undefined {
  const elements: Element[] = [];
  for (const { text: part } of splitValue(text, 0, ',')) {
    const element = part === '' ? undefined : elementReaders[of.name](part);
    if (element === undefined) return undefined;
    elements.push(element);
  }
  return arrayText(elementTypes[of.name], elements);
}
