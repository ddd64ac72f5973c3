// A small game that ends, in which objects come and go by chance, with an environment: for batches of real worlds.
// Plain JavaScript, so that a thread of Node can make the same again.

/** @type {import('../../src/content/native/schema.js').ContentSource} */
export const skirmishContent = {
  enumerations: { focus: ['growth', 'fleets'] },
  meters: { population: { default: 5 }, wealth: { default: 10 }, strength: { default: 3 } },
  properties: {
    playing: { type: 'boolean', default: true },
    worth: { type: 'number', default: 2 },
    turnsOld: { type: 'integer' },
    focus: { type: 'focus', default: 'growth' },
    orderedFocus: { type: 'focus' },
    orderedMood: { type: 'focus' },
    orderedPlace: { type: 'reference' },
  },
  kinds: {
    empire: { faction: true, meters: ['wealth'], properties: ['playing', 'orderedMood'] },
    system: { node: true, ownership: 'none', properties: ['worth'] },
    planet: { attachesTo: ['system'], meters: ['population'], properties: ['focus', 'orderedFocus'] },
    fleet: { attachesTo: ['system'], meters: ['strength'], properties: ['orderedPlace', 'turnsOld'] },
    law: { ownership: 'none' },
  },
  classes: {
    scout: { kind: 'fleet' },
    rules: {
      kind: 'law',
      groups: [
        {
          name: 'growing',
          scope: { include: ['target.kind == planet'] },
          effects: [{ meter: 'population', add: 'target.focus == growth ? random() : -0.5 * random()' }],
        },
        {
          name: 'earning',
          scope: { include: ['target.kind == empire'] },
          effects: [{ meter: 'wealth', add: '(target.orderedMood == growth ? 2 : 1) * random() - 0.8' }],
        },
        {
          name: 'focusing',
          scope: { include: ['target.kind == planet && target.orderedFocus != null'] },
          effects: [{ property: 'focus', set: 'target.orderedFocus' }],
        },
        {
          name: 'sailing',
          scope: { include: ['target.kind == fleet && target.orderedPlace != null'] },
          effects: [{ move: 'target.orderedPlace' }],
        },
        {
          name: 'ageing',
          scope: { include: ['target.kind == fleet'] },
          effects: [{ property: 'turnsOld', set: 'target.turnsOld + 1' }],
        },
        {
          name: 'building',
          scope: {
            include: ['target.kind == planet && target.focus == fleets && target.owner != null && chance(0.3)'],
          },
          effects: [{ create: 'scout' }],
        },
        {
          name: 'sinking',
          scope: { include: ['target.kind == fleet && target.turnsOld > 3 && chance(0.5)'] },
          effects: [{ destroy: true }],
        },
        {
          name: 'falling',
          scope: { include: ['target.kind == empire && target.wealth < 7'] },
          effects: [{ property: 'playing', set: 'false' }],
        },
      ],
    },
  },
  environment: {
    name: 'skirmish',
    agents: { of: 'empire', count: 2 },
    turns: 25,
    capacity: 63,
    maps: 5,
    observation: {
      planets: {
        of: 'planet',
        slots: 6,
        order: '-self.population',
        values: { population: 'self.population / 20', mine: 'self.owner == agent', grows: 'self.focus == growth' },
      },
      fleets: {
        of: 'fleet',
        slots: 4,
        where: 'self.owner == agent',
        values: { age: 'self.turnsOld', strength: 'self.strength' },
      },
      empire: { values: { wealth: 'agent.wealth', time: 'turn / 25' } },
    },
    actions: {
      focus: {
        of: 'planet',
        slots: 4,
        where: 'self.owner == agent',
        property: 'orderedFocus',
        choices: ['growth', 'fleets'],
        allowed: 'choice != self.focus',
        prefer: 'choice == fleets ? 2 : 1',
      },
      sail: {
        of: 'fleet',
        slots: 3,
        where: 'self.owner == agent',
        property: 'orderedPlace',
        choices: { of: 'system', slots: 4, where: 'jumps(choice, self.system) == 1' },
        prefer: 'choice.worth - 1',
      },
      mood: { property: 'orderedMood', choices: ['growth'], allowed: 'agent.wealth < 12' },
    },
    reward: { change: 'agent.wealth' },
    lives: 'agent.playing',
    terminated: 'objects(planet).filter(p, p.population > 15).count() > 0',
  },
};

/**
 * The world of a map.
 *
 * @param {(options: { reserve: { objects: number }, fixed: boolean }) => import('../../src/world/api.js').World} create
 * @param {number} map
 * @param {number} [capacity]
 */
export function settleSkirmish(create, map, capacity = 63) {
  const world = create({ reserve: { objects: capacity }, fixed: true });
  const empires = [world.spawn({ kind: 'empire' }), world.spawn({ kind: 'empire' })];
  world.spawn({ class: 'rules' });
  const systems = Array.from({ length: 3 + map }, (_, i) =>
    world.spawn({ kind: 'system', place: { x: 10 * i, y: i % 2 }, values: { worth: i % 4 } }),
  );
  systems.slice(1).forEach((system, i) => {
    world.relations.connect(systems[i], system);
  });
  systems.forEach((system, i) => {
    world.spawn({ kind: 'planet', place: { in: system }, owner: empires[i % 2], values: { population: 2 + i + map } });
    if (i % 2 === 0) world.spawn({ kind: 'fleet', class: 'scout', place: { in: system }, owner: empires[(i / 2) % 2] });
  });
  return world;
}

/**
 * The source of a batch, as a built package makes it.
 *
 * @param {{ maps?: number, broken?: string }} argument
 */
export async function skirmishSource({ broken }) {
  // Computed, so that type checking does not need a build.
  const built = /** @type {typeof import('../../src/index.js')} */ (
    await import(new URL('../../dist/index.js', import.meta.url).href)
  );
  if (broken === 'module') throw new Error('the module is broken');
  const program = built.defineContent(skirmishContent);
  return {
    program,
    /** @param {number} map */
    start(map) {
      if (broken === `map ${map}`) throw new built.EdictError('broken-map', 'the map is broken');
      return settleSkirmish((options) => built.createWorld(program, options), map);
    },
    module: { url: import.meta.url, export: 'skirmishSource', argument: { broken } },
  };
}
