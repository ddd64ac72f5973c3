import { clearBitOfAll, hasBit, setBit, visitBits, visitWords } from '../kernel/bits.js';
import { EdictError } from '../kernel/errors.js';
import { type Arrays, type ColumnDeclarations, component } from './component.js';
import { damaged } from './damage.js';
import { isTaken, slotOf } from './faction.js';
import { slotWords, wordsFor } from './sizes.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './state.js';

const columns = {
  related: {
    type: 'u32',
    stored: 'faction.related',
    // A column has a width, also where content declares no relations.
    width: (model, sizes) => Math.max(1, model.relations.length * slotWords(sizes)),
    refers: 'slots',
  },
} as const satisfies ColumnDeclarations;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {
    /** Values of a row. */
    relatedWords: number;
  }
}

/**
 * What factions are to one another, such as at war: one bit for each relation, faction, and other faction. All writing
 * of it is here.
 */
export const relations = component({
  name: 'relations',
  rows: 'faction',
  columns,
  widths: { relatedWords: 'related' },
  facts: ['relation'],
  /** Where a relation's words begin depends on how many factions there is room for. */
  hashSlot(state, hasher, slot): void {
    const words = wordsOfRelation(state);
    visitWords(state.related, slot * state.relatedWords, state.relatedWords, (at, bits) => {
      for (const number of [Math.floor(at / words), at % words, bits]) hasher.number(number);
    });
  },
  check(state): void {
    const words = wordsOfRelation(state);
    const { related, relatedWords } = state;
    visitWords(related, 0, related.length, (at, bits) => {
      const index = at % relatedWords;
      visitBits(bits, (bit) => {
        checkRelation(state, Math.floor(index / words), Math.floor(at / relatedWords), (index % words) * 32 + bit);
      });
    });
  },
  /** Ends all relations from and to the faction. */
  endFaction(state, slot): void {
    state.related.fill(0, slot * state.relatedWords, (slot + 1) * state.relatedWords);
    // The slot's bit is in the same place of every faction's words for every relation.
    clearBitOfAll(state.related, wordsOfRelation(state), slot);
    touch(state.stamps, fact.relation);
  },
});

/** Only factions that are there are related, only to others, and back where the relation is symmetric. */
function checkRelation(state: WorldState, relation: number, slot: number, other: number): void {
  if (relation >= state.model.relations.length || slot === other || !isTaken(state, slot) || !isTaken(state, other)) {
    throw damaged(`faction slot ${slot} is related to what is no other faction`);
  }
  const { name, symmetric } = state.model.relations[relation];
  if (symmetric && !areSlotsRelated(state, relation, other, slot))
    throw damaged(`${name} holds between two faction slots only one way`);
}

/** Whether a relation (by index) holds from one faction to another; false for what is no faction. */
export function isRelated(state: WorldState, relation: number, a: number, b: number): boolean {
  return areSlotsRelated(state, relation, state.faction[a], state.faction[b]);
}

/** The same for slots of factions; nobody is related to slot 0, which is none. */
export function areSlotsRelated(state: WorldState, relation: number, slot: number, other: number): boolean {
  return hasBit(state.related, firstWord(state, relation, slot), other);
}

/**
 * Makes a relation hold from one faction to another or not; a symmetric one also back. Throws for what is no faction,
 * and for a faction and itself.
 */
export function setRelated(state: WorldState, relation: number, a: number, b: number, related: boolean): void {
  const { name, symmetric } = state.model.relations[relation];
  const [slot, other] = [a, b].map((id) => slotOf(state, id, `are related by ${name}`));
  if (slot === other)
    throw new EdictError('relation', `faction ${a} cannot be related to itself by ${name}; name two factions`);
  writeBit(state, relation, slot, other, related);
  if (symmetric) writeBit(state, relation, other, slot, related);
}

/** Words that one relation takes of a faction's. */
export function wordsOfRelation(state: WorldState): number {
  return wordsFor(state.factionEntity.length);
}

function firstWord(state: WorldState, relation: number, slot: number): number {
  return slot * state.relatedWords + relation * wordsOfRelation(state);
}

function writeBit(state: WorldState, relation: number, slot: number, other: number, related: boolean): void {
  if (setBit(state.related, firstWord(state, relation, slot), other, related)) touch(state.stamps, fact.relation);
}
