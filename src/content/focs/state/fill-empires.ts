import { setAvailable } from '../../../components/availability.js';
import { bear } from '../../../state/objects.js';
import { setRelated } from '../../../components/relations.js';
import { handleOf } from '../../../kernel/identity.js';
import { ascending } from './settle-objects.js';
import { seatEmpires } from '../turn/seats.js';
import { classNamed } from './content-names.js';
import { ruleOf } from './fill-objects.js';
import { type ImportedGame, setCell, setReference } from './imported-game.js';
import type { StateEmpire } from './schema.js';

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
