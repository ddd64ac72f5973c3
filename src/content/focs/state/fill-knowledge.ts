import { networkOf, setNetwork } from '../../../state/networks.js';
import { setSighted } from '../../../state/sights.js';
import { setSeen } from '../../../state/visibility.js';
import type { ImportedGame } from './imported-game.js';

/** What empires see, have explored and supply. Objects that are no longer there are passed over. */
export function fillKnowledge(made: ImportedGame): void {
  const { game, source, state } = made;
  for (const [empire, levels] of source.visibility) {
    const faction = made.empires.get(empire) ?? 0;
    // Whoever sees anything of an object sees it.
    for (const object of levels.keys())
      if (faction !== 0 && made.idOf(object) !== 0) setSeen(state, faction, made.idOf(object), true);
  }
  for (const { id, exploredSystems } of source.empires) markSystems(made, game.sights.explored, id, exploredSystems);
  fillSupply(made);
}

/**
 * The networks that the game's own pass used; where they are not known, those after it, which a fleet is supplied in.
 */
function fillSupply(made: ImportedGame): void {
  const {
    game,
    source: { supply },
  } = made;
  const groups = supply.networkUsedByPassC?.resourceGroups ?? supply.networkAfterPassC;
  for (const [empire, networks] of groups) {
    networks.forEach((systems, i) => {
      for (const system of systems) join(made, empire, system, i + 1);
    });
  }
  for (const [empire, networks] of supply.networkUsedByPassC?.fleetSupplyableSystems ??
    new Map([...groups].map(([id, lists]) => [id, lists.flat()]))) {
    markSystems(made, game.sights.resupply, empire, networks);
  }
}

function markSystems(made: ImportedGame, sight: number, empire: number, systems: readonly number[]): void {
  const faction = made.empires.get(empire) ?? 0;
  for (const system of systems) {
    const id = systemIn(made, system);
    if (faction !== 0 && id !== 0) setSighted(made.state, sight, faction, id, true);
  }
}

/** Of two networks with one system the first counts. */
function join(made: ImportedGame, empire: number, system: number, number: number): void {
  const {
    game: { networks },
    state,
  } = made;
  const faction = made.empires.get(empire) ?? 0;
  const id = systemIn(made, system);
  if (faction === 0 || id === 0 || networkOf(state, networks.supply, faction, id) !== 0) return;
  setNetwork(state, networks.supply, faction, id, number);
}

/** Id of a system, 0 for what is none. */
function systemIn({ game, state, idOf }: ImportedGame, system: number): number {
  const id = idOf(system);
  return state.identity.kind[id] === game.kinds.system ? id : 0;
}
