import { type ColumnArray, header } from '../kernel/arena.js';
import { type Hasher, createHasher } from '../kernel/hash.js';
import { flushStreams } from '../kernel/streams.js';
import { textOf } from '../kernel/strings.js';
import { timeOf, turnOf } from '../components/clock.js';
import { type Component, detailsOf } from '../components/component.js';
import { factionTable } from '../components/faction.js';
import { liveIds } from '../components/identity.js';
import { components, componentsToHash } from '../components/index.js';
import { occurrences } from '../components/occurrences.js';
import { triggers } from '../components/triggers.js';
import { runsActions } from '../model/model.js';
import type { WorldState } from '../components/state.js';

/**
 * The hash of what a world means: its turn and seed, the live objects by ascending id with all that is true of them,
 * lanes, availabilities, relations, roles and random streams, further sights and networks, lists, the clock and
 * triggers with what runs and waits, what occurs and which abilities came and went, and the generations of free rows.
 * Capacity, padding and derived indexes do not count; a stale reference counts as none.
 */
export function hashState(state: WorldState): string {
  const hasher = createHasher();
  hashThings(state, hasher);
  // The clock, where it shows something else than the turns.
  if (runsActions(state.model) || timeOf(state) !== turnOf(state)) hasher.number(timeOf(state));
  for (const { hash } of running) hash?.(state, hasher, false);
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
  for (const { hash } of running) hash?.(state, hasher, true);
  for (const number of beside) hasher.number(number);
  return hasher.digest();
}

/** What runs is hashed behind the clock, things before it. */
const running: readonly Component[] = [triggers, occurrences];
const things = componentsToHash.filter((component) => !running.includes(component));

function hashThings(state: WorldState, hasher: Hasher): void {
  flushStreams(state.streams);
  for (const word of [header.turn, header.seedLow, header.seedHigh]) hasher.number(state.arena.header[word]);
  const [numbers, texts] = [hashedAs(state, 'number'), hashedAs(state, 'text')];
  for (const id of liveIds(state)) {
    for (const value of [id, state.identity.generation[id], state.identity.kind[id]]) hasher.number(value);
    for (const column of numbers) hasher.number(column[id]);
    for (const column of texts) hasher.text(textOf(state.strings, column[id]));
    for (const { hashOf } of componentsToHash) hashOf?.(state, hasher, id);
  }
  for (const component of things) {
    component.hash?.(state, hasher, false);
    if (component === factionTable) hashFactions(state, hasher);
  }
}

/** The columns of objects that are hashed as numbers, or as texts. */
function hashedAs(state: WorldState, how: 'number' | 'text'): readonly ColumnArray[] {
  return components.flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([key, declared]) =>
      detailsOf(declared).hash === how ? [state[key as keyof WorldState] as ColumnArray] : [],
    ),
  );
}

function hashFactions(state: WorldState, hasher: Hasher): void {
  for (let slot = 1; slot < state.factionEntity.length; slot++) {
    if (state.factionEntity[slot] === 0) continue;
    for (const { hashSlot } of components) hashSlot?.(state, hasher, slot);
  }
}
