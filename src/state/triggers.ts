import type { WorldState } from './world-state.js';

/**
 * Triggers are armed or not, and remember whether their condition was true when they were last looked at for a rise.
 * Their indices begin at 0; their bits at word 1.
 */

/** The word of a trigger's bits. */
function triggerWord(index: number): number {
  return 1 + (index >>> 5);
}

export function isArmed({ armed }: WorldState, index: number): boolean {
  return ((armed[triggerWord(index)] >>> (index & 31)) & 1) === 1;
}

export function setArmed({ armed }: WorldState, index: number, is: boolean): void {
  setBit(armed, index, is);
}

export function wasTrue({ wasTrue: bits }: WorldState, index: number): boolean {
  return ((bits[triggerWord(index)] >>> (index & 31)) & 1) === 1;
}

export function setWasTrue({ wasTrue: bits }: WorldState, index: number, is: boolean): void {
  setBit(bits, index, is);
}

function setBit(bits: Uint32Array, index: number, is: boolean): void {
  const word = triggerWord(index);
  const bit = 1 << (index & 31);
  bits[word] = is ? bits[word] | bit : bits[word] & ~bit;
}
