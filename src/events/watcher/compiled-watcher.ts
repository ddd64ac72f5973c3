import { momentOf } from '../../components/clock.js';
import { kept } from '../../kernel/maps.js';
import { freshness, type Journal, fact } from '../../model/stamps.js';
import type { WorldState } from '../../components/state.js';
import { createMatching } from '../../match/evaluate.js';
import type { Frame } from '../../ir/node.js';
import { compiledAsker } from '../../ask/asker.js';
import { createTermBook } from '../../eval/term-book.js';
import type { Trigger } from '../../ir/trigger.js';
import { watchedRule } from '../../meaning/drawing-rules.js';
import type { Watcher } from '../../meaning/answering.js';
import { createBank, type Bank } from './bank.js';
import { type Parts, takeApart, type Truths, createTruths } from './split.js';
import type { Model } from '../../model/model.js';
import { boundTo } from '../../components/roles.js';

/**
 * Watches triggers by changes, which make the leaves of conditions that read them dirty; dirty leaves of one shape are
 * recomputed together over columns before the next answer. Leaves that look at many objects or draw are computed only
 * in the turn of a trigger that needs them.
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
  const toFire = (word: number) => state.armed[word + 1] & sweeping[word] & (truths.triggers[word] | lone.unsure[word]);
  const changed = (word: number) =>
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

/** Computed one by one, in the turn of a trigger that needs them; changes only make such triggers unsure. */
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

/**
 * Reads all changes of a world. Changes that name their object make the leaves that look at it dirty; others, and those
 * of what leaves read of any object, all leaves that read such a thing.
 */
function createJournalReader(state: WorldState, banks: readonly Bank[]) {
  const { stamps } = state;
  const size = stamps.values.length;
  const watched = new Uint8Array(size);
  const seen = new Float64Array(size).fill(-1);
  const byStamp = banksByStamp(banks, size, watched);
  const looked = Int32Array.from([...byStamp.keys()].filter((stamp) => byStamp[stamp].some.length > 0));
  watched[fact.role] = watched[fact.population] = 1;
  const journal: Journal = (stamps.journal = {
    watched,
    noted: new Float64Array(size).fill(-1),
    entries: new Int32Array(256),
    length: 0,
  });
  const mentions = mentionsOf(state.model, banks);
  const roles = createBoundRoles(
    state,
    Uint8Array.from(mentions, ({ length }) => Number(length > 0)),
  );
  const bound = createRoleReader(journal, banks, roles, mentions);
  const leavesInAll = banks.reduce((sum, { group }) => sum + group.count, 0);
  let seenRoles = -1;
  let seenPopulation = -1;
  return { read, forget };

  /** Makes them dirty; false where nothing relevant has changed. */
  function read(): boolean {
    const { values } = stamps;
    if (!isChanged(values)) return false;
    // An unnamed change of population or roles may change every role.
    const areRolesKnown = isNoted(fact.role, seenRoles) && isNoted(fact.population, seenPopulation);
    if (areRolesKnown) bound.read();
    else bound.renew();
    // After many changes, recomputing all readers is faster than finding the dirty ones.
    const isMuch = journal.length > leavesInAll >>> 2;
    if (!isMuch) readEntries();
    for (let i = 0; i < looked.length; i++) {
      const stamp = looked[i];
      if (values[stamp] === seen[stamp]) continue;
      for (const bank of !isMuch && isNoted(stamp, seen[stamp]) ? byStamp[stamp].any : byStamp[stamp].some)
        bank.invalidate();
      seen[stamp] = journal.noted[stamp] = values[stamp];
    }
    seenRoles = journal.noted[fact.role] = values[fact.role];
    seenPopulation = journal.noted[fact.population] = values[fact.population];
    journal.length = 0;
    return true;
  }

  /** After this the next look makes all dirty. */
  function forget(): void {
    seenRoles = -1;
    seenPopulation = -1;
    seen.fill(-1);
    journal.noted.fill(-1);
  }

  function isChanged(values: Float64Array): boolean {
    if (values[fact.role] !== seenRoles || values[fact.population] !== seenPopulation) return true;
    for (let i = 0; i < looked.length; i++) if (values[looked[i]] !== seen[looked[i]]) return true;
    return false;
  }

  /** All changes of a stamp since the last look have entries. */
  function isNoted(stamp: number, before: number): boolean {
    return stamps.values[stamp] === before || journal.noted[stamp] === stamps.values[stamp];
  }

  function readEntries(): void {
    const { entries, length } = journal;
    for (let i = 0; i < length; i += 2) {
      const stamp = entries[i];
      if (stamp === fact.role) continue;
      for (let role = roles.firstOf(entries[i + 1]); role >= 0; role = roles.nextOf(role))
        invalidateMentions(role, stamp);
    }
  }

  function invalidateMentions(role: number, stamp: number): void {
    const all = mentions[role];
    for (let i = 0; i < all.length; i++) {
      const { bank, slot, from, to } = all[i];
      if (bank.looks[slot][stamp] === 1) bank.invalidateRange(slot, from, to);
    }
  }
}

/** Updates the columns of leaves with the objects of their roles. */
function createRoleReader(
  journal: Journal,
  banks: readonly Bank[],
  roles: BoundRoles,
  mentions: ReturnType<typeof mentionsOf>,
) {
  return { renew, read };

  function renew(): void {
    roles.renew();
    for (const bank of banks) {
      bank.group.roles.forEach((named, slot) => {
        const ids = bank.ids[slot];
        for (let leaf = 0; leaf < ids.length; leaf++) ids[leaf] = roles.objectOf(named[leaf]);
      });
      if (bank.ids.length > 0) bank.invalidate();
    }
  }

  /** Looks up changed roles, and those whose object is gone. */
  function read(): void {
    const { entries, length } = journal;
    for (let i = 0; i < length; i += 2) {
      if (entries[i] === fact.role) renewRole(entries[i + 1]);
      else if (entries[i] === fact.population) renewRolesOf(entries[i + 1]);
    }
  }

  function renewRolesOf(id: number): void {
    for (let role = roles.firstOf(id), next = -1; role >= 0; role = next) {
      next = roles.nextOf(role);
      renewRole(role);
    }
  }

  function renewRole(role: number): void {
    const all = mentions[role];
    if (all.length === 0) return;
    roles.renewOne(role);
    const id = roles.objectOf(role);
    for (let i = 0; i < all.length; i++) {
      const { bank, slot, from, to } = all[i];
      const order = bank.orders[slot];
      for (let place = from; place < to; place++) bank.ids[slot][order === undefined ? place : order[place]] = id;
      bank.invalidateRange(slot, from, to);
    }
  }
}

interface Lookers {
  readonly some: readonly Bank[];
  /** Those that read it of any object. */
  readonly any: readonly Bank[];
}

function banksByStamp(banks: readonly Bank[], size: number, watched: Uint8Array): readonly Lookers[] {
  return Array.from({ length: size }, (_, stamp) => {
    const any = banks.filter(({ group: { looks } }) => looks.any.has(stamp));
    const some = banks.filter(
      ({ group: { looks } }) => looks.any.has(stamp) || looks.own.some((own) => own.has(stamp)),
    );
    if (some.length > any.length) watched[stamp] = 1;
    return { some, any };
  });
}

/** A run of leaves that name one role in a slot: places in the order of the slot, `to` exclusive. */
interface Mention {
  readonly bank: Bank;
  readonly slot: number;
  readonly from: number;
  readonly to: number;
}

/** By role. */
export function mentionsOf({ roles }: Model, banks: readonly Bank[]): readonly (readonly Mention[])[] {
  const mentions = roles.map((): Mention[] => []);
  for (const bank of banks) {
    const { group, orders } = bank;
    group.roles.forEach((named, slot) => {
      const order = orders[slot];
      const roleAt = (place: number) => named[order === undefined ? place : order[place]];
      for (let from = 0, to = 0; from < group.count; from = to) {
        while (to < group.count && roleAt(to) === roleAt(from)) to++;
        mentions[roleAt(from)].push({ bank, slot, from, to });
      }
    });
  }
  return mentions;
}

export type BoundRoles = ReturnType<typeof createBoundRoles>;

/** Bindings of roles to objects, both ways. `used`: by role, 1 where needed. */
export function createBoundRoles(state: WorldState, used: Uint8Array) {
  const objects = new Int32Array(used.length);
  const next = new Int32Array(used.length).fill(-1);
  /** By object: the first role, plus 1. */
  let first = new Int32Array(0);
  return {
    renew(): void {
      const { length } = state.identity.kind;
      if (first.length === length) first.fill(0);
      else first = new Int32Array(length);
      for (let role = used.length - 1; role >= 0; role--) if (used[role] === 1) link(role, boundTo(state, role));
    },
    renewOne(role: number): void {
      const id = boundTo(state, role);
      if (used[role] === 0 || id === objects[role]) return;
      unlink(role);
      link(role, id);
    },
    objectOf: (role: number) => objects[role],
    /** The first role bound to an object, and the next after a role; -1: none. */
    firstOf: (id: number) => first[id] - 1,
    nextOf: (role: number) => next[role],
  };

  function link(role: number, id: number): void {
    objects[role] = id;
    next[role] = id === 0 ? -1 : first[id] - 1;
    if (id !== 0) first[id] = role + 1;
  }

  function unlink(role: number): void {
    const id = objects[role];
    if (id === 0) return;
    if (first[id] === role + 1) {
      first[id] = next[role] + 1;
      return;
    }
    let before = first[id] - 1;
    while (next[before] !== role) before = next[before];
    next[before] = next[role];
  }
}
