import type { ContentSource, EnvironmentSource } from '../../src/content/native/schema.js';
import type { Handle, World } from '../../src/world/api.js';
import type { Choices } from './choices.js';

/** A small game of empires, planets and fleets, with an environment that uses everything there is. */

export const smallEnvironment: EnvironmentSource = {
  name: 'small',
  agents: { of: 'empire', count: 2, where: 'self.playing' },
  turns: 40,
  capacity: 319,
  observation: {
    planets: {
      of: 'planet',
      slots: 12,
      where: 'self.owner == agent || self.known',
      order: '-self.size',
      values: {
        population: 'self.population / 20',
        mine: 'self.owner == agent',
        size: 'self.size',
        x: "distance(self, role('centre')) / 100",
        focus: 'self.focus == industry',
      },
    },
    fleets: {
      of: 'fleet',
      slots: 8,
      where: 'self.owner == agent',
      values: { strength: 'self.strength / 10', free: 'self.destination == null' },
    },
    empire: {
      values: {
        wealth: 'agent.wealth / 100',
        planets: 'objects(planet).filter(p, p.owner == agent).count() / 10',
        time: 'turn / 40',
      },
    },
  },
  actions: {
    focus: {
      of: 'planet',
      slots: 6,
      where: 'self.owner == agent',
      property: 'orderedFocus',
      choices: ['industry', 'research'],
      allowed: 'choice != self.focus',
      prefer: 'choice == research ? 2 : 1',
    },
    move: {
      of: 'fleet',
      slots: 4,
      where: 'self.owner == agent',
      property: 'orderedDestination',
      choices: { of: 'system', slots: 6, where: 'jumps(choice, self.system) <= 1' },
      prefer: 'choice.worth - 1',
    },
    tax: { property: 'orderedTax', choices: ['industry'], allowed: 'agent.wealth < 50' },
  },
  reward: 'agent.wealth',
  lives: 'agent.playing',
  terminated: 'objects(planet).count() == 0',
};

export const smallContent: ContentSource = {
  enumerations: { focus: ['industry', 'research'] },
  roles: ['centre'],
  meters: { population: { default: 5 }, wealth: { default: 10 }, strength: { default: 3 } },
  properties: {
    playing: { type: 'boolean', default: true },
    known: { type: 'boolean' },
    size: { type: 'integer', default: 1 },
    worth: { type: 'number', default: 2 },
    focus: { type: 'focus', default: 'industry' },
    orderedFocus: { type: 'focus' },
    orderedTax: { type: 'focus' },
    destination: { type: 'reference' },
    orderedDestination: { type: 'reference' },
  },
  kinds: {
    empire: { faction: true, meters: ['wealth'], properties: ['playing', 'orderedTax'] },
    system: { node: true, ownership: 'none', properties: ['worth'] },
    planet: { attachesTo: ['system'], meters: ['population'], properties: ['known', 'size', 'focus', 'orderedFocus'] },
    fleet: { attachesTo: ['system'], meters: ['strength'], properties: ['destination', 'orderedDestination'] },
    law: { ownership: 'none' },
  },
  classes: {
    rules: {
      kind: 'law',
      groups: [
        {
          name: 'growing',
          scope: { include: ['target.kind == planet'] },
          effects: [{ meter: 'population', add: 'target.focus == industry ? 0.5 : 0.25' }],
        },
        {
          name: 'focusing',
          scope: { include: ['target.kind == planet && target.orderedFocus != null'] },
          effects: [{ property: 'focus', set: 'target.orderedFocus' }],
        },
        {
          name: 'sailing',
          scope: { include: ['target.kind == fleet && target.orderedDestination != null'] },
          effects: [{ property: 'destination', set: 'target.orderedDestination' }],
        },
        {
          name: 'taxing',
          scope: { include: ['target.kind == empire'] },
          effects: [{ meter: 'wealth', add: 'target.orderedTax == industry ? 5 : 1' }],
        },
      ],
    },
  },
  environment: smallEnvironment,
};

/**
 * Fills a world, or the rows of an instance in it: two empires, and so many systems of which each has some planets and
 * perhaps a fleet.
 */
export function settleSmall(world: World, choices: Choices, systems: number): readonly Handle[] {
  const empires = [world.spawn({ kind: 'empire' }), world.spawn({ kind: 'empire' })];
  world.spawn({ class: 'rules' });
  const nodes = Array.from({ length: systems }, () =>
    world.spawn({
      kind: 'system',
      place: { x: choices.between(0, 100), y: choices.between(0, 100) },
      values: { worth: choices.between(0, 3) },
    }),
  );
  nodes.slice(1).forEach((node, i) => {
    world.relations.connect(nodes[i], node);
  });
  if (nodes.length > 0) world.relations.setRole('centre', nodes[0]);
  for (const node of nodes) {
    for (let planet = choices.between(1, 5); planet > 0; planet--) {
      const owned = choices.oneIn(2) ? { owner: choices.pick(empires) } : {};
      world.spawn({
        kind: 'planet',
        place: { in: node },
        ...owned,
        values: { population: choices.between(1, 30), size: choices.between(1, 6), known: choices.oneIn(3) },
      });
    }
    if (choices.oneIn(3))
      world.spawn({
        kind: 'fleet',
        place: { in: node },
        owner: choices.pick(empires),
        values: { strength: choices.between(1, 9) },
      });
  }
  return empires;
}
