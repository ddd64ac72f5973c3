import { EdictError } from '../kernel/errors.js';
import { idLimit } from '../kernel/identity.js';
import { kindAt } from '../model/model.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './world-state.js';

/**
 * Networks of nodes, such as those through which a faction supplies itself: for each declared sort (by index), faction
 * and node the number of the network that the node is in, 0 for none. Set by the host.
 */

const largest = 2_147_483_647;

/** The network of a faction that a node is in; 0 when it is in none, and for what is no node or no faction. */
export function networkOf(state: WorldState, network: number, faction: number, node: number): number {
  return state.faction[faction] === 0 ? 0 : state.networkOf[cellOf(state, network, state.faction[faction], node)];
}

/**
 * Puts a node into a network of a faction; 0 takes it out. Throws when one of the two is not what it is to be, or the
 * number is none from 0 to 2,147,483,647.
 */
export function setNetwork(state: WorldState, network: number, faction: number, node: number, number: number): void {
  const name = state.model.networks[network];
  if (state.faction[faction] === 0)
    throw new EdictError('no-faction', `object ${faction} is no faction; only factions have networks of ${name}`);
  if (!kindAt(state.model, state.identity.kind[node]).node)
    throw new EdictError('network', `object ${node} is no node; only nodes are in networks of ${name}`);
  if (!Number.isInteger(number) || number < 0 || number > largest) {
    throw new EdictError(
      'network',
      `${number} is no number of a network of ${name}; give a whole number from 0 to ${largest}`,
    );
  }
  const cell = cellOf(state, network, state.faction[faction], node);
  if (state.networkOf[cell] === number) return;
  state.networkOf[cell] = number;
  touch(state.stamps, fact.network);
}

/** Whether any node is in a network of a faction. Looks at all objects. */
export function hasNetwork(state: WorldState, network: number, faction: number): boolean {
  const slot = state.faction[faction];
  if (slot === 0) return false;
  for (let id = 1; id < idLimit(state.identity); id++)
    if (state.networkOf[cellOf(state, network, slot, id)] !== 0) return true;
  return false;
}

/** Takes all nodes out of the networks of the faction of a slot, which is about to be free. */
export function endNetworks(state: WorldState, slot: number): void {
  const step = state.factionEntity.length;
  for (let cell = slot; cell < state.networkOf.length; cell += step) state.networkOf[cell] = 0;
  touch(state.stamps, fact.network);
}

function cellOf(state: WorldState, network: number, slot: number, node: number): number {
  return node * state.networkWidth + network * state.factionEntity.length + slot;
}
