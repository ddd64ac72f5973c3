import { timeOf } from '../../components/clock.js';
import type { WorldState } from '../../components/world-state.js';
import { createEvaluator } from '../columns/evaluate.js';
import type { Frame } from '../frame.js';
import { compiledAsker } from '../inquiry/asker.js';
import { createTermBook } from '../plan/term-book.js';
import type { Trigger } from '../trigger.js';
import { watchedRule } from '../watched-rule.js';
import type { Watcher } from '../watcher.js';
import { createBank } from './bank.js';
import { createJournalReader } from './journal-reader.js';
import { takeApart } from './split.js';
import { createTruths } from './truths.js';

/**
 * Watches triggers by what changes. Each part of all conditions is known to be true or not; what changes in the world soils the leaves that look at it, which are asked again, those of one shape together
 * over columns, before anybody is told. Leaves that look at many objects or draw are asked only when it is the turn of a trigger that needs them.
 */
export function compiledWatcher(state: WorldState, triggers: readonly Trigger[]): Watcher {
  const parts = takeApart(triggers, state.model);
  const truths = createTruths(parts, triggers.length);
  const evaluator = createEvaluator(state);
  const book = createTermBook({ supposing: false });
  const banks = parts.groups.map((group) => createBank(group, evaluator, book));
  const journal = createJournalReader(state, banks);
  const lone = createLoneLeaves();
  const sweeping = maskOf(triggers, 'sweep');
  const rising = maskOf(triggers, 'rise');
  return {
    next: (from, frame) => find(from, frame, (word) => state.armed[word + 1] & sweeping[word], (word) => truths.triggers[word] | lone.unsure[word]),
    nextChanged: (from, frame) => find(from, frame, (word) => rising[word], (word) => (truths.triggers[word] ^ state.wasTrue[word + 1]) | lone.unsure[word]),
    isTrue(trigger, frame) {
      bring(frame);
      lone.settle(trigger, frame);
      return (truths.triggers[trigger >>> 5] >>> (trigger & 31) & 1) === 1;
    },
  };

  /** Asks again what may have turned over. */
  function bring(frame: Frame): void {
    lone.read();
    if (!journal.read()) return;
    evaluator.frame = frame;
    for (const bank of banks) if (bank.isSoiled) bank.ask(truths);
  }

  /** The first trigger from an index on that has both bits; one that is unsure is asked first. */
  function find(from: number, frame: Frame, mask: (word: number) => number, bits: (word: number) => number): number {
    bring(frame);
    const words = truths.triggers.length;
    for (let word = from >>> 5; word < words; word++) {
      const above = word === from >>> 5 ? -1 << (from & 31) : -1;
      for (let left = mask(word) & bits(word) & above; left !== 0; left = mask(word) & bits(word) & above & left) {
        const bit = left & -left;
        const trigger = word * 32 + 31 - Math.clz32(bit);
        if ((lone.unsure[word] & bit) === 0) return trigger;
        lone.settle(trigger, frame);
        if ((mask(word) & bits(word) & bit) !== 0) return trigger;
        left &= ~bit;
      }
    }
    return -1;
  }

  function bringLeaf(part: number, isTrue: boolean): void {
    if (isTrue !== (truths.parts[part] === 1)) truths.turnOver(part);
  }

  /** The leaves that are asked by themselves. */
  function createLoneLeaves() {
    const first = parts.groups.reduce((sum, { count }) => sum + count, 0);
    const unsure = new Uint32Array(truths.triggers.length);
    const stale = new Uint8Array(parts.alone.length);
    const seen = parts.alone.map(({ stamps }) => new Float64Array(stamps.length).fill(-1));
    const users = parts.alone.map((_, leaf) => truths.triggersOf(first + leaf));
    const needs = new Map<number, number[]>();
    users.forEach((of, leaf) => { for (const trigger of of) needs.set(trigger, [...needs.get(trigger) ?? [], leaf]); });
    const asker = compiledAsker(state);
    const answer = new Float64Array(1);
    const nobody = new Int32Array(1);
    return { unsure, read, settle };

    function read(): void {
      const { values } = state.stamps;
      parts.alone.forEach(({ stamps }, leaf) => {
        if (!stamps.some((stamp, i) => values[stamp] !== seen[leaf][i])) return;
        stamps.forEach((stamp, i) => { seen[leaf][i] = values[stamp]; });
        stale[leaf] = 1;
        for (const trigger of users[leaf]) unsure[trigger >>> 5] |= 1 << (trigger & 31);
      });
    }

    function settle(trigger: number, frame: Frame): void {
      for (const leaf of needs.get(trigger) ?? []) if (stale[leaf] === 1) ask(leaf, frame);
      unsure[trigger >>> 5] &= ~(1 << (trigger & 31));
    }

    function ask(leaf: number, frame: Frame): void {
      stale[leaf] = 0;
      const { condition, drawsFor } = parts.alone[leaf];
      if (drawsFor >= 0) {
        frame.rule = watchedRule(drawsFor, timeOf(state));
        bringLeaf(first + leaf, frame.evaluate(condition) === 1);
      } else {
        asker.ask(condition, nobody, 1, answer, { turn: frame.turn, suppositions: undefined });
        bringLeaf(first + leaf, answer[0] === 1);
      }
    }
  }
}

function maskOf(triggers: readonly Trigger[], looks: Trigger['looks']): Uint32Array {
  const mask = new Uint32Array((triggers.length >>> 5) + 1);
  for (const { index, looks: its } of triggers) if (its === looks) mask[index >>> 5] |= 1 << (index & 31);
  return mask;
}
