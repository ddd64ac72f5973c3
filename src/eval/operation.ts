import type { ColumnType, Model, Type } from '../model/model.js';
import type { Fact } from '../model/stamps.js';
import type { Evaluator } from './columns/evaluator.js';
import type { Rows, Vector } from './columns/rows.js';
import { type Frame, type Node, type Value, missing, notFound } from '../ir/node.js';
import type { Emission, Emitted } from './emit/emission.js';
import type { Forms } from './form.js';
import type { Written } from '../ir/shape.js';
import type { Term } from './term.js';
import type { Absence } from './data.js';
import type { Bounding, Possible } from './bounds.js';
import type { Printer } from './printer.js';

export interface Operation<Data = unknown> extends Declared<Data> {
  readonly name: string;
  /** Or a sentence on why these arguments do not fit. */
  type(args: readonly Type[], data: Data): Type | string;
  text?(data: Data): string;
  /** Of its data in compiled content; left out: it has none. `check` sees what follows from the model. */
  readonly data?: Written<Data>;
  reads?(data: Data): readonly number[];
  /** Other than columns. */
  facts?(data: Data): readonly Fact[];
  slots?(data: Data): number;
  binds?(data: Data): number;
  /** Its value belongs to one rule and turn. */
  draws?(data: Data): boolean;
  /** It reads nothing but the values of its arguments. */
  pure?: boolean;
  runs?: boolean;
  /** Each evaluation counts, in order: the enclosing expression is interpreted row by row. */
  sequential?: boolean;
  /** It reads related objects or paths. */
  heavy?: boolean;
  /** The projection of an argument that it reads, if not all: objects with the same projection are the same to it. */
  projection?(data: Data, argument: number): Projection | undefined;
  evaluate(this: void, node: Node<Data>, frame: Frame): Value;
  /** The meaning from the values of its arguments, where it evaluates all of them, in order. */
  apply?(this: void, frame: Frame, data: Data, a: Value, b: Value): Value;
  columns(term: Term<Data>, rows: Rows, evaluator: Evaluator): Vector;
  /** Its forms, where the value follows from those of one or two arguments alone. */
  readonly forms?: Forms<Data>;
  /** Its code. Without it, frames call the meaning, and rows are left to the columns. */
  emit?(this: void, term: Term<Data>, emission: Emission): Emitted;
  /** Its code over rows, where that uses facts of many. */
  emitRows?(this: void, term: Term<Data>, emission: Emission): Emitted;
}

/** Others are only made of these, for worlds with several instances. */
export function isOfContent({ document }: Operation): boolean {
  return document.families !== '';
}

/** `b` is missing where there is one argument. */
export type Apply<Data> = (frame: Frame, data: Data, a: Value, b: Value) => Value;

export function applying<Data>(apply: Apply<Data>): Required<Pick<Operation<Data>, 'apply' | 'evaluate'>> {
  return {
    apply,
    evaluate: ({ args, data }, frame) =>
      apply(frame, data, frame.evaluate(args[0]), args.length === 1 ? undefined : frame.evaluate(args[1])),
  };
}

/** The place of an object, or the factions that it stands for. */
export type Projection = 'place' | 'factions';

export const numberType: ColumnType = { name: 'number' };
export const booleanType: ColumnType = { name: 'boolean' };
export const entityType: ColumnType = { name: 'entity' };
export const numericType: Type = { name: 'numeric' };

export const columnTypeNames: ReadonlySet<Type['name']> = new Set<ColumnType['name']>([
  'number',
  'boolean',
  'entity',
  'kind',
  'class',
  'enumeration',
]);

export function typeText(type: Type): string {
  if (type.name === 'enumeration') return `enumeration ${type.index}`;
  return type.name === 'array' ? `array ${type.of.name}` : type.name;
}

export function sameType(a: Type, b: Type): boolean {
  if (a.name === 'enumeration' && b.name === 'enumeration') return a.index === b.index;
  if (a.name === 'array' && b.name === 'array') return a.of.name === b.of.name;
  return a.name === b.name;
}

export function areOf(args: readonly Type[], ...names: readonly Type['name'][]): boolean {
  return args.length === names.length && args.every(({ name }, i) => name === names[i]);
}

export function signature(parameters: readonly Type[], result: Type): (args: readonly Type[]) => Type | string {
  return (args) => {
    const fits = args.length === parameters.length && args.every((type, i) => sameType(type, parameters[i]));
    return fits
      ? result
      : `takes (${parameters.map((type) => type.name).join(', ')}), not (${args.map((type) => type.name).join(', ')})`;
  };
}

/** The stronger of two absences: a property that nobody has excludes, a missing meter only does not apply. */
export function stronger(a: Value, b: Value): Value {
  return a === notFound || b === notFound ? notFound : missing;
}

export function isAbsent(value: Value): value is typeof missing | typeof notFound {
  return value === undefined || value === null;
}

export function unary(node: Node, frame: Frame, apply: (value: number) => number): Value {
  const value = frame.evaluate(node.args[0]);
  return isAbsent(value) ? value : apply(value);
}

export function binary(node: Node, frame: Frame, apply: (left: number, right: number) => number): Value {
  const left = frame.evaluate(node.args[0]);
  const right = frame.evaluate(node.args[1]);
  return isAbsent(left) || isAbsent(right) ? stronger(left, right) : apply(left, right);
}

/** In addition to type and meaning. */
export interface Declared<Data> {
  /** Its row in docs/operations.md. */
  readonly document: Documentation;
  /** Its absence by that of its arguments; left out: in all their ways. */
  absence?(args: readonly Absence[], node: Node<Data>): Absence;
  /** Bounds of its value, never too narrow; left out: anything of its type. */
  bounds?(term: Term<Data>, known: Bounding): Possible;
  /** Writes it as the language would, next to an operator of binding `place`; left out: its name. */
  print?(node: Node<Data>, to: Printer, place: number): void;
  /** Throws on odd data that its type rule does not see, before code is made. */
  check?(data: Data, model: Model): void;
  /** Of 32-bit numbers it makes a 32-bit number. */
  readonly keepsSingle?: boolean;
  /** Its step on a running value on the left, and on the right, where columns have one. */
  steps?(data: Data): readonly [onLeft: RunningStep, onRight: RunningStep] | undefined;
  /** Facts of its one object that it reads in addition to columns, where it reads none of other objects. */
  local?(data: Data, world: Hanging): readonly Fact[] | undefined;
  /**
   * It reads global state, or may leave an instance: several instances cannot share a world where it is used. Some data
   * have the same effect (`apart`).
   */
  readonly ofWorld?: true;
  apart?(data: Data): string | undefined;
}

export interface Documentation {
  readonly meaning: string;
  /** When it is absent; left out: never. */
  readonly absent?: string;
  /**
   * Families of rules, small for those still to use it: E effects, X expressions, C conditions, T timing, F formulas.
   */
  readonly families: string;
}

/** On the running value of a cell; `…Of`, `…From` and `…Into` have it on the right. */
export type RunningStep =
  | 'add'
  | 'subtract'
  | 'subtractFrom'
  | 'multiply'
  | 'divide'
  | 'divideInto'
  | 'minimum'
  | 'minimumOf'
  | 'maximum'
  | 'maximumOf'
  | 'negate'
  | 'absolute';

/** Facts of a model: owners and places are not those of the objects themselves. */
interface Hanging {
  readonly hangs: boolean;
  readonly hasNodes: boolean;
}
