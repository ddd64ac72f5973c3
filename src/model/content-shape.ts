/** A plain value: a number, a boolean, a text or word, a handle, or null for none. */
export type CellValue = number | boolean | string | null;

/**
 * The names and types that content declares, for the types of a program and its worlds. `defineContent` infers a
 * narrower one from its argument. This one is that of content known only at run time: any name, any value.
 */
export interface ContentShape {
  readonly kind: string;
  readonly class: string;
  /** Names of meters, properties and variables. */
  readonly cell: string;
  /** Their values. */
  readonly cells: Readonly<Record<string, CellValue>>;
  /** What `get` returns where the kind of the object lacks the value. */
  readonly absent: undefined;
  readonly set: string;
  /** The words of each set. */
  readonly sets: Readonly<Record<string, string>>;
  readonly list: string;
  readonly role: string;
  readonly relation: string;
  /** Named expressions. */
  readonly expression: string;
  readonly trigger: string;
  readonly occurrence: string;
  /** The fields of each occurrence. */
  readonly occurrences: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, number | boolean>>;
  readonly report: string;
  /** Phases in addition to the built-in ones. */
  readonly phase: string & {};
  /** What calls take for an object. */
  readonly object: number;
}

declare const phaseBrand: unique symbol;

/** The name of a phase that `addPhase` has added. */
export type AddedPhase = string & { readonly [phaseBrand]: 'AddedPhase' };

/** Names of meters, properties and variables, which `get`, `set` and `explain` take. */
export type CellNames<Shape extends ContentShape> = Extract<keyof Shape['cells'], string>;

/** The value of a meter, property or variable. */
export type CellOf<Shape extends ContentShape, Name extends CellNames<Shape>> = Shape['cells'][Name];

/** A value for some names of a table. A table of any names stays as it is. */
export type Some<Table> = string extends keyof Table
  ? Readonly<Table>
  : { readonly [Name in keyof Table]?: Table[Name] };
