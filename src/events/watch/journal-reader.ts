import { type Journal, fact } from '../../components/stamps.js';
import type { WorldState } from '../../state/world-state.js';
import type { Bank } from './bank.js';
import { createBoundRoles } from './bound-roles.js';
import { mentionsOf } from './mentions.js';

/** Finds out which leaves may have turned over since it last looked. */
export interface JournalReader {
  /** Soils them; false where nothing has changed that any leaf looks at. */
  read(): boolean;
  /** Forgets what it has seen: the next look soils all. */
  forget(): void;
}

/**
 * A reader of all changes of a world. Changes that name their object soil the leaves that look at that object; changes
 * that do not, and all changes of what leaves look at of any object, soil all leaves that look at such a thing at all.
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
  const { used } = mentions;
  const looks = banks.map(({ group }) =>
    group.looks.own.map((own) => Uint8Array.from({ length: size }, (_, stamp) => (own.has(stamp) ? 1 : 0))),
  );
  const roles = createBoundRoles(state, used);
  const leavesInAll = banks.reduce((sum, { group }) => sum + group.count, 0);
  let seenRoles = -1;
  let seenPopulation = -1;
  return { read, forget };

  function read(): boolean {
    const { values } = stamps;
    if (!isChanged(values)) return false;
    // Whoever changes who is there, or roles, without a word may have changed every role.
    const areRolesKnown = isNoted(fact.role, seenRoles) && isNoted(fact.population, seenPopulation);
    if (areRolesKnown) readRoles();
    else renewRoles();
    // Where much has changed, asking all that looks at it is quicker than finding out what does.
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

  /** Every change of a stamp since it was last looked at is among the entries. */
  function isNoted(stamp: number, before: number): boolean {
    return stamps.values[stamp] === before || journal.noted[stamp] === stamps.values[stamp];
  }

  function renewRoles(): void {
    roles.renew();
    for (const bank of banks) {
      bank.group.roles.forEach((named, slot) => {
        const ids = bank.ids[slot];
        for (let leaf = 0; leaf < ids.length; leaf++) ids[leaf] = roles.objectOf(named[leaf]);
      });
      if (bank.ids.length > 0) bank.soil();
    }
  }

  /** Looks up the roles that were bound anew, and those whose object is gone. */
  function readRoles(): void {
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
    if (used[role] === 0) return;
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

interface Lookers {
  /** That look at it at all. */
  readonly some: readonly Bank[];
  /** That look at it of any object. */
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
