import { defineContent } from '../../src/content/native/define.js';
import type { ClassSource, ContentSource, GroupSource } from '../../src/content/native/schema.js';
import type { Program } from '../../src/ir/rule.js';
import { createWorld } from '../../src/world.js';
import type { CellValue, Handle, World, WorldOptions } from '../../src/world/api.js';
import type { SpawnOptions } from '../../src/world/spawn-api.js';

/** Content and worlds from the native format, for tests of rules and worlds. */

/**
 * A little of everything: a kept meter (`wealth`), one that is capped and grows (`stock` toward `limit`), whole and
 * single numbers, words with and without order, references, a class, and a boolean.
 */
export const baseContent = {
  enumerations: {
    size: { ordered: ['asteroids', 'tiny', 'small', 'medium', 'large', 'huge', 'gasGiant'] },
    environment: {
      wheel: ['swamp', 'toxic', 'inferno', 'radiated', 'barren', 'tundra', 'desert', 'terran', 'ocean'],
      off: ['asteroids', 'gas'],
    },
    colour: ['red', 'white', 'blue'],
  },
  roles: ['rival'],
  stacking: { 2: 'largest', 3: 'smallest', 4: 'mean' },
  meters: {
    limit: { reset: true },
    stock: { default: 1, bounds: [0, 1000], max: 'limit', growth: 'approach(value, self.limit, 1)' },
    wealth: { default: 10 },
    crew: { type: 'integer', default: 5 },
    speed: { type: 'float32' },
  },
  properties: {
    minerals: { type: 'number', default: 100 },
    colour: { type: 'colour', default: 'white' },
    size: { type: 'size', default: 'medium' },
    environment: { type: 'environment', default: 'terran' },
    former: { type: 'environment' },
    fertility: { type: 'number', default: 1 },
    goal: { type: 'reference' },
    studying: { type: 'class' },
    armed: { type: 'boolean' },
    rank: { type: 'integer', default: 1 },
    weight: { type: 'float32', default: 1 },
  },
  kinds: {
    empire: { faction: true, properties: ['minerals'] },
    system: { node: true, ownership: { through: 'planet' }, properties: ['colour'] },
    planet: {
      attachesTo: ['system'],
      meters: ['limit', 'stock', 'wealth'],
      properties: ['size', 'environment', 'former', 'fertility'],
    },
    building: { attachesTo: ['planet'], meters: ['crew'], properties: ['goal', 'rank'] },
    ship: {
      attachesTo: ['system'],
      orphan: 'detach',
      meters: ['wealth', 'speed', 'crew'],
      properties: ['goal', 'studying', 'armed', 'weight'],
    },
    law: { ownership: 'none' },
  },
  steps: {
    size: {
      property: 'environment',
      remember: 'former',
      members: { asteroids: { value: 'asteroids', born: 'barren' }, gasGiant: { value: 'gas', born: 'toxic' } },
    },
  },
  classes: {
    dominion: { kind: 'empire' },
    colony: { kind: 'planet' },
    farm: { kind: 'building', initial: { rank: 2 } },
    scout: { kind: 'ship' },
    nebula: { kind: 'system' },
  },
} as const satisfies ContentSource;

/** What a test adds to the base content. */
export interface Additions {
  /** Groups of class `law`. */
  readonly groups?: readonly GroupSource[];
  readonly classes?: Readonly<Record<string, ClassSource>>;
  /** Whole sections, in the place of those of the base content. */
  readonly sections?: Partial<ContentSource>;
}

/** The base content with a class `law` that carries groups, and with more classes. */
export function contentWith({ groups = [], classes = {}, sections = {} }: Additions = {}): Program {
  return defineContent({
    ...(structuredClone(baseContent) as ContentSource),
    ...sections,
    classes: { ...baseContent.classes, law: { kind: 'law', groups: [...groups] }, ...classes },
  });
}

/** A world of such content, with one `law` in it. */
export interface Scene {
  readonly world: World;
  readonly law: Handle;
  /** Makes an object of a kind, or of a class with that name. */
  add(sort: string, options?: SpawnOptions): Handle;
  get(object: Handle, name: string): CellValue | undefined;
}

export function sceneWith(additions: Additions = {}, options: WorldOptions = {}): Scene {
  return sceneOf(contentWith(additions), options);
}

export function sceneOf(program: Program, options: WorldOptions = {}): Scene {
  const world = createWorld(program, { ...options, reserve: { objects: 64, ...options.reserve } });
  const law = world.spawn({ class: 'law' });
  return {
    world,
    law,
    add: (sort, more = {}) =>
      world.spawn({ ...(program.model.kindByName.has(sort) ? { kind: sort } : { class: sort }), ...more }),
    get: (object, name) => world.get(object, name),
  };
}

/** All that the hosts can see of an object's cells. */
export function valuesOf(world: World, object: Handle): Readonly<Record<string, CellValue>> {
  return world.describe(object).values;
}
