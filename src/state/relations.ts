import { EdictError } from '../kernel/errors.js';
import { wordsFor } from '../components/layout.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './world-state.js';

/**
 * What factions are to one another, such as at war: one bit for each relation, faction, and other faction. All writing
 * of it is here.
 */

/** Whether a relation (by index) holds from one faction to another; false for what is no faction. */
export function isRelated(state: WorldState, relation: number, a: number, b: number): boolean {
  return areSlotsRelated(state, relation, state.faction[a], state.faction[b]);
}

/** The same for slots of factions; nobody is related to slot 0, which is none. */
export function areSlotsRelated(state: WorldState, relation: number, slot: number, other: number): boolean {
  return ((state.related[wordOf(state, relation, slot, other)] >>> (other & 31)) & 1) === 1;
}

/**
 * Makes a relation hold from one faction to another or not; a symmetric one also back. Throws for what is no faction,
 * and for a faction and itself.
 */
export function setRelated(state: WorldState, relation: number, a: number, b: number, related: boolean): void {
  const { name, symmetric } = state.model.relations[relation];
  const [slot, other] = [a, b].map((id) => slotOf(state, id, name));
  if (slot === other)
    throw new EdictError('relation', `faction ${a} cannot be related to itself by ${name}; name two factions`);
  writeBit(state, relation, slot, other, related);
  if (symmetric) writeBit(state, relation, other, slot, related);
}

/** Ends all relations from and to the faction of a slot, which is about to be free. */
export function endRelations(state: WorldState, slot: number): void {
  state.related.fill(0, slot * state.relatedWords, (slot + 1) * state.relatedWords);
  // The slot's bit is in the same place of every faction's words for every relation.
  const step = wordsOfRelation(state);
  for (let word = slot >>> 5; word < state.related.length; word += step) state.related[word] &= ~(1 << (slot & 31));
  touch(state.stamps, fact.relation);
}

/** Words that one relation takes of a faction's. */
export function wordsOfRelation(state: WorldState): number {
  return wordsFor(state.factionEntity.length);
}

function wordOf(state: WorldState, relation: number, slot: number, other: number): number {
  return slot * state.relatedWords + relation * wordsOfRelation(state) + (other >>> 5);
}

function slotOf(state: WorldState, id: number, relation: string): number {
  const slot = state.faction[id];
  if (slot === 0)
    throw new EdictError('no-faction', `object ${id} is no faction; only factions are related by ${relation}`);
  return slot;
}

function writeBit(state: WorldState, relation: number, slot: number, other: number, related: boolean): void {
  const word = wordOf(state, relation, slot, other);
  const bit = 1 << (other & 31);
  const before = state.related[word];
  state.related[word] = related ? before | bit : before & ~bit;
  if (state.related[word] !== before) touch(state.stamps, fact.relation);
}
