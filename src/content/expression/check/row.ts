import type { Type } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import type { Operation } from '../../../eval/operation.js';
import type { CallExpression, Expression, Span } from '../syntax.js';
import { formatCount, quote } from '../wording.js';
import { build } from './build.js';
import { demand } from './demand.js';
import { report } from './report.js';
import { type Scope, parameter, type Kinds } from './context.js';
import type { Range } from '../../../eval/ops/members.js';

/** What a documentation page says of a form. */
export interface Description {
  readonly name: string;
  /** As in `clamp(x, low, high)`. */
  readonly signature: string;
  /** One line. */
  readonly meaning: string;
  /** An expression that uses it, over `source` and `target`. */
  readonly example: string;
}

/** A function: its description, how many arguments it takes, and its lowering. */
export interface FunctionRow extends Description {
  readonly least: number;
  readonly most: number;
  /** Called with as many arguments as it takes. */
  readonly lower: (call: CallExpression, expected: Type | undefined, scope: Scope) => Node | undefined;
}

type Make = (args: readonly Node[], span: Span, scope: Scope) => Node | undefined;

/** A function of arguments of fixed types, all of which are parameters. */
export function typed(description: Description, parameters: readonly Type[], make: Make): FunctionRow {
  return {
    ...description,
    least: parameters.length,
    most: parameters.length,
    lower: (call, _expected, scope) => {
      const args = call.arguments.map((argument, place) => demand(argument, parameters[place], parameter(scope)));
      const present = args.filter((arg) => arg !== undefined);
      return present.length < args.length ? undefined : make(present, call.span, scope);
    },
  };
}

/** A function that is an operation of the IR. */
export function direct<Data>(
  description: Description,
  parameters: readonly Type[],
  operation: Operation<Data>,
  data: Data,
): FunctionRow {
  return typed(description, parameters, (args, span, scope) => build(scope, span, operation, data, args));
}

/** Rows by name; a Map, since the names that are looked up are content's. */
export function byName<Row extends Description>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.name, row]));
}

/** Whether a call has as many arguments as its row says; reports it when not. */
export function hasArity(
  call: CallExpression,
  row: Description & { readonly least: number; readonly most: number },
  scope: Scope,
): boolean {
  const found = call.arguments.length;
  if (found >= row.least && found <= row.most) return true;
  const range =
    row.least === row.most
      ? formatCount(row.least)
      : row.most === Infinity
        ? `${formatCount(row.least)} or more`
        : `${formatCount(row.least)} or ${formatCount(row.most)}`;
  const noun = row.most === 1 ? 'argument' : 'arguments';
  report(
    scope,
    'wrong-arity',
    call.functionSpan,
    `${quote(call.function)} takes ${range} ${noun}, found ${formatCount(found)}`,
    () => `write ${quote(row.signature)}`,
  );
  return false;
}

/** The text of an argument that is a name, in quotes or bare. */
export function nameIn(expression: Expression): string | undefined {
  if (expression.kind === 'name') return expression.name;
  return expression.kind === 'string' ? expression.value : undefined;
}

/** Collections: what aggregates fold over. They are no values; folds.ts makes values of them. */
export interface Collection {
  readonly range: Range;
  /** The object that the range starts from, where it starts from one. */
  readonly anchor: readonly Node[];
  /** Conditions on the member, which is in the next free slot of the place where the collection stands. */
  readonly tests: readonly Node[];
  readonly kinds: Kinds;
  /** The number that `map` takes of each member. */
  readonly mapped?: Node;
}

/** Where a collection begins. */
export interface RangeRow extends Description {
  readonly least: number;
  readonly most: number;
  readonly read: (call: CallExpression, scope: Scope) => Collection | undefined;
}
