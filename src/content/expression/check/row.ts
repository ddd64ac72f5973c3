import { quoteText } from '../../text/quote.js';
import type { Operation } from '../../../eval/operation.js';
import type { Range } from '../../../eval/ops/range.js';
import type { Node } from '../../../ir/node.js';
import type { Type } from '../../../model/model.js';
import type { CallExpression, Expression, Span } from '../syntax.js';
import { formatCount } from '../wording.js';
import { allOf, build, demand } from './build.js';
import { type Expected, type Kinds, type Lowered, type Scope, parameter } from './context.js';
import { report } from './report.js';

export interface Description {
  readonly name: string;
  /** As in `clamp(x, low, high)`. */
  readonly signature: string;
  readonly meaning: string;
  /** An expression that uses it, over `source` and `target`. */
  readonly example: string;
  readonly least: number;
  readonly most: number;
}

/** Takes as many arguments as the signature names, or more where `…` is the last. */
export function described(signature: string, meaning: string, example: string): Description {
  const [name, list] = signature.replace(/^\./, '').split(/[()]/);
  const named = list.split(', ').filter((argument) => argument !== '');
  const least = named.filter((argument) => argument !== '…').length;
  return { name, signature, meaning, example, least, most: least < named.length ? Infinity : least };
}

/** A function, and its lowering, which is called with as many arguments as it takes. */
export interface FunctionRow extends Description {
  readonly lower: (call: CallExpression, scope: Scope, expected: Expected) => Lowered;
}

export function functionRow(
  signature: string,
  meaning: string,
  example: string,
  lower: FunctionRow['lower'],
): FunctionRow {
  return { ...described(signature, meaning, example), lower };
}

/** A function of arguments of fixed types, all of which are parameters. */
export function typed(
  description: Description,
  parameters: readonly Type[],
  make: (args: readonly Node[], span: Span, scope: Scope) => Lowered,
): FunctionRow {
  return {
    ...description,
    lower: (call, scope) => {
      const args = call.arguments.map((argument, place) => demand(argument, parameters[place], parameter(scope)));
      const present = allOf(args);
      return present && make(present, call.span, scope);
    },
  };
}

export function direct(description: Description, parameters: readonly Type[], operation: Operation): FunctionRow {
  return typed(description, parameters, (args, span, scope) => build(scope, span, operation, undefined, args));
}

/** Rows by name; a Map, since the names that are looked up are content's. */
export function byName<Row extends Description>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.name, row]));
}

export function hasArity(call: CallExpression, { least, most, signature }: Description, scope: Scope): boolean {
  const found = call.arguments.length;
  if (found >= least && found <= most) return true;
  const others = most === Infinity ? ' or more' : ` or ${formatCount(most)}`;
  const range = `${formatCount(least)}${least === most ? '' : others}`;
  const message = `${quoteText(call.function)} takes ${range} ${most === 1 ? 'argument' : 'arguments'}, found ${formatCount(found)}`;
  report(scope, 'wrong-arity', call.functionSpan, message, () => `write ${quoteText(signature)}`);
  return false;
}

export function nameIn(expression: Expression): string | undefined {
  if (expression.kind === 'name') return expression.name;
  return expression.kind === 'string' ? expression.value : undefined;
}

export function foundName(name: string | undefined): string {
  return name === undefined ? 'another expression' : quoteText(name);
}

/** Collections: what aggregates fold over. They are no values; folds.ts makes values of them. */
export interface Collection {
  readonly range: Range;
  /** The object that the range starts from, where it starts from one. */
  readonly anchor: readonly Node[];
  /** Conditions on the member, which is in the next free slot. */
  readonly tests: readonly Node[];
  readonly kinds: Kinds;
  readonly mapped?: Node;
}

export interface RangeRow extends Description {
  readonly read: (call: CallExpression, scope: Scope) => Collection | undefined;
}
