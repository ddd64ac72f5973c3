import { checkHolding, heldWords, holdOnly, holdingOffset } from '../components/holdings.js';
import { checkList, demandRoom, listOf, setList } from '../components/links.js';
import type { WorldState } from '../components/state.js';
import { entriesGiven, isList, reading } from '../kernel/given.js';
import { handleOf } from '../kernel/identity.js';
import type { Handle, ObjectView, SpawnOptions } from './api.js';
import { misfit } from './cell-value.js';
import { type WorldCore, growing, idOf } from './core.js';
import { holdingNamed, linkNamed, wordNamed } from './lookup.js';

/** Of a new object. */
interface FirstHeld {
  readonly holdings: readonly { readonly holding: number; readonly words: readonly number[] }[];
  readonly lists: readonly { readonly link: number; readonly ids: readonly number[] }[];
}

const nothingHeld: FirstHeld = { holdings: [], lists: [] };

/**
 * Makes room for it. Throws for unknown names, stale handles, what the kind cannot hold or list, and a full world that
 * is fixed.
 */
export function firstHeld(core: WorldCore, kind: number, options: SpawnOptions): FirstHeld {
  if (options.holdings === undefined && options.lists === undefined) return nothingHeld;
  const { state } = core;
  const { model } = state;
  const first = {
    holdings: entriesGiven('holdings of spawn', options.holdings ?? {}, 'an object of sets and their words').map(
      ([name, words]) => {
        const { index, words: enumeration } = holdingNamed(model, name);
        checkHolding(state, index, kind);
        return { holding: index, words: demandList(name, words).map((word) => wordNamed(model, enumeration, word)) };
      },
    ),
    lists: entriesGiven('lists of spawn', options.lists ?? {}, 'an object of lists and their objects').map(
      ([name, objects]) => {
        const { index } = linkNamed(model, name);
        const ids = idsOf(core, name, objects);
        checkList(state, index, kind, ids);
        return { link: index, ids };
      },
    ),
  };
  const listed = first.lists.reduce((sum, { ids }) => sum + ids.length, 0);
  if (listed > 0)
    growing(core, () => {
      demandRoom(state, listed);
    });
  return first;
}

/** Sets that are named hold nothing else, whatever the class says. */
export function giveHeld(state: WorldState, id: number, { holdings, lists }: FirstHeld): void {
  for (const { holding, words } of holdings) holdOnly(state, holding, id, words);
  for (const { link, ids } of lists) setList(state, link, id, ids);
}

export function allHeld(state: WorldState, id: number): Pick<ObjectView, 'holdings' | 'lists'> {
  const kind = state.identity.kind[id];
  const { holdings, links } = state.model;
  return {
    holdings: Object.fromEntries(
      holdings
        .filter(({ index }) => holdingOffset(state, index, kind) >= 0)
        .map(({ index, name }) => [name, wordsHeld(state, id, index)]),
    ),
    lists: Object.fromEntries(
      links
        .filter(({ kinds }) => kinds.includes(kind))
        .map(({ index, name }) => [name, handlesOf(state, listOf(state, index, id))]),
    ),
  };
}

export function wordsHeld(state: WorldState, id: number, holding: number): readonly string[] {
  const { holdings, enumerations } = state.model;
  const { members } = enumerations[holdings[holding].words];
  return heldWords(state, holding, id).map((word) => members[word - 1]);
}

export function handlesOf({ identity }: WorldState, ids: readonly number[]): readonly Handle[] {
  return ids.map((id) => handleOf(identity, id));
}

export function idsOf(core: WorldCore, name: string, objects: readonly Handle[]): readonly number[] {
  return demandList(name, objects).map((object) => idOf(core, object));
}

function demandList<Item>(name: string, given: readonly Item[]): readonly Item[] {
  if (!isList(given)) throw misfit(name, given, 'a list');
  return reading(name, () => Array.from(given));
}
