import { fact, freshness, type KindFact, kindStamp, type Memo, createFollower, memo } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';
import { idLimit } from '../kernel/identity.js';
import { roomyBits, roomyCodes } from './scratch.js';
import { kindsAbove } from '../model/kinds-above.js';
import type { Model } from '../model/model.js';
import type { IdList } from './indexes.js';

/** A value per row that follows from the row and its ancestors. */
export interface RowValues<Values> {
  readonly facts: readonly KindFact[];
  readonly all: (before: Values | undefined) => Values;
  /** `known`: those of rows that have not changed. */
  readonly one: (id: number, known: Values) => number;
  /** Stamps of what changes the values of objects that do not hang on what changed. */
  readonly elsewhere?: readonly number[];
}

/** By id, recomputed for changed rows and possible descendants. */
export function keptRows<Values extends Int32Array | Uint32Array>(
  state: WorldState,
  ofKind: (kind: number) => IdList,
  { facts, all, one, elsewhere = [] }: RowValues<Values>,
): Memo<Values> {
  const { kinds } = state.model;
  const follower = createFollower(state.stamps, facts);
  const others = freshness(state.stamps, elsewhere);
  const below = new Map(kinds.map(({ index }) => [index, kindsBelow(state.model, index)]));
  return memo<Values>(state.stamps, facts, (before) => {
    const changed = follower.changed(idLimit(state.identity) >>> 3);
    const isBelow = others.isFresh();
    others.note();
    if (before === undefined || changed === undefined || !isBelow) return all(before);
    const hanging = new Set<number>();
    for (const id of changed) {
      before[id] = one(id, before);
      for (const kind of below.get(state.identity.kind[id]) ?? []) hanging.add(kind);
    }
    for (const kind of hanging) {
      const { ids, length } = ofKind(kind);
      for (let i = 0; i < length; i++) before[ids[i]] = one(ids[i], before);
    }
    return before;
  });
}

function kindsBelow(model: Model, kind: number): readonly number[] {
  return model.kinds.map(({ index }) => index).filter((index) => kindsAbove(model, index).includes(kind));
}

/** More faction slots do not fit into a word. */
const mostMaskedFactions = 31;

export function hasMasks(state: WorldState): boolean {
  return state.factionEntity.length - 1 <= mostMaskedFactions;
}

/** By id as `ownershipHolder`; 0 in free rows. */
export function holdersOf(state: WorldState, tables: OwnershipTables): RowValues<Int32Array> {
  return {
    facts: [fact.population, fact.place],
    all: (before) => allHolders(state, tables, before),
    one: (id) => holderOf(state, tables, id),
  };
}

function allHolders(state: WorldState, { rule }: OwnershipTables, before?: Int32Array): Int32Array {
  const {
    parent,
    identity: { kind },
  } = state;
  const limit = idLimit(state.identity);
  const holders = roomyCodes(before, kind.length);
  holders.fill(0, limit);
  holders[0] = 0;
  for (let id = 1; id < limit; id++) {
    const how = rule[kind[id]];
    holders[id] = how === ownershipRule.nobody ? 0 : id;
    if (how === ownershipRule.inherited) holders[id] = holderAbove(id, kind, rule, parent);
  }
  return holders;
}

function holderOf({ parent, identity: { kind } }: WorldState, { rule }: OwnershipTables, id: number): number {
  return rule[kind[id]] === ownershipRule.nobody ? 0 : holderAbove(id, kind, rule, parent);
}

function holderAbove(id: number, kind: Uint8Array, rule: Uint8Array, parent: Int32Array): number {
  let at = id;
  while (at !== 0 && rule[kind[at]] === ownershipRule.inherited) at = parent[at];
  return at;
}

/** By id a bit per faction slot, as `ownersOf`. */
export function masksOf(state: WorldState, tables: OwnershipTables): RowValues<Uint32Array> {
  const facts = [fact.population, fact.owner, fact.place] as const;
  return {
    facts,
    elsewhere: passingOn(state.model, tables).flatMap((kind) => facts.map((each) => kindStamp(each, kind))),
    all: (before) => allMasks(state, tables, before),
    one(id, known) {
      const holder = holderOf(state, tables, id);
      // What is owned through others has changed nowhere.
      const isThrough = tables.rule[state.identity.kind[holder]] === ownershipRule.through;
      return isThrough ? known[holder] : ownMask(state, tables, holder);
    },
  };
}

/** Kinds through which others are owned, these others, and all that either may hang on. */
function passingOn(model: Model, { through, passesOn }: OwnershipTables): readonly number[] {
  const own = model.kinds.map(({ index }) => index).filter((kind) => passesOn[kind] === 1 || through[kind] !== 0);
  return [...new Set(own.flatMap((kind) => [kind, ...kindsAbove(model, kind)]))];
}

function allMasks(state: WorldState, tables: OwnershipTables, before?: Uint32Array): Uint32Array {
  const limit = idLimit(state.identity);
  const masks = roomyBits(before, state.identity.kind.length);
  masks.fill(0, limit);
  masks[0] = 0;
  const { rule } = tables;
  const {
    faction,
    owner,
    identity: { kind },
  } = state;
  // As `ownMask`, with the arrays read once.
  for (let id = 1; id < limit; id++) {
    const how = rule[kind[id]];
    if (how === ownershipRule.stored) masks[id] = bitOf(faction[owner[id]]);
    else masks[id] = how === ownershipRule.faction ? bitOf(faction[id]) : 0;
  }
  if (tables.hasThrough) maskThrough(state, tables, masks, limit);
  if (tables.hasInherited) maskInherited(state, tables, masks, limit);
  return masks;
}

/** Objects that cannot be owned belong to the owners of their ancestors. */
function maskInherited(state: WorldState, { rule }: OwnershipTables, masks: Uint32Array, limit: number): void {
  const {
    parent,
    identity: { kind },
  } = state;
  for (let id = 1; id < limit; id++)
    if (rule[kind[id]] === ownershipRule.inherited) masks[id] = masks[holderAbove(id, kind, rule, parent)];
}

function ownMask({ faction, owner, identity: { kind } }: WorldState, { rule }: OwnershipTables, id: number): number {
  const how = rule[kind[id]];
  const by = how === ownershipRule.stored ? owner[id] : how === ownershipRule.faction ? id : 0;
  return bitOf(faction[by]);
}

/** None for slot 0, which is no faction. */
function bitOf(slot: number): number {
  return (1 << slot) & ~1;
}

function maskThrough(
  state: WorldState,
  { through, passesOn }: OwnershipTables,
  masks: Uint32Array,
  limit: number,
): void {
  const {
    faction,
    owner,
    parent,
    identity: { kind },
  } = state;
  for (let id = 1; id < limit; id++) {
    const part = kind[id];
    const slot = passesOn[part] === 1 ? faction[owner[id]] : 0;
    if (slot === 0) continue;
    for (let at = parent[id]; at !== 0; at = parent[at]) if (through[kind[at]] === part) masks[at] |= 1 << slot;
  }
}

/** Ownership by kind. `nobody`: no live kind. */
const ownershipRule = { nobody: 0, inherited: 1, faction: 2, stored: 3, through: 4 } as const;

type OwnershipTables = ReturnType<typeof ownershipTables>;

/** Every value of a kind byte. */
const kindNumbers = 256;

export function ownershipTables({ kinds }: Model) {
  const rule = new Uint8Array(kindNumbers);
  const through = new Uint8Array(kindNumbers);
  const passesOn = new Uint8Array(kindNumbers);
  for (const { index, faction, ownership } of kinds) {
    if (faction) rule[index] = ownershipRule.faction;
    else if (ownership.rule === 'none') rule[index] = ownershipRule.inherited;
    else rule[index] = ownershipRule[ownership.rule];
    if (faction || ownership.rule !== 'through') continue;
    through[index] = ownership.kind;
    passesOn[ownership.kind] = 1;
  }
  return {
    rule,
    /** By kind: the kind through which it is owned, else 0. */
    through,
    /** By kind: 1 where others are owned through it. */
    passesOn,
    hasThrough: passesOn.includes(1),
    /** Some kind cannot be owned and can be attached. */
    hasInherited: kinds.some((kind) => rule[kind.index] === ownershipRule.inherited && kind.attachesTo.length > 0),
  };
}

/** The one faction of a mask; none where there are several. Slot 0 is the slot of none. */
export function toOwner(
  ids: Int32Array,
  masks: Uint32Array,
  factionEntity: Int32Array,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    const mask = masks[ids[row]] | 0;
    const slot = (mask & (mask - 1)) === 0 ? 31 - Math.clz32(mask | 1) : 0;
    into[row] = factionEntity[slot];
  }
}
