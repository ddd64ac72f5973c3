import type { ElementType, Type, Variable } from '../../../model/model.js';
import { booleanType } from '../../../eval/operation.js';
import { type Format, type PlainFormat, type PlainFormatName, parseFormat, plainFormats } from '../text/format.js';

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
