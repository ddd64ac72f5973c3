import type { IToken } from 'chevrotain';
import { quoteText } from '../../diagnostics/quote.js';
import type {
  Condition,
  Effect,
  EffectsGroup,
  Entry,
  Field,
  Parameter,
  QueryValue,
  StatisticValue,
  Value,
} from '../syntax.js';
import { describeValue } from './check.js';
import { grammarStop } from './problem.js';
import { conditionsOf, parametersOf, type Part, type Reading } from './reading.js';
import { typeWords } from './tables.js';
import type { Word } from './vocabulary.js';

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
  if (scope === undefined)
    throw grammarStop({ code: 'missing-parameter', message: 'expected `scope =` of `EffectsGroup`', at });
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

export function buildEntry(reading: Reading): Entry {
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
  throw grammarStop({
    code: 'wrong-type',
    message: `expected a text in quotes for ${quoteText(label)}, found ${found}`,
    at: value?.at ?? 0,
  });
}

function literalInteger(part: Part): number {
  const value = part.sort === 'values' ? part.values[0] : undefined;
  const number = value === undefined ? undefined : constantOf(value);
  if (number !== undefined && Number.isSafeInteger(number)) return number;
  const found = value === undefined ? 'nothing' : describeValue(value);
  throw grammarStop({
    code: 'wrong-type',
    message: `expected a whole number for \`priority\`, found ${found}`,
    at: value?.at ?? 0,
  });
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
