import { type Journal, fact } from '../../model/stamps.js';
import type { WorldState } from '../../components/state.js';
import type { Bank } from './bank.js';
import type { Model } from '../../model/model.js';
import { boundTo } from '../../components/roles.js';

/** Finds the leaves that may have changed since the last look. */
interface JournalReader {
  /** Makes them dirty; false where nothing relevant has changed. */
  read(): boolean;
  /** After this the next look makes all dirty. */
  forget(): void;
}

/**
 * Reads all changes of a world. Changes that name their object make the leaves that look at it dirty; others, and those
 * of what leaves read of any object, all leaves that read such a thing.
 */
export function createJournalReader(state: WorldState, banks: readonly Bank[]): JournalReader {
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
  const looks = banks.map(({ group }) =>
    group.looks.own.map((own) => Uint8Array.from({ length: size }, (_, stamp) => (own.has(stamp) ? 1 : 0))),
  );
  const roles = createBoundRoles(state, mentions.used);
  const bound = createRoleReader(journal, banks, roles, mentions);
  const leavesInAll = banks.reduce((sum, { group }) => sum + group.count, 0);
  let seenRoles = -1;
  let seenPopulation = -1;
  return { read, forget };

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
      for (const bank of !isMuch && isNoted(stamp, seen[stamp]) ? byStamp[stamp].any : byStamp[stamp].some) bank.soil();
      seen[stamp] = journal.noted[stamp] = values[stamp];
    }
    seenRoles = journal.noted[fact.role] = values[fact.role];
    seenPopulation = journal.noted[fact.population] = values[fact.population];
    journal.length = 0;
    return true;
  }

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
      for (let role = roles.firstOf(entries[i + 1]); role >= 0; role = roles.nextOf(role)) soilMentions(role, stamp);
    }
  }

  function soilMentions(role: number, stamp: number): void {
    for (let at = mentions.start[role]; at < mentions.start[role + 1]; at++) {
      const [bank, slot] = [mentions.bank[at], mentions.slot[at]];
      if (looks[bank][slot][stamp] === 1) banks[bank].soilSome(slot, mentions.from[at], mentions.to[at]);
    }
  }
}

/** Updates the columns of leaves with the objects of their roles. */
function createRoleReader(journal: Journal, banks: readonly Bank[], roles: BoundRoles, mentions: Mentions) {
  return { renew, read };

  function renew(): void {
    roles.renew();
    for (const bank of banks) {
      bank.group.roles.forEach((named, slot) => {
        const ids = bank.ids[slot];
        for (let leaf = 0; leaf < ids.length; leaf++) ids[leaf] = roles.objectOf(named[leaf]);
      });
      if (bank.ids.length > 0) bank.soil();
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
    if (mentions.used[role] === 0) return;
    roles.renewOne(role);
    const id = roles.objectOf(role);
    for (let at = mentions.start[role]; at < mentions.start[role + 1]; at++) {
      const bank = banks[mentions.bank[at]];
      const slot = mentions.slot[at];
      const [from, to] = [mentions.from[at], mentions.to[at]];
      const order = bank.orders[slot];
      for (let place = from; place < to; place++) bank.ids[slot][order === undefined ? place : order[place]] = id;
      bank.soilSome(slot, from, to);
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

/**
 * Where leaves name roles: mentions by role from `start[role]` on, each a bank, a slot, and a range (end exclusive) of
 * its order.
 */
interface Mentions {
  readonly start: Int32Array;
  readonly bank: Int32Array;
  readonly slot: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly used: Uint8Array;
}

export function mentionsOf({ roles }: Model, banks: readonly Bank[]): Mentions {
  const start = new Int32Array(roles.length + 1);
  eachMention(banks, (role) => {
    start[role + 1]++;
  });
  const used = Uint8Array.from(roles, (_, role) => (start[role + 1] > 0 ? 1 : 0));
  for (let role = 0; role < roles.length; role++) start[role + 1] += start[role];
  const column = (): Int32Array => new Int32Array(start[roles.length]);
  const mentions: Mentions = { start, bank: column(), slot: column(), from: column(), to: column(), used };
  const next = start.slice(0, roles.length);
  eachMention(banks, (role, bank, slot, from, to) => {
    const at = next[role]++;
    mentions.bank[at] = bank;
    mentions.slot[at] = slot;
    mentions.from[at] = from;
    mentions.to[at] = to;
  });
  return mentions;
}

function eachMention(
  banks: readonly Bank[],
  visit: (role: number, bank: number, slot: number, from: number, to: number) => void,
): void {
  banks.forEach(({ group: { roles, count }, orders }, bank) => {
    roles.forEach((named, slot) => {
      const order = orders[slot];
      const roleAt = (place: number): number => named[order === undefined ? place : order[place]];
      for (let from = 0, to = 0; from < count; from = to) {
        while (to < count && roleAt(to) === roleAt(from)) to++;
        visit(roleAt(from), bank, slot, from, to);
      }
    });
  });
}

/** Bindings of roles to objects, both ways. */
export interface BoundRoles {
  renew(): void;
  renewOne(role: number): void;
  objectOf(role: number): number;
  /** The first role bound to an object, and the next after a role; -1: none. */
  firstOf(id: number): number;
  nextOf(role: number): number;
}

/** `used`: by role, 1 where needed. */
export function createBoundRoles(state: WorldState, used: Uint8Array): BoundRoles {
  const objects = new Int32Array(used.length);
  const next = new Int32Array(used.length).fill(-1);
  /** By object: the first role, plus 1. */
  let first = new Int32Array(0);
  return {
    renew() {
      const { length } = state.identity.kind;
      if (first.length === length) first.fill(0);
      else first = new Int32Array(length);
      for (let role = used.length - 1; role >= 0; role--) if (used[role] === 1) link(role, boundTo(state, role));
    },
    renewOne(role) {
      const id = boundTo(state, role);
      if (used[role] === 0 || id === objects[role]) return;
      unlink(role);
      link(role, id);
    },
    objectOf: (role) => objects[role],
    firstOf: (id) => first[id] - 1,
    nextOf: (role) => next[role],
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
