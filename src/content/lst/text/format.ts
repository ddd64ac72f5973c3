/** Formats that are not lists. */
export type PlainFormatName = 'NUMBER' | 'BOOLEAN' | 'STRING' | 'ORDEREDPAIR' | 'DICE';

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
