import { handleOf, idLimit, isLive } from '../kernel/identity.js';
import { header } from '../kernel/arena.js';
import { streamWidth } from '../kernel/streams.js';
import { checkCells } from './check-cells.js';
import { checkHoldings, checkLinks } from './check-holdings.js';
import { damaged } from './damage.js';
import { laneCount } from './lanes.js';
import { classAt, kindAt } from '../model/model.js';
import { liveIds } from './objects.js';
import { isNode, laneStep, placeKind } from './place.js';
import { areSlotsRelated, wordsOfRelation } from './relations.js';
import { wordsOfSight } from './sights.js';
import type { WorldState } from './world-state.js';

/**
 * Throws when a state that came from a file holds what no world could: rows that point nowhere, kinds or words that
 * content does not have.
 */
export function checkState(state: WorldState): void {
  const { model, identity } = state;
  checkRows(state);
  let live = 0;
  for (const id of liveIds(state)) {
    live++;
    if (identity.kind[id] > model.kinds.length) throw damaged(`object ${id} is of an unknown kind`);
    if (state.class[id] < 0 || state.class[id] > model.classes.length)
      throw damaged(`object ${id} is of an unknown class`);
    if (state.class[id] > 0 && classAt(model, state.class[id]).kind !== identity.kind[id])
      throw damaged(`object ${id} is of a class of another kind`);
    for (const [what, other] of [
      ['owner', state.owner[id]],
      ['parent', state.parent[id]],
      ['lane', state.end[id]],
      ['lane', state.otherEnd[id]],
    ] as const) {
      if (other !== 0 && !(other > 0 && other < idLimit(identity) && isLive(identity, other)))
        throw damaged(`the ${what} of object ${id} does not exist`);
    }
    if (state.name[id] < 0 || state.name[id] >= state.strings.texts.length)
      throw damaged(`object ${id} has a name that is not in it`);
    checkPlace(state, id);
    checkWords(state, id);
  }
  checkTables(state);
  checkCells(state);
  checkHoldings(state);
  checkLinks(state);
  if (live !== state.arena.header[header.live])
    throw damaged(`it holds ${live} objects and counts ${state.arena.header[header.live]}`);
  for (const id of liveIds(state)) checkAncestors(state, id);
}

/** Row 0 of everything is none, and every row, also a free one, has a generation of which handles can be made. */
function checkRows({ arena, identity }: WorldState): void {
  arena.layout.columns.forEach(({ name, width }, i) => {
    if (arena.columns[i].subarray(0, width).some((value) => value !== 0))
      throw damaged(`row 0 of ${name}, which is none, holds something`);
  });
  for (let id = 1; id < idLimit(identity); id++) {
    if (!Number.isSafeInteger(handleOf(identity, id)))
      throw damaged(`row ${id} has had more tenants than a row can have`);
  }
}

function checkPlace(state: WorldState, id: number): void {
  const node = kindAt(state.model, state.identity.kind[id]).node;
  const place = state.place[id];
  if (place > placeKind.point || (node && place !== placeKind.node))
    throw damaged(`object ${id} is at no place that its kind can be at`);
  if (!Number.isFinite(state.x[id]) || !Number.isFinite(state.y[id]))
    throw damaged(`object ${id} has no finite position`);
  if (node && state.end[id] !== id) throw damaged(`node ${id} is not at itself`);
  if (state.parent[id] !== 0 && place !== placeKind.inherited)
    throw damaged(`object ${id} hangs on another and is at a place of its own`);
  checkLeftOvers(state, id, place);
  if (place === placeKind.node && !isAt(state, id, state.end[id])) throw damaged(`object ${id} is at no node`);
  if (place !== placeKind.lane) return;
  checkLanePosition(state, id, state.end[id], state.otherEnd[id], state.fraction[id]);
}

/** One place is written in one way: what a kind of place has no use for is 0. */
function checkLeftOvers({ end, otherEnd, fraction, x, y }: WorldState, id: number, place: number): void {
  const isLane = place === placeKind.lane;
  const [hasEnd, hasPoint] = [isLane || place === placeKind.node, place !== placeKind.inherited];
  if (
    (!hasEnd && end[id] !== 0) ||
    (!isLane && (otherEnd[id] !== 0 || fraction[id] !== 0)) ||
    (!hasPoint && (x[id] !== 0 || y[id] !== 0))
  ) {
    throw damaged(`object ${id} has more of a place than its kind of place takes`);
  }
}

/** A position that two numbers could stand for would be two: see `put`. */
function checkLanePosition(state: WorldState, id: number, end: number, otherEnd: number, fraction: number): void {
  if (!isNode(state, end) || !isNode(state, otherEnd)) throw damaged(`object ${id} is on no lane`);
  if (end >= otherEnd)
    throw damaged(`object ${id} is on a lane from ${end} to ${otherEnd}, which counts from the lower id`);
  if (!(fraction > 0 && fraction < 1 && Number.isInteger(fraction / laneStep))) {
    throw damaged(
      `object ${id} is ${fraction} of the way along its lane, which is no whole number of steps of 2^-32 between its ends`,
    );
  }
}

/** Whether an object is where a node is, and that is one. */
function isAt(state: WorldState, id: number, node: number): boolean {
  return (
    isNode(state, node) &&
    kindAt(state.model, state.identity.kind[node]).node &&
    state.x[id] === state.x[node] &&
    state.y[id] === state.y[node]
  );
}

/** Lanes join nodes, faction slots and factions agree, random streams have names and finite states. */
function checkTables(state: WorldState): void {
  const { identity, streams } = state;
  for (let row = 1; row <= laneCount(state); row++) {
    for (const end of [state.laneEnd[row], state.laneOtherEnd[row]]) {
      if (!(end < idLimit(identity) && isNode(state, end))) throw damaged(`lane ${row} joins no nodes`);
    }
  }
  for (const id of liveIds(state)) {
    const slot = state.faction[id];
    const isFaction = kindAt(state.model, identity.kind[id]).faction;
    if (isFaction !== slot > 0 || (slot > 0 && state.factionEntity[slot] !== id))
      throw damaged(`object ${id} has a faction slot that is not its own`);
  }
  checkRelations(state);
  checkSights(state);
  checkNetworks(state);
  for (let row = 1; row <= state.arena.header[header.streams]; row++) {
    const at = row * streamWidth;
    const known = streams.names[row] >= 0 && streams.names[row] < state.strings.texts.length;
    if (!known || !streams.states.subarray(at, at + streamWidth).every(Number.isFinite))
      throw damaged(`random stream ${row} has no state`);
  }
}

/** Only factions that are there are related, only to others, and back where the relation is symmetric. */
function checkRelations(state: WorldState): void {
  const words = wordsOfRelation(state);
  state.related.forEach((bits, at) => {
    if (bits === 0) return;
    const slot = Math.floor(at / state.relatedWords);
    const index = at % state.relatedWords;
    const relation = Math.floor(index / words);
    for (let bit = 0; bit < 32; bit++)
      if (((bits >>> bit) & 1) === 1) checkRelation(state, relation, slot, (index % words) * 32 + bit);
  });
}

function checkRelation(state: WorldState, relation: number, slot: number, other: number): void {
  if (relation >= state.model.relations.length || slot === other || !isTaken(state, slot) || !isTaken(state, other)) {
    throw damaged(`faction slot ${slot} is related to what is no other faction`);
  }
  const { name, symmetric } = state.model.relations[relation];
  if (symmetric && !areSlotsRelated(state, relation, other, slot))
    throw damaged(`${name} holds between two faction slots only one way`);
}

/** Only factions that are there have sights, and only of objects that are there. */
function checkSights(state: WorldState): void {
  const words = wordsOfSight(state);
  state.sightedBy.forEach((bits, at) => {
    if (bits === 0) return;
    const id = Math.floor(at / state.sightedWords);
    for (let bit = 0; bit < 32; bit++) {
      if (((bits >>> bit) & 1) === 0) continue;
      if (!isThere(state, id) || !isTaken(state, ((at % state.sightedWords) % words) * 32 + bit))
        throw damaged(`row ${id} is in sight of what is no faction, or is free`);
    }
  });
}

/** Only nodes are in networks, and only of factions that are there. */
function checkNetworks(state: WorldState): void {
  state.networkOf.forEach((number, at) => {
    if (number === 0) return;
    const id = Math.floor(at / state.networkWidth);
    const isNode = isThere(state, id) && kindAt(state.model, state.identity.kind[id]).node;
    if (!isNode || number < 0 || !isTaken(state, (at % state.networkWidth) % state.factionEntity.length))
      throw damaged(`row ${id} is in a network that cannot be`);
  });
}

function isThere({ identity }: WorldState, id: number): boolean {
  return id < idLimit(identity) && isLive(identity, id);
}

/** Whether a live faction has the slot. */
function isTaken({ identity, faction, factionEntity }: WorldState, slot: number): boolean {
  const entity = slot > 0 && slot < factionEntity.length ? factionEntity[slot] : 0;
  return entity > 0 && entity < idLimit(identity) && isLive(identity, entity) && faction[entity] === slot;
}

function checkWords(state: WorldState, id: number): void {
  for (const index of kindAt(state.model, state.identity.kind[id]).columns) {
    const column = state.model.columns[index];
    const value = state.cells[index][id];
    const limit =
      column.type.name === 'enumeration'
        ? state.model.enumerations[column.type.index].members.length
        : column.type.name === 'class'
          ? state.model.classes.length
          : column.type.name === 'boolean'
            ? 1
            : Infinity;
    if (limit !== Infinity && !(value >= 0 && value <= limit))
      throw damaged(`${column.name} of object ${id} is no value of its type`);
    if (!Number.isFinite(value)) throw damaged(`${column.name} of object ${id} is not finite`);
  }
}

function checkAncestors(state: WorldState, id: number): void {
  let depth = 0;
  for (let at = id; at !== 0; at = state.parent[at]) {
    if (++depth > state.limits.attachmentDepth + 1) throw damaged(`object ${id} is attached in a circle or too deep`);
  }
}
