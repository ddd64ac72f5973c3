import { EdictError } from '../../../kernel/errors.js';
import { nearestName } from '../../diagnostics/nearest-name.js';
import { quoteText } from '../../diagnostics/quote.js';
import { named, wordOf, type ImportedGame, setCell, setReference, classNamed } from './imported-game.js';
import type { StateObject, StateObjectOf, StateEmpire } from './schema.js';
import { setAvailable } from '../../../components/availability.js';
import { bear } from '../../../state/objects.js';
import { setRelated } from '../../../components/relations.js';
import { handleOf } from '../../../kernel/identity.js';
import { ascending } from './settle-objects.js';
import { seatEmpires } from '../turn/newcomers.js';

/** What is true of the objects of a state: their columns, meters and specials. */
export function fillObjects(made: ImportedGame): void {
  for (const object of made.source.objects) {
    const id = made.idOf(object.id);
    setCell(made, 'id', id, object.id);
    fillProperties(made, object, id);
    fillMeters(made, object, id);
    fillSpecials(made, object, id);
  }
  fillHomeworlds(made);
}

function fillProperties(made: ImportedGame, object: StateObject, id: number): void {
  switch (object.type) {
    case 'System':
      return fillSystem(made, object, id);
    case 'Planet':
      return fillPlanet(made, object, id);
    case 'Building':
      return setReference(made, 'producedBy', id, made.empires.get(object.producedByEmpire) ?? 0);
    case 'Fleet':
      return fillFleet(made, object, id);
    case 'Ship':
      return fillShip(made, object, id);
    case 'Field':
      return;
  }
}

function fillSystem(made: ImportedGame, object: StateObjectOf<'System'>, id: number): void {
  setCell(made, 'star', id, wordOf(made.game, 'star', object.star, `system ${object.id}`));
  setCell(made, 'lastTurnBattleHere', id, object.lastTurnBattleHere);
}

function fillPlanet(made: ImportedGame, object: StateObjectOf<'Planet'>, id: number): void {
  const { game } = made;
  const who = `planet ${object.id}`;
  setCell(made, 'species', id, wordOf(game, 'species', object.species, who));
  setCell(made, 'focus', id, wordOf(game, 'focus', object.focus, who));
  setCell(made, 'planetType', id, wordOf(game, 'planetType', object.planetType, who));
  setCell(made, 'originalPlanetType', id, wordOf(game, 'planetType', object.originalPlanetType, who));
  setCell(made, 'planetSize', id, wordOf(game, 'planetSize', object.planetSize, who));
  setCell(made, 'habitableSize', id, ruleOf(made, `RULE_HABITABLE_SIZE_${object.planetSize.toUpperCase()}`));
  setCell(made, 'lastTurnFocusChanged', id, object.lastTurnFocusChanged);
  setCell(made, 'lastTurnColonized', id, object.lastTurnColonized);
  setCell(made, 'lastTurnConquered', id, object.lastTurnConquered);
  setCell(made, 'lastTurnAttackedByShip', id, object.lastTurnAttackedByShip);
}

function fillFleet(made: ImportedGame, object: StateObjectOf<'Fleet'>, id: number): void {
  setCell(made, 'aggressive', id, Number(object.aggressive));
  setReference(made, 'previousSystem', id, made.idOf(object.previousSystem));
  setReference(made, 'nextSystem', id, made.idOf(object.nextSystem));
  setReference(made, 'destination', id, made.idOf(object.route.at(-1) ?? -1));
}

function fillShip(made: ImportedGame, object: StateObjectOf<'Ship'>, id: number): void {
  setCell(made, 'species', id, wordOf(made.game, 'species', object.species, `ship ${object.id}`));
  setReference(made, 'design', id, made.designs.get(object.design) ?? 0);
  setReference(made, 'producedBy', id, made.empires.get(object.producedByEmpire) ?? 0);
  setReference(made, 'orderedBombardPlanet', id, made.idOf(object.orderedBombardPlanet));
  setCell(made, 'arrivedOnTurn', id, object.arrivedOnTurn);
  setCell(made, 'lastTurnActiveInBattle', id, object.lastTurnActiveInBattle);
  setCell(made, 'lastTurnResupplied', id, object.lastTurnResupplied);
  const parts = made.parts.get(object.id);
  for (const { part, meter, initial, current } of object.partMeters) {
    const target = parts?.get(part);
    if (target !== undefined) fillMeter(made, object, target, meter, initial, current);
  }
}

function fillMeters(made: ImportedGame, object: StateObject, id: number): void {
  for (const [name, { initial, current }] of object.meters) fillMeter(made, object, id, name, initial, current);
}

function fillMeter(
  { game, state }: ImportedGame,
  object: StateObject,
  id: number,
  name: string,
  initial: number,
  current: number,
): void {
  const columns = game.meters.get(name);
  const kind = state.identity.kind[id];
  if (columns === undefined || game.model.columns[columns.current].kinds[kind] !== 1)
    throw unknownMeter(object, name, game.meters.keys());
  // Adding 0 makes −0 the 0 that it equals.
  state.cells[columns.initial][id] = initial + 0;
  state.cells[columns.current][id] = current + 0;
}

function unknownMeter({ type, id }: StateObject, name: string, known: Iterable<string>): EdictError {
  const nearest = nearestName(name, known);
  const advice =
    nearest === undefined || nearest === name ? 'export the state again' : `did you mean ${quoteText(nearest)}?`;
  return new EdictError(
    'unknown-name',
    `${type.toLowerCase()} ${id} has the meter ${quoteText(name)}, which such an object does not have; ${advice}`,
    name,
  );
}

function fillSpecials({ game, state }: ImportedGame, object: StateObject, id: number): void {
  for (const [name, { since, capacity }] of object.specials) {
    const columns = named(game.specials, 'special', name, `object ${object.id}`);
    if (columns.has !== undefined) state.cells[columns.has.index][id] = 1;
    if (columns.since !== undefined) state.cells[columns.since.index][id] = since;
    if (columns.capacity !== undefined) state.cells[columns.capacity.index][id] = capacity + 0;
  }
}

/** The species of a planet that is the homeworld of two are in two columns; a third would need another. */
function fillHomeworlds(made: ImportedGame): void {
  const { game, source, state } = made;
  const first = state.cells[game.column('homeworldOf').index];
  const second = state.cells[game.column('alsoHomeworldOf').index];
  for (const [name, planets] of source.species.homeworlds) {
    const species = wordOf(game, 'species', name, 'the list of homeworlds');
    for (const planet of planets) {
      const id = made.idOf(planet);
      if (id === 0 || state.identity.kind[id] !== game.kinds.planet || first[id] === species || second[id] === species)
        continue;
      if (second[id] !== 0)
        throw new EdictError(
          'bad-state',
          `planet ${planet} is the homeworld of more than two species, ${quoteText(name)} the third; a planet has room for two`,
        );
      if (first[id] === 0) first[id] = species;
      else second[id] = species;
    }
  }
}

/** What a rule of the game is in this one: as the state says, else as content says; texts count 0. */
function ruleOf({ game, source }: ImportedGame, name: string): number {
  const value = source.galaxy.rules.get(name) ?? game.ruleDefaults.get(name) ?? 0;
  return typeof value === 'string' ? 0 : Number(value);
}

/** What is true of the galaxy and of empires, what they are to one another, and what they produce. */

export function fillGalaxy(made: ImportedGame): void {
  const {
    game,
    galaxy: id,
    source: { galaxy, universeWidth },
    state,
  } = made;
  state.role[game.roles.galaxy + 1] = handleOf(state.identity, id);
  setCell(
    made,
    'lastId',
    id,
    made.source.objects.reduce((greatest, object) => Math.max(greatest, object.id), 0),
  );
  setCell(made, 'universeWidth', id, universeWidth);
  setCell(made, 'GalaxySize', id, galaxy.size);
  setCell(made, 'GalaxyShape', id, galaxy.shape);
  setCell(made, 'GalaxyAge', id, galaxy.age);
  setCell(made, 'GalaxyPlanetDensity', id, galaxy.planetDensity);
  setCell(made, 'GalaxyStarlaneFrequency', id, galaxy.starlaneFrequency);
  setCell(made, 'GalaxySpecialFrequency', id, galaxy.specialFrequency);
  setCell(made, 'GalaxyMonsterFrequency', id, galaxy.monsterFrequency);
  setCell(made, 'GalaxyNativeFrequency', id, galaxy.nativeFrequency);
  setCell(made, 'GalaxyMaxAIAggression', id, galaxy.maxAIAggression);
  for (const [name, column] of game.rules) state.cells[column.index][id] = ruleOf(made, name);
}

export function fillEmpires(made: ImportedGame): void {
  for (const empire of ascending(made.source.empires)) {
    const id = made.empires.get(empire.id) ?? 0;
    setCell(made, 'id', id, empire.id);
    setCell(made, 'eliminated', id, Number(empire.eliminated));
    setReference(made, 'capital', id, made.idOf(empire.capital));
    setReference(made, 'sourceObject', id, made.idOf(empire.sourceObject));
    fillAvailable(made, empire, id);
    for (const [tech, column] of made.game.researched) made.state.cells[column.index][id] = empire.techs.get(tech) ?? 0;
    for (const [meter, column] of made.game.empireMeters)
      made.state.cells[column.index][id] = (empire.meters.get(meter)?.current ?? 0) + 0;
    produce(made, empire, id);
  }
  seatEmpires(made.state, made.game);
}

function fillAvailable({ game, state }: ImportedGame, empire: StateEmpire, id: number): void {
  const who = `empire ${empire.id}`;
  const lists = [
    ['Tech', empire.techs.keys()],
    ['BuildingType', empire.buildingTypesAvailable],
    ['Hull', empire.shipHullsAvailable],
    ['Part', empire.shipPartsAvailable],
  ] as const;
  for (const [kind, names] of lists)
    for (const name of names) setAvailable(state, id, classNamed(game, kind, name, who), true);
}

function produce(made: ImportedGame, empire: StateEmpire, owner: number): void {
  const { game, state, source } = made;
  for (const { buildType, name, design, location, remaining } of empire.productionQueue) {
    const object = made.idOf(location);
    const order = bear(state, {
      kind: game.kinds.order,
      class: 0,
      name,
      owner,
      place: object === 0 ? { at: 'nowhere' } : { at: 'object', object },
      created: source.turn - 1,
    });
    setCell(made, 'remaining', order, remaining);
    setReference(made, 'orderDesign', order, made.designs.get(design) ?? 0);
    if (buildType === 'Building')
      setCell(
        made,
        'orderClass',
        order,
        classNamed(game, 'BuildingType', name, `the production queue of empire ${empire.id}`),
      );
  }
}

export function relateEmpires({ game, source, state, empires }: ImportedGame): void {
  for (const {
    empires: [a, b],
    status,
  } of source.diplomacy) {
    setRelated(state, game.relations[status], empires.get(a) ?? 0, empires.get(b) ?? 0, true);
  }
}
