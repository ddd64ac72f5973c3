import type { GameModel } from '../../src/content/focs/model/create-game-model.js';
import { metersOfKind } from '../../src/content/focs/model/game-model.js';
import type { Choices } from './choices.js';
import type { DraftState } from './focs-cut.js';

/**
 * States as no game has been saved: one sort of thing after the other is changed at random, by the words of the
 * content. What comes out is consistent as a file must be, and in all else as odd as can be.
 */

/** Changes a state in place. `far` says how rarely: about one in so many. */
type Mutation = (draft: DraftState, choices: Choices, words: Words, far: number) => void;

type DraftObject = DraftState['objects'][number];
type DraftOf<T extends DraftObject['type']> = Extract<DraftObject, { type: T }>;

function objectsOfType<T extends DraftObject['type']>({ objects }: DraftState, type: T): readonly DraftOf<T>[] {
  return objects.filter((object): object is DraftOf<T> => object.type === type);
}

/** Names in content. */
export interface Words {
  readonly game: GameModel;
  readonly species: readonly string[];
  readonly foci: readonly string[];
  readonly planetTypes: readonly string[];
  readonly planetSizes: readonly string[];
  readonly stars: readonly string[];
  readonly buildings: readonly string[];
  readonly fields: readonly string[];
  readonly hulls: readonly string[];
  readonly parts: readonly string[];
  readonly techs: readonly string[];
  readonly specials: readonly string[];
  readonly designNames: readonly string[];
}

export function wordsOf(game: GameModel): Words {
  const members = (index: number): readonly string[] => game.model.enumerations[index].members;
  const { species, focus, planetType, planetSize, star, designName } = game.enumerations;
  return {
    game,
    species: members(species),
    foci: members(focus),
    planetTypes: members(planetType),
    planetSizes: members(planetSize),
    stars: members(star),
    designNames: members(designName),
    buildings: game.namesOf('BuildingType'),
    fields: game.namesOf('FieldType'),
    hulls: game.namesOf('Hull'),
    techs: game.namesOf('Tech'),
    parts: [...game.parts.keys()],
    specials: [...game.specials.keys()],
  };
}

const never = -65_535;
const before = -32_768;

const numbers = [0, 0.1, 0.5, 1, 2.25, 3, 5, 10, 15, 16.2, 25, 80, 200, -0.3, -1, -7.5, 999.99, 5e4, 1e6, 1e-20].map(
  Math.fround,
);

/** Half of them with fractions of many digits: of such, sums in another order are other sums. */
function numberLike(value: number, choices: Choices): number {
  if (choices.oneIn(3)) return Math.fround(value * choices.pick([0.5, 1.1, 2, -1]) + choices.pick([0, 0.1, 1]));
  return choices.oneIn(2) ? Math.fround(choices.below(50_000) / 997) : choices.pick(numbers);
}

function turnLike(choices: Choices, turn: number): number {
  return choices.pick([never, before, 0, 1, turn - 1, turn, turn + 1, choices.between(0, turn)]);
}

function isAround(object: DraftObject): object is DraftOf<'Planet' | 'Building' | 'Fleet' | 'Ship' | 'Field'> {
  return object.type !== 'System';
}

function anyEmpire({ empires }: DraftState, choices: Choices): number {
  return choices.oneIn(4) || empires.length === 0 ? -1 : choices.pick(empires).id;
}

/** What hangs on an object follows it. */
function hangingOn({ objects }: DraftState, id: number): readonly DraftObject[] {
  return objects.filter(
    (object) => (object.type === 'Ship' && object.fleet === id) || (object.type === 'Building' && object.planet === id),
  );
}

function moveTo(draft: DraftState, object: DraftObject, place: Pick<DraftObject, 'system' | 'x' | 'y'>): void {
  for (const each of [object, ...hangingOn(draft, object.id)])
    [each.system, each.x, each.y] = [place.system, place.x, place.y];
}

const owners: Mutation = (draft, choices, _words, far) => {
  for (const object of draft.objects) {
    if (!isAround(object) || !choices.oneIn(far)) continue;
    object.owner = anyEmpire(draft, choices);
    if (!choices.oneIn(5)) for (const other of hangingOn(draft, object.id)) other.owner = object.owner;
  }
};

const species: Mutation = (draft, choices, words, far) => {
  for (const object of draft.objects) {
    if ((object.type === 'Planet' || object.type === 'Ship') && choices.oneIn(far))
      object.species = choices.oneIn(4) ? '' : choices.pick(words.species);
  }
};

const planets: Mutation = (draft, choices, words, far) => {
  for (const planet of objectsOfType(draft, 'Planet')) {
    if (choices.oneIn(far)) planet.planetType = choices.pick(words.planetTypes);
    if (choices.oneIn(far)) planet.originalPlanetType = choices.pick(words.planetTypes);
    if (choices.oneIn(far)) planet.planetSize = choices.pick(words.planetSizes);
  }
};

const foci: Mutation = (draft, choices, words, far) => {
  for (const planet of objectsOfType(draft, 'Planet'))
    if (choices.oneIn(far)) planet.focus = choices.oneIn(5) ? '' : choices.pick(words.foci);
};

const stars: Mutation = (draft, choices, words, far) => {
  for (const system of objectsOfType(draft, 'System')) if (choices.oneIn(far)) system.star = choices.pick(words.stars);
};

const places: Mutation = (draft, choices, _words, far) => {
  const systems = objectsOfType(draft, 'System');
  const point = (): number => choices.below(Math.ceil(draft.universeWidth));
  for (const system of systems) if (choices.oneIn(far)) [system.x, system.y] = [point() + 0.25, point() / 3];
  for (const object of draft.objects) {
    if (
      (object.type !== 'Fleet' && object.type !== 'Field' && object.type !== 'Planet') ||
      !choices.oneIn(object.type === 'Planet' ? far * 4 : far)
    )
      continue;
    const system = choices.pick(systems);
    if (object.type === 'Field' && choices.oneIn(2))
      moveTo(draft, object, {
        system: -1,
        x: system.x + choices.between(-60, 60),
        y: system.y + choices.between(-60, 60) / 7,
      });
    else moveTo(draft, object, { system: system.id, x: system.x, y: system.y });
  }
};

/** Fleets on their way from one system to the next, or stopped somewhere. */
const journeys: Mutation = (draft, choices, _words, far) => {
  const systems = new Map(objectsOfType(draft, 'System').map((system) => [system.id, system]));
  for (const fleet of objectsOfType(draft, 'Fleet')) {
    if (!choices.oneIn(far)) continue;
    const from = choices.pick([...systems.values()]);
    const next = systems.get(from.starlanes.length === 0 || choices.oneIn(6) ? -1 : choices.pick(from.starlanes));
    [fleet.previousSystem, fleet.nextSystem] = [choices.oneIn(8) ? -1 : from.id, next?.id ?? -1];
    const fraction = choices.pick([0.125, 0.5, 0.7]);
    moveTo(draft, fleet, {
      system: choices.oneIn(6) ? from.id : -1,
      x: from.x + ((next?.x ?? from.x) - from.x) * fraction,
      y: from.y + ((next?.y ?? from.y) - from.y) * fraction,
    });
  }
};

const lanes: Mutation = (draft, choices, _words, far) => {
  const systems = objectsOfType(draft, 'System');
  for (const system of systems) {
    if (choices.oneIn(far)) system.starlanes = system.starlanes.filter(() => !choices.oneIn(3));
    if (choices.oneIn(far)) (choices.oneIn(3) ? system.wormholes : system.starlanes).push(choices.pick(systems).id);
  }
};

const specials: Mutation = (draft, choices, words, far) => {
  for (const { specials: has, type } of draft.objects) {
    for (const name of has.keys()) if (choices.oneIn(far)) has.delete(name);
    if (!choices.oneIn(type === 'Planet' || type === 'System' ? far : far * 3)) continue;
    for (let i = choices.between(1, 3); i > 0; i--)
      has.set(choices.pick(words.specials), { since: turnLike(choices, draft.turn), capacity: choices.pick(numbers) });
  }
};

const techs: Mutation = (draft, choices, words, far) => {
  for (const empire of draft.empires) {
    for (const name of words.techs) if (choices.oneIn(far)) empire.techs.set(name, turnLike(choices, draft.turn));
    for (const name of empire.techs.keys()) if (choices.oneIn(far * 2)) empire.techs.delete(name);
    empire.buildingTypesAvailable = words.buildings.filter(
      (name) => empire.buildingTypesAvailable.includes(name) !== choices.oneIn(far),
    );
    empire.shipPartsAvailable = words.parts.filter(
      (name) => empire.shipPartsAvailable.includes(name) !== choices.oneIn(far),
    );
    empire.shipHullsAvailable = words.hulls.filter(
      (name) => empire.shipHullsAvailable.includes(name) !== choices.oneIn(far),
    );
  }
};

const meters: Mutation = (draft, choices, _words, far) => {
  for (const object of draft.objects) {
    const all = [...object.meters.values(), ...(object.type === 'Ship' ? object.partMeters : [])];
    for (const meter of all) {
      if (choices.oneIn(far)) meter.initial = numberLike(meter.initial, choices);
      if (choices.oneIn(far)) meter.current = numberLike(meter.current, choices);
    }
  }
  for (const empire of draft.empires)
    for (const meter of empire.meters.values())
      if (choices.oneIn(far)) meter.current = numberLike(meter.current, choices);
};

const turns: Mutation = (draft, choices, _words, far) => {
  if (choices.oneIn(2)) draft.turn = choices.pick([1, 2, 10, 60, 250, draft.turn + 1]);
  const now = (): number => turnLike(choices, draft.turn);
  for (const object of draft.objects) {
    if (!choices.oneIn(far)) continue;
    object.createdOnTurn = now();
    if (object.type === 'System') object.lastTurnBattleHere = now();
    if (object.type === 'Planet')
      [object.lastTurnFocusChanged, object.lastTurnColonized, object.lastTurnConquered, object.lastTurnAttackedByShip] =
        [now(), now(), now(), now()];
    if (object.type === 'Ship')
      [object.arrivedOnTurn, object.lastTurnActiveInBattle, object.lastTurnResupplied] = [now(), now(), now()];
  }
};

const buildings: Mutation = (draft, choices, words, far) => {
  for (const object of draft.objects) {
    if (object.type === 'Building' && choices.oneIn(far)) object.buildingType = choices.pick(words.buildings);
    if (object.type === 'Field' && choices.oneIn(far)) object.fieldType = choices.pick(words.fields);
  }
};

const designs: Mutation = (draft, choices, words, far) => {
  for (const design of draft.designs) {
    if (!choices.oneIn(far)) continue;
    if (choices.oneIn(2)) design.hull = choices.pick(words.hulls);
    const some = Array.from({ length: 3 }, () => choices.pick(words.parts));
    design.parts = Array.from({ length: choices.below(6) }, () => (choices.oneIn(6) ? '' : choices.pick(some)));
    design.isMonster = choices.oneIn(3);
    design.designedOnTurn = choices.pick([0, 0, draft.turn]);
    if (choices.oneIn(2)) design.name = choices.pick(words.designNames);
  }
  for (const ship of objectsOfType(draft, 'Ship')) {
    if (choices.oneIn(far * 2)) ship.design = choices.pick(draft.designs).id;
    ship.partMeters = partMetersOf(draft, ship, choices, words);
  }
};

/**
 * Meters for all parts of a ship's design, as they were where they were; now and then those of a part that it no longer
 * has.
 */
function partMetersOf(
  { designs: all }: DraftState,
  { design, partMeters }: DraftOf<'Ship'>,
  choices: Choices,
  { game, parts }: Words,
): DraftOf<'Ship'>['partMeters'] {
  const names = new Set([
    ...(all.find(({ id }) => id === design)?.parts ?? []),
    ...(choices.oneIn(10) ? [choices.pick(parts)] : []),
  ]);
  return [...names].flatMap((part) => {
    const kind = game.parts.get(part)?.objects;
    return (kind === undefined ? [] : metersOfKind(kind)).map((meter) => {
      const known = partMeters.find((each) => each.part === part && each.meter === meter);
      return known ?? { part, meter, initial: choices.pick(numbers), current: choices.pick(numbers) };
    });
  });
}

const seats: Mutation = (draft, choices) => {
  const worlds = objectsOfType(draft, 'Planet');
  for (const empire of draft.empires) {
    const own = worlds.filter(({ owner }) => owner === empire.id);
    const somewhere = (): number =>
      choices.pick([
        ...(own.length > 0 ? [choices.pick(own).id, choices.pick(own).id] : []),
        -1,
        choices.pick(worlds).id,
      ]);
    if (worlds.length > 0 && choices.oneIn(2)) empire.capital = somewhere();
    if (worlds.length > 0 && choices.oneIn(2))
      empire.sourceObject = choices.oneIn(3) ? choices.pick(draft.objects).id : somewhere();
    empire.eliminated = choices.oneIn(8);
  }
};

const gameRules: Mutation = (draft, choices, { game }) => {
  const { rules } = draft.galaxy;
  for (const [name, value] of [...game.ruleDefaults, ...rules]) {
    if (typeof value !== 'string' && choices.oneIn(2))
      rules.set(name, choices.pick([0, 1, 2, 3, 6, 8, 0.5, 0.37, 1.3]));
  }
  for (const name of [
    'size',
    'shape',
    'age',
    'starlaneFrequency',
    'planetDensity',
    'specialFrequency',
    'monsterFrequency',
    'nativeFrequency',
    'maxAIAggression',
  ] as const) {
    if (choices.oneIn(2)) draft.galaxy[name] = choices.between(0, 5);
  }
  if (choices.oneIn(3)) draft.universeWidth = choices.pick([0, 300, 5_000.5]);
};

const bearing: Mutation = (draft, choices, _words, far) => {
  const worlds = objectsOfType(draft, 'Planet');
  for (const object of draft.objects) {
    if (object.type === 'Fleet' && choices.oneIn(far)) object.aggressive = !object.aggressive;
    if ((object.type === 'Ship' || object.type === 'Building') && choices.oneIn(far))
      object.producedByEmpire = anyEmpire(draft, choices);
    if (object.type === 'Ship' && worlds.length > 0 && choices.oneIn(far * 2))
      object.orderedBombardPlanet = choices.pick(worlds).id;
  }
  for (const pair of draft.diplomacy) if (choices.oneIn(2)) pair.status = choices.pick(['war', 'peace', 'allied']);
};

/** Networks merged and split, grown and shrunk; some systems are in two. */
const supply: Mutation = (draft, choices) => {
  const systems = objectsOfType(draft, 'System').map(({ id }) => id);
  if (choices.oneIn(4)) draft.supply.networkUsedByPassC = null;
  const groups = draft.supply.networkUsedByPassC?.resourceGroups ?? draft.supply.networkAfterPassC;
  for (const { id } of draft.empires) {
    if (choices.oneIn(4)) continue;
    const all = groups.get(id)?.flat() ?? [];
    const some = choices.oneIn(2) ? all : choices.some(systems);
    const lists = Array.from({ length: choices.between(1, 4) }, (): number[] => []);
    for (const system of some) {
      choices.pick(lists).push(system);
      if (choices.oneIn(10)) choices.pick(lists).push(system);
    }
    if (choices.oneIn(6)) groups.delete(id);
    else groups.set(id, lists);
    draft.supply.networkUsedByPassC?.fleetSupplyableSystems.set(id, [...choices.some(systems)]);
  }
};

/** A planet has room for two species. */
const homeworlds: Mutation = (draft, choices, words) => {
  const worlds = objectsOfType(draft, 'Planet').map(({ id }) => id);
  const room = new Map(worlds.map((id) => [id, 2]));
  const { homeworlds: all } = draft.species;
  for (const name of words.species) {
    const some = choices.oneIn(3) ? choices.some(worlds).slice(0, 4) : (all.get(name) ?? []);
    all.set(
      name,
      [...new Set(some)].filter((id) => {
        const left = room.get(id) ?? 0;
        room.set(id, left - 1);
        return left > 0;
      }),
    );
  }
};

const knowledge: Mutation = (draft, choices, _words, far) => {
  for (const empire of draft.empires) {
    const seen = draft.visibility.get(empire.id) ?? new Map<number, 'basic' | 'partial' | 'full'>();
    draft.visibility.set(empire.id, seen);
    for (const { id, type } of draft.objects) {
      if (choices.oneIn(far)) seen.delete(id);
      else if (choices.oneIn(far)) seen.set(id, choices.pick(['basic', 'partial', 'full']));
      if (type === 'System' && choices.oneIn(far)) empire.exploredSystems.push(id);
    }
  }
};

const production: Mutation = (draft, choices, words) => {
  for (const empire of draft.empires) {
    for (const order of empire.productionQueue) if (choices.oneIn(2)) order.location = choices.pick(draft.objects).id;
    for (let i = choices.below(4); i > 0; i--) {
      const location = choices.pick(draft.objects).id;
      empire.productionQueue.push(
        choices.oneIn(2) || draft.designs.length === 0
          ? {
              buildType: 'Building',
              name: choices.pick(words.buildings),
              design: -1,
              location,
              remaining: choices.between(1, 3),
            }
          : {
              buildType: 'Ship',
              name: '',
              design: choices.pick(draft.designs).id,
              location,
              remaining: choices.between(1, 3),
            },
      );
    }
  }
};

const mutations = {
  owners,
  species,
  planets,
  foci,
  stars,
  places,
  journeys,
  lanes,
  specials,
  techs,
  meters,
  turns,
  buildings,
  designs,
  seats,
  gameRules,
  bearing,
  supply,
  homeworlds,
  knowledge,
  production,
} satisfies Readonly<Record<string, Mutation>>;

export type MutationName = keyof typeof mutations;

export const mutationNames = Object.keys(mutations) as readonly MutationName[];

/**
 * Changes a state in place by some mutations, each strongly or weakly; what one of them does is the same with and
 * without the others before it, as far as it can be.
 */
export function mutate(draft: DraftState, choices: Choices, words: Words, names: readonly MutationName[]): DraftState {
  for (const name of names) {
    const own = choices.split(name);
    mutations[name](draft, own, words, own.pick([2, 3, 5, 10]));
  }
  return draft;
}
