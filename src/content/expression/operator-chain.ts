import { quoteText } from '../text/quote.js';
import type { BinaryOperator, Expression, LogicalOperator, Span, SyntaxProblem } from './syntax.js';
import { type Token, spanOf } from './tokens.js';
import { problemAt } from './wording.js';

/**
 * A node with its extent, parentheses included, of which its parent's span is made. `operands` still grows, so that a
 * chain of && takes linear time; `growing` is its span.
 */
export interface Part {
  readonly expression: Expression;
  readonly extent: Span;
  readonly operands?: Expression[];
  readonly growing?: { end: number };
}

export function bare(expression: Expression): Part {
  return { expression, extent: expression.span };
}

/** A bracket pair: the values between its commas, and its extent, brackets included. */
export interface Group {
  readonly parts: readonly Part[];
  readonly extent: Span;
}

export type Report = (problem: SyntaxProblem) => void;

interface PlacedSign {
  readonly sign: Sign;
  readonly token: Token;
}

/**
 * Groups `parts[0] signs[0] parts[1] signs[1] …` by precedence, left to right, without recursion. Chained relations
 * are reported and then grouped like other operators.
 */
export function foldChain(parts: readonly Part[], signTokens: readonly Token[], text: string, report: Report): Part {
  // Most chains are one operand; the rest would be most of the memory that parsing takes.
  if (signTokens.length === 0) return at(parts, 0);
  const values: Part[] = [];
  const pending: PlacedSign[] = [];
  const signs = signTokens.map((token) => ({ sign: signOf(token.image), token }));
  let chained = false;
  parts.forEach((part, position) => {
    values.push(part);
    const next = signs[position];
    const following = next?.sign.precedence ?? precedence.conditional;
    for (let last = pending.at(-1); last !== undefined && last.sign.precedence >= following; last = pending.at(-1)) {
      const again = last.sign.precedence === precedence.relation && following === precedence.relation;
      // Once is enough for `a < b < c < d`.
      if (next !== undefined && again && !chained) {
        chained = true;
        report(chainedRelation(last, next, values, rightSide(parts, signs, position), text));
      }
      pending.pop();
      reduce(values, last);
    }
    if (following < precedence.relation) chained = false;
    if (next !== undefined) pending.push(next);
  });
  return lastOf(values);
}

function reduce(values: Part[], { sign, token }: PlacedSign): void {
  const right = lastOf(values);
  values.pop();
  const left = lastOf(values);
  values.pop();
  values.push(sign.kind === 'binary' ? binary(left, sign, right, token) : logical(left, sign, right));
}

function binary(left: Part, { operator }: BinarySign, right: Part, token: Token): Part {
  const span = { start: left.extent.start, end: right.extent.end };
  const operands = { left: left.expression, right: right.expression };
  return bare({ kind: 'binary', operator, ...operands, operatorSpan: spanOf(token), span });
}

function logical(left: Part, { operator }: LogicalSign, right: Part): Part {
  if (extend(left, operator, right)) return left;
  const span = { start: left.extent.start, end: right.extent.end };
  const operands = isLogical(left, operator) ? left.operands : [left.expression];
  if (!isLogical(right, operator)) operands.push(right.expression);
  const all = isLogical(right, operator) ? operands.concat(right.operands) : operands;
  return { ...bare({ kind: 'logical', operator, operands: all, span }), operands: all, growing: span };
}

/** Adds an operand to a chain without parentheses, without a node for each step on the way. */
function extend(left: Part, operator: string, right: Part): boolean {
  const { growing, extent } = left;
  if (growing !== extent || growing === undefined || !isLogical(left, operator) || isLogical(right, operator))
    return false;
  left.operands.push(right.expression);
  growing.end = right.extent.end;
  return true;
}

function isLogical(part: Part, operator: string): part is Part & { readonly operands: Expression[] } {
  return part.operands !== undefined && part.expression.kind === 'logical' && part.expression.operator === operator;
}

function lastOf(values: readonly Part[]): Part {
  return at(values, values.length - 1);
}

function at(parts: readonly Part[], position: number): Part {
  const part = parts[position];
  if (part === undefined) throw new Error('edict: an operator chain has fewer values than its operators need');
  return part;
}

function rightSide(parts: readonly Part[], signs: readonly PlacedSign[], position: number): readonly [Part, Part] {
  let end = position + 1;
  while ((signs[end]?.sign.precedence ?? precedence.conditional) > precedence.relation) end += 1;
  return [at(parts, position + 1), at(parts, end)];
}

function chainedRelation(
  first: PlacedSign,
  second: PlacedSign,
  values: readonly Part[],
  [rightStart, rightEnd]: readonly [Part, Part],
  text: string,
): SyntaxProblem {
  const cut = (start: number, end: number, otherwise: string): string =>
    end - start <= 24 ? text.slice(start, end) : otherwise;
  const middlePart = lastOf(values);
  const leftPart = values.at(-2) ?? middlePart;
  const left = cut(leftPart.extent.start, leftPart.extent.end, 'a');
  const middle = cut(middlePart.extent.start, middlePart.extent.end, 'b');
  const right = cut(rightStart.extent.start, rightEnd.extent.end, 'c');
  const [one, two] = [first.token.image, second.token.image];
  const [oneEqual, twoEqual] = [equalities.has(one), equalities.has(two)];
  const alike = oneEqual === twoEqual && one !== 'in' && two !== 'in';
  const mend = alike
    ? `${left} ${one} ${middle} && ${middle} ${two} ${right}`
    : oneEqual
      ? `${left} ${one} (${middle} ${two} ${right})`
      : `(${left} ${one} ${middle}) ${two} ${right}`;
  const message = `a comparison cannot follow another: expected \`&&\` or \`||\` after the first, found ${quoteText(two)}`;
  return problemAt(spanOf(second.token), message, `write \`${mend}\``);
}

const equalities: ReadonlySet<string> = new Set(['==', '!=']);

/** How tightly each kind of node binds, loosest first. */
export const precedence = {
  conditional: 0,
  or: 1,
  and: 2,
  relation: 3,
  addition: 4,
  multiplication: 5,
  unary: 6,
  primary: 7,
} as const;

interface SignOf<Kind, Operator> {
  readonly kind: Kind;
  readonly operator: Operator;
  readonly precedence: number;
}

type LogicalSign = SignOf<'logical', LogicalOperator>;
type BinarySign = SignOf<'binary', BinaryOperator>;
type Sign = LogicalSign | BinarySign;

const binarySigns: readonly (readonly [number, readonly BinaryOperator[]])[] = [
  [precedence.relation, ['<', '<=', '>', '>=', '==', '!=', 'in']],
  [precedence.addition, ['+', '-']],
  [precedence.multiplication, ['*', '/', '%']],
];

const signs: ReadonlyMap<string, Sign> = new Map<string, Sign>([
  ['||', { kind: 'logical', operator: '||', precedence: precedence.or }],
  ['&&', { kind: 'logical', operator: '&&', precedence: precedence.and }],
  ...binarySigns.flatMap(([level, operators]) =>
    operators.map((operator) => [operator, { kind: 'binary', operator, precedence: level }] as const),
  ),
]);

export function signOf(operator: string): Sign {
  const sign = signs.get(operator);
  if (sign === undefined) throw new Error(`edict: expected an operator between two values, found ${operator}`);
  return sign;
}
