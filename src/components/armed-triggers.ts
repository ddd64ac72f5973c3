import { hasBit, setBit } from '../kernel/bit-words.js';
import { header } from '../kernel/arena.js';
import { runsActions } from '../model/model.js';
import { type Arrays, component } from './component.js';
import { frameCount, hashFrame } from './frames.js';
import { hashDelays } from './delays.js';
import type { WorldState } from './state.js';

const columns = {
  armed: { type: 'u32', stored: 'trigger.armed' },
  wasTrue: { type: 'u32', stored: 'trigger.was' },
} as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
}

/** Armed or not, with their condition at the last check for a rise. Indices from 0; bits from word 1. */
export const triggers = component({
  name: 'triggers',
  rows: 'trigger',
  columns,
  when: runsActions,
  hash(state, hasher, standing): void {
    if (!runsActions(state.model)) return;
    if (!standing) hasher.number(state.arena.header[header.polls]);
    for (const bits of [state.armed, state.wasTrue]) for (const word of bits) hasher.number(word);
    if (!standing) for (let row = 1; row <= frameCount(state); row++) hashFrame(state.frames, row, hasher);
    hashDelays(state, hasher);
  },
});

export function isArmed({ armed }: WorldState, index: number): boolean {
  return hasBit(armed, 1, index);
}

export function setArmed({ armed }: WorldState, index: number, is: boolean): void {
  setBit(armed, 1, index, is);
}

export function wasTrue({ wasTrue: bits }: WorldState, index: number): boolean {
  return hasBit(bits, 1, index);
}

export function setWasTrue({ wasTrue: bits }: WorldState, index: number, is: boolean): void {
  setBit(bits, 1, index, is);
}
