import type { FailureCause, SolvedValue } from '../../world/solving-api.js';
import { type Stage, nameOfSolved } from './stage.js';
import { valueText } from './value-text.js';

/** Why an amount failed, to follow `failed: `. */
export function causeText(stage: Stage, cause: FailureCause): string {
  if (cause.by === 'variable') return `it needs ${nameOfSolved(stage, cause.cell)}, which failed`;
  const [array, ...numbers] = cause.of;
  if (array?.type !== 'array') return `${cause.operation} has no value for ${cause.of.map(valueText).join(', ')}`;
  const elements = `an array of ${String(array.elements.length)} element${array.elements.length === 1 ? '' : 's'}`;
  return cause.operation === 'element'
    ? `there is no index ${textOf(numbers)} in ${elements}`
    : `there is no ${cause.operation} from ${textOf(numbers)} in ${elements}`;
}

function textOf(numbers: readonly SolvedValue[]): string {
  return numbers.map(valueText).join(' to ');
}
