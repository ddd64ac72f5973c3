import type { WorldState } from './state.js';

/**
 * An object without a place of its own is where its parent is, or nowhere. At a node are the node itself and unattached
 * objects there: `end` is the node.
 */
export const placeKind = { inherited: 0, node: 1, lane: 2, point: 3 } as const;

export function isNode(state: WorldState, id: number): boolean {
  return state.place[id] === placeKind.node && state.end[id] === id;
}
