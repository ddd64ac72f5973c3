import { quoteText } from '../../text/quote.js';
import type { Operation } from '../../../eval/operation.js';
import type { Range } from '../../../eval/ops/range.js';
import type { Node } from '../../../ir/node.js';
import type { Type } from '../../../model/model.js';
import type { CallExpression, Expression, Span } from '../syntax.js';
import { grouped } from '../../../kernel/grouped.js';
import { allOf, build, demand } from './build-node.js';
import {
  type Expected,
  type Kinds,
  type Lowered,
  type Scope,
  parameter,
  didYouMeanOf,
  report,
} from './expression-context.js';

export interface Description {
  readonly name: string;
  /** As in `clamp(x, low, high)`. */
  readonly signature: string;
  readonly least: number;
  readonly most: number;
}

/** `lower` is called with as many arguments as it takes. */
export interface Row<Lower> extends Description {
  readonly lower: Lower;
}

/** Takes as many arguments as the signature names, or more where `…` is the last, within the `limits` given. */
export function rowOf<Lower>(
  signature: string,
  lower: Lower,
  limits: Partial<Pick<Description, 'least' | 'most'>> = {},
): Row<Lower> {
  const [name, list] = signature.replace(/^\./, '').split(/[()]/);
  const named = list.split(', ').filter((argument) => argument !== '');
  const least = named.filter((argument) => argument !== '…').length;
  const most = least < named.length ? Infinity : least;
  return { name, signature, least, most, ...limits, lower };
}

type LowerCall = (call: CallExpression, scope: Scope, expected: Expected) => Lowered;
export type FunctionRow = Row<LowerCall>;

/** The lowering of arguments of fixed types, all of which are parameters. */
export function typed(
  parameters: readonly Type[],
  make: (args: readonly Node[], span: Span, scope: Scope) => Lowered,
): LowerCall {
  return (call, scope) => {
    const args = call.arguments.map((argument, place) => demand(argument, parameters[place], parameter(scope)));
    const present = allOf(args);
    return present && make(present, call.span, scope);
  };
}

export function direct(parameters: readonly Type[], operation: Operation): LowerCall {
  return typed(parameters, (args, span, scope) => build(scope, span, operation, undefined, args));
}

export function hasArity(call: CallExpression, { least, most, signature }: Description, scope: Scope): boolean {
  const found = call.arguments.length;
  if (found >= least && found <= most) return true;
  const others = most === Infinity ? ' or more' : ` ${most > least + 1 ? 'to' : 'or'} ${grouped(most)}`;
  const range = `${grouped(least)}${least === most ? '' : others}`;
  const message = `${quoteText(call.function)} takes ${range} ${most === 1 ? 'argument' : 'arguments'}, found ${grouped(found)}`;
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

export function unknownNamed<Wanted>(
  expression: Expression,
  code: string,
  wanted: string,
  known: () => readonly string[],
  scope: Scope,
  otherwise?: string,
): Wanted | undefined {
  const name = nameIn(expression);
  const message = `expected ${wanted} in quotes, found ${foundName(name)}`;
  return report(scope, code, expression.span, message, () => didYouMeanOf(scope, name ?? '', known()) ?? otherwise);
}

/** What a name in quotes stands for in a section of content. */
export function declaredBy<Found>(
  argument: Expression,
  what: string,
  find: (name: string) => Found | undefined,
  known: () => readonly string[],
  unknown: (said: string) => string,
  scope: Scope,
): Found | undefined {
  const name = nameIn(argument);
  if (name === undefined) {
    const message = `expected the name of a ${what} in quotes`;
    return report(scope, 'type-mismatch', argument.span, message, () => didYouMeanOf(scope, '', known()));
  }
  return (
    find(name) ??
    report(
      scope,
      `unknown-${what}`,
      argument.span,
      unknown(quoteText(name)),
      () => didYouMeanOf(scope, name, known()) ?? `declare it under \`${what}s\``,
    )
  );
}

export function refuseShadow<Wanted>(name: string, span: Span, scope: Scope): Wanted | undefined {
  return report(
    scope,
    'shadowed-name',
    span,
    `${quoteText(name)} already has a meaning here`,
    'give the member another name',
  );
}

export function refuseMapped<Wanted>(call: CallExpression, suggestion: string, scope: Scope): Wanted | undefined {
  const message = `after \`map\` there are numbers, which ${quoteText(call.function)} cannot take`;
  return report(scope, 'not-a-collection', call.functionSpan, message, suggestion);
}

/** What aggregates fold over. It is not a value; lower-folds.ts makes values of it. */
export interface Collection {
  readonly range: Range;
  /** The object that the range starts from, if any. */
  readonly anchor: readonly Node[];
  /** Conditions on the member, which is in the next free slot. */
  readonly tests: readonly Node[];
  readonly kinds: Kinds;
  readonly mapped?: Node;
}

export type FoldRow = Row<
  (call: CallExpression, collection: Collection | undefined, scope: Scope, row: Description) => Lowered
>;

export type RangeRow = Row<(call: CallExpression, scope: Scope) => Collection | undefined>;
