import type { CellValue, Handle } from '../../src/world/api.js';
import type { EdictScope } from './edict.js';
import { techName } from './content.js';
import { favouredTech, nobody } from './rules.js';
import type { ScopeWorld } from './world.js';

/**
 * Changes one cell of everything that the rules read and puts it back, so that nothing of the turn before can be used
 * again but lane distances and the positions of systems. Another object each time: nothing is learnt by heart.
 */
export function createDisturbance(galaxy: ScopeWorld, { world, handles }: EdictScope): () => void {
  let round = 0;
  const one = <T>(list: readonly T[]): T => list[round % list.length];
  const inSystems = handles.ship.filter((_, row) => galaxy.ships.system[row] >= 0);
  const owned = (objects: readonly Handle[], owner: Uint8Array): readonly Handle[] =>
    objects.filter((_, row) => owner[row] !== nobody);
  const posts = handles.posts.flat();
  const possessions = [
    owned(handles.planet, galaxy.planets.owner),
    owned(handles.ship, galaxy.ships.owner),
    owned(handles.building, galaxy.buildings.owner),
    posts,
  ];
  const change = (object: Handle, name: string, other: (value: CellValue) => CellValue): void => {
    const value = world.get(object, name) ?? null;
    world.set(object, name, other(value));
    world.set(object, name, value);
  };
  const more = (value: CellValue): CellValue => Number(value) + 1;
  return () => {
    round++;
    change(one(handles.planet), 'population', more);
    change(one(handles.planet), 'focus', (focus) => (focus === 'industry' ? 'research' : 'industry'));
    change(one(handles.planet), 'species', (species) => (species === 'species3' ? 'species4' : 'species3'));
    change(one(handles.ship), 'attack', more);
    change(one(posts), 'level', more);
    for (const objects of possessions) give(one(objects));
    travel(one(inSystems));
    see(one(handles.empire), one(handles.ship));
    learn(one(handles.empire));
    fight(one(handles.empire), handles.empire[(round + 1) % handles.empire.length]);
  };

  function give(object: Handle): void {
    const [owner = null] = world.ownersOf(object);
    world.setOwner(object, handles.empire.find((other) => other !== owner) ?? null);
    world.setOwner(object, owner);
  }

  function travel(ship: Handle): void {
    const home = world.parentOf(ship);
    if (home === null) return;
    world.move(ship, { in: handles.system.find((other) => other !== home) ?? home });
    world.move(ship, { in: home });
  }

  function see(empire: Handle, ship: Handle): void {
    // What an empire owns it sees anyway, whatever it is told.
    const [owner] = world.ownersOf(ship);
    const observer = owner === empire ? (handles.empire.find((other) => other !== owner) ?? empire) : empire;
    const seen = world.relations.isVisible(observer, ship);
    world.relations.setVisible(observer, ship, !seen);
    world.relations.setVisible(observer, ship, seen);
  }

  function learn(empire: Handle): void {
    const known = world.relations.isAvailable(empire, techName(favouredTech));
    world.relations.setAvailable(empire, techName(favouredTech), !known);
    world.relations.setAvailable(empire, techName(favouredTech), known);
  }

  function fight(a: Handle, b: Handle): void {
    const atWar = world.relations.isRelated('war', a, b);
    world.relations.setRelated('war', a, b, !atWar);
    world.relations.setRelated('war', a, b, atWar);
  }
}
