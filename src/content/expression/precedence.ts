import type { BinaryOperator, LogicalOperator, RelationOperator } from './syntax.js';

/** How tightly each sort of node binds, loosest first; primaries are literals, names, members, calls and lists. */
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

export interface LogicalSign {
  readonly kind: 'logical';
  readonly operator: LogicalOperator;
  readonly precedence: number;
}

export interface BinarySignRow {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly precedence: number;
}

const relations: readonly RelationOperator[] = ['<', '<=', '>', '>=', '==', '!=', 'in'];

const signs: ReadonlyMap<string, LogicalSign | BinarySignRow> = new Map<string, LogicalSign | BinarySignRow>([
  ['||', { kind: 'logical', operator: '||', precedence: precedence.or }],
  ['&&', { kind: 'logical', operator: '&&', precedence: precedence.and }],
  ...relations.map((operator) => [operator, { kind: 'binary', operator, precedence: precedence.relation }] as const),
  ['+', { kind: 'binary', operator: '+', precedence: precedence.addition }],
  ['-', { kind: 'binary', operator: '-', precedence: precedence.addition }],
  ['*', { kind: 'binary', operator: '*', precedence: precedence.multiplication }],
  ['/', { kind: 'binary', operator: '/', precedence: precedence.multiplication }],
  ['%', { kind: 'binary', operator: '%', precedence: precedence.multiplication }],
]);

/** The row of an operator that stands between two values; asking for any other text is a fault of this program. */
export function signOf(operator: string): LogicalSign | BinarySignRow {
  const sign = signs.get(operator);
  if (sign === undefined) throw new Error(`edict: expected an operator between two values, found ${operator}`);
  return sign;
}
