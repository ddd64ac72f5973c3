import type { Node } from '../../../ir/node.js';
import type { Definitions, ObjectTable } from '../definitions/definitions.js';
import { fold, type Scope } from '../definitions/scopes.js';
import type { Fault, Report } from '../definitions/report.js';
import type { Layout } from '../definitions/variables.js';
import type { Formula } from '../formula/syntax.js';
import { type Format, formatOfType, formatName, typeOfFormat } from '../text/format.js';
import { isOf } from '../../../eval/shape.js';
import { heed } from '../../../eval/ops/heed.js';
import { makeNode } from '../../../eval/make-node.js';
import { constant } from '../../../eval/ops/constant.js';
import { numeral } from '../../../eval/ops/numeric.js';
import { pooled } from '../../../eval/ops/pooled.js';
import type { Content } from '../../../model/model.js';

/** Where a formula stands. */
export interface FormulaPlace {
  /** Where its names are looked up. */
  readonly scope: Scope;
  /** The format of the variable that it modifies; undefined where it modifies none. */
  readonly running: Format | undefined;
}

/** The call of a function whose body is being lowered. */
export interface Call {
  readonly name: string;
  readonly args: readonly Formula[];
  /** What the arguments stand in: undefined for the formula itself. */
  readonly outer: Call | undefined;
  /** Where the outermost call begins in the formula itself. */
  readonly at: number;
}

/**
 * The work on one formula. What returns undefined has failed, and said why: by `fail`, or by `hush` where the cause was
 * told elsewhere.
 */
export interface Lowering {
  readonly definitions: Definitions;
  readonly layout: Layout;
  readonly report: Report;
  readonly place: FormulaPlace;
  /**
   * `asserted`: the format that quoted texts are constants of. `levels`: how much deeper than what it is part of the
   * formula lies; 1 where it is left out.
   */
  lower(formula: Formula, call: Call | undefined, asserted: Format | undefined, levels?: number): Node | undefined;
  formatOf(node: Node): Format;
  fail<Result = Node>(
    formula: Formula,
    call: Call | undefined,
    code: Fault['code'],
    message: string,
    suggestion?: string,
  ): Result | undefined;
  hush<Result = Node>(): Result | undefined;
  warn(formula: Formula, call: Call | undefined, message: string): void;
}

/**
 * Lowers a formula and refuses it unless it has a format. `what`: such as `the index of an element`. `asserts`: its
 * place asserts the format.
 */
export function lowerAs(
  lowering: Lowering,
  formula: Formula,
  call: Call | undefined,
  wanted: Format,
  what: string,
  asserts: boolean,
  levels = 1,
): Node | undefined {
  const node = lowering.lower(formula, call, asserts ? wanted : undefined, levels);
  if (node === undefined || isOf(lowering, node, wanted)) return node;
  return lowering.fail(
    formula,
    call,
    'format',
    `${what} is ${describeFormat(wanted)}, not ${describeFormat(lowering.formatOf(node))}`,
  );
}

function isOf(lowering: Lowering, node: Node, wanted: Format): boolean {
  return equalFormats(lowering.formatOf(node), wanted);
}

/**
 * What stands between the quotes of an argument that must be a quoted text, be it one of the function that it stands
 * in.
 */
export function quoted(lowering: Lowering, formula: Formula, call: Call | undefined, what: string): string | undefined {
  const given = substituted(formula, call);
  if (given.formula.kind === 'text') return given.formula.text;
  return lowering.fail(formula, call, 'format', `${what} is a name in quotes`);
}

/** What a formula stands for where it may be an argument of the function that it stands in. */
export function substituted(
  formula: Formula,
  call: Call | undefined,
): { readonly formula: Formula; readonly call: Call | undefined } {
  let given = { formula, call };
  for (;;) {
    const { formula: inner, call: within } = given;
    if (within === undefined || inner.kind !== 'call' || fold(inner.name) !== 'arg') return given;
    const [place] = inner.args;
    given = { formula: within.args[Number(place.kind === 'number' ? place.text : 0)], call: within.outer };
  }
}

export function equalFormats(one: Format, other: Format): boolean {
  if (one === other) return true;
  if (one.name === 'ARRAY') return other.name === 'ARRAY' && one.of.name === other.of.name;
  if (one.name === 'OBJECT') return other.name === 'OBJECT' && one.scope === other.scope;
  return one.name === other.name;
}

/** The format of an expression's values. */
export function formatOfNode(node: Node, objects: ObjectTable): Format {
  const format = formatOfType(node.type);
  if (format !== undefined) return format;
  return { name: 'OBJECT', scope: objects.all[objectIn(node) - 1].scope.name };
}

/**
 * The index of one of the objects that an expression of an object may be, which are all of one scope: it is one that is
 * named, or a choice between such.
 */
function objectIn(node: Node): number {
  let at = node;
  while (at.args.length > 0) at = at.args[isOf(at, heed) ? 0 : 1];
  return (at.data as { readonly value: number }).value;
}

/** For people: objects are told by their scope. */
export function describeFormat(format: Format): string {
  return format.name === 'OBJECT' ? `an object of ${format.scope}` : formatName(format);
}

/** The expression of a constant. */
export function nodeOfContent(format: Format, content: Content): Node {
  const type = typeOfFormat(format);
  if ('text' in content) return makeNode(pooled, { type, text: content.text });
  const { value, whole = false } = content;
  return type.name === 'numeric' ? makeNode(numeral, { value, whole }) : makeNode(constant, { value, type });
}
