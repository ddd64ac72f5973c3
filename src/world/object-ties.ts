import { isAvailable } from '../components/availability.js';
import { hasEdges, neighboursIn } from '../components/edges.js';
import { neighboursOf } from '../components/lanes.js';
import { areSlotsRelated } from '../components/relations.js';
import { boundTo } from '../components/roles.js';
import { isSighted } from '../components/sights.js';
import type { WorldState } from '../components/state.js';
import { hasBit } from '../kernel/bit-words.js';
import { kept } from '../kernel/maps.js';
import { kindAt } from '../model/model.js';

/** What ties an object to others, or to names of the content; the order means nothing. */
export interface Tie {
  /** `lanes`, `visible to`, `sight radar`, `relation war`, `network roads`, `roles` or `available`. */
  readonly what: string;
  /** Ids of the other objects, or names. */
  readonly to: readonly number[] | readonly string[];
}

/** Of a state that does not change meanwhile. Returns the ties of an object by its id, without empty ones. */
export function tiesIn(state: WorldState): (id: number) => readonly Tie[] {
  const { model } = state;
  const factions = [...state.factionEntity].flatMap((id, slot) => (slot > 0 && id !== 0 ? [{ slot, id }] : []));
  const roles = rolesById(state);
  return (id) => {
    const slot = state.faction[id];
    const kind = kindAt(model, state.identity.kind[id]);
    const chosen = (is: (faction: { readonly slot: number; readonly id: number }) => boolean | undefined) =>
      factions.flatMap((each) => (is(each) === true ? [each.id] : []));
    const ties: readonly Tie[] = [
      { what: 'roles', to: roles.get(id) ?? [] },
      { what: 'lanes', to: kind.node ? neighboursOf(state, id) : [] },
      { what: 'visible to', to: chosen((each) => hasBit(state.seenBy, id * state.seenWords, each.slot)) },
      ...model.sights.map((name, sight) => ({
        what: `sight ${name}`,
        to: chosen((each) => isSighted(state, sight, each.id, id)),
      })),
      ...model.graphs.map(({ name }, graph) => ({
        what: `network ${name}`,
        to: hasEdges(model, kind.index) ? Array.from(neighboursIn(state, graph, id)) : [],
      })),
      ...(slot === 0 ? [] : tiesOfFaction(state, id, slot, chosen)),
    ];
    return ties.filter(({ to }) => to.length > 0);
  };
}

function tiesOfFaction(
  state: WorldState,
  id: number,
  slot: number,
  chosen: (is: (faction: { readonly slot: number }) => boolean) => readonly number[],
): readonly Tie[] {
  const { relations, classes } = state.model;
  return [
    ...relations.map(({ name }, relation) => ({
      what: `relation ${name}`,
      to: chosen((each) => areSlotsRelated(state, relation, slot, each.slot)),
    })),
    {
      what: 'available',
      to: classes.flatMap(({ name, index }) => (isAvailable(state, id, index) === true ? [name] : [])),
    },
  ];
}

function rolesById(state: WorldState): ReadonlyMap<number, readonly string[]> {
  const byId = new Map<number, string[]>();
  for (const [index, name] of state.model.roles.entries()) {
    const id = boundTo(state, index);
    if (id !== 0) kept(byId, id, () => []).push(name);
  }
  return byId;
}
