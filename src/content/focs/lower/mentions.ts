import type { Condition, Value } from '../syntax.js';

/** Whether a condition mentions the source anywhere: as itself, or by a property of it. */
export function mentionsSource(condition: Condition): boolean {
  return (
    condition.name === 'Source' ||
    condition.operands.some(mentionsSource) ||
    condition.parameters.some(({ values }) => values.some(isOfSource)) ||
    (condition.comparison?.operands.some(isOfSource) ?? false)
  );
}

function isOfSource(value: Value): boolean {
  switch (value.sort) {
    case 'property':
      return value.subject === 'Source';
    case 'running':
      return value.of?.subject === 'Source';
    case 'operation':
    case 'function':
      return value.operands.some(isOfSource);
    case 'statistic':
      return mentionsSource(value.condition) || (value.value !== undefined && isOfSource(value.value));
    case 'query':
      return value.parameters.some(({ values }) => values.some(isOfSource));
    case 'choice':
      return [...value.comparison.operands, value.then, value.otherwise].some(
        (each) => each !== undefined && isOfSource(each),
      );
    default:
      return false;
  }
}

/** Whether chance decides anything in a condition. */
export function mentionsChance(condition: Condition): boolean {
  return (
    condition.name === 'Random' ||
    condition.name === 'NumberOf' ||
    condition.operands.some(mentionsChance) ||
    condition.parameters.some(({ values }) => values.some(draws)) ||
    (condition.comparison?.operands.some(draws) ?? false)
  );
}

function draws(value: Value): boolean {
  switch (value.sort) {
    case 'operation':
      return value.operands.some(draws);
    case 'function':
      return value.name === 'OneOf' || value.name === 'RandomNumber' || value.operands.some(draws);
    case 'statistic':
      return mentionsChance(value.condition) || (value.value !== undefined && draws(value.value));
    case 'query':
      return value.parameters.some(({ values }) => values.some(draws));
    case 'choice':
      return [...value.comparison.operands, value.then, value.otherwise].some(
        (each) => each !== undefined && draws(each),
      );
    default:
      return false;
  }
}
