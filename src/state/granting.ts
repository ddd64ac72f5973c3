import { header } from '../kernel/arena.js';
import type { WorldState } from './world-state.js';

/**
 * Whether the modifiers of an object are in force. The order of first grants is part of the state, because modifiers of
 * equal priority apply by it.
 */

/** Grants an object or revokes it. Worlds whose content declares no variables keep no account of it. */
export function setGranted(state: WorldState, id: number, granted: boolean): void {
  if (state.granted.length === 0) return;
  state.granted[id] = granted ? 1 : 0;
  if (granted && state.grant[id] === 0) state.grant[id] = ++state.arena.header[header.grants];
}
