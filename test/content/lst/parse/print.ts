import type { BinaryOperator, Formula } from '../../../../src/content/lst/syntax.js';

/** How tightly operators bind, loosest first: the levels of the grammar. */
const levels: Readonly<Record<BinaryOperator, number>> = {
  '||': 1,
  '&&': 1,
  '==': 2,
  '!=': 2,
  '<': 3,
  '>': 3,
  '<=': 3,
  '>=': 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
  '%': 5,
  '^': 8,
};
const negateLevel = 6;
const notLevel = 7;
const primaryLevel = 9;

/** The level of a formula's outermost part. */
export function levelOf(formula: Formula): number {
  switch (formula.kind) {
    case 'binary':
      return levels[formula.operator];
    case 'negate':
      return negateLevel;
    case 'not':
      return notLevel;
    default:
      return primaryLevel;
  }
}

/**
 * A formula in one spelling for people, which parses to the same tree: blanks around operators looser than `^` and
 * after commas, and only the brackets that it needs.
 */
export function printFormula(formula: Formula): string {
  switch (formula.kind) {
    case 'number':
      return formula.text;
    case 'text':
      return `"${formula.text}"`;
    case 'name':
      return formula.name;
    case 'element':
      return `${formula.name}[${bracketed(formula.index, levels['+'])}]`;
    case 'call':
      return `${formula.name}(${formula.args.map(printFormula).join(', ')})`;
    case 'negate':
      return `-${bracketed(formula.operand, notLevel)}`;
    case 'not':
      return `!${bracketed(formula.operand, levels['^'])}`;
    case 'binary': {
      const level = levels[formula.operator];
      const isPower = formula.operator === '^';
      const sign = isPower ? '^' : ` ${formula.operator} `;
      return bracketed(formula.left, level) + sign + bracketed(formula.right, level + 1);
    }
  }
}

/** In brackets where it binds less tightly than it must. */
function bracketed(formula: Formula, least: number): string {
  const text = printFormula(formula);
  return levelOf(formula) < least ? `(${text})` : text;
}
