import { type Arrays, component } from './component.js';
import { handleOf, resolve } from '../kernel/identity.js';
import { fact, touchOne } from '../model/stamps.js';
import type { WorldState } from './state.js';

const columns = { role: { type: 'f64', stored: 'role.object' } } as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
}

/** Roles are names that are bound to objects at run time. Their indices begin at 0. */
export const roles = component({
  name: 'roles',
  rows: 'role',
  columns,
  facts: ['role'],
  hash({ identity, role }, hasher): void {
    for (const handle of role) hasher.number(resolve(identity, handle));
  },
});

/** The object that a role is bound to; 0 while it is bound to none or that is gone. */
export function boundTo({ identity, role }: WorldState, index: number): number {
  return resolve(identity, role[index + 1]);
}

/** Binds a role to an object, or to none (0). */
export function bindRole(state: WorldState, index: number, id: number): void {
  bindHandle(state, index, handleOf(state.identity, id));
}

/** The same by handle, which may be one of an object that is gone. */
export function bindHandle(state: WorldState, index: number, handle: number): void {
  if (state.role[index + 1] === handle) return;
  state.role[index + 1] = handle;
  touchOne(state.stamps, fact.role, index);
}
