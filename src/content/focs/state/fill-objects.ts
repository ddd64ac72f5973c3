import { EdictError } from '../../../kernel/errors.js';
import { quoteText } from '../../text/quote.js';
import {
  named,
  wordOf,
  type ImportedGame,
  type Cells,
  setCells,
  referTo,
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
import { type EnumerationName, type GameColumn, gameColumns } from '../model/game-model.js';

export function fillObjects(made: ImportedGame): void {
  for (const object of made.source.objects) {
    const id = made.idOf(object.id);
    setCells(made, id, { ...sameCells(made, object), ...otherCells(made, object) });
    if (object.type === 'Ship') fillParts(made, object);
    for (const [name, meter] of object.meters) fillMeter(made, object, id, name, meter);
    fillSpecials(made, object, id);
  }
  fillHomeworlds(made);
}

/** Values of the columns that are named like their data in the state. */
function sameCells(made: ImportedGame, object: StateObject): Cells {
  const cells: Cells = {};
  const data: ReadonlyMap<string, unknown> = new Map(Object.entries(object));
  for (const name of gameColumns) {
    const value = data.get(name);
    if (typeof value === 'string') cells[name] = wordOf(made.game, enumerationOf(name), value, whoIs(object));
    else if (typeof value === 'boolean') cells[name] = value;
    else if (typeof value === 'number')
      cells[name] = made.game.column(name).type.name === 'entity' ? referTo(made, made.idOf(value)) : value;
  }
  return cells;
}

function otherCells(made: ImportedGame, object: StateObject): Cells {
  const empire = (id: number) => referTo(made, made.empires.get(id));
  switch (object.type) {
    case 'Planet':
      return { habitableSize: ruleOf(made, `RULE_HABITABLE_SIZE_${object.planetSize.toUpperCase()}`) };
    case 'Building':
      return { producedBy: empire(object.producedByEmpire) };
    case 'Fleet':
      return { destination: referTo(made, made.idOf(object.route.at(-1) ?? -1)) };
    case 'Ship':
      return {
        producedBy: empire(object.producedByEmpire),
        design: referTo(made, made.designs.get(object.design)),
      };
    default:
      return {};
  }
}

function whoIs({ type, id }: StateObject): string {
  return `${type.toLowerCase()} ${id}`;
}

function fillParts(made: ImportedGame, ship: StateObjectOf<'Ship'>): void {
  const parts = made.parts.get(ship.id);
  for (const meter of ship.partMeters) {
    const part = parts?.get(meter.part);
    if (part !== undefined) fillMeter(made, ship, part, meter.meter, meter);
  }
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
    named(game.specials, 'special', name, `object ${object.id}`);
    for (const [{ known }, value] of [
      [game.special, 1],
      [game.specialSince, since],
      [game.specialCapacity, capacity + 0],
    ] as const) {
      const column = known.get(name);
      if (column !== undefined) state.cells[column.index][id] = value;
    }
  }
}

/** A planet has two columns for the species whose homeworld it is. */
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

/** By the state, else by content; texts count 0. */
function ruleOf({ game, source }: ImportedGame, name: string): number {
  const value = source.galaxy.rules.get(name) ?? game.ruleDefaults.get(name) ?? 0;
  return typeof value === 'string' ? 0 : Number(value);
}

export function fillGalaxy(made: ImportedGame): void {
  const { game, galaxy: id, state } = made;
  const { galaxy, universeWidth, objects } = made.source;
  state.role[game.roles.galaxy + 1] = handleOf(state.identity, id);
  setCells(made, id, {
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
  });
  for (const [name, column] of game.rule.known) state.cells[column.index][id] = ruleOf(made, name);
}

export function fillEmpires(made: ImportedGame): void {
  for (const empire of ascending(made.source.empires)) {
    const id = made.empires.get(empire.id) ?? 0;
    setCells(made, id, {
      id: empire.id,
      eliminated: empire.eliminated,
      capital: referTo(made, made.idOf(empire.capital)),
      sourceObject: referTo(made, made.idOf(empire.sourceObject)),
    });
    fillAvailable(made, empire, id);
    for (const [tech, column] of made.game.researched.known)
      made.state.cells[column.index][id] = empire.techs.get(tech) ?? 0;
    for (const [meter, column] of made.game.empireMeter.known)
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
    setCells(made, order, { remaining, orderDesign: referTo(made, made.designs.get(design)) });
    const who = `the production queue of empire ${empire.id}`;
    if (buildType === 'Building') setCells(made, order, { orderClass: classNamed(game, 'BuildingType', name, who) });
  }
}

export function relateEmpires({ game, source, state, empires }: ImportedGame): void {
  for (const { empires: pair, status } of source.diplomacy) {
    const [one, other] = pair.map((id) => empires.get(id) ?? 0);
    setRelated(state, game.relations[status], one, other, true);
  }
}
