import type { Handle } from '../../kernel/identity.js';
import type { AddedPhase, CellValue, ContentShape } from '../../model/content-shape.js';
import type {
  ClassSource,
  KindSource,
  MeterSource,
  NamedExpressionSource,
  ExpressionSource,
  OccurrenceSource,
  ParameterSource,
  PropertySource,
  RelationSource,
  TriggerSource,
  VariableSource,
} from './content-source.js';

/**
 * Content, with a type parameter for all that its program knows by name. The compiler infers them from the sections,
 * and still refuses unknown keys in each of them, which it would not in one parameter for all of the content.
 *
 * `Type`, `Of` and `First` are the keys of that name of each property: `First` that of `default`.
 */
export interface NamedContent<
  Kind extends string,
  Class extends string,
  Meter extends string,
  Type,
  Of,
  First,
  Variable,
  Word,
  Role extends string,
  Relation extends string,
  Expression extends string,
  Trigger extends string,
  Field,
  Parameter,
  Report extends string,
> {
  kinds?: Record<Kind, KindSource> | undefined;
  classes?: Record<Class, ClassSource> | undefined;
  meters?: Record<Meter, MeterSource> | undefined;
  properties?:
    | ({ [Name in keyof Type]: PropertySource & { type?: Type[Name] | undefined } } & {
        [Name in keyof Of]: PropertySource & { of?: Of[Name] | undefined };
      } & { [Name in keyof First]: PropertySource & { default?: First[Name] | undefined } })
    | undefined;
  variables?: { [Name in keyof Variable]: VariableSource & { type?: Variable[Name] | undefined } } | undefined;
  enumerations?:
    | {
        [Name in keyof Word]:
          | readonly Word[Name][]
          | { ordered: readonly Word[Name][] }
          | { wheel: readonly Word[Name][]; off?: readonly Word[Name][] | undefined };
      }
    | undefined;
  roles?: readonly Role[] | undefined;
  relations?: Record<Relation, RelationSource> | undefined;
  expressions?: Record<Expression, NamedExpressionSource> | undefined;
  triggers?: readonly (TriggerSource & { name: Trigger })[] | undefined;
  occurrences?:
    | { [Name in keyof Field]: OccurrenceSource & { fields?: { [Each in keyof Field[Name]]: string } | undefined } }
    | undefined;
  parameters?: { [Name in keyof Parameter]: ParameterSource & { type?: Parameter[Name] | undefined } } | undefined;
  reports?: Record<Report, ExpressionSource> | undefined;
}

/** What is inferred of content: the type parameters of `NamedContent`. */
export interface Names {
  readonly kind: string;
  readonly class: string;
  readonly meter: string;
  readonly type: object;
  readonly of: object;
  readonly first: object;
  readonly variable: object;
  readonly word: object;
  readonly role: string;
  readonly relation: string;
  readonly expression: string;
  readonly trigger: string;
  readonly field: object;
  readonly parameter: object;
  readonly report: string;
}

/** The shape of content with these names. A section of any names, such as one made by code, leaves all untyped. */
export type ShapeOfNames<Of extends Names> = string extends
  | Of['kind' | 'class' | 'meter']
  | keyof Of['type']
  | keyof Of['variable']
  ? ContentShape
  : DeclaredShape<Of>;

/** See `ContentShape`. */
export interface DeclaredShape<Of extends Names> {
  readonly kind: Of['kind'];
  readonly class: Of['class'];
  readonly cell: keyof CellsOf<Of> & string;
  readonly cells: CellsOf<Of>;
  readonly absent: never;
  readonly set: keyof SetsOf<Of> & string;
  readonly sets: SetsOf<Of>;
  readonly list: NamesOfType<Of, 'list'>;
  readonly role: Of['role'];
  readonly relation: Of['relation'];
  readonly expression: Of['expression'] | `requires ${Of['class']}`;
  readonly trigger: Of['trigger'];
  readonly occurrence: keyof Of['field'] & string;
  readonly occurrences: { readonly [Name in keyof Of['field']]: keyof Of['field'][Name] & string };
  readonly parameters: {
    readonly [Name in keyof Of['parameter'] & string]: Of['parameter'][Name] extends 'boolean' ? boolean : number;
  };
  readonly report: Of['report'];
  readonly phase: AddedPhase;
  readonly object: Handle;
}

type CellsOf<Of extends Names> = {
  readonly [Name in Of['meter'] | keyof Of['variable'] | keyof Of['type'] as At<Of['type'], Name> extends 'set' | 'list'
    ? never
    : Name]: Name extends keyof Of['type']
    ? Cell<Of['type'][Name], At<Of['first'], Name>, Of>
    : Cell<At<Of['variable'], Name>, unknown, Of>;
};

/** What a cell of a type holds. With a first word it always holds one, unless a rule takes it away. */
type Cell<Type, First, Of extends Names> = unknown extends Type
  ? number
  : Type extends 'number' | 'integer' | 'float32'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'reference'
        ? Handle | null
        : Type extends 'class'
          ? Of['class'] | null
          : Type extends keyof Of['word']
            ? (Of['word'][Type] & string) | (First extends Of['word'][Type] ? never : null)
            : CellValue;

type SetsOf<Of extends Names> = {
  readonly [Name in NamesOfType<Of, 'set'>]: At<Of['word'], At<Of['of'], Name>> & string;
};

/** Properties of a type, and those of any text, which may be of it. */
type NamesOfType<Of extends Names, Type extends string> = {
  [Name in keyof Of['type']]: unknown extends Of['type'][Name] ? never : Type extends Of['type'][Name] ? Name : never;
}[keyof Of['type']] &
  string;

/** Unknown where there is none. */
export type At<Table, Name> = Name extends keyof Table ? Table[Name] : unknown;

export type Member<List> = List extends readonly (infer Each)[] ? Each : never;
