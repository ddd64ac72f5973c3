import type { WorldState } from './state.js';

/** `inherited`: that of the parent, or nowhere. `node`: also of the node itself; `end` is the node. */
export const placeKind = { inherited: 0, node: 1, lane: 2, point: 3 } as const;

export function isNode(state: WorldState, id: number): boolean {
  return state.place[id] === placeKind.node && state.end[id] === id;
}
