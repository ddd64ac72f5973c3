import type { WorldState } from './state.js';

/**
 * Where things are. An object without a place of its own is where the object is that it is attached to; if there is
 * none, it is nowhere. At a node are the node itself and what is there without being attached to it: `end` is the node.
 */
export const placeKind = { inherited: 0, node: 1, lane: 2, point: 3 } as const;

/** Whether an object is a node, which others can be at. */
export function isNode(state: WorldState, id: number): boolean {
  return state.place[id] === placeKind.node && state.end[id] === id;
}
