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
  Effect,
  EffectsGroup,
  Entry,
  Field,
  Parameter,
  QueryValue,
  StatisticValue,
} from '../syntax.js';
import { grammarStop } from './problem.js';
import type { Word } from './vocabulary.js';
import { containers, typeWords } from './tables.js';
import { describeValue, conditionsOf, parametersOf, type Part, type Reading } from './reading.js';

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
        throw grammarStop('syntax', '`^` of `^` needs parentheses, as in `(a ^ b) ^ c`', operator.startOffset);
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
  throw grammarStop('wrong-number', `${quoteText(image)} is larger than any number`, startOffset);
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
      throw grammarStop('syntax', message, token.startOffset);
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
  throw grammarStop('wrong-number', message, at);
}

/** `UserString("KEY")`, whose text has no label. */
export function userString(values: readonly Value[], at: number): Value {
  return { sort: 'query', name: 'UserString', parameters: [{ label: 'text', values, at }], at };
}

function comparisonOf(operands: readonly Value[], comparators: readonly IToken[]): Comparison {
  const beyond = comparators[2];
  if (beyond !== undefined) {
    throw grammarStop('syntax', 'a comparison has at most two comparators; join more with `And`', beyond.startOffset);
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
    throw grammarStop('syntax', 'expected a comparison before `?`, as in `(a < b ? c : d)`', at);
  }
  const comparison = comparisonOf([parenthesizedValue(first), ...compared], comparators);
  if (choices.length === 0) return { comparison, at };
  const [then, otherwise] = choices;
  return { value: { sort: 'choice', comparison, then, ...(otherwise === undefined ? {} : { otherwise }), at }, at };
}

export function parenthesizedValue({ value, comparison, at }: Parenthesized): Value {
  if (value !== undefined) return value;
  if (comparison !== undefined) return { sort: 'choice', comparison, at };
  throw grammarStop('syntax', 'expected a value between these parentheses, found a condition', at);
}

export function parenthesizedCondition({ condition, comparison, at }: Parenthesized): Condition {
  if (condition !== undefined) return condition;
  if (comparison !== undefined)
    return { sort: 'condition', name: 'Compare', operands: [], parameters: [], comparison, at };
  throw grammarStop('syntax', 'expected a comparison or a condition between these parentheses, found a value', at);
}

const noConditions: readonly Condition[] = [];
const noEffects: readonly Effect[] = [];
const noParameters: readonly Parameter[] = [];

export function listCondition({ payload, startOffset }: IToken, operands: readonly Condition[]): Condition {
  return { sort: 'condition', name: (payload as Word).spelling, operands, parameters: noParameters, at: startOffset };
}

/** A condition without anything behind its word. */
export function bareCondition({ payload, startOffset: at }: IToken): Condition {
  const { condition } = payload as Word;
  const name = condition?.name ?? '';
  if (typeWords.has(name))
    return { sort: 'condition', name: 'Type', word: name, operands: noConditions, parameters: noParameters, at };
  return { sort: 'condition', name, operands: noConditions, parameters: noParameters, at };
}

export function buildCondition(reading: Reading): Condition {
  const { construct, word, keyword, parts } = reading;
  if (parts.length === 0 && word === undefined) return bareCondition(keyword);
  const operands = conditionsOf(reading);
  const parameters = parametersOf(reading);
  const at = keyword.startOffset;
  if (word === undefined) return { sort: 'condition', name: construct.name, operands, parameters, at };
  return { sort: 'condition', name: construct.name, word, operands, parameters, at };
}

export function buildEffect(reading: Reading): Effect {
  const { construct, word, keyword } = reading;
  let label = '';
  let effects = noEffects;
  let otherwise = noEffects;
  const conditions: Effect['conditions'][number][] = [];
  for (const { spec, part } of reading.parts) {
    if (part.sort === 'condition') conditions.push({ label: spec.label, condition: part.condition });
    else if (part.sort === 'effects')
      [effects, otherwise] = spec.label === 'else' ? [effects, part.effects] : [part.effects, otherwise];
    else if (spec.label === 'accountinglabel') label = literalText(part, 'accountinglabel');
  }
  const parameters = parametersOf(reading).filter((each) => each.label !== 'accountinglabel');
  const effect: Effect = {
    sort: 'effect',
    name: construct.name,
    parameters,
    conditions,
    effects,
    otherwise,
    label,
    at: keyword.startOffset,
  };
  const isSpelledOtherwise = construct.word === undefined && keyword.image !== construct.name;
  return {
    ...effect,
    ...(word === undefined ? {} : { word }),
    ...(isSpelledOtherwise ? { spelling: keyword.image } : {}),
  };
}

export function buildGroup(reading: Reading): EffectsGroup {
  let scope: Condition | undefined;
  let activation: Condition | undefined;
  let effects = noEffects;
  let [stackingGroup, label, priority] = ['', '', 100];
  for (const { spec, part } of reading.parts) {
    switch (spec.label) {
      case 'scope':
        if (part.sort === 'condition') scope = part.condition;
        break;
      case 'activation':
        if (part.sort === 'condition') activation = part.condition;
        break;
      case 'effects':
        if (part.sort === 'effects') effects = part.effects;
        break;
      case 'stackinggroup':
        stackingGroup = literalText(part, spec.label);
        break;
      case 'accountinglabel':
        label = literalText(part, spec.label);
        break;
      case 'priority':
        priority = literalInteger(part);
        break;
      default:
        break;
    }
  }
  const at = reading.keyword.startOffset;
  // Its own parameters say that it must be there.
  if (scope === undefined) throw grammarStop('missing-parameter', 'expected `scope =` of `EffectsGroup`', at);
  const group = { scope, stackingGroup, label, priority, effects, at };
  return activation === undefined ? group : { ...group, activation };
}

export function buildQuery(reading: Reading): QueryValue {
  return {
    sort: 'query',
    name: reading.construct.name,
    parameters: parametersOf(reading),
    at: reading.keyword.startOffset,
  };
}

export function buildStatistic(reading: Reading, at: number): StatisticValue {
  const [condition] = conditionsOf(reading);
  const [value] = parametersOf(reading).flatMap(({ values }) => values);
  const statistic: StatisticValue = { sort: 'statistic', statistic: reading.construct.name, condition, at };
  return value === undefined ? statistic : { ...statistic, value };
}

function buildEntry(reading: Reading): Entry {
  const entry = new Map<string, Field>();
  for (const { spec, part } of reading.parts) {
    const field = fieldOf(part);
    if (field !== undefined) entry.set(spec.label, field);
  }
  return entry;
}

export function fieldOf(part: Part): Field | undefined {
  switch (part.sort) {
    case 'values':
      return { sort: 'values', values: part.values };
    case 'condition':
      return { sort: 'condition', condition: part.condition };
    case 'entries':
      return { sort: 'entries', entries: part.entries.map(buildEntry) };
    default:
      return undefined;
  }
}

function literalText(part: Part, label: string): string {
  const value = part.sort === 'values' ? part.values[0] : undefined;
  if (value?.sort === 'text') return value.text;
  const found = value === undefined ? 'nothing' : describeValue(value);
  throw grammarStop('wrong-type', `expected a text in quotes for ${quoteText(label)}, found ${found}`, value?.at ?? 0);
}

function literalInteger(part: Part): number {
  const value = part.sort === 'values' ? part.values[0] : undefined;
  const number = value === undefined ? undefined : constantOf(value);
  if (number !== undefined && Number.isSafeInteger(number)) return number;
  const found = value === undefined ? 'nothing' : describeValue(value);
  throw grammarStop('wrong-type', `expected a whole number for \`priority\`, found ${found}`, value?.at ?? 0);
}

/**
 * The number that an expression of whole numbers comes to; undefined for any other. Its depth is that of the grammar.
 */
function constantOf(value: Value): number | undefined {
  if (value.sort === 'number') return value.value;
  if (value.sort !== 'operation') return undefined;
  const [left, right = 0] = value.operands.map(constantOf);
  if (left === undefined || right === undefined) return undefined;
  switch (value.operator) {
    case 'negate':
      return -left;
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      return undefined;
  }
}
