import { booleanType } from '../../../eval/operation.js';
import type { ElementType, Type, Variable } from '../../../model/model.js';

/** Formats that are not lists. */
type PlainFormatName = 'NUMBER' | 'BOOLEAN' | 'STRING' | 'ORDEREDPAIR' | 'DICE';

/** The format of a value. `ARRAY` holds a plain one; `OBJECT` is what `get` gives: an object of a scope. */
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

/** The types of elements of arrays, by their formats. */
export const elementTypes: Readonly<Record<PlainFormatName, ElementType>> = {
  NUMBER: { name: 'numeric' },
  BOOLEAN: { name: 'boolean' },
  STRING: { name: 'text' },
  ORDEREDPAIR: { name: 'pair' },
  DICE: { name: 'dice' },
};

/** Formats with the types of the IR that their values have, one object each. */
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

/** Names of all formats that content can give, for people. */
export const formatNames: readonly string[] = [...byName.keys()];

/**
 * The format of a name such as `NUMBER` or `ARRAY[STRING]`, in any case, one object each; none of bare `ARRAY`, an
 * array of arrays, `NUMBER[X]`.
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
  return one === other || (one.name === other.name && formatName(one) === formatName(other));
}

export function typeOfFormat(format: Format): Type {
  return types.get(format) ?? classType;
}

/** The format of values of a type; none of a class, whose type does not tell its scope. */
export function formatOfType(type: Type): Format | undefined {
  return byType.get(typeKey(type));
}

function typeKey(type: Type): string {
  return type.name === 'array' ? `array of ${type.of.name}` : type.name;
}

/** The format of a variable or channel, which never is an object. */
export function formatOfVariable({ type }: Pick<Variable, 'type'>): Format {
  return formatOfType(type) ?? plainFormats.NUMBER;
}
