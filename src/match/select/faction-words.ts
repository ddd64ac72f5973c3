import { kindAt } from '../../model/model.js';
import { fact } from '../../model/stamps.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { maskOf } from '../../eval/columns/masks.js';
import { oneRow } from '../../eval/columns/rows.js';
import type { FactionTest } from '../faction-test.js';
import type { OuterTest } from '../selection-plan.js';
import type { OwnSet } from '../sets/own-sets.js';
import { type Memo, memo } from '../../model/memo.js';

/**
 * Answers tests of factions for all candidates of an own set: whose they are, and who sees them, is gathered once for
 * all factions.
 */
export interface FactionWords {
  /**
   * The factions of the outer object in the frame's slots, as bits; undefined where there are more factions than a word
   * has bits.
   */
  maskOf(factions: FactionTest): number | undefined;
  /**
   * By position, bits of the factions for which the candidate passes the test, each for an outer object that stands for
   * that one faction.
   */
  forEach(test: OuterTest, factions: FactionTest, set: OwnSet, into: Int32Array): void;
  /** By position, 1 where the candidate passes the test for an outer object that stands for all factions of a mask. */
  forAll(test: OuterTest, factions: FactionTest, set: OwnSet, mask: number, into: Int32Array): void;
}

/** By position: bits of the faction slots, and -1 where something on the way up can own it, else 0. */
interface Gathered {
  readonly words: Int32Array;
  readonly held: Int32Array;
}

export function createFactionWords(evaluator: Evaluator): FactionWords {
  const { state, indexes } = evaluator;
  const known = { owners: new Map<OwnSet, Memo<Gathered>>(), observers: new Map<OwnSet, Memo<Gathered>>() };
  const facts = {
    owners: [fact.population, fact.owner, fact.place],
    observers: [fact.population, fact.owner, fact.place, fact.sight],
  };

  function gathered(looksAt: FactionTest['looksAt'], set: OwnSet): Gathered {
    let kept = known[looksAt].get(set);
    if (kept === undefined)
      known[looksAt].set(set, (kept = memo(state.stamps, facts[looksAt], (before) => gatherAll(looksAt, set, before))));
    return kept.get(set.version);
  }

  function gatherAll(looksAt: FactionTest['looksAt'], set: OwnSet, before: Gathered | undefined): Gathered {
    const made =
      before !== undefined && before.words.length >= set.length
        ? before
        : { words: new Int32Array(2 * set.length), held: new Int32Array(2 * set.length) };
    const factions = indexes.factions() ?? new Uint32Array(0);
    if (looksAt === 'owners') gather(set, factions, made.words);
    else gatherBoth(set, factions, state.seenBy, made.words);
    if (looksAt === 'owners' && !isHeld(set)) gatherHeld(set, indexes.holders(), made.held);
    else made.held.fill(-1, 0, set.length);
    return made;
  }

  /** Whether every object of the set is of a kind that can be owned. */
  function isHeld({ kind }: OwnSet): boolean {
    if (kind === 0) return false;
    const { faction, ownership } = kindAt(state.model, kind);
    return faction || ownership.rule !== 'none';
  }

  return {
    maskOf({ outer }) {
      if (indexes.factions() === undefined) return undefined;
      const value = evaluator.uniform(outer, oneRow);
      return typeof value === 'symbol' ? undefined : maskOf(state, value);
    },
    forEach({ wanted }, { looksAt, negated }, set, into) {
      const { words, held } = gathered(looksAt, set);
      if (wanted === 'found') into.set(held.subarray(0, set.length));
      // Clear is what the negated test would be true of.
      else if ((wanted === 'clear') === negated) into.set(words.subarray(0, set.length));
      else complement(words, held, set.length, into);
    },
    forAll({ wanted }, { looksAt, negated }, set, mask, into) {
      // Whoever stands for no faction makes the answer missing: neither true nor not found.
      if (mask === 0) return void into.fill(wanted === 'true' ? 0 : 1, 0, set.length);
      const { words, held } = gathered(looksAt, set);
      if (wanted === 'found') meet(held, -1, set.length, into);
      else if ((wanted === 'clear') === negated) meet(words, mask, set.length, into);
      else differ(words, mask, held, set.length, into);
    },
  };
}

function gather({ ids, length }: OwnSet, factions: Uint32Array, into: Int32Array): void {
  for (let position = 0; position < length; position++) into[position] = factions[ids[position]];
}

function gatherBoth({ ids, length }: OwnSet, factions: Uint32Array, seenBy: Uint32Array, into: Int32Array): void {
  for (let position = 0; position < length; position++)
    into[position] = factions[ids[position]] | seenBy[ids[position]];
}

function gatherHeld({ ids, length }: OwnSet, holders: Int32Array, into: Int32Array): void {
  for (let position = 0; position < length; position++) into[position] = holders[ids[position]] === 0 ? 0 : -1;
}

function complement(words: Int32Array, held: Int32Array, length: number, into: Int32Array): void {
  for (let position = 0; position < length; position++) into[position] = held[position] & ~words[position];
}

function meet(words: Int32Array, mask: number, length: number, into: Int32Array): void {
  for (let position = 0; position < length; position++) into[position] = (words[position] & mask) !== 0 ? 1 : 0;
}

function differ(words: Int32Array, mask: number, held: Int32Array, length: number, into: Int32Array): void {
  for (let position = 0; position < length; position++)
    into[position] = held[position] & ((words[position] & mask) === 0 ? 1 : 0);
}
