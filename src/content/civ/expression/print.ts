import { defaultLimits } from '../../../kernel/limits.js';
import type { ObjectType } from '../policy.js';
import { defaultAdapt } from './operators.js';
import type { CivExpression, Integrator } from './syntax.js';

/** How tightly a form holds together; what holds less tightly than its surroundings stands in brackets. */
const choice = 0;
const either = 1;
const both = 2;
const comparison = 3;
const sum = 4;
const product = 5;
const prefix = 6;
const whole = 7;
/** Whatever stands here is in brackets. */
const beyond = 8;

interface Printed {
  readonly text: string;
  readonly level: number;
}

/**
 * An expression as readable text, such as `has FEATURE_FOREST and (has ROUTE_ROAD or crime > 80)`. What is deeper than
 * the limit is left out: `…`.
 */
export function printExpression(expression: CivExpression): string {
  return print(expression, 0).text;
}

const words: Readonly<Record<ObjectType, string>> = {
  GAME: 'games',
  TEAM: 'teams',
  PLAYER: 'players',
  CITY: 'cities',
  UNIT: 'units',
  PLOT: 'plots',
};

const folds: ReadonlyMap<string, string> = new Map([
  ['AND', 'all'],
  ['OR', 'any'],
  ['NUM', 'count'],
  ['SUM', 'sum'],
  ['MEAN', 'mean'],
  ['MIN', 'least'],
  ['MAX', 'greatest'],
]);

/**
 * Between operands, how tightly they hold together, and how tightly those after the first must: one of the same form
 * needs no brackets where its order says nothing.
 */
const joints = {
  and: ['and', both, both],
  or: ['or', either, either],
  plus: ['+', sum, product],
  mult: ['*', product, prefix],
} as const;
const signs = { minus: ['-', sum], div: ['/', product], modulo: ['%', product] } as const;

function print(expression: CivExpression, depth: number): Printed {
  if (depth >= defaultLimits.expressionDepth) return { text: '…', level: whole };
  const part = (operand: CivExpression, least: number): string => {
    const { text, level } = print(operand, depth + 1);
    return level < least ? `(${text})` : text;
  };
  const atom = (text: string): Printed => ({ text, level: whole });
  switch (expression.node) {
    case 'literal':
      return atom(literalText(expression));
    case 'option':
      return atom(
        expression.of === 'GAME'
          ? `option ${expression.id}`
          : `${expression.of === 'BUG' ? 'BUG' : 'player'} option ${expression.id}`,
      );
    case 'has':
      return atom(`has ${expression.id}`);
    case 'is':
      return atom(`is ${without(expression.tag, 'TAG_')}`);
    case 'attribute':
      return atom(without(expression.name, 'ATTRIBUTE_'));
    case 'property':
      return atom(without(expression.name, 'PROPERTY_').toLowerCase());
    case 'callback':
      return atom(`${expression.name}()`);
    case 'and':
    case 'or':
    case 'plus':
    case 'mult': {
      const [joint, level, next] = joints[expression.node];
      const { operands } = expression;
      if (operands.length === 1) return print(operands[0], depth + 1);
      return { text: operands.map((operand, i) => part(operand, i === 0 ? level : next)).join(` ${joint} `), level };
    }
    case 'min':
    case 'max':
      return atom(`${expression.node}(${expression.operands.map((operand) => part(operand, choice)).join(', ')})`);
    case 'not':
      return { text: `not ${part(expression.operand, prefix)}`, level: prefix };
    case 'iff':
      return { text: `${part(expression.left, sum)} == ${part(expression.right, sum)}`, level: comparison };
    case 'compare':
      return {
        text: `${part(expression.left, sum)} ${expression.comparison} ${part(expression.right, sum)}`,
        level: comparison,
      };
    case 'minus':
    case 'div':
    case 'modulo': {
      const [sign, level] = signs[expression.node];
      return { text: `${part(expression.left, level)} ${sign} ${part(expression.right, level + 1)}`, level };
    }
    case 'if':
      return {
        text: `if ${part(expression.condition, either)} then ${part(expression.then, either)} else ${part(expression.otherwise, either)}`,
        level: choice,
      };
    case 'abs':
    case 'random':
      return atom(`${expression.node}(${part(expression.operand, choice)})`);
    case 'adapt': {
      const operand = part(expression.operand, choice);
      return atom(expression.id === defaultAdapt ? `adapted(${operand})` : `adapted(${operand}, ${expression.id})`);
    }
    case 'integrate':
      return atom(
        integratorText(expression, part(expression.operand, expression.operand.node === 'integrate' ? beyond : whole)),
      );
  }
}

function literalText({ type, value }: Extract<CivExpression, { readonly node: 'literal' }>): string {
  if (type === 'number') return String(value);
  return value === 0 ? 'false' : 'true';
}

function integratorText({ aggregator, relation, distance, objectType, operand }: Integrator, text: string): string {
  const range = `${relation === 'NEAR' ? `NEAR(${distance})` : relation} ${words[objectType]}`;
  const fold = folds.get(aggregator) ?? aggregator;
  const isPlain = operand.node === 'literal' && operand.type === 'boolean' && operand.value === 1;
  return isPlain ? `${fold} of ${range}` : `${fold} of ${text} over ${range}`;
}

function without(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : text;
}
