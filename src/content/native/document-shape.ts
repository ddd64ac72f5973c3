import { listTexts, quoteText } from '../text/quote.js';
import type { Fault } from '../text/diagnostic.js';
import type { SourceMap, SourceValue } from './source-tree.js';

/** A place of a document. Types, checks and JSON Schemas follow from tables of these. */
export type Shape<Data = unknown> = Common & Variant & { readonly data?: Data };

interface Common {
  readonly expected: string;
  /** Of errors. Default: by the value. */
  readonly code?: string | undefined;
  /** In JSON Schemas, of a shape at many places. */
  readonly id?: string | undefined;
  readonly example?: unknown;
  /** What it names or describes, for readers of the document. */
  readonly stands?: string | undefined;
  /** Advice about a refused value. */
  readonly mend?: ((value: SourceValue) => string | undefined) | undefined;
}

export type Variant =
  /** A name is a text that is not empty. */
  | { readonly type: 'text' | 'name' | 'flag' | 'expression' | 'none' }
  /** A map that is checked elsewhere; `like`: what it is for editors. */
  | { readonly type: 'foreign'; readonly like: Shape }
  | { readonly type: 'number'; readonly least: number; readonly most: number; readonly whole: boolean }
  | { readonly type: 'words'; readonly words: readonly Literal[] }
  | { readonly type: 'list'; readonly of: Shape; readonly least: number }
  | { readonly type: 'pair'; readonly of: readonly Shape[] }
  | { readonly type: 'record'; readonly of: Shape; readonly keys?: Shape<string> | undefined }
  | FormVariant
  /** `options`: the parts, with those of nested `either` shapes in their places. */
  | { readonly type: 'either'; readonly parts: readonly Shape[]; readonly options: readonly Shape[] }
  | { readonly type: 'later'; readonly of: () => Shape };

interface FormVariant {
  readonly type: 'form';
  readonly keys: Keys;
  readonly rules: readonly FormRule[];
}

export type FormShape<Data = unknown> = Common & FormVariant & { readonly data?: Data };

type Literal = string | number | boolean | null;

export interface Key<Data = unknown, Needed extends boolean = boolean> {
  readonly shape: Shape<Data>;
  readonly needed: Needed;
  /** One line for editors; the default is added. */
  readonly about: string;
  readonly otherwise?: Literal | undefined;
  readonly example?: unknown;
  /** Replaces a missing key, so that its lack does not cost its neighbours. */
  readonly standIn?: (() => SourceValue) | undefined;
  /** Why the key may not stand in a map; `name`: of the map. */
  readonly against?: ((map: SourceMap, name: string) => Fault | undefined) | undefined;
}

export type Keys = Readonly<Record<string, Key>>;

export interface FormRule {
  /** `name`: of the map. */
  readonly fault: (map: SourceMap, name: string) => FormFault | undefined;
  /** The same for editors. */
  readonly json?: Readonly<Record<string, unknown>> | undefined;
}

export interface FormFault extends Fault {
  /** Default: the map itself. */
  readonly key?: string | undefined;
  readonly atName?: true;
}

export type DataOf<Part> = Part extends { readonly data?: infer Data } ? Data : never;

type Flat<Type> = { [Name in keyof Type]: Type[Name] };
type KeyData<Part> = Part extends Key<infer Data> ? Data : never;
type NeededKeys<Of extends Keys> = { [Name in keyof Of]: Of[Name] extends Key<unknown, true> ? Name : never }[keyof Of];

export type FormData<Of extends Keys> = Flat<
  { -readonly [Name in NeededKeys<Of>]: KeyData<Of[Name]> } & {
    -readonly [Name in Exclude<keyof Of, NeededKeys<Of>>]?: KeyData<Of[Name]> | undefined;
  }
>;

interface Options {
  readonly code?: string;
  readonly id?: string | undefined;
  readonly example?: unknown;
}

export function text(expected: string, example?: unknown): Shape<string> {
  return { type: 'text', expected, example };
}

export function named(what: string, example?: string): Shape<string> {
  return text(`the name of ${what}`, example);
}

export function number(expected: string, least = -Infinity, most = Infinity): Shape<number> {
  return { type: 'number', expected, least, most, whole: false };
}

export function whole(
  least: number,
  most: number,
  expected = `a whole number from ${least} to ${most}`,
): Shape<number> {
  return { type: 'number', expected, least, most, whole: true };
}

export function oneOf<const Word extends Literal>(
  words: readonly Word[],
  code: string | undefined = 'unknown-word',
  expected = listTexts(words.map(String), words.length),
): Shape<Word> {
  return { type: 'words', words, expected, code };
}

export function list<Data>(of: Shape<Data>, expected: string, least: 0 | 1 = 0): Shape<readonly Data[]> {
  return {
    type: 'list',
    of,
    expected,
    least,
    example: of.example === undefined ? undefined : [of.example],
  };
}

export function pair<First, Second>(
  first: Shape<First>,
  second: Shape<Second>,
  expected: string,
): Shape<readonly [First, Second]> {
  return { type: 'pair', of: [first, second], expected };
}

export function mapTo<Data>(of: Shape<Data>, expected: string, example?: unknown): Shape<Record<string, Data>> {
  return { type: 'record', of, expected, example };
}

export function mapBy<Data>(
  keys: Shape<string>,
  of: Shape<Data>,
  expected: string,
  example?: unknown,
): Shape<Record<string, Data>> {
  return { type: 'record', keys, of, expected, example };
}

export function map<Of extends Keys>(
  expected: string,
  keys: Of,
  rules: readonly FormRule[] = [],
): FormShape<FormData<Of>> {
  return { type: 'form', expected, keys, rules };
}

export function mapOf<Of extends Keys>(
  what: string,
  keys: Of,
  rules: readonly FormRule[] = [],
): FormShape<FormData<Of>> {
  return map(`a map with the keys of ${what}`, keys, rules);
}

/** One of several, which together say what is expected. */
export function form<Of extends Keys>(keys: Of, rules: readonly FormRule[] = []): FormShape<FormData<Of>> {
  return map('a map', keys, rules);
}

export function either<const Of extends readonly Shape[]>(
  parts: Of,
  expected: string,
  { code, id, example }: Options = {},
): Shape<DataOf<Of[number]>> {
  const options = parts.flatMap((part): readonly Shape[] => (part.type === 'either' ? part.options : [part]));
  return { type: 'either', parts, options, expected, code, id, example };
}

/** For shapes that hold themselves. */
export function later<Data>(of: () => Shape<Data>): Shape<Data> {
  return { type: 'later', expected: '', of };
}

export function standing<Part extends Shape>(shape: Part, stands: string): Part {
  return { ...shape, stands };
}

export function orNone<Data>(shape: Shape<Data>): Shape<Data | null> {
  const none: Shape<null> = { type: 'none', expected: '`null`' };
  return either([shape, none], `${shape.expected}, or \`null\``, { example: shape.example });
}

export function oneOrMany<Data>(
  one: Shape<Data>,
  expected: string,
  least: 0 | 1 = 0,
  id?: string,
): Shape<Data | readonly Data[]> {
  return either([one, list(one, expected, least)], expected, { id, example: one.example });
}

export function required<Data>(
  shape: Shape<Data>,
  about: string,
  example?: unknown,
  standIn?: () => SourceValue,
): Key<Data, true> {
  return { shape, needed: true, about, example, standIn };
}

export function optional<Data>(shape: Shape<Data>, about: string, example?: unknown): Key<Data, false> {
  return { shape, needed: false, about, example };
}

export function defaulted<Data>(
  shape: Shape<Data>,
  about: string,
  otherwise: Literal,
  example?: unknown,
): Key<Data, false> {
  return { shape, needed: false, about, otherwise, example };
}

export function exactlyOne(
  keys: readonly string[],
  faultOf: (given: readonly string[], map: SourceMap) => FormFault,
): FormRule {
  return {
    fault(map) {
      const given = keys.filter((key) => map[key] !== undefined);
      return given.length === 1 ? undefined : faultOf(given, map);
    },
    json: { oneOf: keys.map((key) => ({ required: [key] })) },
  };
}

export function rule(fault: FormRule['fault']): FormRule {
  return { fault };
}

/** `words` gets the name of the map. */
export function excluded(
  key: string,
  isExcluded: (map: SourceMap) => boolean,
  words: (name: string, map: SourceMap) => string,
  suggestion: string | undefined,
  code = 'two-ways',
): FormRule {
  return rule((map, name) =>
    map[key] !== undefined && isExcluded(map)
      ? { key, code, message: words(quoteText(name), map), suggestion }
      : undefined,
  );
}

export function resolved(shape: Shape): Exclude<Shape, { readonly type: 'later' }> {
  return shape.type === 'later' ? resolved(shape.of()) : shape;
}

export function optionsOf(shape: Shape): readonly Shape[] {
  const found = resolved(shape);
  return found.type === 'either' ? found.options : [found];
}

/** The first required key, by which a form is known. */
export function headOf(shape: Shape): string | undefined {
  const found = resolved(shape);
  if (found.type !== 'form') return undefined;
  // Asked of every option for every map of a file, so that no list is made of it.
  for (const key in found.keys) if (found.keys[key].needed) return key;
  return undefined;
}

export function requiredKeys(shape: Shape): readonly (readonly [string, Key])[] {
  const found = resolved(shape);
  return found.type === 'form' ? Object.entries(found.keys).filter(([, { needed }]) => needed) : [];
}

type KeyOf<Form> = Form extends unknown ? keyof Form : never;

/** Handles forms by their heads. */
export function byHead<Form extends object, Rest extends readonly unknown[], Result>(
  table: {
    readonly [Head in KeyOf<Form>]?: (form: Extract<Form, { [Each in Head]: unknown }>, ...rest: Rest) => Result;
  },
) {
  // Each head has the handler of its form, which the compiler cannot follow.
  const rows = Object.entries(table) as readonly (readonly [string, (form: Form, ...rest: Rest) => Result])[];
  return (form: Form, ...rest: Rest) => rows.find(([head]) => head in form)?.[1](form, ...rest);
}

export function headsIn(forms: readonly Shape[]): readonly string[] {
  return forms.flatMap((each) => headOf(each) ?? []);
}

export function headsOf(forms: readonly Shape[]): string {
  return listTexts(headsIn(forms), forms.length);
}

/** Of values without parts. */
export function fits(shape: Shape, value: SourceValue): boolean {
  const found = resolved(shape);
  switch (found.type) {
    case 'text':
      return typeof value === 'string';
    case 'name':
      return typeof value === 'string' && value !== '';
    case 'flag':
      return typeof value === 'boolean';
    case 'none':
      return value === null;
    case 'expression':
      return typeof value === 'number' ? Number.isFinite(value) : value === null || typeof value !== 'object';
    case 'number':
      return (
        typeof value === 'number' &&
        value >= found.least &&
        value <= found.most &&
        (found.whole ? Number.isSafeInteger(value) : Number.isFinite(value))
      );
    case 'words':
      return value === null || typeof value !== 'object' ? found.words.includes(value) : false;
    default:
      return false;
  }
}
