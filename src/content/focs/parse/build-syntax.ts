import { meaningOf } from './vocabulary.js';
import {
  literalNumber,
  type Comparator,
  type Comparison,
  type Condition,
  type FunctionValue,
  type OperationValue,
  type PropertyValue,
  type Value,
  type Effect,
  type EffectsGroup,
  type Entry,
  type Field,
  type Parameter,
} from '../syntax.js';
import type { IToken } from 'chevrotain';
import { quoteText } from '../../text/quote.js';
import { grammarStop, describeValue, conditionsOf, parametersOf, type Part, type Reading } from './keyword-reading.js';
import { containers, typeWords } from './keywords.js';

export interface Parenthesized {
  readonly value?: Value;
  readonly comparison?: Comparison;
  readonly condition?: Condition;
  readonly at: number;
}

const binding: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 3 };

/** Folds tighter operators first, from the left. */
export function foldOperations(operands: readonly Value[], operators: readonly IToken[]): Value {
  const values: Value[] = [operands[0]];
  const waiting: IToken[] = [];
  const reduce = () => {
    const operator = waiting.pop();
    const right = values.pop();
    const left = values.pop();
    if (operator === undefined || left === undefined || right === undefined) return;
    values.push({
      kind: 'operation',
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
    (operand, { startOffset }) => ({ kind: 'operation', operator: 'negate', operands: [operand], at: startOffset }),
    value,
  );
}

export function readNumber({ image, startOffset }: IToken, integer: boolean): Value {
  const value = Number(image);
  if (Number.isFinite(value)) return { kind: 'number', value, integer, at: startOffset };
  throw grammarStop('wrong-number', `${quoteText(image)} is larger than any number`, startOffset);
}

export function readText({ image, startOffset }: IToken): Value {
  return { kind: 'text', text: image.slice(1, -1), at: startOffset };
}

export function readFree(token: IToken): Value {
  return { kind: 'free', name: meaningOf(token).free ?? '', at: token.startOffset };
}

export function readWord(token: IToken): Value {
  return { kind: 'word', word: meaningOf(token).enumerated ?? '', at: token.startOffset };
}

/** All but the last word are containers. */
export function propertyValue(token: IToken, path: readonly IToken[]): PropertyValue {
  const { subject } = meaningOf(token);
  const property = path.at(-1);
  if (subject === undefined || property === undefined) throw new Error('edict: a property was read without an object');
  const through: PropertyValue['through'][number][] = [];
  for (const token of path.slice(0, -1)) {
    const container = containers.find((each) => each === token.payload);
    if (container === undefined) {
      const message = `${quoteText(token.image)} has no properties; expected \`Planet\`, \`System\` or \`Fleet\` before the last point`;
      throw grammarStop('syntax', message, token.startOffset);
    }
    through.push(container);
  }
  return { kind: 'property', subject, through, property: property.payload as string, at: token.startOffset };
}

const argumentCounts: Readonly<Partial<Record<string, number>>> = { abs: 1, sin: 1, cos: 1, log: 1, RandomNumber: 2 };

export function functionValue(token: IToken, operands: readonly Value[]): Value {
  const { startOffset: at } = token;
  const name = meaningOf(token).function as FunctionValue['name'];
  const wanted = argumentCounts[name];
  if (wanted === undefined || operands.length === wanted) return { kind: 'function', name, operands, at };
  const message = `\`${name}\` takes ${wanted} value${wanted === 1 ? '' : 's'}, found ${operands.length}`;
  throw grammarStop('wrong-number', message, at);
}

/** The text of `UserString("KEY")` has no label. */
export function userString(values: readonly Value[], at: number): Value {
  return { kind: 'query', name: 'UserString', parameters: [{ label: 'text', values, at }], at };
}

function comparisonOf(operands: readonly Value[], comparators: readonly IToken[]): Comparison {
  const beyond = comparators[2];
  if (beyond !== undefined) {
    throw grammarStop('syntax', 'a comparison has at most two comparators; join more with `And`', beyond.startOffset);
  }
  return { operands, comparators: comparators.map(({ image }) => (image === '=' ? '==' : image) as Comparator) };
}

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
  return { value: { kind: 'choice', comparison, then, otherwise, at }, at };
}

export function parenthesizedValue({ value, comparison, at }: Parenthesized): Value {
  if (value !== undefined) return value;
  if (comparison !== undefined) return { kind: 'choice', comparison, at };
  throw grammarStop('syntax', 'expected a value between these parentheses, found a condition', at);
}

export function parenthesizedCondition({ condition, comparison, at }: Parenthesized): Condition {
  if (condition !== undefined) return condition;
  if (comparison !== undefined) return conditionOf('Compare', undefined, none, none, at, comparison);
  throw grammarStop('syntax', 'expected a comparison or a condition between these parentheses, found a value', at);
}

const none: readonly never[] = [];

function conditionOf(
  name: string,
  word: string | undefined,
  operands: readonly Condition[],
  parameters: readonly Parameter[],
  at: number,
  comparison?: Comparison,
): Condition {
  return { kind: 'condition', name, word, operands, parameters, comparison, at };
}

export function listCondition(keyword: IToken, operands: readonly Condition[]): Condition {
  return conditionOf(meaningOf(keyword).spelling, undefined, operands, none, keyword.startOffset);
}

export function bareCondition(keyword: IToken): Condition {
  const word = meaningOf(keyword).condition?.name ?? '';
  const isType = typeWords.has(word);
  return conditionOf(isType ? 'Type' : word, isType ? word : undefined, none, none, keyword.startOffset);
}

export function buildCondition(reading: Reading): Condition {
  const { construct, word, keyword, parts } = reading;
  if (parts.length === 0 && word === undefined) return bareCondition(keyword);
  return conditionOf(construct.name, word, conditionsOf(reading), parametersOf(reading), keyword.startOffset);
}

export function buildEffect(reading: Reading): Effect {
  const { construct, word, keyword } = reading;
  let label = '';
  let effects: readonly Effect[] = none;
  let otherwise: readonly Effect[] = none;
  const conditions: Effect['conditions'][number][] = [];
  for (const { spec, part } of reading.parts) {
    if (part.kind === 'condition') conditions.push({ label: spec.label, condition: part.condition });
    else if (part.kind === 'effects') {
      if (spec.label === 'else') otherwise = part.effects;
      else effects = part.effects;
    } else if (spec.label === 'accountinglabel') label = literalText(part, 'accountinglabel');
  }
  const isSpelledOtherwise = construct.word === undefined && keyword.image !== construct.name;
  return {
    kind: 'effect',
    name: construct.name,
    parameters: parametersOf(reading).filter((each) => each.label !== 'accountinglabel'),
    conditions,
    effects,
    otherwise,
    label,
    at: keyword.startOffset,
    word,
    spelling: isSpelledOtherwise ? keyword.image : undefined,
  };
}

export function buildGroup(reading: Reading): EffectsGroup {
  const conditions = new Map<string, Condition>();
  let effects: readonly Effect[] = none;
  let [stackingGroup, label, priority] = ['', '', 100];
  for (const { spec, part } of reading.parts) {
    if (part.kind === 'condition') conditions.set(spec.label, part.condition);
    else if (part.kind === 'effects') ({ effects } = part);
    else if (spec.label === 'stackinggroup') stackingGroup = literalText(part, spec.label);
    else if (spec.label === 'accountinglabel') label = literalText(part, spec.label);
    else if (spec.label === 'priority') priority = literalInteger(part);
  }
  const at = reading.keyword.startOffset;
  const [scope, activation] = ['scope', 'activation'].map((each) => conditions.get(each));
  if (scope === undefined) throw grammarStop('missing-parameter', 'expected `scope =` of `EffectsGroup`', at);
  return { scope, activation, stackingGroup, label, priority, effects, at };
}

export function buildQuery(reading: Reading): Value {
  const { construct, keyword } = reading;
  return { kind: 'query', name: construct.name, parameters: parametersOf(reading), at: keyword.startOffset };
}

export function buildStatistic(reading: Reading, at: number): Value {
  const [condition] = conditionsOf(reading);
  const [value] = parametersOf(reading).flatMap(({ values }) => values);
  return { kind: 'statistic', statistic: reading.construct.name, value, condition, at };
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
  switch (part.kind) {
    case 'values':
      return { kind: 'values', values: part.values };
    case 'condition':
      return { kind: 'condition', condition: part.condition };
    case 'entries':
      return { kind: 'entries', entries: part.entries.map(buildEntry) };
    default:
      return undefined;
  }
}

function literalText(part: Part, label: string): string {
  return textOf(part.kind === 'values' ? part.values : [], quoteText(label), 0);
}

/** `at`: the place to report if the text is missing. */
export function textOf([value]: readonly (Value | undefined)[], of: string, at: number): string {
  if (value?.kind === 'text') return value.text;
  throw wrongLiteral(`a text in quotes for ${of}`, value, at);
}

function wrongLiteral(expected: string, value: Value | undefined, at: number): Error {
  const found = value === undefined ? 'nothing' : describeValue(value);
  return grammarStop('wrong-type', `expected ${expected}, found ${found}`, value?.at ?? at);
}

function literalInteger(part: Part): number {
  const value = part.kind === 'values' ? part.values.at(0) : undefined;
  const number = value === undefined || divides(value) ? undefined : literalNumber(value);
  if (number !== undefined && Number.isSafeInteger(number)) return number;
  throw wrongLiteral('a whole number for `priority`', value, 0);
}

function divides(value: Value): boolean {
  return (
    value.kind === 'operation' && (value.operator === '/' || value.operator === '^' || value.operands.some(divides))
  );
}
