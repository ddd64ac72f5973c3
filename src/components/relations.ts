import { clearBitOfAll, hasBit, setBit, visitBits, visitWords } from '../kernel/bit-words.js';
import { EdictError, damaged } from '../kernel/errors.js';
import { type Arrays, type ColumnDeclarations, component, slotWords } from './component.js';
import { isTaken, slotOf, wordsOfSlots } from './faction.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './state.js';

const columns = {
  related: {
    type: 'u32',
    stored: 'faction.related',
    width: (model, sizes) => Math.max(1, model.relations.length * slotWords(sizes)),
    refers: 'slots',
  },
} as const satisfies ColumnDeclarations;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {
    relatedWords: number;
  }
}

/** Relations of factions, such as war: a bit for each relation and pair of factions. Only this file writes them. */
export const relations = component({
  name: 'relations',
  rows: 'faction',
  columns,
  widths: { relatedWords: 'related' },
  facts: ['relation'],
  /** The place of a word depends on the room for factions. */
  hashSlot(state, hasher, slot): void {
    const words = wordsOfSlots(state);
    visitWords(state.related, slot * state.relatedWords, state.relatedWords, (at, bits) => {
      for (const number of [Math.floor(at / words), at % words, bits]) hasher.number(number);
    });
  },
  check(state): void {
    const words = wordsOfSlots(state);
    const { related, relatedWords } = state;
    visitWords(related, 0, related.length, (at, bits) => {
      const index = at % relatedWords;
      visitBits(bits, (bit) => {
        checkRelation(state, Math.floor(index / words), Math.floor(at / relatedWords), (index % words) * 32 + bit);
      });
    });
  },
  endFaction(state, slot): void {
    state.related.fill(0, slot * state.relatedWords, (slot + 1) * state.relatedWords);
    // The bit of the slot is at the same place in the words of every faction and relation.
    clearBitOfAll(state.related, wordsOfSlots(state), slot);
    touch(state.stamps, fact.relation);
  },
});

function checkRelation(state: WorldState, relation: number, slot: number, other: number): void {
  if (relation >= state.model.relations.length || slot === other || !isTaken(state, slot) || !isTaken(state, other)) {
    throw damaged(`faction slot ${slot} has an unknown relation, or one to no other faction`);
  }
  const { name, symmetric } = state.model.relations[relation];
  if (symmetric && !areSlotsRelated(state, relation, other, slot))
    throw damaged(`${name} holds between two faction slots only one way`);
}

/** False for other objects. */
export function isRelated(state: WorldState, relation: number, a: number, b: number): boolean {
  return areSlotsRelated(state, relation, state.faction[a], state.faction[b]);
}

/** The same for slots; slot 0 is none. */
export function areSlotsRelated(state: WorldState, relation: number, slot: number, other: number): boolean {
  return hasBit(state.related, firstWord(state, relation, slot), other);
}

/** Both ways where it is symmetric. Throws for other objects, and for a faction and itself. */
export function setRelated(state: WorldState, relation: number, a: number, b: number, related: boolean): void {
  const { name, symmetric } = state.model.relations[relation];
  const [slot, other] = [a, b].map((id) => slotOf(state, id, `are related by ${name}`));
  if (slot === other)
    throw new EdictError('relation', `faction ${a} cannot be related to itself by ${name}; name two factions`);
  writeBit(state, relation, slot, other, related);
  if (symmetric) writeBit(state, relation, other, slot, related);
}

function firstWord(state: WorldState, relation: number, slot: number): number {
  return slot * state.relatedWords + relation * wordsOfSlots(state);
}

function writeBit(state: WorldState, relation: number, slot: number, other: number, related: boolean): void {
  if (setBit(state.related, firstWord(state, relation, slot), other, related)) touch(state.stamps, fact.relation);
}
