import { type Arrays, component } from './component.js';
import { handleOf, resolve } from '../kernel/identity.js';
import { fact, touchOne } from '../model/stamps.js';
import type { WorldState } from './state.js';

const columns = { role: { type: 'f64', stored: 'role.object' } } as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
}

/** Names bound to objects at run time; indices from 0. */
export const roles = component({
  name: 'roles',
  rows: 'role',
  columns,
  facts: ['role'],
  hash({ identity, role }, hasher): void {
    for (const handle of role) hasher.number(resolve(identity, handle));
  },
});

/** 0: none, or destroyed. */
export function boundTo({ identity, role }: WorldState, index: number): number {
  return resolve(identity, role[index + 1]);
}

/** Id 0: none. */
export function bindRole(state: WorldState, index: number, id: number): void {
  bindHandle(state, index, handleOf(state.identity, id));
}

/** The same by handle, which may be stale. */
export function bindHandle(state: WorldState, index: number, handle: number): void {
  if (state.role[index + 1] === handle) return;
  state.role[index + 1] = handle;
  touchOne(state.stamps, fact.role, index);
}
