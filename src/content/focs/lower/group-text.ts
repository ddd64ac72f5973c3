import type { Comparison, Condition, Effect, EffectsGroup, Parameter, Value } from '../syntax.js';

/**
 * The conditions and effects of a group without places: equal groups have equal texts. Texts of content hold no quotes.
 */
export function groupText({ scope, activation, effects }: EffectsGroup): string {
  return `${conditionText(scope)}|${activation === undefined ? '' : conditionText(activation)}|${effectsText(effects)}`;
}

function conditionText({ name, word, operands, parameters, comparison }: Condition): string {
  let text = word === undefined ? name : `${name}:${word}`;
  if (operands.length > 0) {
    text += '[';
    for (const operand of operands) text += `${conditionText(operand)} `;
    text += ']';
  }
  if (parameters.length > 0) text += parametersText(parameters);
  return comparison === undefined ? text : text + comparisonText(comparison);
}

function comparisonText({ operands, comparators }: Comparison): string {
  let text = `(${comparators.join(' ')}`;
  for (const operand of operands) text += ` ${valueText(operand)}`;
  return `${text})`;
}

function parametersText(parameters: readonly Parameter[]): string {
  let text = '{';
  for (const { label, values } of parameters) {
    text += `${label}=`;
    for (const value of values) text += `${valueText(value)} `;
  }
  return `${text}}`;
}

function valueText(value: Value): string {
  switch (value.kind) {
    case 'number':
      return value.integer ? `${value.value}` : `${value.value}.`;
    case 'text':
      return `"${value.text}"`;
    case 'word':
      return `'${value.word}`;
    case 'property':
      return `${value.subject}.${value.through.join('.')}.${value.property}`;
    case 'free':
      return value.name;
    case 'running':
      return value.of === undefined ? 'Value' : `Value(${valueText(value.of)})`;
    case 'operation':
      return listText(value.operator, value.operands);
    case 'function':
      return listText(value.name, value.operands);
    case 'statistic':
      return `${value.statistic}(${value.value === undefined ? '' : valueText(value.value)};${conditionText(value.condition)})`;
    case 'query':
      return value.name + parametersText(value.parameters);
    case 'choice':
      return `?${comparisonText(value.comparison)}${[value.then, value.otherwise].map((each) => (each === undefined ? '' : valueText(each))).join(':')}`;
  }
}

function listText(name: string, operands: readonly Value[]): string {
  let text = `(${name}`;
  for (const operand of operands) text += ` ${valueText(operand)}`;
  return `${text})`;
}

function effectsText(effects: readonly Effect[]): string {
  let all = '';
  for (const { name, word, parameters, conditions, effects: inner, otherwise, label } of effects) {
    all += `${name}:${word ?? ''}"${label}"`;
    if (parameters.length > 0) all += parametersText(parameters);
    for (const { label: by, condition } of conditions) all += `${by}=${conditionText(condition)}`;
    if (inner.length > 0 || otherwise.length > 0) all += `[${effectsText(inner)}][${effectsText(otherwise)}]`;
    all += ';';
  }
  return all;
}
