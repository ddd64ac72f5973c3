import { type ColumnArray, header } from '../kernel/arena.js';
import { type Hasher, createHasher } from '../kernel/hash.js';
import { flushStreams } from '../kernel/streams.js';
import { textOf } from '../kernel/strings.js';
import { timeOf, turnOf } from '../components/clock.js';
import { type Component, detailsOf } from '../components/component.js';
import { factionTable } from '../components/faction.js';
import { liveIds } from '../components/live-objects.js';
import { components, componentsToHash } from '../components/index.js';
import { hashOwn } from '../components/own-components.js';
import { occurrences } from '../components/occurrence-stack.js';
import { triggers } from '../components/armed-triggers.js';
import { runsActions } from '../model/model.js';
import type { WorldState } from '../components/state.js';

/**
 * Hash of the meaning of a world: turn and seed, live objects by ascending id, other components, running frames, and
 * generations of free rows. Capacity, padding and indexes do not count; a stale reference counts as none.
 */
export function hashState(state: WorldState): string {
  const hasher = createHasher();
  hashThings(state, hasher);
  // The clock, where it differs from the turns.
  if (runsActions(state.model) || timeOf(state) !== turnOf(state)) hasher.number(timeOf(state));
  for (const { hash } of running) hash?.(state, hasher, false);
  return hasher.digest();
}

/**
 * Of the position, with further numbers, without frames and numbers that only rise: equal positions have equal hashes.
 */
export function hashBoard(state: WorldState, further: readonly number[]): string {
  const hasher = createHasher();
  hashThings(state, hasher);
  hasher.number(timeOf(state));
  for (const { hash } of running) hash?.(state, hasher, true);
  for (const number of further) hasher.number(number);
  return hasher.digest();
}

/**
 * Hashes of the parts of a state by name, such as `lanes`, `random streams` or the name of a host component. Two states
 * of one content have equal hashes exactly if all their parts have.
 */
export function hashesByPart(state: WorldState): ReadonlyMap<string, string> {
  flushStreams(state.streams);
  const hashes = new Map<string, string>();
  const add = (name: string, fill: (hasher: Hasher) => void): void => {
    const hasher = createHasher();
    fill(hasher);
    hashes.set(name, hasher.digest());
  };
  const words = state.arena.header;
  add('turn', (hasher) => {
    hasher.number(words[header.turn]);
  });
  add('seed', (hasher) => {
    for (const word of [header.seedLow, header.seedHigh]) hasher.number(words[word]);
  });
  add('clock', (hasher) => {
    hasher.number(timeOf(state));
  });
  add('objects', (hasher) => {
    for (const id of liveIds(state))
      for (const value of [id, state.identity.generation[id], state.identity.kind[id]]) hasher.number(value);
  });
  for (const component of componentsToHash)
    add(component.name, (hasher) => {
      hashComponent(state, component, hasher);
    });
  add('components of the host', (hasher) => {
    hashOwn(state, hasher);
  });
  return hashes;
}

function hashComponent(state: WorldState, component: Component, hasher: Hasher): void {
  const [numbers, texts] = [hashedAs(state, 'number', [component]), hashedAs(state, 'text', [component])];
  for (const id of liveIds(state)) {
    for (const column of numbers) hasher.number(column[id]);
    for (const column of texts) hasher.text(textOf(state.strings, column[id]));
    component.hashOf?.(state, hasher, id);
  }
  for (let slot = 1; slot < state.factionEntity.length; slot++)
    if (state.factionEntity[slot] !== 0) component.hashSlot?.(state, hasher, slot);
  component.hash?.(state, hasher, false);
}

/** After the clock. */
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
  hashOwn(state, hasher);
}

function hashedAs(state: WorldState, how: 'number' | 'text', of = components): readonly ColumnArray[] {
  return of.flatMap(({ columns }) =>
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
