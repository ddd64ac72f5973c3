import { checkReference } from './live-objects.js';
import { type Arrays, component } from './component.js';
import { EdictError } from '../kernel/errors.js';
import { idLimit, isLive } from '../kernel/identity.js';
import { fact, touch, touchKind } from '../model/stamps.js';
import { attachedTo } from './attachment.js';
import { kindAt } from '../model/model.js';
import type { WorldState } from './state.js';

const columns = { owner: { type: 'i32', refers: 'object', hash: 'number', stamp: ['population', 'owner'] } } as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
}

/** 0: none. */
export const owner = component({
  name: 'owner',
  rows: 'entity',
  columns,
  facts: ['owner'],
  has: ({ ownership }) => ownership.rule === 'stored',
  checkOf(state, id): void {
    checkReference(state, id, 'owner', state.owner[id]);
  },
  endFaction({ owner: of, factionEntity, identity, stamps }, slot): void {
    for (let id = 1; id < idLimit(identity); id++) if (of[id] === factionEntity[slot]) of[id] = 0;
    touch(stamps, fact.owner);
  },
});

/** Itself, or the nearest ancestor that can be owned; 0: none. */
export function ownershipHolder(state: WorldState, id: number): number {
  let at = id;
  while (at !== 0 && cannotBeOwned(state, at)) at = state.parent[at];
  return at;
}

function cannotBeOwned(state: WorldState, id: number): boolean {
  if (!isLive(state.identity, id)) return false;
  const kind = kindAt(state.model, state.identity.kind[id]);
  return !kind.faction && kind.ownership.rule === 'none';
}

/** Ascending, each once. A kind without ownership belongs to the owners of its parent. */
export function ownersOf(state: WorldState, object: number): readonly number[] {
  const id = ownershipHolder(state, object);
  const through = kindThrough(state, id);
  if (through === 0) {
    const owner = storedOwner(state, id);
    return owner === 0 ? [] : [owner];
  }
  const owners: number[] = [];
  meetOwners(state, id, through, (owner) => {
    if (!owners.includes(owner)) owners.push(owner);
    return false;
  });
  return owners.sort((a, b) => a - b);
}

/** The only owner; 0: none or several. */
export function ownerOf(state: WorldState, object: number): number {
  const id = ownershipHolder(state, object);
  const through = kindThrough(state, id);
  if (through === 0) return storedOwner(state, id);
  let first = 0;
  const several = meetOwners(state, id, through, (owner) => {
    if (first === 0) first = owner;
    return owner !== first;
  });
  return several ? 0 : first;
}

/** Alone or with others. */
export function isOwnedBy(state: WorldState, object: number, faction: number): boolean {
  const id = ownershipHolder(state, object);
  const through = kindThrough(state, id);
  return through === 0
    ? storedOwner(state, id) === faction && faction !== 0
    : meetOwners(state, id, through, (owner) => owner === faction);
}

export function isOwned(state: WorldState, object: number): boolean {
  const id = ownershipHolder(state, object);
  const through = kindThrough(state, id);
  return through === 0 ? storedOwner(state, id) !== 0 : meetOwners(state, id, through, () => true);
}

/** 0: its owner is stored, or it is a faction. */
function kindThrough(state: WorldState, id: number): number {
  if (!isLive(state.identity, id)) return 0;
  const { faction, ownership } = kindAt(state.model, state.identity.kind[id]);
  return !faction && ownership.rule === 'through' ? ownership.kind : 0;
}

/** Row 0 and free rows hold 0, which is nobody. */
function storedOwner(state: WorldState, id: number): number {
  return state.faction[id] === 0 ? state.owner[id] : id;
}

/** Visits owners, perhaps repeatedly, until `visit` returns true. Returns whether it did. */
function meetOwners(state: WorldState, id: number, through: number, visit: (owner: number) => boolean): boolean {
  const left = [id];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    for (const part of attachedTo(state, at)) {
      if (state.identity.kind[part] === through && state.owner[part] !== 0 && visit(state.owner[part])) return true;
      left.push(part);
    }
  }
  return false;
}

/** 0: nobody. Throws for kinds without stored owner, and other owners than factions. */
export function setOwner(state: WorldState, id: number, owner: number): void {
  if (owner !== 0) {
    const kind = kindAt(state.model, state.identity.kind[id]);
    if (kind.ownership.rule !== 'stored')
      throw new EdictError('owner', `a ${kind.name} has no owner of its own; leave its owner out`);
    if (state.faction[owner] === 0)
      throw new EdictError('owner', `object ${owner} is not a faction; only factions own`);
  }
  if (state.owner[id] === owner) return;
  state.owner[id] = owner;
  touchKind(state.stamps, fact.owner, id, state.identity.kind[id]);
}
