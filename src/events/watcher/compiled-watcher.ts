import { momentOf } from '../../components/clock.js';
import { kept } from '../../kernel/maps.js';
import { freshness } from '../../model/stamps.js';
import type { WorldState } from '../../components/state.js';
import { createMatching } from '../../match/evaluate.js';
import type { Frame } from '../../ir/node.js';
import { compiledAsker } from '../../ask/asker.js';
import { createTermBook } from '../../eval/term-book.js';
import type { Trigger } from '../../ir/trigger.js';
import { watchedRule } from '../../meaning/drawing-rules.js';
import type { Watcher } from '../../meaning/answering.js';
import { createBank } from './bank.js';
import { createJournalReader } from './journal-reader.js';
import { type Parts, takeApart } from './split.js';
import { type Truths, createTruths } from './truths.js';

/**
 * Watches triggers by changes. The truth of each part of all conditions is kept; changes make the leaves that read them
 * dirty, and dirty leaves of one shape are recomputed together over columns before the next answer. Leaves that look at
 * many objects or draw are computed only in the turn of a trigger that needs them.
 */
export function compiledWatcher(state: WorldState, triggers: readonly Trigger[]): Watcher {
  const parts = takeApart(triggers, state.model);
  const truths = createTruths(parts, triggers.length);
  const { evaluator } = createMatching(state);
  const book = createTermBook({ supposing: false });
  const banks = parts.groups.map((group) => createBank(group, evaluator, book));
  const journal = createJournalReader(state, banks);
  const lone = createLoneLeaves(state, parts, truths);
  const sweeping = maskOf(triggers, 'sweep');
  const rising = maskOf(triggers, 'rise');
  // Made once: without changes a sweep only walks these words.
  const toFire = (word: number): number =>
    state.armed[word + 1] & sweeping[word] & (truths.triggers[word] | lone.unsure[word]);
  const changed = (word: number): number =>
    rising[word] & ((truths.triggers[word] ^ state.wasTrue[word + 1]) | lone.unsure[word]);
  return {
    next: (from, frame) => find(from, frame, toFire),
    nextChanged: (from, frame) => find(from, frame, changed),
    isTrue(trigger, frame) {
      refresh(frame);
      lone.settle(trigger, frame);
      return ((truths.triggers[trigger >>> 5] >>> (trigger & 31)) & 1) === 1;
    },
  };

  /** Recomputes dirty leaves. After an error nothing is known. */
  function refresh(frame: Frame): void {
    lone.read();
    if (!journal.read()) return;
    evaluator.frame = frame;
    try {
      for (const bank of banks) if (bank.isDirty()) bank.refresh(truths);
    } catch (error) {
      for (const bank of banks) bank.invalidate();
      journal.forget();
      throw error;
    }
  }

  /** The first trigger from an index on with a bit; unsure ones are settled first. */
  function find(from: number, frame: Frame, bitsOf: (word: number) => number): number {
    refresh(frame);
    const words = truths.triggers.length;
    for (let word = from >>> 5; word < words; word++) {
      const above = word === from >>> 5 ? -1 << (from & 31) : -1;
      for (let left = bitsOf(word) & above; left !== 0; left &= bitsOf(word)) {
        const bit = left & -left;
        const trigger = word * 32 + 31 - Math.clz32(bit);
        if ((lone.unsure[word] & bit) === 0) return trigger;
        lone.settle(trigger, frame);
        if ((bitsOf(word) & bit) !== 0) return trigger;
        left &= ~bit;
      }
    }
    return -1;
  }
}

/** Leaves computed one by one, in the turn of a trigger that needs them; changes only make such triggers unsure. */
function createLoneLeaves(state: WorldState, parts: Parts, truths: Truths) {
  const first = parts.groups.reduce((sum, { count }) => sum + count, 0);
  const words = truths.triggers.length;
  const unsure = new Uint32Array(words);
  /** By leaf: whether its value still holds. */
  const known = parts.alone.map(({ stamps }) => freshness(state.stamps, stamps));
  const needs = new Map<number, number[]>();
  /** By stamp: triggers that need a leaf that reads it. */
  const masks = new Map<number, Uint32Array>();
  parts.alone.forEach(({ stamps }, leaf) => {
    for (const trigger of truths.triggersOf(first + leaf)) {
      kept(needs, trigger, () => []).push(leaf);
      for (const stamp of stamps)
        kept(masks, stamp, () => new Uint32Array(words))[trigger >>> 5] |= 1 << (trigger & 31);
    }
  });
  const looked = [...masks].map(([stamp, mask]) => ({ mask, seen: freshness(state.stamps, [stamp]) }));
  const asker = compiledAsker(state);
  const answer = new Float64Array(1);
  const nobody = new Int32Array(1);
  return { unsure, read, settle };

  function read(): void {
    for (const { mask, seen } of looked) {
      if (seen.isFresh()) continue;
      seen.note();
      for (let word = 0; word < words; word++) unsure[word] |= mask[word];
    }
  }

  function settle(trigger: number, frame: Frame): void {
    for (const leaf of needs.get(trigger) ?? []) if (!known[leaf].isFresh()) ask(leaf, frame);
    unsure[trigger >>> 5] &= ~(1 << (trigger & 31));
  }

  function ask(leaf: number, frame: Frame): void {
    const { condition, drawsFor } = parts.alone[leaf];
    if (drawsFor >= 0) {
      frame.rule = watchedRule(drawsFor, momentOf(state));
      setLeaf(first + leaf, frame.evaluate(condition) === 1);
    } else {
      asker.ask(condition, nobody, 1, answer, { turn: frame.turn, suppositions: undefined });
      setLeaf(first + leaf, answer[0] === 1);
    }
    known[leaf].note();
  }

  function setLeaf(part: number, isTrue: boolean): void {
    if (isTrue !== (truths.parts[part] === 1)) truths.turnOver(part);
  }
}

function maskOf(triggers: readonly Trigger[], looks: Trigger['looks']): Uint32Array {
  const mask = new Uint32Array((triggers.length >>> 5) + 1);
  for (const { index, looks: its } of triggers) if (its === looks) mask[index >>> 5] |= 1 << (index & 31);
  return mask;
}
