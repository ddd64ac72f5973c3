import type { Program } from '../../ir/rule.js';
import { isLive } from '../../kernel/identity.js';
import { liveIds } from '../../components/live-objects.js';
import type { WorldState } from '../../components/state.js';
import type { Notes } from './load-report.js';
import type { Names } from './names.js';
import type { Outline } from './outline.js';

/** What carries a saved state into one of other content. Objects keep their ids, so that handles stay what they are. */
export interface Carry {
  /** Of the saved content, as its outline says it. Only read. */
  readonly from: WorldState;
  /** Of the present content, at first without objects. */
  readonly to: WorldState;
  readonly outline: Outline;
  readonly program: Program;
  readonly names: Names;
  readonly notes: Notes;
}

/** The ids of objects that are in both states. */
export function* carriedIds({ from, to }: Carry): Generator<number> {
  for (const id of liveIds(from)) if (isLive(to.identity, id)) yield id;
}

/** True for a slot whose faction is one in both states. */
export function isCarriedSlot({ from, to }: Carry, slot: number): boolean {
  const id = from.factionEntity[slot];
  return id > 0 && to.factionEntity[slot] === id;
}

/** Entries of a table of things that are counted together. */
export function countBy(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
