import type { Model } from '../model/model.js';
import type { Fact } from '../model/stamps.js';
import type { Node } from '../ir/node.js';
import type { Absence } from './data.js';
import type { Bounding, Possible } from './bounds.js';
import type { Printer } from './print.js';
import type { Term } from './term.js';

/** What an operation says of itself beside its type and its meaning. */
export interface Declared<Data> {
  /** Its row in docs/operations.md. */
  readonly document: Documentation;
  /** How it may be absent where its arguments may be so; left out: in all their ways. */
  absence?(args: readonly Absence[], node: Node<Data>): Absence;
  /** What it can be, never less; left out: anything of its type. */
  bounds?(term: Term<Data>, known: Bounding): Possible;
  /** Writes it as the language would, behind or before what binds as tightly as `place`; left out: its name. */
  print?(node: Node<Data>, to: Printer, place: number): void;
  /** Throws where its data are odd, in what its type rule does not see: code is about to be made of them. */
  check?(data: Data, model: Model): void;
  /** Of 32-bit numbers it makes a 32-bit number. */
  readonly keepsSingle?: boolean;
  /** What it does to a running value on its left, and on its right, where columns have a step for that. */
  steps?(data: Data): readonly [onLeft: RunningStep, onRight: RunningStep] | undefined;
  /** Facts of its one object that it reads beside columns, where it reads none of other objects. */
  local?(data: Data, world: Hanging): readonly Fact[] | undefined;
  /**
   * It looks at what a world has once, or nobody has shown that it stays within an instance: several instances cannot
   * lie in one world where it is used. With some data the same is so for a reason of its own.
   */
  readonly ofWorld?: true;
  apart?(data: Data): string | undefined;
}

export interface Documentation {
  readonly meaning: string;
  /** When it is absent; left out: never, as it has nothing to be absent by. */
  readonly absent?: string;
  /**
   * Families of rules that use it, and in small letters those that are going to by the census of their content: E
   * effects, X expressions, C conditions, T timing, F formulas.
   */
  readonly families: string;
}

/** What becomes of the running value of a cell; `…Of`, `…From` and `…Into` have it on the right. */
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

/** What of a model decides whether owners and places are those of the objects themselves. */
export interface Hanging {
  /** Objects may hang on one another. */
  readonly hangs: boolean;
  readonly hasNodes: boolean;
}
