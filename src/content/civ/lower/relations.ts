import type { Step } from '../../../model/connection.js';
import { relationLeads } from '../expression/integrators.js';
import type { ObjectType, Policy, RelationName } from '../policy.js';
import type { CivModel } from '../world/create-civ-model.js';

/**
 * Steps from objects of a type to the objects of another that a relation relates them to, in the order of the game;
 * undefined where the relation is not defined between the two. Never empty: who is related to itself goes by its kind.
 * `distance` is of NEAR alone.
 */
export function relationSteps(
  civ: CivModel,
  relation: RelationName,
  from: ObjectType,
  to: ObjectType,
  distance: number,
  policy: Policy,
): readonly Step[] | undefined {
  if (!relationLeads(relation, from, to)) return undefined;
  return civ.nodes.steps(`${relation} ${from} ${to} ${distance} ${policy}`, () => {
    switch (relation) {
      case 'ASSOCIATED':
        return associated(civ, from, to);
      case 'SAME_PLOT':
        return throughPlot(civ, from, to);
      case 'NEAR':
        return near(civ, to, distance, policy);
      case 'TRADE':
        return [{ by: 'listed', link: civ.links.trade }];
      case 'WORKING':
        return [{ by: from === 'CITY' ? 'listed' : 'listing', link: civ.links.working }];
    }
  });
}

/** What is associated with the plot that an object stands on or is. */
function throughPlot(civ: CivModel, from: ObjectType, to: ObjectType): readonly Step[] {
  if (from === 'PLOT') return fromPlot(civ, to);
  return to === 'PLOT' ? [{ by: 'parent' }] : [{ by: 'parent' }, ...fromPlot(civ, to)];
}

function associated(civ: CivModel, from: ObjectType, to: ObjectType): readonly Step[] {
  const { kinds, columns } = civ;
  if (from === to) return [{ by: 'kind', kind: kinds[from] }];
  if (to === 'GAME') return [{ by: 'objects', kind: kinds.GAME }];
  const living: Step = { by: 'having', column: columns.alive };
  switch (from) {
    case 'GAME':
      // Of what players have what living ones have.
      if (to === 'PLOT') return [{ by: 'objects', kind: kinds.PLOT }];
      return fromPlayers(civ, [{ by: 'objects', kind: kinds.PLAYER }, living], to);
    case 'TEAM':
      return fromPlayers(civ, [{ by: 'referrers', column: columns.team, kind: kinds.PLAYER }, living], to);
    case 'PLAYER':
      return to === 'TEAM' ? [teamOf(civ)] : [{ by: 'owned', kind: kinds[to] }];
    case 'CITY':
    case 'UNIT':
    case 'PLOT':
      return to === 'TEAM' || to === 'PLAYER' ? owners(civ, to) : throughPlot(civ, from, to);
  }
}

/** What players have, player by player; their teams and plots are gone through in an order of their own. */
function fromPlayers(civ: CivModel, players: readonly Step[], to: ObjectType): readonly Step[] {
  switch (to) {
    case 'PLAYER':
      return players;
    case 'TEAM':
      return [...players, teamOf(civ), { by: 'once' }, { by: 'sorted' }];
    case 'PLOT':
      return [...players, { by: 'owned', kind: civ.kinds.PLOT }, { by: 'sorted' }];
    default:
      return [...players, { by: 'owned', kind: civ.kinds[to] }];
  }
}

/** From a plot to what is associated with it. */
function fromPlot(civ: CivModel, to: ObjectType): readonly Step[] {
  const { kinds, columns } = civ;
  switch (to) {
    // Not all objects that are a game: where many plots lead there, it counts for each.
    case 'GAME':
      return [{ by: 'reference', column: columns.game }];
    case 'TEAM':
    case 'PLAYER':
      return owners(civ, to);
    case 'CITY':
    case 'UNIT':
      return [{ by: 'attached', kind: kinds[to] }];
    case 'PLOT':
      return [{ by: 'kind', kind: kinds.PLOT }];
  }
}

function owners(civ: CivModel, to: 'TEAM' | 'PLAYER'): readonly Step[] {
  return to === 'TEAM' ? [{ by: 'owner' }, teamOf(civ)] : [{ by: 'owner' }];
}

function near(civ: CivModel, to: ObjectType, distance: number, policy: Policy): readonly Step[] {
  const square: Step = { by: 'square', grid: civ.grid, distance };
  const found = to === 'PLOT' ? [square] : [square, ...fromPlot(civ, to)];
  return policy === 'intended' ? [...found, { by: 'once' }] : found;
}

function teamOf(civ: CivModel): Step {
  return { by: 'reference', column: civ.columns.team };
}
