import { damaged } from '../kernel/errors.js';
import { component } from './component.js';
import { handleOf, idLimit, isLive } from '../kernel/identity.js';
import type { WorldState } from './state.js';

/** Kind and generation of each row. */
export const identity = component({
  name: 'identity',
  rows: 'entity',
  group: 'identity',
  columns: {
    kind: { type: 'u8', stored: 'kind', stamp: ['population'] },
    generation: { type: 'u32', stored: 'generation', stamp: ['population'] },
  },
  facts: ['population'],
  ofKernel: true,
  checkOf({ model, identity: { kind } }, id): void {
    if (kind[id] > model.kinds.length) throw damaged(`object ${id} is of an unknown kind`);
  },
  check({ identity: of }): void {
    for (let id = 1; id < idLimit(of); id++) {
      if (!Number.isSafeInteger(handleOf(of, id))) throw damaged(`row ${id} has had more tenants than a row can have`);
    }
  },
  /** Generations of free rows, on which later objects depend. */
  hash({ identity: of }, hasher): void {
    for (let id = 1; id < idLimit(of); id++) {
      if (isLive(of, id) || of.generation[id] === 0) continue;
      hasher.number(id);
      hasher.number(of.generation[id]);
    }
  },
});

/** Ascending. */
export function* liveIds(state: WorldState): Generator<number> {
  const limit = idLimit(state.identity);
  for (let id = 1; id < limit; id++) if (isLive(state.identity, id)) yield id;
}

export function isThere({ identity: of }: WorldState, id: number): boolean {
  return id > 0 && id < idLimit(of) && isLive(of, id);
}

/** Throws unless `other` is 0 or live. */
export function checkReference(state: WorldState, id: number, what: string, other: number): void {
  if (other !== 0 && !isThere(state, other)) throw damaged(`the ${what} of object ${id} does not exist`);
}
