import { isAvailable, setAvailable } from '../components/availability.js';
import { holds, setHeld } from '../components/holdings.js';
import { areJoined, connect, disconnect, laneCount, neighboursOf } from '../components/lanes.js';
import { listOf, setList } from '../components/links.js';
import { isRelated, setRelated } from '../components/relations.js';
import { bindHandle, bindRole } from '../components/roles.js';
import { factionSees, setSeen, setSeenBy } from '../components/visibility.js';
import { EdictError } from '../kernel/errors.js';
import { describe, listGiven, truthGiven } from '../kernel/given.js';
import type { Handle } from './api.js';
import type { MethodsOf } from './bound.js';
import { type WorldCore, changing, growLanes, growing, idOf, idOrNone } from './core.js';
import { handlesOf, idsOf, wordsHeld } from './holdings.js';
import { classNamed, holdingNamed, linkNamed, relationNamed, roleNamed, wordNamed } from './lookup.js';
import type { WorldRelations } from './relations-api.js';
import { rewrite, settleOr } from './variables.js';

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
    // Worlds without variables have nothing to take back.
    const before = core.solver === undefined ? [] : listOf(state, index, id);
    growing(core, () => {
      setList(state, index, id, ids);
    });
    settleOr(core, () => {
      setList(state, index, id, before);
    });
  },
  listOf(core, object, name) {
    const { state } = core;
    const id = idOf(core, object);
    return handlesOf(state, listOf(state, linkNamed(state.model, name).index, id));
  },
};

function join(core: WorldCore, a: Handle, b: Handle, joined: boolean): void {
  changing(core);
  const { state } = core;
  const [from, to] = [idOf(core, a), idOf(core, b)];
  if (joined && laneCount(state) + 1 >= state.laneEnd.length) growLanes(core);
  rewrite(core, areJoined(state, from, to), joined, (are) => {
    (are ? connect : disconnect)(state, from, to);
  });
}

/** Numbers of the relation and its two factions. */
function relationOf(core: WorldCore, name: string, a: Handle, b: Handle): readonly [number, number, number] {
  return [relationNamed(core.state.model, name), demandFaction(core, a), demandFaction(core, b)];
}

function demandFaction(core: WorldCore, object: Handle): number {
  const id = idOf(core, object);
  if (core.state.faction[id] === 0)
    throw new EdictError('no-faction', `object ${id} is no faction; pass one of a kind with faction: true`);
  return id;
}

/** Numbers of the set, the object and the word. */
function wordOf(core: WorldCore, object: Handle, name: string, word: string): readonly [number, number, number] {
  const id = idOf(core, object);
  const { model } = core.state;
  const { index, words } = holdingNamed(model, name);
  return [index, id, wordNamed(model, words, word)];
}
