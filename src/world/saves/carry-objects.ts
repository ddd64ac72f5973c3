import { freeSlot } from '../../components/faction.js';
import { liveIds } from '../../components/live-objects.js';
import { placeHolder, spotOf } from '../../components/place.js';
import { isNode, placeKind } from '../../components/place-kind.js';
import type { WorldState } from '../../components/state.js';
import { header } from '../../kernel/arena.js';
import { forgetFree, idLimit, isLive, release } from '../../kernel/identity.js';
import { kindAt } from '../../model/model.js';
import { type Carry, carriedIds, countBy } from './carry.js';
import { counted } from '../../kernel/grouped.js';

/** Objects with kind, class, name, owner and place. */
export function carryObjects(carry: Carry): void {
  carryIdentity(carry);
  carryBirths(carry);
  carryFactions(carry);
  carryOwners(carry);
  carryPlaces(carry);
}

/** Rows of objects whose kind is gone are free, and their handles stale, as if they had been destroyed. */
function carryIdentity({ from, to, names, notes }: Carry): void {
  const limit = idLimit(from.identity);
  const { kind, generation } = to.identity;
  const gone: number[] = [];
  const dropped = new Map<number, number>();
  to.arena.header[header.highWater] = limit;
  for (let id = 1; id < limit; id++) {
    const before = from.identity.kind[id];
    generation[id] = from.identity.generation[id];
    if (!isLive(from.identity, id)) {
      kind[id] = before;
      continue;
    }
    // Until it is released below, any kind will do.
    kind[id] = names.kinds[before] || 1;
    to.arena.header[header.live]++;
    if (names.kinds[before] > 0) continue;
    gone.push(id);
    countBy(dropped, before);
  }
  for (const id of gone) release(to.identity, id);
  forgetFree(to.identity);
  for (const [index, count] of dropped)
    notes.note('dropped', 'kind', kindAt(from.model, index).name, count, `${counted(count, 'object')} dropped`);
}

function carryBirths(carry: Carry): void {
  const { from, to, names, notes } = carry;
  const lost = new Map<number, number>();
  for (const id of carriedIds(carry)) {
    const before = from.class[id];
    to.class[id] = names.classes[before];
    if (before > 0 && names.classes[before] === 0) countBy(lost, before);
    to.name[id] = from.name[id];
    to.created[id] = from.created[id];
  }
  for (const [index, count] of lost)
    notes.note(
      'dropped',
      'class',
      from.model.classes[index - 1].name,
      count,
      `${counted(count, 'object')} without a class now`,
    );
}

/** A faction keeps its slot; what was none before takes a free one. Throws where there are too few. */
function carryFactions(carry: Carry): void {
  const { from, to } = carry;
  const isFaction = (id: number) => kindAt(to.model, to.identity.kind[id]).faction;
  const set = (id: number, slot: number) => {
    to.faction[id] = slot;
    to.factionEntity[slot] = id;
  };
  for (const id of carriedIds(carry)) if (from.faction[id] > 0 && isFaction(id)) set(id, from.faction[id]);
  for (const id of carriedIds(carry)) if (from.faction[id] === 0 && isFaction(id)) set(id, freeSlot(to));
}

function carryOwners(carry: Carry): void {
  const { from, to, notes } = carry;
  const lost = new Map<number, number>();
  for (const id of carriedIds(carry)) {
    const owner = from.owner[id];
    if (owner === 0) continue;
    const kind = kindAt(to.model, to.identity.kind[id]);
    if (kind.ownership.rule === 'stored' && to.faction[owner] > 0) to.owner[id] = owner;
    else countBy(lost, kind.index);
  }
  for (const [kind, count] of lost)
    notes.note(
      'dropped',
      'owner',
      `of ${kindAt(to.model, kind).name}`,
      count,
      `${counted(count, 'object')} without an owner now`,
    );
}

/** Nodes first: others rest on them. */
function carryPlaces(carry: Carry): void {
  const { to, notes } = carry;
  const released = new Map<number, number>();
  const isOfNodes = (id: number) => kindAt(to.model, to.identity.kind[id]).node;
  for (const id of carriedIds(carry)) if (isOfNodes(id)) carryNode(carry, id);
  for (const id of carriedIds(carry))
    if (!isOfNodes(id) && !carryPlace(carry, id)) countBy(released, to.identity.kind[id]);
  for (const [kind, count] of released)
    notes.note(
      'released',
      'place',
      `of ${kindAt(to.model, kind).name}`,
      count,
      `${counted(count, 'object')} no longer attached: the other object is gone, or no longer accepts them`,
    );
}

/** What was no node before becomes one where it was, or at the origin. */
function carryNode({ from, to }: Carry, id: number): void {
  setPlace(to, id, placeKind.node, id, 0, 0, ...pointOf(from, id));
}

/** False where it was attached and cannot be now. */
function carryPlace({ from, to }: Carry, id: number): boolean {
  const parent = from.parent[id];
  if (parent > 0 && isLive(to.identity, parent)) {
    const { attachesTo } = kindAt(to.model, to.identity.kind[id]);
    if (attachesTo.includes(to.identity.kind[parent])) {
      to.parent[id] = parent;
      return true;
    }
  }
  const spot = spotOf(from, id);
  switch (spot.at) {
    case 'node':
      if (isNode(to, spot.node)) setPlace(to, id, placeKind.node, spot.node, 0, 0, to.x[spot.node], to.y[spot.node]);
      else setPoint(to, id, pointOf(from, id));
      break;
    case 'lane':
      if (isNode(to, spot.from) && isNode(to, spot.to))
        setPlace(to, id, placeKind.lane, spot.from, spot.to, spot.fraction ?? 0, ...pointOf(from, id));
      else setPoint(to, id, pointOf(from, id));
      break;
    case 'point':
      setPoint(to, id, [spot.x, spot.y]);
      break;
    default:
  }
  return parent === 0;
}

/** Perhaps by what it is attached to. The origin for what is nowhere. */
function pointOf(state: WorldState, id: number): readonly [x: number, y: number] {
  const holder = placeHolder(state, id);
  return [state.x[holder], state.y[holder]];
}

function setPoint(to: WorldState, id: number, [x, y]: readonly [number, number]): void {
  setPlace(to, id, placeKind.point, 0, 0, 0, x, y);
}

function setPlace(
  to: WorldState,
  id: number,
  place: number,
  end: number,
  otherEnd: number,
  fraction: number,
  x: number,
  y: number,
): void {
  to.place[id] = place;
  to.end[id] = end;
  to.otherEnd[id] = otherEnd;
  to.fraction[id] = fraction;
  to.x[id] = x;
  to.y[id] = y;
}

/** Objects of each present kind. */
export function countKinds({ from, names }: Pick<Carry, 'from' | 'names'>, kindCount: number): Float64Array {
  const counts = new Float64Array(kindCount + 1);
  for (const id of liveIds(from)) counts[names.kinds[from.identity.kind[id]]]++;
  return counts;
}
