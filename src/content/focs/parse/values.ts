import type { IToken } from 'chevrotain';
import { quoteText } from '../../diagnostics/quote.js';
import type {
  Comparator,
  Comparison,
  Condition,
  FunctionValue,
  OperationValue,
  PropertyValue,
  Value,
} from '../syntax.js';
import { grammarStop } from './problem.js';
import type { Word } from './vocabulary.js';
import { containers } from './words.js';

/** What stands between parentheses: which of the three is told by what is in it. */
export interface Parenthesized {
  readonly value?: Value;
  readonly comparison?: Comparison;
  readonly condition?: Condition;
  readonly at: number;
}

const binding: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 3 };

/**
 * `a + b * c` from its operands and operators: what binds tighter first, from the left; `^` stands once between two
 * operands.
 */
export function foldOperations(operands: readonly Value[], operators: readonly IToken[]): Value {
  const values: Value[] = [operands[0]];
  const waiting: IToken[] = [];
  const reduce = (): void => {
    const operator = waiting.pop();
    const right = values.pop();
    const left = values.pop();
    if (operator === undefined || left === undefined || right === undefined) return;
    values.push({
      sort: 'operation',
      operator: operator.image as OperationValue['operator'],
      operands: [left, right],
      at: operator.startOffset,
    });
  };
  operators.forEach((operator, index) => {
    for (
      let last = waiting.at(-1);
      last !== undefined && binding[last.image] >= binding[operator.image];
      last = waiting.at(-1)
    ) {
      if (operator.image === '^' && last.image === '^') {
        throw grammarStop({
          code: 'syntax',
          message: '`^` of `^` needs parentheses, as in `(a ^ b) ^ c`',
          at: operator.startOffset,
        });
      }
      reduce();
    }
    waiting.push(operator);
    values.push(operands[index + 1]);
  });
  while (waiting.length > 0) reduce();
  return values[0];
}

export function negated(value: Value, signs: readonly IToken[]): Value {
  return signs.reduceRight<Value>(
    (operand, { startOffset }) => ({ sort: 'operation', operator: 'negate', operands: [operand], at: startOffset }),
    value,
  );
}

export function readNumber({ image, startOffset }: IToken, integer: boolean): Value {
  const value = Number(image);
  if (Number.isFinite(value)) return { sort: 'number', value, integer, at: startOffset };
  throw grammarStop({
    code: 'wrong-number',
    message: `${quoteText(image)} is larger than any number`,
    at: startOffset,
  });
}

export function readText({ image, startOffset }: IToken): Value {
  return { sort: 'text', text: image.slice(1, -1), at: startOffset };
}

/** `Source.Planet.Owner`: all but the last word are containers. */
export function propertyValue({ payload, startOffset: at }: IToken, path: readonly IToken[]): Value {
  const { subject } = payload as Word;
  const property = path.at(-1);
  if (subject === undefined || property === undefined) throw new Error('edict: a property was read without an object');
  const through: PropertyValue['through'][number][] = [];
  for (const token of path.slice(0, -1)) {
    const container = containers.find((each) => each === token.payload);
    if (container === undefined) {
      const message = `${quoteText(token.image)} is no object that has properties; expected \`Planet\`, \`System\` or \`Fleet\` before the last point`;
      throw grammarStop({ code: 'syntax', message, at: token.startOffset });
    }
    through.push(container);
  }
  return { sort: 'property', subject, through, property: property.payload as string, at };
}

const argumentCounts: Readonly<Partial<Record<string, number>>> = { abs: 1, sin: 1, cos: 1, log: 1, RandomNumber: 2 };

export function functionValue({ payload, startOffset: at }: IToken, operands: readonly Value[]): Value {
  const name = (payload as Word).function as FunctionValue['name'];
  const wanted = argumentCounts[name];
  if (wanted === undefined || operands.length === wanted) return { sort: 'function', name, operands, at };
  const message = `\`${name}\` takes ${wanted} value${wanted === 1 ? '' : 's'}, found ${operands.length}`;
  throw grammarStop({ code: 'wrong-number', message, at });
}

/** `UserString("KEY")`, whose text has no label. */
export function userString(values: readonly Value[], at: number): Value {
  return { sort: 'query', name: 'UserString', parameters: [{ label: 'text', values, at }], at };
}

function comparisonOf(operands: readonly Value[], comparators: readonly IToken[]): Comparison {
  const beyond = comparators[2];
  if (beyond !== undefined) {
    throw grammarStop({
      code: 'syntax',
      message: 'a comparison has at most two comparators; join more with `And`',
      at: beyond.startOffset,
    });
  }
  return { operands, comparators: comparators.map(({ image }) => (image === '=' ? '==' : image) as Comparator) };
}

/**
 * What stands between parentheses, after all of it has been read: `first`, what it is compared with, and what that
 * chooses between.
 */
export function parenthesized(
  first: Parenthesized,
  compared: readonly Value[],
  comparators: readonly IToken[],
  choices: readonly Value[],
  at: number,
): Parenthesized {
  if (comparators.length === 0) {
    if (choices.length === 0) return { ...first, at };
    throw grammarStop({ code: 'syntax', message: 'expected a comparison before `?`, as in `(a < b ? c : d)`', at });
  }
  const comparison = comparisonOf([parenthesizedValue(first), ...compared], comparators);
  if (choices.length === 0) return { comparison, at };
  const [then, otherwise] = choices;
  return { value: { sort: 'choice', comparison, then, ...(otherwise === undefined ? {} : { otherwise }), at }, at };
}

export function parenthesizedValue({ value, comparison, at }: Parenthesized): Value {
  if (value !== undefined) return value;
  if (comparison !== undefined) return { sort: 'choice', comparison, at };
  throw grammarStop({ code: 'syntax', message: 'expected a value between these parentheses, found a condition', at });
}

export function parenthesizedCondition({ condition, comparison, at }: Parenthesized): Condition {
  if (condition !== undefined) return condition;
  if (comparison !== undefined)
    return { sort: 'condition', name: 'Compare', operands: [], parameters: [], comparison, at };
  throw grammarStop({
    code: 'syntax',
    message: 'expected a comparison or a condition between these parentheses, found a value',
    at,
  });
}
