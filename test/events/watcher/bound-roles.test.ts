import { expect, test } from 'vitest';
import { type BoundRoles, createBoundRoles } from '../../../src/events/watcher/compiled-watcher.js';
import { destroy } from '../../../src/state/object-life.js';
import { bindRole } from '../../../src/components/roles.js';
import { boardsState, roleCount } from '../../support/watched-board.js';

const all = new Uint8Array(roleCount).fill(1);

/** The roles of an object, in the order in which they are found. */
function rolesOf(roles: BoundRoles, id: number): readonly number[] {
  const found: number[] = [];
  for (let role = roles.firstOf(id); role >= 0; role = roles.nextOf(role)) found.push(role);
  return found;
}

test('roles know their objects, and objects their roles', () => {
  const {
    state,
    boards: [one, two],
  } = boardsState();
  for (const role of [0, 3, 5]) bindRole(state, role, one);
  for (const role of [1, 2, 4, 6, 7]) bindRole(state, role, two);
  const roles = createBoundRoles(state, all);
  roles.renew();
  expect(rolesOf(roles, one)).toEqual([0, 3, 5]);
  expect(rolesOf(roles, two)).toEqual([1, 2, 4, 6, 7]);
  expect([roles.objectOf(3), roles.objectOf(4)]).toEqual([one, two]);
});

test.each([
  ['first', 0],
  ['middle', 3],
  ['last', 5],
])('the %s role of an object may go to another', (_what, moved) => {
  const {
    state,
    boards: [one, two],
  } = boardsState();
  for (let role = 0; role < roleCount; role++) bindRole(state, role, [0, 3, 5].includes(role) ? one : 0);
  const roles = createBoundRoles(state, all);
  roles.renew();
  bindRole(state, moved, two);
  expect(roles.objectOf(moved)).toBe(one);
  roles.renewOne(moved);
  expect(rolesOf(roles, one)).toEqual([0, 3, 5].filter((role) => role !== moved));
  expect(rolesOf(roles, two)).toEqual([moved]);
  bindRole(state, moved, 0);
  roles.renewOne(moved);
  expect([roles.objectOf(moved), roles.nextOf(moved), rolesOf(roles, two)]).toEqual([0, -1, []]);
});

test('a role whose object is gone is bound to none', () => {
  const {
    state,
    boards: [one],
  } = boardsState();
  for (const role of [1, 2]) bindRole(state, role, one);
  const roles = createBoundRoles(state, all);
  roles.renew();
  destroy(state, one);
  for (const role of [0, 1, 2]) roles.renewOne(role);
  expect([roles.objectOf(0), roles.objectOf(1), roles.objectOf(2)]).toEqual([0, 0, 0]);
  expect(rolesOf(roles, one)).toEqual([]);
});

test('roles that nobody asks for are left out', () => {
  const {
    state,
    boards: [one],
  } = boardsState();
  for (let role = 0; role < roleCount; role++) bindRole(state, role, one);
  const roles = createBoundRoles(
    state,
    Uint8Array.from(all, (_, role) => (role === 2 || role === 6 ? 1 : 0)),
  );
  roles.renew();
  roles.renewOne(4);
  expect(rolesOf(roles, one)).toEqual([2, 6]);
});

test('renewing all forgets what was', () => {
  const {
    state,
    boards: [one, two],
  } = boardsState();
  const roles = createBoundRoles(state, all);
  roles.renew();
  for (let role = 0; role < roleCount; role++) bindRole(state, role, two);
  roles.renew();
  expect([rolesOf(roles, one), rolesOf(roles, two)]).toEqual([[], [0, 1, 2, 3, 4, 5, 6, 7]]);
});
