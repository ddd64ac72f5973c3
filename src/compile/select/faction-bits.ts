import { kindAt } from '../../components/model.js';
import { fact } from '../../components/stamps.js';
import type { Evaluator } from '../columns/evaluator.js';
import { maskOf } from '../columns/masks.js';
import { oneRow } from '../columns/rows.js';
import type { FactionTest } from '../plan/faction-test.js';
import type { OuterTest } from '../plan/selection-plan.js';
import { fillBits, wordsOf } from '../sets/bits.js';
import type { OwnSet } from '../sets/own-sets.js';
import { type StampGuard, createGuard } from '../sets/stamp-guard.js';

/** Answers tests of factions for all candidates of an own set: one look at each candidate serves all factions. */
export interface FactionBits {
  /** Bits of the candidates that pass, for the outer object in the frame's slots, written to `into`. False where there are more factions than fit into a word. */
  find(test: OuterTest, factions: FactionTest, set: OwnSet, into: Int32Array): boolean;
}

const mostFactions = 32;

/** For each faction slot the positions that are of it, and the positions that something on the way up can own. */
interface Transposed {
  readonly guard: StampGuard;
  version: number;
  bits: Int32Array;
  held: Int32Array;
}

export function createFactionBits(evaluator: Evaluator): FactionBits {
  const { state, indexes } = evaluator;
  const known = { owners: new Map<OwnSet, Transposed>(), observers: new Map<OwnSet, Transposed>() };
  const facts = { owners: [fact.population, fact.owner, fact.place], observers: [fact.population, fact.owner, fact.place, fact.sight] };

  function transposed(looksAt: FactionTest['looksAt'], set: OwnSet, masks: Uint32Array): Transposed {
    let entry = known[looksAt].get(set);
    if (entry === undefined) {
      entry = { guard: createGuard(state.stamps, facts[looksAt]), version: -1, bits: new Int32Array(0), held: new Int32Array(0) };
      known[looksAt].set(set, entry);
    }
    if (entry.version === set.version && entry.guard.holds()) return entry;
    const words = wordsOf(set.length);
    if (entry.held.length < words) Object.assign(entry, { bits: new Int32Array(2 * words * mostFactions), held: new Int32Array(2 * words) });
    entry.bits.fill(0, 0, words * mostFactions);
    transpose(set, masks, looksAt === 'owners' ? undefined : state.seenBy, words, entry.bits);
    if (looksAt === 'owners' && !isHeld(set)) bitsOfHeld(set, indexes.holders(), entry.held);
    else fillBits(entry.held, set.length);
    entry.version = set.version;
    entry.guard.note();
    return entry;
  }

  /** Whether every object of the set is of a kind that can be owned. */
  function isHeld({ kind }: OwnSet): boolean {
    if (kind === 0) return false;
    const { faction, ownership } = kindAt(state.model, kind);
    return faction || ownership.rule !== 'none';
  }

  return {
    find({ wanted }, { looksAt, outer, negated }, set, into) {
      const masks = indexes.factions();
      if (masks === undefined) return false;
      const words = wordsOf(set.length);
      const value = evaluator.uniform(outer, oneRow);
      const mask = typeof value === 'symbol' ? 0 : maskOf(state, value);
      if (mask === 0) {
        // Whoever stands for no faction makes the answer missing: neither true nor not found.
        if (wanted === 'true') into.fill(0, 0, words);
        else fillBits(into, set.length);
        return true;
      }
      const { bits, held } = transposed(looksAt, set, masks);
      if (wanted === 'found') into.set(held.subarray(0, words));
      // Clear is what the negated test would be true of.
      else if ((wanted === 'clear') === negated) meet(bits, mask, words, into);
      else differ(bits, mask, held, words, into);
      return true;
    },
  };
}

function transpose({ ids, length }: OwnSet, masks: Uint32Array, seenBy: Uint32Array | undefined, words: number, into: Int32Array): void {
  for (let position = 0; position < length; position++) {
    const id = ids[position];
    let rest = (seenBy === undefined ? masks[id] : masks[id] | seenBy[id]) | 0;
    while (rest !== 0) {
      const low = rest & -rest;
      into[(31 - Math.clz32(low)) * words + (position >>> 5)] |= 1 << (position & 31);
      rest ^= low;
    }
  }
}

function bitsOfHeld({ ids, length }: OwnSet, holders: Int32Array, into: Int32Array): void {
  into.fill(0, 0, wordsOf(length));
  for (let position = 0; position < length; position++) into[position >>> 5] |= (holders[ids[position]] === 0 ? 0 : 1) << (position & 31);
}

function meet(bits: Int32Array, mask: number, words: number, into: Int32Array): void {
  into.fill(0, 0, words);
  for (let faction = 0; faction < mostFactions; faction++) {
    if ((mask >>> faction & 1) === 0) continue;
    const from = faction * words;
    for (let word = 0; word < words; word++) into[word] |= bits[from + word];
  }
}

function differ(bits: Int32Array, mask: number, held: Int32Array, words: number, into: Int32Array): void {
  meet(bits, mask, words, into);
  for (let word = 0; word < words; word++) into[word] = held[word] & ~into[word];
}
