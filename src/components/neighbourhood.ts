import type { Kind } from '../model/model.js';
import { type Placement, placeHolder } from './place.js';
import { placeKind } from './nodes.js';
import type { WorldState } from './state.js';

/**
 * Where an object of a kind can be so that it is where another object is: attached to it or to the nearest thing above
 * it that takes the kind; otherwise, if the kind can be by itself, at the same position. Undefined when it cannot be
 * there.
 */
export function placementBy(state: WorldState, kind: Kind, neighbour: number): Placement | undefined {
  const holder = placeHolder(state, neighbour);
  if (kind.node) return holder === 0 ? undefined : { at: 'point', x: state.x[holder], y: state.y[holder] };
  for (let at = neighbour; at !== 0; at = state.parent[at]) {
    if (kind.attachesTo.includes(state.identity.kind[at])) return { at: 'object', object: at };
  }
  if (kind.attachesTo.length > 0 && kind.orphan === 'destroy') return undefined;
  return kind.faction ? { at: 'nowhere' } : spotOf(state, neighbour);
}

/** The place where an object is, for one that hangs on nothing: its node, its lane, its point, or nowhere. */
export function spotOf(state: WorldState, id: number): Placement {
  const holder = placeHolder(state, id);
  if (holder === 0) return { at: 'nowhere' };
  if (state.place[holder] === placeKind.node) return { at: 'node', node: state.end[holder] };
  if (state.place[holder] === placeKind.lane) {
    return {
      at: 'lane',
      from: state.end[holder],
      to: state.otherEnd[holder],
      fraction: state.fraction[holder],
      x: state.x[holder],
      y: state.y[holder],
    };
  }
  return { at: 'point', x: state.x[holder], y: state.y[holder] };
}
