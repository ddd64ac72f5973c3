import { EdictError } from '../../../kernel/errors.js';
import { quoteText } from '../../text/quote.js';
import {
  named,
  wordOf,
  type ImportedGame,
  setCell,
  setReference,
  classNamed,
  unknownName,
  ascending,
} from './imported-game.js';
import type { StateEmpire, StateMeter, StateObject, StateObjectOf } from './read-state.js';
import { setAvailable } from '../../../components/availability.js';
import { bear } from '../../../state/object-life.js';
import { setRelated } from '../../../components/relations.js';
import { handleOf } from '../../../kernel/identity.js';
import { seatEmpires } from '../turn/meters.js';
import type { EnumerationName, GameColumn } from '../model/game-model.js';

export function fillObjects(made: ImportedGame): void {
  for (const object of made.source.objects) {
    const id = made.idOf(object.id);
    setCell(made, 'id', id, object.id);
    fillProperties(made, object, id);
    for (const [name, meter] of object.meters) fillMeter(made, object, id, name, meter);
    fillSpecials(made, object, id);
  }
  fillHomeworlds(made);
}

function fillProperties(made: ImportedGame, object: StateObject, id: number): void {
  const who = whoIs(object);
  switch (object.type) {
    case 'System':
      setWords(made, object, ['star'], id, who);
      return setCells(made, object, ['lastTurnBattleHere'], id);
    case 'Planet':
      setWords(made, object, ['species', 'focus', 'planetType', 'originalPlanetType', 'planetSize'], id, who);
      setCell(made, 'habitableSize', id, ruleOf(made, `RULE_HABITABLE_SIZE_${object.planetSize.toUpperCase()}`));
      return setCells(
        made,
        object,
        ['lastTurnFocusChanged', 'lastTurnColonized', 'lastTurnConquered', 'lastTurnAttackedByShip'],
        id,
      );
    case 'Building':
      return setReference(made, 'producedBy', id, made.empires.get(object.producedByEmpire) ?? 0);
    case 'Fleet':
      setCell(made, 'aggressive', id, Number(object.aggressive));
      setReference(made, 'previousSystem', id, made.idOf(object.previousSystem));
      setReference(made, 'nextSystem', id, made.idOf(object.nextSystem));
      return setReference(made, 'destination', id, made.idOf(object.route.at(-1) ?? -1));
    case 'Ship':
      return fillShip(made, object, id, who);
    case 'Field':
      return;
  }
}

function whoIs({ type, id }: StateObject): string {
  return `${type.toLowerCase()} ${id}`;
}

function fillShip(made: ImportedGame, object: StateObjectOf<'Ship'>, id: number, who: string): void {
  setWords(made, object, ['species'], id, who);
  setReference(made, 'design', id, made.designs.get(object.design) ?? 0);
  setReference(made, 'producedBy', id, made.empires.get(object.producedByEmpire) ?? 0);
  setReference(made, 'orderedBombardPlanet', id, made.idOf(object.orderedBombardPlanet));
  setCells(made, object, ['arrivedOnTurn', 'lastTurnActiveInBattle', 'lastTurnResupplied'], id);
  const parts = made.parts.get(object.id);
  for (const meter of object.partMeters) {
    const target = parts?.get(meter.part);
    if (target !== undefined) fillMeter(made, object, target, meter.meter, meter);
  }
}

/** Columns with the names of states. */
function setCells<Name extends GameColumn>(
  made: ImportedGame,
  from: Readonly<Record<Name, number>>,
  names: readonly Name[],
  id: number,
): void {
  for (const name of names) setCell(made, name, id, from[name]);
}

/** Words, each of the enumeration of its column. */
function setWords<Name extends GameColumn>(
  made: ImportedGame,
  from: Readonly<Record<Name, string>>,
  names: readonly Name[],
  id: number,
  who: string,
): void {
  for (const name of names) setCell(made, name, id, wordOf(made.game, enumerationOf(name), from[name], who));
}

function enumerationOf(name: GameColumn): EnumerationName {
  return name === 'originalPlanetType' ? 'planetType' : (name as EnumerationName);
}

function fillMeter(
  { game, state }: ImportedGame,
  object: StateObject,
  id: number,
  name: string,
  { initial, current }: StateMeter,
): void {
  const columns = game.meters.get(name);
  const kind = state.identity.kind[id];
  if (columns === undefined || game.model.columns[columns.current].kinds[kind] !== 1)
    throw unknownName(
      `${whoIs(object)} has the meter ${quoteText(name)}, which such an object does not have`,
      name,
      game.meters.keys(),
      'export the state again',
    );
  // Adding 0 makes −0 the 0 that it equals.
  state.cells[columns.initial][id] = initial + 0;
  state.cells[columns.current][id] = current + 0;
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
      if (second[id] !== 0) {
        const message = `planet ${planet} is the homeworld of more than two species, ${quoteText(name)} the third; a planet has room for two`;
        throw new EdictError('bad-state', message);
      }
      if (first[id] === 0) first[id] = species;
      else second[id] = species;
    }
  }
}

/** A rule of the game: by the state, else by content; texts count 0. */
function ruleOf({ game, source }: ImportedGame, name: string): number {
  const value = source.galaxy.rules.get(name) ?? game.ruleDefaults.get(name) ?? 0;
  return typeof value === 'string' ? 0 : Number(value);
}

export function fillGalaxy(made: ImportedGame): void {
  const { game, galaxy: id, state } = made;
  const { galaxy, universeWidth, objects } = made.source;
  state.role[game.roles.galaxy + 1] = handleOf(state.identity, id);
  const cells = {
    lastId: objects.reduce((greatest, object) => Math.max(greatest, object.id), 0),
    universeWidth,
    GalaxySize: galaxy.size,
    GalaxyShape: galaxy.shape,
    GalaxyAge: galaxy.age,
    GalaxyPlanetDensity: galaxy.planetDensity,
    GalaxyStarlaneFrequency: galaxy.starlaneFrequency,
    GalaxySpecialFrequency: galaxy.specialFrequency,
    GalaxyMonsterFrequency: galaxy.monsterFrequency,
    GalaxyNativeFrequency: galaxy.nativeFrequency,
    GalaxyMaxAIAggression: galaxy.maxAIAggression,
  };
  setCells(made, cells, Object.keys(cells) as (keyof typeof cells)[], id);
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
    const who = `the production queue of empire ${empire.id}`;
    if (buildType === 'Building') setCell(made, 'orderClass', order, classNamed(game, 'BuildingType', name, who));
  }
}

export function relateEmpires({ game, source, state, empires }: ImportedGame): void {
  for (const { empires: pair, status } of source.diplomacy) {
    const [one, other] = pair.map((id) => empires.get(id) ?? 0);
    setRelated(state, game.relations[status], one, other, true);
  }
}
