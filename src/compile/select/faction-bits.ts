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

/** Answers tests of factions for all candidates of an own set: whose they are, and who sees them, is gathered once for all factions. */
export interface FactionBits {
  /** Bits of the candidates that pass, for the outer object in the frame's slots, written to `into`. False where there are more factions than fit into a word. */
  find(test: OuterTest, factions: FactionTest, set: OwnSet, into: Int32Array): boolean;
}

/** By position, bits of the faction slots; and the positions that something on the way up can own. */
interface Gathered {
  readonly guard: StampGuard;
  version: number;
  masks: Int32Array;
  held: Int32Array;
}

export function createFactionBits(evaluator: Evaluator): FactionBits {
  const { state, indexes } = evaluator;
  const known = { owners: new Map<OwnSet, Gathered>(), observers: new Map<OwnSet, Gathered>() };
  const facts = { owners: [fact.population, fact.owner, fact.place], observers: [fact.population, fact.owner, fact.place, fact.sight] };

  function gathered(looksAt: FactionTest['looksAt'], set: OwnSet, factions: Uint32Array): Gathered {
    let entry = known[looksAt].get(set);
    if (entry === undefined) {
      entry = { guard: createGuard(state.stamps, facts[looksAt]), version: -1, masks: new Int32Array(0), held: new Int32Array(0) };
      known[looksAt].set(set, entry);
    }
    if (entry.version === set.version && entry.guard.holds()) return entry;
    const words = wordsOf(set.length);
    if (entry.masks.length < set.length) Object.assign(entry, { masks: new Int32Array(64 * words), held: new Int32Array(2 * words) });
    if (looksAt === 'owners') gather(set, factions, entry.masks);
    else gatherBoth(set, factions, state.seenBy, entry.masks);
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
      const factions = indexes.factions();
      if (factions === undefined) return false;
      const words = wordsOf(set.length);
      const value = evaluator.uniform(outer, oneRow);
      const mask = typeof value === 'symbol' ? 0 : maskOf(state, value);
      if (mask === 0) {
        // Whoever stands for no faction makes the answer missing: neither true nor not found.
        if (wanted === 'true') into.fill(0, 0, words);
        else fillBits(into, set.length);
        return true;
      }
      const { masks, held } = gathered(looksAt, set, factions);
      if (wanted === 'found') into.set(held.subarray(0, words));
      // Clear is what the negated test would be true of.
      else if ((wanted === 'clear') === negated) meet(masks, mask, set.length, into);
      else differ(masks, mask, held, set.length, into);
      return true;
    },
  };
}

function gather({ ids, length }: OwnSet, factions: Uint32Array, into: Int32Array): void {
  for (let position = 0; position < length; position++) into[position] = factions[ids[position]];
}

function gatherBoth({ ids, length }: OwnSet, factions: Uint32Array, seenBy: Uint32Array, into: Int32Array): void {
  for (let position = 0; position < length; position++) into[position] = factions[ids[position]] | seenBy[ids[position]];
}

function bitsOfHeld({ ids, length }: OwnSet, holders: Int32Array, into: Int32Array): void {
  into.fill(0, 0, wordsOf(length));
  for (let position = 0; position < length; position++) into[position >>> 5] |= (holders[ids[position]] === 0 ? 0 : 1) << (position & 31);
}

function meet(masks: Int32Array, mask: number, length: number, into: Int32Array): void {
  for (let word = 0, position = 0; position < length; word++) {
    const end = Math.min(length, position + 32);
    let bits = 0;
    for (let bit = 0; position < end; position++, bit++) bits |= ((masks[position] & mask) !== 0 ? 1 : 0) << bit;
    into[word] = bits;
  }
}

function differ(masks: Int32Array, mask: number, held: Int32Array, length: number, into: Int32Array): void {
  meet(masks, mask, length, into);
  const words = wordsOf(length);
  for (let word = 0; word < words; word++) into[word] = held[word] & ~into[word];
}
