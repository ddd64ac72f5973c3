import type { Program } from '../../src/ir/rule.js';
import type { Column, Kind, Model } from '../../src/model/model.js';
import { createWorld } from '../../src/world.js';
import type { CellValue, Handle, PlaceOption, World, WorldOptions } from '../../src/world/api.js';
import type { Choices } from './choices.js';

/**
 * Random worlds of any content that has a kind `empire` (faction) and a kind `system` (node): factions, nodes and
 * lanes, objects of every kind and class in every sort of place, owners, values, sights, availabilities, relations,
 * roles; some objects are destroyed again, so that rows have had tenants and references are stale. What is made follows
 * from the choices alone, never from the options.
 */
export function randomWorld(
  choices: Choices,
  program: Program,
  objects: number,
  options: WorldOptions = {},
  crowd?: Crowd,
): World {
  const isGiven = program.model.parameterByName.has('yield') && choices.split('given').oneIn(2);
  const world = createWorld(program, {
    ...(isGiven ? { parameters: { yield: choices.split('yield').between(-5, 5) } } : {}),
    ...options,
    reserve: { objects: 8, ...(crowd === undefined ? {} : { factions: roomFor(crowd) }), ...options.reserve },
    seed: `${choices.split('seed').below(1_000)}`,
  });
  for (const set of populateInOrder(world, choices, objects, crowd)) set();
  return world;
}

/** A world of many: so many factions and nodes at first, and one class to which half of the objects belong. */
export interface Crowd {
  readonly factions: number;
  readonly nodes: number;
  /** Where it lies, and how far apart things are. */
  readonly origin: number;
  readonly scale: number;
}

/** More than 31 factions are reckoned with in other ways, so only worlds that need it have room for more. */
export function roomFor(crowd: Crowd | undefined): number {
  return crowd !== undefined && crowd.factions > 31 ? 64 : 31;
}

/** Some nodes lie at one point where there are more nodes than points. */
export function randomCrowd(choices: Choices): Crowd {
  return {
    factions: choices.pick([2, 12, 40]),
    nodes: choices.between(8, 30),
    origin: choices.pick([0, 0, -3, 1e6]),
    scale: choices.pick([1, 1, 0.1, 0.7]),
  };
}

/** Fills a world; returns what is left to set in any order. */
export function populate(world: World, choices: Choices, objects: number): void {
  for (const set of populateInOrder(world, choices, objects)) set();
}

/**
 * Fills a world with objects and returns the settings that may be made in any order: lanes, sights, availabilities,
 * relations.
 */
export function populateInOrder(
  world: World,
  choices: Choices,
  objects: number,
  crowd?: Crowd,
): readonly (() => void)[] {
  const { model } = world.program;
  const empires = Array.from({ length: crowd?.factions ?? choices.between(0, 4) }, (_, i) =>
    world.spawn({ kind: 'empire', name: `empire ${i}` }),
  );
  const systems = Array.from({ length: crowd?.nodes ?? choices.between(0, 6) }, () =>
    world.spawn({ kind: 'system', place: pointOf(choices, crowd) }),
  );
  if (crowd === undefined && choices.oneIn(8)) return [];
  world.spawn({ class: 'warden' });
  const made: Handle[] = [...systems];
  for (let number = 0; number < objects; number++) {
    const own = choices.split(number);
    const handle = spawnAny(world, own, { model, empires, systems, made, crowd });
    made.push(handle);
    if (own.oneIn(crowd === undefined ? 6 : 20) && made.length > 3) {
      const victim = own.pick(made);
      if (world.isLive(victim)) world.destroy(victim);
    }
  }
  const live = world.query();
  for (const handle of live) setAny(world, choices.split(`values ${handle}`), handle, live);
  if (model.roles.length > 0 && empires.length > 0 && choices.oneIn(2))
    world.relations.setRole('rival', choices.pick(empires));
  return settings(
    world,
    choices.split('settings'),
    empires,
    systems.filter((system) => world.isLive(system)),
    crowd !== undefined,
  );
}

interface Made {
  readonly model: Model;
  readonly empires: readonly Handle[];
  readonly systems: readonly Handle[];
  readonly made: readonly Handle[];
  readonly crowd: Crowd | undefined;
}

function spawnAny(world: World, choices: Choices, { model, empires, systems, made, crowd }: Made): Handle {
  const many = model.classes.find((each) => model.kinds[each.kind - 1].name.startsWith('thing'));
  const definition =
    crowd !== undefined && many !== undefined && choices.oneIn(2)
      ? many
      : choices.oneIn(4)
        ? undefined
        : choices.pick(model.classes);
  const kind =
    definition === undefined
      ? choices.pick(model.kinds.filter((each) => each.name !== 'law'))
      : model.kinds[definition.kind - 1];
  const canBeOwned = kind.ownership.rule === 'stored' && !kind.faction && empires.length > 0;
  if (kind.faction && world.query({ kind: kind.name }).length >= Math.max(12, crowd?.factions ?? 0))
    return world.spawn({ kind: 'law' });
  return world.spawn({
    ...(definition === undefined ? { kind: kind.name } : { class: definition.name }),
    ...(choices.oneIn(3) ? { name: `object ${choices.below(5)}` } : {}),
    ...(canBeOwned && !choices.oneIn(3) ? { owner: choices.pick(empires) } : {}),
    place: placeFor(world, choices, kind, systems, made, crowd),
  });
}

/** Any place, also such where the kind cannot be. */
export function anyPlace(choices: Choices, all: readonly Handle[]): PlaceOption {
  const [a, b] = [choices.pick(all), choices.pick(all)];
  return choices.pick([
    { in: a },
    { in: a },
    { lane: [a, b] as const, fraction: 0.5 },
    { x: choices.between(0, 3), y: choices.between(0, 3) },
    null,
  ]);
}

function pointOf(choices: Choices, crowd: Crowd | undefined): { readonly x: number; readonly y: number } {
  if (crowd === undefined) return { x: choices.between(0, 3), y: choices.between(0, 3) };
  const { origin, scale } = crowd;
  return { x: origin + scale * choices.between(0, 9), y: origin + scale * choices.between(0, choices.pick([3, 9])) };
}

function placeFor(
  world: World,
  choices: Choices,
  kind: Kind,
  systems: readonly Handle[],
  made: readonly Handle[],
  crowd: Crowd | undefined,
): PlaceOption {
  const point = pointOf(choices, crowd);
  if (kind.node) return point;
  if (kind.faction) return null;
  const parents = made.filter(
    (handle) =>
      world.isLive(handle) &&
      kind.attachesTo.includes(world.program.model.kindByName.get(world.kindOf(handle))?.index ?? 0),
  );
  if (parents.length > 0 && !choices.oneIn(crowd === undefined ? 4 : 3)) return { in: choices.pick(parents) };
  const nodes = systems.filter((system) => world.isLive(system));
  if (nodes.length >= 2 && choices.oneIn(2)) {
    const from = choices.pick(nodes);
    const to = choices.pick(nodes);
    if (from !== to) return { lane: [from, to], fraction: choices.pick([0.1, 0.25, 0.3, 0.5, 0.7, 0.75, 0.9]) };
  }
  return choices.oneIn(3) ? point : null;
}

function setAny(world: World, choices: Choices, handle: Handle, all: readonly Handle[]): void {
  const { model } = world.program;
  const kind = model.kindByName.get(world.kindOf(handle));
  for (const index of kind?.columns ?? []) {
    if (choices.oneIn(2))
      world.set(handle, model.columns[index].name, valueFor(model, model.columns[index], choices, all));
  }
  holdAny(world, choices, handle);
}

/**
 * Lets an object hold some words of its sets, or no more. Choices are its own, so that what else is chosen stays the
 * same.
 */
export function holdAny(world: World, choices: Choices, handle: Handle): void {
  const { model } = world.program;
  const kind = model.kindByName.get(world.kindOf(handle));
  for (const { name, words, kinds } of model.holdings) {
    const own = choices.split(`held ${name}`);
    if (kind === undefined || !kinds.includes(kind.index)) continue;
    for (const word of own.some(model.enumerations[words].members))
      world.relations.setWord(handle, name, word, own.oneIn(2));
  }
}

export function valueFor(model: Model, { type }: Column, choices: Choices, all: readonly Handle[]): CellValue {
  switch (type.name) {
    case 'number':
      return choices.pick([0, 1, 2.5, -3, 10, 40, 1e6]);
    case 'boolean':
      return choices.oneIn(2);
    case 'entity':
      return choices.oneIn(4) ? null : choices.pick(all);
    case 'kind':
      return choices.pick(model.kinds).name;
    case 'class':
      return choices.oneIn(4) ? null : choices.pick(model.classes).name;
    case 'enumeration':
      return choices.oneIn(5) ? null : choices.pick(model.enumerations[type.index].members);
  }
}

function settings(
  world: World,
  choices: Choices,
  empires: readonly Handle[],
  systems: readonly Handle[],
  isCrowded: boolean,
): readonly (() => void)[] {
  const { classes, relations } = world.program.model;
  const list: (() => void)[] = [];
  for (const [i, a] of systems.entries()) {
    // Among many nodes a long chain with gaps and short cuts, so that some are far apart and some apart for ever.
    const near = isCrowded
      ? [
          ...(choices.oneIn(6) ? [] : [systems[i + 1]]),
          ...(choices.oneIn(5) ? [systems[i + choices.between(2, 5)]] : []),
        ]
      : systems.slice(i + 1).filter(() => choices.oneIn(2));
    for (const b of near)
      if (systems.includes(b))
        list.push(() => {
          world.relations.connect(a, b);
        });
  }
  const live = world.query();
  for (const empire of empires.filter((each) => world.isLive(each))) {
    for (const handle of live)
      if (choices.oneIn(4))
        list.push(() => {
          world.relations.setVisible(empire, handle, true);
        });
    for (const item of classes)
      if (choices.oneIn(2))
        list.push(() => {
          world.relations.setAvailable(empire, item.name, true);
        });
  }
  const factions = live.filter((handle) => world.program.model.kindByName.get(world.kindOf(handle))?.faction === true);
  for (const { name } of relations) {
    for (const a of factions)
      for (const b of factions)
        if (a !== b && choices.oneIn(3))
          list.push(() => {
            world.relations.setRelated(name, a, b, true);
          });
  }
  return list;
}
