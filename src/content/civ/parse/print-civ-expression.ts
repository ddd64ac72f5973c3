import { defaultLimits } from '../../../kernel/world-limits.js';
import { type ObjectType, type CivExpression, type Integrator, type OperatorShape, operandsOf } from '../syntax.js';
import { defaultAdapt } from './operators.js';

const choice = 0;
const either = 1;
const both = 2;
const comparison = 3;
const sum = 4;
const product = 5;
const prefix = 6;
const whole = 7;
const beyond = 8;

interface Printed {
  readonly text: string;
  readonly level: number;
}

/** Such as `has FEATURE_FOREST and (has ROUTE_ROAD or crime > 80)`. What is deeper than the limit is `…`. */
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

type Joint = readonly [sign: string, level: number, first: number, next: number];

/**
 * The precedence of a form, and the least that its first and its other operands must have: one of the same form needs
 * no brackets where its order says nothing.
 */
const joints: ReadonlyMap<OperatorShape['node'], Joint> = new Map<OperatorShape['node'], Joint>([
  ['and', ['and', both, both, both]],
  ['or', ['or', either, either, either]],
  ['iff', ['==', comparison, sum, sum]],
  ['compare', ['', comparison, sum, sum]],
  ['plus', ['+', sum, sum, product]],
  ['minus', ['-', sum, sum, product]],
  ['mult', ['*', product, product, prefix]],
  ['div', ['/', product, product, prefix]],
  ['modulo', ['%', product, product, prefix]],
]);

function print(expression: CivExpression, depth: number): Printed {
  const atom = (text: string) => ({ text, level: whole });
  if (depth >= defaultLimits.expressionDepth) return atom('…');
  const part = (operand: CivExpression, least: number) => {
    const { text, level } = print(operand, depth + 1);
    return level < least ? `(${text})` : text;
  };
  const call = (name: string, ...more: readonly string[]) =>
    atom(`${name}(${[...operandsOf(expression).map((operand) => part(operand, choice)), ...more].join(', ')})`);
  switch (expression.node) {
    case 'literal':
      return atom(expression.type === 'number' ? String(expression.value) : String(expression.value !== 0));
    case 'option':
      return atom(`${{ GAME: '', BUG: 'BUG ', PLAYER: 'player ' }[expression.of]}option ${expression.id}`);
    case 'has':
      return atom(`has ${expression.id}`);
    case 'is':
      return atom(`is ${without(expression.name, 'TAG_')}`);
    case 'attribute':
      return atom(without(expression.name, 'ATTRIBUTE_'));
    case 'property':
      return atom(without(expression.name, 'PROPERTY_').toLowerCase());
    case 'callback':
      return atom(`${expression.name}()`);
    case 'not':
      return { text: `not ${part(expression.operands[0], prefix)}`, level: prefix };
    case 'if': {
      const [condition, then, otherwise] = expression.operands.map((operand) => part(operand, either));
      return { text: `if ${condition} then ${then} else ${otherwise}`, level: choice };
    }
    case 'adapt':
      return call('adapted', ...(expression.id === defaultAdapt ? [] : [expression.id]));
    case 'integrate': {
      const [operand] = expression.operands;
      return atom(integratorText(expression, part(operand, operand.node === 'integrate' ? beyond : whole)));
    }
    default: {
      const { node, operands } = expression;
      const joint = joints.get(node);
      if (joint === undefined) return call(node);
      if (operands.length === 1) return print(operands[0], depth + 1);
      const [sign, level, first, next] = joint;
      return {
        text: operands
          .map((operand, i) => part(operand, i === 0 ? first : next))
          .join(` ${node === 'compare' ? expression.comparison : sign} `),
        level,
      };
    }
  }
}

function integratorText({ aggregator, relation, distance, objectType, operands }: Integrator, text: string): string {
  const [operand] = operands;
  const range = `${relation === 'NEAR' ? `NEAR(${distance})` : relation} ${words[objectType]}`;
  const fold = folds.get(aggregator) ?? aggregator;
  const isPlain = operand.node === 'literal' && operand.type === 'boolean' && operand.value === 1;
  return isPlain ? `${fold} of ${range}` : `${fold} of ${text} over ${range}`;
}

function without(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : text;
}
