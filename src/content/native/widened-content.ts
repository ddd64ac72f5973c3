import type { At, Member } from './declared-shape.js';

/**
 * True for content in a variable without `as const`. The compiler has made `string` of words such as `'integer'` there,
 * and lists of pairs. Any word and any pair may stand in their places; all else must fit, and no key may be unknown.
 */
export type Fits<Given, Expected> = boolean extends Given
  ? [Extract<Expected, boolean>] extends [never]
    ? false
    : FitsAll<Exclude<Given, boolean>, Expected>
  : FitsAll<Given, Expected>;

type FitsAll<Given, Expected> = false extends FitsEach<Given, Expected> ? false : true;

/** For each member of a union of given values. */
type FitsEach<Given, Expected> = Given extends string
  ? FitsWord<string, Given, Expected>
  : Given extends number
    ? FitsWord<number, Given, Expected>
    : Given extends readonly (infer Each)[]
      ? Fits<Each, Member<Expected>>
      : Given extends object
        ? true extends FitsForm<Given, Expected>
          ? true
          : false
        : Given extends Expected
          ? true
          : false;

/** A literal type is not widened: it must fit. */
type FitsWord<Widened, Given, Expected> = Given extends Expected
  ? true
  : Widened extends Given
    ? [Extract<Expected, Widened>] extends [never]
      ? false
      : true
    : false;

/** For each form among the expected. */
type FitsForm<Given, Form> = Form extends readonly unknown[]
  ? false
  : Form extends object
    ? [Given, Form] extends [Form, Given]
      ? true
      : RequiredKeys<Form> extends keyof Given
        ? false extends FitsKey<Given, Form, keyof Given>
          ? false
          : true
        : false
    : false;

/** For each key given. The compiler adds keys that are undefined to the members of a list. */
type FitsKey<Given, Form, Key extends keyof Given> = Key extends unknown
  ? [Given[Key]] extends [undefined]
    ? true
    : Key extends keyof Form
      ? Fits<Exclude<Given[Key], undefined>, Form[Key]>
      : false
  : never;

/** None of a table of any names. */
type RequiredKeys<Form> = string extends keyof Form
  ? never
  : { [Key in keyof Form]-?: undefined extends Form[Key] ? never : Key }[keyof Form];

/** The names in such content; see `NamedContent`. */
export interface NamesIn<Source> {
  readonly kind: Keys<Source, 'kinds'>;
  readonly class: Keys<Source, 'classes'>;
  readonly meter: Keys<Source, 'meters'>;
  readonly type: PartOfEach<Source, 'properties', 'type'>;
  readonly of: PartOfEach<Source, 'properties', 'of'>;
  readonly first: PartOfEach<Source, 'properties', 'default'>;
  readonly variable: PartOfEach<Source, 'variables', 'type'>;
  readonly word: { readonly [Name in Keys<Source, 'enumerations'>]: Words<Section<Source, 'enumerations'>[Name]> };
  readonly role: Member<Section<Source, 'roles'>> & string;
  readonly relation: Keys<Source, 'relations'>;
  readonly expression: Keys<Source, 'expressions'>;
  readonly trigger: At<Member<Section<Source, 'triggers'>>, 'name'> & string;
  readonly field: {
    readonly [Name in Keys<Source, 'occurrences'>]: Section<Section<Source, 'occurrences'>[Name], 'fields'>;
  };
  readonly parameter: PartOfEach<Source, 'parameters', 'type'>;
  readonly report: Keys<Source, 'reports'>;
}

type Section<Source, Name> = Name extends keyof Source ? NonNullable<Source[Name]> : object;

type Keys<Source, Name> = keyof Section<Source, Name> & string;

type PartOfEach<Source, Name, Part> = {
  readonly [Each in Keys<Source, Name>]: At<Section<Source, Name>[Each], Part>;
};

type Words<Form> = Form extends readonly (infer Word)[] ? Word : Member<At<Form, 'ordered' | 'wheel' | 'off'>>;
