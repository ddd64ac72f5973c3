import { asComparison, asKnown, asRead, constantValue, isSlot } from '../../eval/shape.js';
import type { Term } from '../../eval/term.js';

/** What can be seen of a carrier's conditions before any object is looked at. */

/** `slot 0's column == value`, where the value is a word, and neither none nor what those have who lack the column. */
export function valueTest(term: Term): { readonly column: number; readonly value: number } | undefined {
  const known = asKnown(term);
  if (known === undefined || known.value === 0 || known.of.type.name !== 'enumeration') return undefined;
  const column = columnOfOwn(known.of);
  return column === undefined ? undefined : { column, value: known.value };
}

/** A boolean column of slot 0 that is to be true; what lacks the column holds 0, so it must not be true of them. */
export function flagTest(term: Term): number | undefined {
  return term.type.name === 'boolean' ? columnOfOwn(term) : undefined;
}

/** The column that is read of slot 0, where what lacks it is not taken for what it is initially. */
function columnOfOwn(term: Term): number | undefined {
  const read = asRead(term);
  return read === undefined || read.climb || read.absent === 'initial' || !isSlot(term.args[0])
    ? undefined
    : read.column;
}

/** `times > 0`, which those whom `times` leaves out fail anyway. */
export function isPositive(term: Term, times: Term): boolean {
  const compared = asComparison(term);
  return compared?.comparison === '>' && compared.left === times && constantValue(compared.right) === 0;
}

/** A number of what a reference of slot 0 leads to: the columns of both; what lacks either counts as 0. */
export function referredCount(term: Term): { readonly reference: number; readonly count: number } | undefined {
  const [of] = term.args;
  const count = asRead(term);
  const reference = count && asRead(of);
  if (count === undefined || reference === undefined || term.type.name !== 'number' || !isSlot(of.args[0]))
    return undefined;
  return count.climb || reference.climb || count.absent !== 'zero' || reference.absent !== 'zero'
    ? undefined
    : { reference: reference.column, count: count.column };
}
