import { boundTo } from '../../state/roles.js';
import type { WorldState } from '../../state/world-state.js';

/** Which of some roles are bound to which objects, both ways. */
export interface BoundRoles {
  /** Looks all of them up anew. */
  renew(): void;
  /** Looks one up anew. */
  renewOne(role: number): void;
  /** The object of a role; 0: none. */
  objectOf(role: number): number;
  /** The first role that is bound to an object, and the next behind a role; -1: none. */
  firstOf(id: number): number;
  nextOf(role: number): number;
}

/** `used`: by role, 1 where anybody asks for it. */
export function createBoundRoles(state: WorldState, used: Uint8Array): BoundRoles {
  const objects = new Int32Array(used.length);
  const next = new Int32Array(used.length).fill(-1);
  /** By object: the first role, plus 1. */
  let first = new Int32Array(0);
  return {
    renew() {
      const { length } = state.identity.kind;
      if (first.length === length) first.fill(0);
      else first = new Int32Array(length);
      for (let role = used.length - 1; role >= 0; role--) if (used[role] === 1) link(role, boundTo(state, role));
    },
    renewOne(role) {
      const id = boundTo(state, role);
      if (used[role] === 0 || id === objects[role]) return;
      unlink(role);
      link(role, id);
    },
    objectOf: (role) => objects[role],
    firstOf: (id) => first[id] - 1,
    nextOf: (role) => next[role],
  };

  function link(role: number, id: number): void {
    objects[role] = id;
    next[role] = id === 0 ? -1 : first[id] - 1;
    if (id !== 0) first[id] = role + 1;
  }

  function unlink(role: number): void {
    const id = objects[role];
    if (id === 0) return;
    if (first[id] === role + 1) {
      first[id] = next[role] + 1;
      return;
    }
    let before = first[id] - 1;
    while (next[before] !== role) before = next[before];
    next[before] = next[role];
  }
}
