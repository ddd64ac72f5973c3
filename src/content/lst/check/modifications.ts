import type { CellModification } from '../../../ir/rule.js';
import type { Format } from '../text/format.js';

const ofNumbers: ReadonlyMap<string, CellModification> = new Map([
  ['SET', 'set'],
  ['ADD', 'add'],
  ['MULTIPLY', 'multiply'],
  ['DIVIDE', 'divide'],
  ['MAX', 'maximum'],
  ['MIN', 'minimum'],
]);
const ofArrays: ReadonlyMap<string, CellModification> = new Map([
  ['SET', 'set'],
  ['ADD', 'union'],
]);
const ofOthers: ReadonlyMap<string, CellModification> = new Map([['SET', 'set']]);

/** What variables of a format can be modified by, by name. */
export function modificationsOf({ name }: Format): ReadonlyMap<string, CellModification> {
  if (name === 'NUMBER') return ofNumbers;
  return name === 'ARRAY' ? ofArrays : ofOthers;
}
