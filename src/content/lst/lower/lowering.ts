import { nodes } from '../../../eval/node-kit.js';
import { makeNode } from '../../../eval/make-node.js';
import { heed } from '../../../eval/ops/read.js';
import { numeral } from '../../../eval/ops/numeric-arithmetic.js';
import { pooled } from '../../../eval/ops/texts.js';
import { isOf } from '../../../eval/node-shape.js';
import type { Node } from '../../../ir/node.js';
import type { Content } from '../../../model/model.js';
import type { Definitions, ObjectTable } from '../definitions/definitions.js';
import type { Fault } from '../definitions/report.js';
import { type Scope, fold, type Layout } from '../definitions/scopes.js';
import type { Formula } from '../parse/syntax.js';
import { type Format, formatName, formatOfType, sameFormat, typeOfFormat } from '../parse/format.js';

export type FormulaOf<Kind> = Extract<Formula, { readonly kind: Kind }>;

export type CallFormula = FormulaOf<'call'>;

export type Lowered = Node | undefined;

export interface FormulaPlace {
  readonly scope: Scope;
  readonly running: Format | undefined;
}

/** The call of a function whose body is being lowered. */
export interface Call {
  readonly name: string;
  readonly args: readonly Formula[];
  readonly outer: Call | undefined;
  readonly at: number;
}

export interface Lowering {
  readonly definitions: Definitions;
  readonly layout: Layout;
  readonly place: FormulaPlace;
  readonly call: Call | undefined;
  /** `asserted`: the format of quoted texts. `levels`: how much deeper it lies than what it is part of; default 1. */
  lower(formula: Formula, asserted?: Format, levels?: number): Lowered;
  /** The same in the body of another call, or in the formula itself. */
  within(call: Call | undefined, formula: Formula, asserted?: Format, levels?: number): Lowered;
  formatOf(node: Node): Format;
  /** Only the first fault of a formula counts. */
  fail<Result = Node>(formula: Formula, code: Fault['code'], message: string, suggestion?: string): Result | undefined;
  warn(formula: Formula, message: string): void;
}

export function lowerAs(
  lowering: Lowering,
  formula: Formula,
  wanted: Format,
  what: string,
  asserts: boolean,
  levels = 1,
): Lowered {
  const node = lowering.lower(formula, asserts ? wanted : undefined, levels);
  if (node === undefined) return undefined;
  const format = lowering.formatOf(node);
  if (sameFormat(format, wanted)) return node;
  return lowering.fail(formula, 'format', `${what} is ${describeFormat(wanted)}, not ${describeFormat(format)}`);
}

/** A text in quotes, also as an argument of the function around it. */
export function quoted(lowering: Lowering, formula: Formula, what: string): string | undefined {
  const given = substituted(formula, lowering.call).formula;
  return given.kind === 'text' ? given.text : lowering.fail(formula, 'format', `${what} is a name in quotes`);
}

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

export function formatOfNode(node: Node, objects: ObjectTable): Format {
  return formatOfType(node.type) ?? { name: 'OBJECT', scope: objects.all[objectIn(node) - 1].scope.name };
}

/** The index of the object that an expression names, or of one of those that it chooses from, all of one scope. */
function objectIn(node: Node): number {
  let at = node;
  while (at.args.length > 0) at = at.args[isOf(at, heed) ? 0 : 1];
  return objectOf(at);
}

export function objectOf({ data }: Node): number {
  return (data as { readonly value: number }).value;
}

export function describeFormat(format: Format): string {
  return format.name === 'OBJECT' ? `an object of ${format.scope}` : formatName(format);
}

export function nodeOfContent(format: Format, content: Content): Node {
  const type = typeOfFormat(format);
  if ('text' in content) return makeNode(pooled, { type, text: content.text });
  const { value, whole = false } = content;
  return type.name === 'numeric' ? makeNode(numeral, { value, whole }) : nodes.constant(value, type);
}
