import type { ElementType, Type, Variable } from '../../../model/model.js';
import { booleanType } from '../../../eval/operation.js';

/** Formats that are not lists. */
type PlainFormatName = 'NUMBER' | 'BOOLEAN' | 'STRING' | 'ORDEREDPAIR' | 'DICE';

/**
 * The format of a value. `ARRAY` holds one of the plain ones; `OBJECT` is what `get` gives: an object of a scope, as
 * the scope is declared.
 */
export type Format =
  | PlainFormat
  | { readonly name: 'ARRAY'; readonly of: PlainFormat }
  | { readonly name: 'OBJECT'; readonly scope: string };

export interface PlainFormat {
  readonly name: PlainFormatName;
}

/** The plain formats, one object each, so that equal formats are the same object. */
export const plainFormats: { readonly [Name in PlainFormatName]: PlainFormat & { readonly name: Name } } = {
  NUMBER: { name: 'NUMBER' },
  BOOLEAN: { name: 'BOOLEAN' },
  STRING: { name: 'STRING' },
  ORDEREDPAIR: { name: 'ORDEREDPAIR' },
  DICE: { name: 'DICE' },
};

const byName: ReadonlyMap<string, Format> = new Map(
  Object.values(plainFormats).flatMap((format): [string, Format][] => [
    [format.name, format],
    [`ARRAY[${format.name}]`, { name: 'ARRAY', of: format }],
  ]),
);

/** Names of all formats that content can give, for people. */
export const formatNames: readonly string[] = [...byName.keys()];

/**
 * The format of a name such as `NUMBER` or `ARRAY[STRING]`, in any case; undefined for what is none: bare `ARRAY`, an
 * array of arrays, `NUMBER[X]`. One object each.
 */
export function parseFormat(text: string): Format | undefined {
  return byName.get(text) ?? byName.get(text.toUpperCase());
}

/** `NUMBER`, `ARRAY[DICE]`, or the scope of an object. */
export function formatName(format: Format): string {
  if (format.name === 'ARRAY') return `ARRAY[${format.of.name}]`;
  return format.name === 'OBJECT' ? format.scope : format.name;
}

export function sameFormat(one: Format, other: Format): boolean {
  return one === other || formatName(one) === formatName(other);
}

const elementTypes: Readonly<Record<PlainFormatName, ElementType>> = {
  NUMBER: { name: 'numeric' },
  BOOLEAN: { name: 'boolean' },
  STRING: { name: 'text' },
  ORDEREDPAIR: { name: 'pair' },
  DICE: { name: 'dice' },
};

const arrayTypes: Readonly<Record<PlainFormatName, Type>> = {
  NUMBER: { name: 'array', of: elementTypes.NUMBER },
  BOOLEAN: { name: 'array', of: elementTypes.BOOLEAN },
  STRING: { name: 'array', of: elementTypes.STRING },
  ORDEREDPAIR: { name: 'array', of: elementTypes.ORDEREDPAIR },
  DICE: { name: 'array', of: elementTypes.DICE },
};

const classType: Type = { name: 'class' };

/** The type of the IR that values of a format have. One object for each format. */
export function typeOfFormat(format: Format): Type {
  switch (format.name) {
    case 'ARRAY':
      return arrayTypes[format.of.name];
    case 'OBJECT':
      return classType;
    case 'BOOLEAN':
      return booleanType;
    default:
      return elementTypes[format.name];
  }
}

/** The format of values of a type of this family; a class is an object of some scope, which its type does not tell. */
export function formatOfType(type: Type): Format | undefined {
  return type.name === 'array' ? arrayFormat(plainFormat(type.of)) : plainFormat(type);
}

function plainFormat(type: Type): PlainFormat | undefined {
  switch (type.name) {
    case 'numeric':
      return plainFormats.NUMBER;
    case 'boolean':
      return plainFormats.BOOLEAN;
    case 'text':
      return plainFormats.STRING;
    case 'pair':
      return plainFormats.ORDEREDPAIR;
    case 'dice':
      return plainFormats.DICE;
    default:
      return undefined;
  }
}

const arrayFormats: ReadonlyMap<PlainFormat, Format | undefined> = new Map(
  Object.values(plainFormats).map((format) => [format, parseFormat(`ARRAY[${format.name}]`)]),
);

function arrayFormat(of: PlainFormat | undefined): Format | undefined {
  return of === undefined ? undefined : arrayFormats.get(of);
}

/** The format of a variable or channel, which never is an object. */
export function formatOfVariable({ type }: Pick<Variable, 'type'>): Format {
  return formatOfType(type) ?? plainFormats.NUMBER;
}
