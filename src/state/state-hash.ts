import { header } from '../kernel/arena.js';
import { type Hasher, createHasher } from '../kernel/hash.js';
import { idLimit, isLive, resolve } from '../kernel/identity.js';
import { flushStreams, streamWidth } from '../kernel/streams.js';
import { textOf } from '../kernel/strings.js';
import { laneCount } from './lanes.js';
import { listings } from './links.js';
import { variablesOf } from './cell-blocks.js';
import { timeOf, turnOf } from './clock.js';
import { isPooled, kindAt, runsActions } from '../model/model.js';
import { liveIds } from './objects.js';
import { readCell } from './cells.js';
import { delayCount, delayRow } from './delays.js';
import { type FrameColumns, frameColumnNames } from '../components/frame-columns.js';
import { frameCount } from './frames.js';
import { wordsOfRelation } from './relations.js';
import { wordsOfSight } from './sights.js';
import { hashStanding, hashTiming } from './timing-hash.js';
import type { WorldState } from './world-state.js';

/**
 * The hash of what a world means: its turn and seed, the live objects by ascending id with all that is true of them,
 * lanes, availabilities, relations, roles and random streams, further sights and networks, lists, the clock and
 * triggers with what runs and waits, what occurs and which abilities came and went, and the generations of free rows.
 * Capacity, padding and derived indexes do not count; a stale reference counts as none.
 */
export function hashState(state: WorldState): string {
  const hasher = createHasher();
  hashThings(state, hasher);
  hashTriggers(state, hasher);
  hashTiming(state, hasher);
  return hasher.digest();
}

/**
 * The hash of how things stand, with some numbers beside, whatever is running and however it came about: without
 * frames, what they resolve, and numbers that only rise. Equal decisions in equal circumstances have equal hashes.
 */
export function hashBoard(state: WorldState, beside: readonly number[]): string {
  const hasher = createHasher();
  hashThings(state, hasher);
  hasher.number(timeOf(state));
  if (runsActions(state.model)) {
    hashArming(state, hasher);
    hashDelays(state, hasher);
  }
  hashStanding(state, hasher);
  for (const number of beside) hasher.number(number);
  return hasher.digest();
}

function hashThings(state: WorldState, hasher: Hasher): void {
  flushStreams(state.streams);
  for (const word of [header.turn, header.seedLow, header.seedHigh]) hasher.number(state.arena.header[word]);
  for (const id of liveIds(state)) hashObject(state, hasher, id);
  hashFreeRows(state, hasher);
  hashLanes(state, hasher);
  hashLists(state, hasher);
  hashFactions(state, hasher);
  for (const handle of state.role) hasher.number(resolve(state.identity, handle));
  hashStreams(state, hasher);
}

function hashObject(state: WorldState, hasher: Hasher, id: number): void {
  const kind = kindAt(state.model, state.identity.kind[id]);
  for (const value of [
    id,
    state.identity.generation[id],
    kind.index,
    state.class[id],
    state.created[id],
    state.owner[id],
    state.parent[id],
    state.place[id],
    state.end[id],
    state.otherEnd[id],
    state.fraction[id],
    state.x[id],
    state.y[id],
  ])
    hasher.number(value);
  hasher.text(textOf(state.strings, state.name[id]));
  for (const index of kind.columns) hasher.number(readCell(state, state.model.columns[index], id));
  // Words behind the last set bit depend on how many factions there is room for.
  for (let word = 0; word < state.seenWords; word++) {
    const bits = state.seenBy[id * state.seenWords + word];
    if (bits === 0) continue;
    hasher.number(word);
    hasher.number(bits);
  }
  hashSights(state, hasher, id);
  hashNetworks(state, hasher, id);
  hashWords(state, hasher, id);
  hashCells(state, hasher, id);
}

/** Variables, with the texts of those that are handles; the order of first grants, which modifiers apply by. */
function hashCells(state: WorldState, hasher: Hasher, id: number): void {
  const variables = variablesOf(state.model, state.identity.kind[id]);
  if (state.granted.length === 0) return;
  hasher.number(state.granted[id]);
  hasher.number(state.grant[id]);
  for (const { offset, type } of variables) {
    const cell = state.block[id] + offset;
    const value = state.cellValues[cell];
    hasher.number(state.cellClasses[cell]);
    if (type.name === 'entity') hasher.number(resolve(state.identity, value));
    else if (isPooled(type)) hasher.text(textOf(state.strings, value));
    else {
      hasher.number(value);
      // −0 is another double than 0.
      if (type.name === 'numeric' && Object.is(value, -0)) hasher.number(1);
    }
  }
}

/** Where a sight's words begin, and a network's numbers, depends on how many factions there is room for. */
function hashSights(state: WorldState, hasher: Hasher, id: number): void {
  const words = wordsOfSight(state);
  for (let at = 0; at < state.sightedWords; at++) {
    const bits = state.sightedBy[id * state.sightedWords + at];
    if (bits === 0) continue;
    // Neither a word of plain sight nor an id is below 0.
    hasher.number(-1);
    hasher.number(Math.floor(at / words));
    hasher.number(at % words);
    hasher.number(bits);
  }
}

function hashNetworks(state: WorldState, hasher: Hasher, id: number): void {
  const slots = state.factionEntity.length;
  for (let at = 0; at < state.networkWidth; at++) {
    const number = state.networkOf[id * state.networkWidth + at];
    if (number === 0) continue;
    hasher.number(-2);
    hasher.number(Math.floor(at / slots));
    hasher.number(at % slots);
    hasher.number(number);
  }
}

/** Where an object's words begin depends on who came and went before it; within its block they lie by its kind. */
function hashWords(state: WorldState, hasher: Hasher, id: number): void {
  if (state.words.length === 0) return;
  const start = state.wordBlock[id];
  for (let at = 0; at < state.wordCounts[state.identity.kind[id]]; at++) {
    const bits = state.words[start + at];
    if (bits === 0) continue;
    hasher.number(-3);
    hasher.number(at);
    hasher.number(bits);
  }
}

/** Each list in its order; how the rows of several lists lie between one another shows in no result. */
function hashLists(state: WorldState, hasher: Hasher): void {
  for (const { index } of state.model.links) {
    const { start, ids } = listings(state, index);
    for (let id = 1; id < start.length - 1; id++) {
      if (start[id] === start[id + 1]) continue;
      hasher.number(id);
      hasher.number(start[id + 1] - start[id]);
      for (let at = start[id]; at < start[id + 1]; at++) hasher.number(ids[at]);
    }
    hasher.number(0);
  }
}

/** Rows that are free remember how many tenants they had: the handles and draws of the next one follow from it. */
function hashFreeRows({ identity }: WorldState, hasher: Hasher): void {
  for (let id = 1; id < idLimit(identity); id++) {
    if (isLive(identity, id) || identity.generation[id] === 0) continue;
    hasher.number(id);
    hasher.number(identity.generation[id]);
  }
}

function hashLanes(state: WorldState, hasher: Hasher): void {
  const lanes: (readonly [number, number])[] = [];
  for (let row = 1; row <= laneCount(state); row++) lanes.push([state.laneEnd[row], state.laneOtherEnd[row]]);
  hasher.number(lanes.length);
  for (const [a, b] of lanes.sort((p, q) => p[0] - q[0] || p[1] - q[1])) {
    hasher.number(a);
    hasher.number(b);
  }
}

function hashFactions(state: WorldState, hasher: Hasher): void {
  state.factionEntity.forEach((entity, slot) => {
    if (entity === 0) return;
    hasher.number(entity);
    hasher.number(slot);
    for (let word = 0; word < state.availableWords; word++)
      hasher.number(state.available[slot * state.availableWords + word]);
    hashRelations(state, hasher, slot);
  });
}

function hashRelations(state: WorldState, hasher: Hasher, slot: number): void {
  const words = wordsOfRelation(state);
  for (let at = 0; at < state.relatedWords; at++) {
    const bits = state.related[slot * state.relatedWords + at];
    if (bits === 0) continue;
    // Where a relation's words begin depends on how many factions there is room for.
    hasher.number(Math.floor(at / words));
    hasher.number(at % words);
    hasher.number(bits);
  }
}

function hashStreams(state: WorldState, hasher: Hasher): void {
  const { names, states } = state.streams;
  const used = state.arena.header[header.streams];
  const rows = Array.from({ length: used }, (_, i) => ({ name: textOf(state.strings, names[i + 1]), row: i + 1 }));
  for (const { name, row } of rows.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    hasher.text(name);
    for (let i = 0; i < streamWidth; i++) hasher.number(states[row * streamWidth + i]);
  }
}

/**
 * The clock, where it shows something else than the turns; which triggers are armed or were true; what runs and what is
 * delayed.
 */
function hashTriggers(state: WorldState, hasher: Hasher): void {
  if (!runsActions(state.model)) {
    if (timeOf(state) !== turnOf(state)) hasher.number(timeOf(state));
    return;
  }
  hasher.number(timeOf(state));
  hasher.number(state.arena.header[header.polls]);
  hashArming(state, hasher);
  for (let row = 1; row <= frameCount(state); row++) hashFrame(state.frames, row, hasher);
  hashDelays(state, hasher);
}

function hashArming({ armed, wasTrue }: WorldState, hasher: Hasher): void {
  for (const bits of [armed, wasTrue]) for (const word of bits) hasher.number(word);
}

function hashDelays(state: WorldState, hasher: Hasher): void {
  const { parked, delays } = state;
  hasher.number(delayCount(state));
  for (let position = 0; position < delayCount(state); position++) {
    const row = delayRow(state, position);
    for (const column of [delays.left, delays.count, delays.stuck, delays.place]) hasher.number(column[row]);
    for (let i = 0; i < delays.count[row]; i++) hashFrame(parked, delays.start[row] + i, hasher);
  }
}

function hashFrame(columns: FrameColumns, row: number, hasher: Hasher): void {
  for (const name of frameColumnNames) hasher.number(columns[name][row]);
}
