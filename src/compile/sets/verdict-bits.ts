import { isMissing, isNotFound, type Vector } from '../columns/vector.js';
import type { Test } from '../plan/selection-plan.js';
import { bitsOfClearCodes, bitsOfCodes, bitsOfPresentCodes, bitsOfZeroCodes, fillBits } from './bits.js';

/** Bits of the rows of which a test's term says what is wanted. */
export function verdictBits({ wanted }: Test, { codes, absence }: Vector, length: number, into: Int32Array): void {
  switch (wanted) {
    case 'true': return absence === undefined ? bitsOfCodes(codes, length, into) : bitsOfPresentCodes(codes, absence, length, into);
    case 'clear': return absence === undefined ? bitsOfZeroCodes(codes, length, into) : bitsOfClearCodes(codes, absence, length, into);
    case 'found': return absence === undefined ? fillBits(into, length) : bitsOfFound(absence, length, into);
  }
}

function bitsOfFound(absence: Uint8Array, length: number, into: Int32Array): void {
  for (let word = 0, i = 0; i < length; word++) {
    const end = Math.min(length, i + 32);
    let bits = 0;
    for (let bit = 0; i < end; i++, bit++) bits |= (absence[i] !== isNotFound ? 1 : 0) << bit;
    into[word] = bits;
  }
}

/** The same with a word for each row: 1 where the term says what is wanted, else 0. */
export function verdictCodes({ wanted }: Test, { codes, absence }: Vector, length: number, into: Int32Array): void {
  if (absence === undefined) {
    if (wanted === 'found') return void into.fill(1, 0, length);
    return equalCodes(codes, wanted === 'true' ? 1 : 0, length, into);
  }
  if (wanted === 'true') return presentCodes(codes, absence, length, into);
  if (wanted === 'found') return foundCodes(absence, length, into);
  clearCodes(codes, absence, length, into);
}

function equalCodes(codes: Int32Array, code: number, length: number, into: Int32Array): void {
  for (let i = 0; i < length; i++) into[i] = codes[i] === code ? 1 : 0;
}

function presentCodes(codes: Int32Array, absence: Uint8Array, length: number, into: Int32Array): void {
  for (let i = 0; i < length; i++) into[i] = (codes[i] === 1 ? 1 : 0) & (absence[i] === 0 ? 1 : 0);
}

function clearCodes(codes: Int32Array, absence: Uint8Array, length: number, into: Int32Array): void {
  for (let i = 0; i < length; i++) into[i] = absence[i] === isMissing || (absence[i] === 0 && codes[i] === 0) ? 1 : 0;
}

function foundCodes(absence: Uint8Array, length: number, into: Int32Array): void {
  for (let i = 0; i < length; i++) into[i] = absence[i] !== isNotFound ? 1 : 0;
}

/** What one value says of a test. */
export function passes(wanted: Test['wanted'], value: number | null | undefined): boolean {
  switch (wanted) {
    case 'true': return value === 1;
    case 'clear': return value === 0 || value === undefined;
    case 'found': return value !== null;
  }
}
