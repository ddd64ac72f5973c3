import type { WorldState } from '../../../state/world-state.js';
import { allocate } from '../../../kernel/identity.js';
import { intern } from '../../../kernel/strings.js';

export interface Settler {
  readonly kind: number;
  /** 0: of no class. */
  readonly class: number;
  readonly name: string;
  /** A faction or 0. */
  readonly owner: number;
  readonly created: number;
}

/**
 * Makes an object, nowhere as yet, in a world that nothing has ever left and whose stamps are touched when all is done:
 * as `bear` does it there, without clearing rows that are clear and touching stamps object by object, which a state of
 * ten thousand objects would spend most of its time on.
 * Cells hold 0 until `settleCells`.
 */
export function settle(state: WorldState, { kind, class: classIndex, name, owner, created }: Settler): number {
  const id = allocate(state.identity, kind);
  state.class[id] = classIndex;
  state.name[id] = intern(state.strings, name);
  state.created[id] = created;
  state.owner[id] = owner;
  return id;
}

/** The same for a faction, which takes the first free slot. The world has room for it. */
export function settleFaction(state: WorldState, settler: Settler): number {
  const id = settle(state, settler);
  const slot = state.factionEntity.indexOf(0, 1);
  state.faction[id] = slot;
  state.factionEntity[slot] = id;
  return id;
}

/** Gives all cells the first values of their columns. */
export function settleCells({ model, identity, cells }: WorldState): void {
  const limit = identity.kind.indexOf(0, 1);
  for (const { index, initial, kinds } of model.columns) {
    if (initial === 0) continue;
    for (let id = 1; id < limit; id++) if (kinds[identity.kind[id]] === 1) cells[index][id] = initial;
  }
}
