import { setEdges, edgesIn } from '../../components/edges.js';
import { connect, laneCount } from '../../components/lanes.js';
import { listings, setList } from '../../components/links.js';
import { areSlotsRelated, setRelated } from '../../components/relations.js';
import { isAvailable, setAvailable } from '../../components/availability.js';
import { isSighted, setSighted } from '../../components/sights.js';
import { networkOf, setNetwork } from '../../components/networks.js';
import { setSeen } from '../../components/visibility.js';
import { hasBit } from '../../kernel/bit-words.js';
import { isLive } from '../../kernel/identity.js';
import { kindAt } from '../../model/model.js';
import { type Carry, carriedIds, isCarriedSlot } from './carry.js';
import { counted } from '../../kernel/grouped.js';
import { namesGone } from './names.js';

/** What holds between objects: lanes, lists, networks, and what factions know of others. */
export function carryRelations(carry: Carry): void {
  carryLanes(carry);
  carryLists(carry);
  carryEdges(carry);
  const factions = carriedFactions(carry);
  carrySight(carry, factions);
  carryHostNetworks(carry, factions);
  for (const faction of factions) carryAvailabilities(carry, faction);
  carryFactionRelations(carry, factions);
  const { from, names, notes } = carry;
  const gone = (part: string, list: readonly string[], numbers: Int32Array) => {
    for (const at of namesGone(numbers, 0)) notes.note('dropped', part, list[at], 0, 'no longer in the content');
  };
  const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  gone('relation', namesOf(from.model.relations), names.relations);
  gone('list', namesOf(from.model.links), names.links);
  gone('network', namesOf(from.model.graphs), names.graphs);
  gone('sight', from.model.sights, names.sights);
  gone('network', from.model.networks, names.networks);
}

function carryLanes({ from, to, notes }: Carry): void {
  const isNode = (id: number) => isLive(to.identity, id) && kindAt(to.model, to.identity.kind[id]).node;
  let lost = 0;
  for (let row = 1; row <= laneCount(from); row++) {
    const [a, b] = [from.laneEnd[row], from.laneOtherEnd[row]];
    if (a !== b && isNode(a) && isNode(b)) connect(to, a, b);
    else lost++;
  }
  if (lost > 0)
    notes.note('dropped', 'lanes', 'between nodes', lost, `${counted(lost, 'lane')} dropped, because an end is gone`);
}

function carryLists({ from, to, names, notes }: Carry): void {
  for (const { index, name, kinds, to: listed } of to.model.links) {
    const old = names.links.indexOf(index);
    if (old < 0) {
      notes.note('added', 'list', name, 0, 'empty for all objects');
      continue;
    }
    const { start, ids } = listings(from, old);
    const kind = (id: number) => (isLive(to.identity, id) ? to.identity.kind[id] : 0);
    const fits = (id: number) => kind(id) > 0 && (listed === 0 || kind(id) === listed);
    let lost = 0;
    for (let id = 1; id < start.length - 1; id++) {
      if (start[id] === start[id + 1]) continue;
      const entries = [...ids.subarray(start[id], start[id + 1])];
      const kept = kinds.includes(kind(id)) ? entries.filter(fits) : [];
      lost += entries.length - kept.length;
      if (kept.length > 0) setList(to, index, id, kept);
    }
    if (lost > 0) notes.note('dropped', 'list', name, lost, `${counted(lost, 'object')} dropped from it`);
  }
}

function carryEdges({ from, to, names, notes }: Carry): void {
  for (const { index, name, kind } of to.model.graphs) {
    const old = names.graphs.indexOf(index);
    if (old < 0) {
      notes.note('added', 'network', name, 0, 'without edges');
      continue;
    }
    const edges = edgesIn(from, old);
    const fits = (id: number) => isLive(to.identity, id) && to.identity.kind[id] === kind;
    const kept = edges.from.map((a, at) => (fits(a) && fits(edges.to[at]) ? 1 : 0));
    const lost = kept.length - kept.reduce((sum, is) => sum + is, 0);
    setEdges(to, index, {
      from: edges.from.filter((_, at) => kept[at] === 1),
      to: edges.to.filter((_, at) => kept[at] === 1),
    });
    if (lost > 0)
      notes.note('dropped', 'network', name, lost, `${counted(lost, 'edge')} dropped, because an end is gone`);
  }
}

function carriedFactions(carry: Carry): readonly number[] {
  const slots = [...carry.from.factionEntity.keys()].filter((slot) => isCarriedSlot(carry, slot));
  return slots.map((slot) => carry.from.factionEntity[slot]);
}

function carrySight(carry: Carry, factions: readonly number[]): void {
  const { from, to, names } = carry;
  for (const id of carriedIds(carry)) {
    for (const faction of factions) {
      if (hasBit(from.seenBy, id * from.seenWords, from.faction[faction])) setSeen(to, faction, id, true);
      names.sights.forEach((into, sight) => {
        if (into >= 0 && isSighted(from, sight, faction, id) === true) setSighted(to, into, faction, id, true);
      });
    }
  }
}

function carryHostNetworks(carry: Carry, factions: readonly number[]): void {
  const { from, to, names } = carry;
  if (from.model.networks.length === 0) return;
  for (const id of carriedIds(carry)) {
    if (!kindAt(to.model, to.identity.kind[id]).node) continue;
    for (const faction of factions)
      names.networks.forEach((into, network) => {
        const number = networkOf(from, network, faction, id);
        if (into >= 0 && number > 0) setNetwork(to, into, faction, id, number);
      });
  }
}

function carryAvailabilities({ from, to, names }: Carry, faction: number): void {
  for (let of = 1; of <= from.model.classes.length; of++)
    if (names.classes[of] > 0 && isAvailable(from, faction, of) === true)
      setAvailable(to, faction, names.classes[of], true);
}

/** A relation that holds both ways now holds where it held one way. */
function carryFactionRelations({ from, to, names }: Carry, factions: readonly number[]): void {
  names.relations.forEach((into, relation) => {
    if (into < 0) return;
    for (const a of factions)
      for (const b of factions)
        if (a !== b && areSlotsRelated(from, relation, from.faction[a], from.faction[b]))
          setRelated(to, into, a, b, true);
  });
}
