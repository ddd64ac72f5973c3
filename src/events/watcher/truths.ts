import { type Lists, listsOf } from '../../kernel/lists.js';
import type { Parts } from './split.js';

/** Which parts of conditions, and which triggers, are true. Parts that change update the gates that count them. */
export interface Truths {
  /** One bit a trigger. */
  readonly triggers: Uint32Array;
  /** By part: 1 where true. Written by `turnOver` alone. */
  readonly parts: Uint8Array;
  readonly turnOver: (part: number) => void;
  /** Triggers whose condition has the part. */
  triggersOf(part: number): readonly number[];
}

export function createTruths(parts: Parts, triggerCount: number): Truths {
  const { conditions, gates } = parts;
  const firstGate = parts.count - gates.length;
  const truth = new Uint8Array(parts.count);
  const counts = new Int32Array(gates.length);
  const parents = listsOf(parts.count, (link) => {
    gates.forEach(({ members }, gate) => {
      for (const member of members) link(member, gate);
    });
  });
  const owners = listsOf(parts.count, (link) => {
    conditions.forEach((part, trigger) => link(part, trigger));
  });
  const triggers = new Uint32Array((triggerCount >>> 5) + 1);
  // Gates may be true of no members.
  for (let gate = 0; gate < gates.length; gate++) updateGate(gate);
  return {
    triggers,
    parts: truth,
    turnOver,
    triggersOf: (part) => [...reached(part, parents, owners, firstGate)].sort((a, b) => a - b),
  };

  function turnOver(part: number): void {
    const isTrue = truth[part] === 0;
    truth[part] = isTrue ? 1 : 0;
    for (let at = owners.start[part]; at < owners.start[part + 1]; at++) {
      const trigger = owners.ids[at];
      triggers[trigger >>> 5] ^= 1 << (trigger & 31);
    }
    for (let at = parents.start[part]; at < parents.start[part + 1]; at++) {
      const gate = parents.ids[at];
      counts[gate] += isTrue ? 1 : -1;
      updateGate(gate);
    }
  }

  function updateGate(gate: number): void {
    const { passes, value } = gates[gate];
    const isTrue = passes(counts[gate], value);
    if (isTrue !== (truth[firstGate + gate] === 1)) turnOver(firstGate + gate);
  }
}

function reached(part: number, parents: Lists, owners: Lists, firstGate: number): ReadonlySet<number> {
  const found = new Set<number>();
  const left = [part];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    for (let i = owners.start[at]; i < owners.start[at + 1]; i++) found.add(owners.ids[i]);
    for (let i = parents.start[at]; i < parents.start[at + 1]; i++) left.push(firstGate + parents.ids[i]);
  }
  return found;
}
