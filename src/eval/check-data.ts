import { type Model, type Type, largestValue } from '../model/model.js';
import { slotCount } from '../ir/node.js';
import { type WhenAbsent, absenceBy } from './data.js';
import { refuse } from './emit/code.js';

/** Checks of the data of operations before code generation; each throws on odd data. */

export function checkIndex(index: number, from: number, to: number): void {
  if (!Number.isInteger(index) || index < from || index >= to) refuse('an index out of range');
}

export function checkWord(word: string, words: readonly string[]): void {
  if (!words.includes(word)) refuse('an unknown word');
}

export function checkSlot(slot: number): void {
  checkIndex(slot, 0, slotCount);
}

export function checkWhenAbsent(absent: WhenAbsent): void {
  checkWord(absent, Object.keys(absenceBy));
}

/** A code of a type that is no number; an object constant can only be none. */
export function checkCode(value: number, type: Type, model: Model): void {
  if (type.name === 'number') return;
  const most = largestValue(model, type);
  checkIndex(value, 0, most === Infinity ? 1 : most + 1);
}

export function checkNumeral(value: number, whole: boolean): void {
  if (whole && !Object.is(value, value | 0)) refuse('an invalid int');
}
