import { type Arrays, type ColumnDeclarations, component } from './component.js';
import { EdictError, damaged } from '../kernel/errors.js';
import { isTaken, slotOf } from './faction.js';
import { isThere } from './live-objects.js';
import { idLimit } from '../kernel/identity.js';
import { kindAt } from '../model/model.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './state.js';

const columns = {
  networkOf: { type: 'i32', width: (model, { factions }) => model.networks.length * (factions + 1) },
} as const satisfies ColumnDeclarations;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {
    networkWidth: number;
  }
}

/** Networks of nodes, such as supply: by kind, faction and node a number, 0 for none. Set by the host. */
export const networks = component({
  name: 'networks',
  rows: 'entity',
  columns,
  widths: { networkWidth: 'networkOf' },
  when: ({ networks: declared }) => declared.length > 0,
  facts: ['network'],
  /** The place of a number depends on the room for factions. */
  hashOf({ networkOf: numbers, networkWidth, factionEntity: { length: slots } }, hasher, id): void {
    for (let at = 0; at < networkWidth; at++) {
      const number = numbers[id * networkWidth + at];
      if (number !== 0) for (const each of [-2, Math.floor(at / slots), at % slots, number]) hasher.number(each);
    }
  },
  check(state): void {
    state.networkOf.forEach((number, at) => {
      if (number === 0) return;
      const id = Math.floor(at / state.networkWidth);
      const isNode = isThere(state, id) && kindAt(state.model, state.identity.kind[id]).node;
      if (!isNode || number < 0 || !isTaken(state, (at % state.networkWidth) % state.factionEntity.length))
        throw damaged(`row ${id} is in a network that cannot be`);
    });
  },
  endFaction(state, slot): void {
    for (let cell = slot; cell < state.networkOf.length; cell += state.factionEntity.length) state.networkOf[cell] = 0;
    touch(state.stamps, fact.network);
  },
});

const largest = 2_147_483_647;

/** 0: none, or no node, or no faction. */
export function networkOf(state: WorldState, network: number, faction: number, node: number): number {
  return state.faction[faction] === 0 ? 0 : state.networkOf[cellOf(state, network, state.faction[faction], node)];
}

/** 0 removes the node. Throws for other objects and numbers. */
export function setNetwork(state: WorldState, network: number, faction: number, node: number, number: number): void {
  const name = state.model.networks[network];
  const slot = slotOf(state, faction, `have networks of ${name}`);
  if (!kindAt(state.model, state.identity.kind[node]).node)
    throw new EdictError('network', `object ${node} is not a node; only nodes are in networks of ${name}`);
  if (!Number.isInteger(number) || number < 0 || number > largest) {
    throw new EdictError(
      'network',
      `${number} is not a network number of ${name}; give a whole number from 0 to ${largest}`,
    );
  }
  const cell = cellOf(state, network, slot, node);
  if (state.networkOf[cell] === number) return;
  state.networkOf[cell] = number;
  touch(state.stamps, fact.network);
}

/** Visits all objects. */
export function hasNetwork(state: WorldState, network: number, faction: number): boolean {
  const slot = state.faction[faction];
  if (slot === 0) return false;
  for (let id = 1; id < idLimit(state.identity); id++)
    if (state.networkOf[cellOf(state, network, slot, id)] !== 0) return true;
  return false;
}

function cellOf(state: WorldState, network: number, slot: number, node: number): number {
  return node * state.networkWidth + network * state.factionEntity.length + slot;
}
