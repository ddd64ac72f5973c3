import type { Node } from '../../ir/node.js';
import type { Program } from '../../ir/rule.js';
import type { Class, Content, Variable } from '../../model/model.js';
import type { Format } from './parse/format.js';
import type { Problem } from './parse/campaign-problem.js';

/**
 * Where a name is looked up: at the character (undefined), in a scope such as `EQUIPMENT`, or from an object such as
 * `EQUIPMENT|Sword`. Names ignore case.
 */
export type Place = string | undefined;

export interface LoadProblem extends Problem {
  /** Of a loop: its variables or functions, each needing the next, the last one the first. */
  readonly cycle?: readonly string[] | undefined;
}

export type LoadedCampaign =
  | { readonly ok: true; readonly campaign: Campaign; readonly warnings: readonly LoadProblem[] }
  /** `more`: problems that are not listed. */
  | {
      readonly ok: false;
      readonly problems: readonly LoadProblem[];
      readonly warnings: readonly LoadProblem[];
      readonly more: number;
    };

export type CompiledFormula =
  /** Over slot 0: an object of the class or scope that it was compiled for, or the character. */
  | { readonly ok: true; readonly node: Node; readonly format: Format }
  | { readonly ok: false; readonly problem: Problem };

export interface FormulaOptions {
  /** Where names are looked up. */
  readonly of?: Place;
  /** The name of the format that its place asserts: quoted texts become constants of it. The formula must have it. */
  readonly as?: string | undefined;
  /** The name of the format that it must have, asserted or not. */
  readonly format?: string | undefined;
}

/** A campaign that has been checked. */
export interface Campaign {
  readonly program: Program;
  /** The kind of the character. */
  readonly root: number;
  /** The class of an object `SCOPE|key`, parts such as `EQUIPMENT.PART|Sword#1` among them. */
  classOf(reference: string): Class | undefined;
  variableOf(place: Place, name: string): Variable | undefined;
  channelOf(place: Place, name: string): Variable | undefined;
  /** The explanation of a variable; empty where it has none, undefined where there is no such variable at the place. */
  explanationOf(place: Place, name: string): string | undefined;
  /** The format of a variable or channel of this campaign. */
  formatOf(variable: Variable): Format;
  /** What a text is as a constant of a variable's or channel's format; undefined where it is none. */
  constantOf(variable: Variable, text: string): Content | undefined;
  formulaIn(text: string, options?: FormulaOptions): CompiledFormula;
  /** `Var`, or `SCOPE|key|Var` where a class is given and the variable is not the character's. */
  nameOf(variable: Variable, of?: Class): string;
}
