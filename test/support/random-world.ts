import type { Program } from '../../src/compile/program.js';
import type { Column, Kind, Model } from '../../src/components/model.js';
import { createWorld } from '../../src/world.js';
import type { CellValue, Handle, PlaceOption, World, WorldOptions } from '../../src/world/api.js';
import type { Choices } from './choices.js';

/**
 * Random worlds of any content that has a kind `empire` (faction) and a kind `system` (node): factions, nodes and lanes, objects of every kind and
 * class in every sort of place, owners, values, sights, availabilities, relations, roles; some objects are destroyed again, so that rows have had
 * tenants and references are stale. What is made follows from the choices alone, never from the options.
 */
export function randomWorld(choices: Choices, program: Program, objects: number, options: WorldOptions = {}): World {
  const world = createWorld(program, { capacity: 8, ...options, seed: `${choices.split('seed').below(1_000)}` });
  populate(world, choices, objects);
  return world;
}

/** Fills a world; returns what is left to set in any order. */
export function populate(world: World, choices: Choices, objects: number): void {
  for (const set of populateInOrder(world, choices, objects)) set();
}

/** Fills a world with objects and returns the settings that may be made in any order: lanes, sights, availabilities, relations. */
export function populateInOrder(world: World, choices: Choices, objects: number): readonly (() => void)[] {
  const { model } = world.program;
  const empires = Array.from({ length: choices.between(0, 4) }, (_, i) => world.spawn({ kind: 'empire', name: `empire ${i}` }));
  const systems = Array.from({ length: choices.between(0, 6) }, () => world.spawn({ kind: 'system', place: { x: choices.between(0, 3), y: choices.between(0, 3) } }));
  if (choices.oneIn(8)) return [];
  world.spawn({ class: 'warden' });
  const made: Handle[] = [...systems];
  for (let number = 0; number < objects; number++) {
    const own = choices.split(number);
    const handle = spawnAny(world, own, { model, empires, systems, made });
    made.push(handle);
    if (own.oneIn(6) && made.length > 3) {
      const victim = own.pick(made);
      if (world.isLive(victim)) world.destroy(victim);
    }
  }
  const live = (): readonly Handle[] => world.query();
  for (const handle of live()) setAny(world, choices.split(`values ${handle}`), handle, live());
  if (empires.length > 0 && choices.oneIn(2)) world.setRole('rival', choices.pick(empires));
  return settings(world, choices.split('settings'), empires, systems.filter((system) => world.isLive(system)));
}

interface Made {
  readonly model: Model;
  readonly empires: readonly Handle[];
  readonly systems: readonly Handle[];
  readonly made: readonly Handle[];
}

function spawnAny(world: World, choices: Choices, { model, empires, systems, made }: Made): Handle {
  const definition = choices.oneIn(4) ? undefined : choices.pick(model.classes);
  const kind = definition === undefined ? choices.pick(model.kinds.filter((each) => each.name !== 'law')) : model.kinds[definition.kind - 1];
  const canBeOwned = kind.ownership.rule === 'stored' && !kind.faction && empires.length > 0;
  if (kind.faction && world.query({ kind: kind.name }).length >= 12) return world.spawn({ kind: 'law' });
  return world.spawn({
    ...(definition === undefined ? { kind: kind.name } : { class: definition.name }),
    ...(choices.oneIn(3) ? { name: `object ${choices.below(5)}` } : {}),
    ...(canBeOwned && !choices.oneIn(3) ? { owner: choices.pick(empires) } : {}),
    place: placeFor(world, choices, kind, systems, made),
  });
}

function placeFor(world: World, choices: Choices, kind: Kind, systems: readonly Handle[], made: readonly Handle[]): PlaceOption {
  const point = { x: choices.between(0, 3), y: choices.between(0, 3) };
  if (kind.node) return point;
  if (kind.faction) return null;
  const parents = made.filter((handle) => world.isLive(handle) && kind.attachesTo.includes(world.program.model.kindByName.get(world.describe(handle).kind)?.index ?? 0));
  if (parents.length > 0 && !choices.oneIn(4)) return { in: choices.pick(parents) };
  const nodes = systems.filter((system) => world.isLive(system));
  if (nodes.length >= 2 && choices.oneIn(2)) {
    const from = choices.pick(nodes);
    const to = choices.pick(nodes);
    if (from !== to) return { lane: [from, to], fraction: choices.pick([0.25, 0.5, 0.75]) };
  }
  return choices.oneIn(3) ? point : null;
}

function setAny(world: World, choices: Choices, handle: Handle, all: readonly Handle[]): void {
  const { model } = world.program;
  const kind = model.kindByName.get(world.describe(handle).kind);
  for (const index of kind?.columns ?? []) {
    if (choices.oneIn(2)) world.set(handle, model.columns[index].name, valueFor(model, model.columns[index], choices, all));
  }
}

function valueFor(model: Model, { type }: Column, choices: Choices, all: readonly Handle[]): CellValue {
  switch (type.name) {
    case 'number': return choices.pick([0, 1, 2.5, -3, 10, 40, 1e6]);
    case 'boolean': return choices.oneIn(2);
    case 'entity': return choices.oneIn(4) ? null : choices.pick(all);
    case 'kind': return choices.pick(model.kinds).name;
    case 'class': return choices.oneIn(4) ? null : choices.pick(model.classes).name;
    case 'enumeration': return choices.oneIn(5) ? null : choices.pick(model.enumerations[type.index].members);
  }
}

function settings(world: World, choices: Choices, empires: readonly Handle[], systems: readonly Handle[]): readonly (() => void)[] {
  const { classes, relations } = world.program.model;
  const list: (() => void)[] = [];
  for (const [i, a] of systems.entries()) {
    for (const b of systems.slice(i + 1)) if (choices.oneIn(2)) list.push(() => { world.connect(a, b); });
  }
  for (const empire of empires.filter((each) => world.isLive(each))) {
    for (const handle of world.query()) if (choices.oneIn(4)) list.push(() => { world.setVisible(empire, handle, true); });
    for (const item of classes) if (choices.oneIn(2)) list.push(() => { world.setAvailable(empire, item.name, true); });
  }
  const factions = world.query().filter((handle) => world.program.model.kindByName.get(world.kindOf(handle))?.faction === true);
  for (const { name } of relations) {
    for (const a of factions) for (const b of factions) if (a !== b && choices.oneIn(3)) list.push(() => { world.setRelated(name, a, b, true); });
  }
  return list;
}
