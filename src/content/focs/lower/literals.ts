import { power } from '../../../kernel/power.js';
import type { Value } from '../syntax.js';

/** The number of a value that is made of literals alone; undefined for others. Quotients by zero are 0. */
export function literalNumber(value: Value): number | undefined {
  if (value.sort === 'number') return value.value;
  if (value.sort !== 'operation') return undefined;
  const operands = value.operands.map(literalNumber);
  const [left, right = 0] = operands;
  if (left === undefined || operands.includes(undefined)) return undefined;
  switch (value.operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? 0 : left / right;
    case '^':
      return power(left, right);
    case 'negate':
      return -left;
  }
}
