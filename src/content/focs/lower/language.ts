import { lowerComparison } from './comparisons.js';
import { isFirm, kindsOf, lowerCondition } from './conditions.js';
import { type Language, counting } from './context.js';
import { lowerInner } from './effects.js';
import { lowerEntity } from './entities.js';
import { lowerConditions } from './logic.js';
import { lowerInteger, lowerNumber } from './numbers.js';
import { lowerText } from './texts.js';
import { enumerationOf, itemKindOf, lowerClass, lowerWord } from './words.js';

/** How each sort of syntax is lowered. */
export const language: Language = {
  condition: lowerCondition,
  conditions: lowerConditions,
  kinds: kindsOf,
  isFirm,
  number: lowerNumber,
  real: (value, context) => lowerNumber(value, counting(context, false)),
  integer: lowerInteger,
  entity: lowerEntity,
  word: lowerWord,
  class: lowerClass,
  text: lowerText,
  isNumber: (value) =>
    enumerationOf(value) === undefined &&
    itemKindOf(value) === undefined &&
    (value.sort !== 'property' || value.property !== 'Name'),
  effect: lowerInner,
  comparison: lowerComparison,
};
