import { isAvailable, setAvailable } from '../components/availability.js';
import { checkHolding, heldWords, holdOnly, holdingOffset, holds, setHeld } from '../components/holdings.js';
import { areJoined, connect, disconnect, laneCount, neighboursOf } from '../components/lanes.js';
import { type EdgeList, edgeCount, edgesIn, setEdges } from '../components/edges.js';
import { checkList, demandRoom, listOf, setList } from '../components/links.js';
import { isRelated, setRelated } from '../components/relations.js';
import { bindHandle, bindRole } from '../components/roles.js';
import type { WorldState } from '../components/state.js';
import { factionSees, setSeen, setSeenBy } from '../components/visibility.js';
import { EdictError } from '../kernel/errors.js';
import { describe, entriesGiven, isList, listGiven, reading, truthGiven } from '../kernel/given.js';
import { handleOf, resolve } from '../kernel/identity.js';
import type { Handle, ObjectView } from './api.js';
import type { SpawnOptions } from './spawn-api.js';
import { type MethodsOf, type WorldCore, changing, growEdges, growLanes, growing, idOf, idOrNone } from './core.js';
import { misfit } from './typed-value.js';
import {
  classNamed,
  holdingNamed,
  linkNamed,
  networkNamed,
  relationNamed,
  roleNamed,
  wordNamed,
} from './host-arguments.js';
import type { WorldRelations } from './relations-api.js';
import { handlesGiven } from './command-arguments.js';
import { rewrite, settleOr, structural } from './variables.js';

export const relationMethods: MethodsOf<WorldCore, WorldRelations> = {
  connect(core, a, b) {
    join(core, a, b, true);
  },
  disconnect(core, a, b) {
    join(core, a, b, false);
  },
  neighbours: (core, node) => handlesOf(core.state, neighboursOf(core.state, idOf(core, node))),
  setVisible(core, faction, object, visible) {
    changing(core);
    setSeen(core.state, idOf(core, faction), idOf(core, object), truthGiven('visible', visible));
  },
  setVisibleTo(core, object, factions) {
    changing(core);
    const listed = listGiven('factions of setVisibleTo', factions, 'a list of factions');
    const id = idOf(core, object);
    const seers = listed.map((faction) => idOf(core, faction));
    setSeenBy(core.state, id, seers);
  },
  isVisible: (core, faction, object) => factionSees(core.state, demandFaction(core, faction), idOf(core, object)),
  setAvailable(core, faction, className, available) {
    changing(core);
    const { state } = core;
    const [holder, { index }] = [demandFaction(core, faction), classNamed(state.model, className)];
    const before = isAvailable(state, holder, index) === true;
    rewrite(core, before, truthGiven('available', available), (is) => {
      setAvailable(state, holder, index, is);
    });
  },
  isAvailable: (core, faction, className) =>
    isAvailable(core.state, demandFaction(core, faction), classNamed(core.state.model, className).index) === true,
  setRelated(core, relation, a, b, related) {
    changing(core);
    const { state } = core;
    const [index, from, to] = relationOf(core, relation, a, b);
    rewrite(core, isRelated(state, index, from, to), truthGiven('related', related), (is) => {
      setRelated(state, index, from, to, is);
    });
  },
  isRelated: (core, relation, a, b) => isRelated(core.state, ...relationOf(core, relation, a, b)),
  setRole(core, role, object) {
    changing(core);
    const { state } = core;
    const index = roleNamed(state.model, role);
    const before = state.role[index + 1];
    bindRole(state, index, idOrNone(core, object));
    settleOr(core, () => {
      bindHandle(state, index, before);
    });
  },
  setWord(core, object, name, word, held) {
    changing(core);
    if (typeof (held as unknown) !== 'boolean')
      throw new EdictError('bad-value', `setWord takes true or false, not ${describe(held)}`, name);
    const { state } = core;
    const [index, id, value] = wordOf(core, object, name, word);
    rewrite(core, holds(state, index, id, value), held, (is) => {
      setHeld(state, index, id, value, is);
    });
  },
  hasWord: (core, object, name, word) => holds(core.state, ...wordOf(core, object, name, word)),
  wordsOf: (core, object, name) =>
    wordsHeld(core.state, idOf(core, object), holdingNamed(core.state.model, name).index),
  setList(core, object, name, objects) {
    changing(core);
    const { state } = core;
    const id = idOf(core, object);
    const { index } = linkNamed(state.model, name);
    const ids = idsOf(core, name, objects);
    const before = core.solver === undefined ? [] : listOf(state, index, id);
    growing(core, () => {
      setList(state, index, id, ids);
    });
    settleOr(core, () => {
      setList(state, index, id, before);
    });
  },
  setEdges(core, name, from, to) {
    changing(core);
    const { state } = core;
    const { index } = networkNamed(state.model, name);
    const list = edgesGiven(core, name, from, to);
    growEdges(core, edgeCount(state, index) + list.from.length);
    structural(core, () => {
      setEdges(state, index, list);
    });
  },
  edgesOf({ state }, name) {
    const { from, to } = edgesIn(state, networkNamed(state.model, name).index);
    const handles = (ids: Int32Array): Float64Array => Float64Array.from(ids, (id) => handleOf(state.identity, id));
    return { from: handles(from), to: handles(to) };
  },
  listOf(core, object, name) {
    const { state } = core;
    const id = idOf(core, object);
    return handlesOf(state, listOf(state, linkNamed(state.model, name).index, id));
  },
};

function edgesGiven({ state }: WorldCore, name: string, from: unknown, to: unknown): EdgeList {
  const [firsts, seconds] = [from, to].map((ends, side) =>
    Int32Array.from(handlesGiven(state.identity, `${side === 0 ? 'from' : 'to'} of setEdges`, ends), (handle) =>
      resolve(state.identity, handle),
    ),
  );
  if (firsts.length !== seconds.length)
    throw new EdictError(
      'bad-option',
      `setEdges is given ${firsts.length} first ends and ${seconds.length} second ends for ${name}; give as many of both`,
      name,
    );
  return { from: firsts, to: seconds };
}

function join(core: WorldCore, a: number, b: number, joined: boolean): void {
  changing(core);
  const { state } = core;
  const [from, to] = [idOf(core, a), idOf(core, b)];
  if (joined && laneCount(state) + 1 >= state.laneEnd.length) growLanes(core);
  rewrite(core, areJoined(state, from, to), joined, (are) => {
    (are ? connect : disconnect)(state, from, to);
  });
}

function relationOf(core: WorldCore, name: string, a: number, b: number): readonly [number, number, number] {
  return [relationNamed(core.state.model, name), demandFaction(core, a), demandFaction(core, b)];
}

function demandFaction(core: WorldCore, object: number): number {
  const id = idOf(core, object);
  if (core.state.faction[id] === 0)
    throw new EdictError('no-faction', `object ${id} is not a faction; pass one of a kind with faction: true`);
  return id;
}

function wordOf(core: WorldCore, object: number, name: string, word: string): readonly [number, number, number] {
  const id = idOf(core, object);
  const { model } = core.state;
  const { index, words } = holdingNamed(model, name);
  return [index, id, wordNamed(model, words, word)];
}

export interface FirstHeld {
  readonly holdings: readonly { readonly holding: number; readonly words: readonly number[] }[];
  readonly lists: readonly { readonly link: number; readonly ids: readonly number[] }[];
}

const nothingHeld: FirstHeld = { holdings: [], lists: [] };

/** Throws for unknown names, stale handles, and kinds without the set or list. */
export function firstHeld(core: WorldCore, kind: number, options: SpawnOptions): FirstHeld {
  if (options.holdings === undefined && options.lists === undefined) return nothingHeld;
  const { state } = core;
  const { model } = state;
  return {
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
}

/** Throws where the entries have no room. */
export function demandRoomFor(state: WorldState, { lists }: FirstHeld): void {
  if (lists.length > 0)
    demandRoom(
      state,
      lists.reduce((sum, { ids }) => sum + ids.length, 0),
    );
}

/** Named sets lose the words of the class. */
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

function wordsHeld(state: WorldState, id: number, holding: number): readonly string[] {
  const { holdings, enumerations } = state.model;
  const { members } = enumerations[holdings[holding].words];
  return heldWords(state, holding, id).map((word) => members[word - 1]);
}

export function handlesOf({ identity }: WorldState, ids: readonly number[]): readonly Handle[] {
  return ids.map((id) => handleOf(identity, id));
}

function idsOf(core: WorldCore, name: string, objects: readonly number[]): readonly number[] {
  return demandList(name, objects).map((object) => idOf(core, object));
}

function demandList<Item>(name: string, given: readonly Item[]): readonly Item[] {
  if (!isList(given)) throw misfit(name, given, 'a list');
  return reading(name, () => Array.from(given));
}
