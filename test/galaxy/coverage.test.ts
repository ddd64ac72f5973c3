import { inspect } from '../../src/world/inspect.js';
import { beforeAll, describe, expect, it } from 'vitest';
import * as arrays from '../../src/eval/ops/texts.js';
import * as pooledOperations from '../../src/eval/ops/texts.js';
import * as integers from '../../src/eval/ops/integers.js';
import { operations } from '../../src/eval/ops/index.js';
import * as numeric from '../../src/eval/ops/numeric-arithmetic.js';
import * as strictLogic from '../../src/eval/ops/logic.js';
import { generateGalaxy } from '../../src/galaxy/generate.js';
import { loadGalaxy } from '../../src/galaxy/load-galaxy.js';
import type { World } from '../../src/world/api.js';
import { formsOf } from './content-forms.js';

/** Every form that the design of effects and the language have; the content must use each. */
const affiliations = ['empire-inclusive', 'empire-exclusive', 'enemies-inclusive', 'enemies-exclusive'];

function namesIn(operationsOf: object): string[] {
  return Object.keys(operationsOf).filter((name) => operations.has(name));
}

/** Operations that are there for dialects of other content; the galaxy does without them. */
const ofDialects: ReadonlySet<string> = new Set([
  // Tables, further sights and choices from a set cannot be said in the language at all.
  'lookup',
  'sighted',
  'among',
  // Numbers as a game with 32-bit meters keeps them, turns before the first, and nearness to any of a set; the language
  // has a form for each.
  'single',
  'truncate',
  'created',
  'nearby',
  // Courses of what dialects move: in the plane, around something, and along lanes.
  'coordinate',
  'squareRoot',
  'sine',
  'cosine',
  'stepToward',
  // Solved variables have an example of their own, and numbers with classes and pooled values are of a dialect.
  'solved',
  'heed',
  ...[numeric, arrays, pooledOperations, strictLogic].flatMap(namesIn),
  // Sets, flags and aggregators of hosts have an example of their own; integers that wrap and draws in sequence are of
  // a dialect.
  'holds',
  'supposed',
  'collect',
  'streamDraw',
  'leftFold',
  ...namesIn(integers),
  // What triggers ask.
  'time',
  'countTrue',
  'provided',
  // What abilities ask of what they answer.
  'occurring',
  'remembered',
  'controller',
  'step',
  // What instances of one world are asked; no text of content names them.
  'instance',
  'lead',
  'instanceDraw',
  // What agents ask has examples of its own.
  ...['arctangent', 'exponential', 'logarithm', 'binaryLogarithm', 'sign', 'modulo', 'finite', 'normal', 'poisson'],
  ...['parameter', 'pick', 'unbound', 'heldWord', 'heldCount'],
  ...['gridSteps', 'gridCell', 'vacant', 'offset'],
]);

const checklist: Readonly<Record<string, readonly string[]>> = {
  'effects of the design': [
    'effect max meter add',
    'effect meter add',
    'effect stockpile add',
    'effect size set',
    'effect step size',
    'effect environment set',
    'effect create special',
    'effect create building',
    'effect create ship',
    'effect create field',
    'effect create several',
    'effect create with values',
    'effect create by expression',
    'effect destroy',
    'effect availability building',
    'effect availability ship',
    'effect availability of what a property names',
    'effect availability on',
    'effect availability off',
    'effect starColour set',
    'effect step starColour',
    'effect target set',
    'effect target cleared',
    'effect give',
    'effect give to nobody',
    'effect move',
    'effect property from the source',
  ],
  modifications: ['meter', 'property'].flatMap((role) =>
    ['set', 'add', 'multiply', 'divide', 'minimum', 'maximum'].map((each) => `effect ${role} ${each}`),
  ),
  'recipients, stacking, order': [
    'on target',
    'on source',
    'on empires',
    'keep first',
    'keep largest',
    'keep smallest',
    'keep mean',
    'priority',
    'label of an effect',
    'phase meters',
    'phase actions',
  ],
  'conditions of scopes': [
    'scope all',
    ...affiliations.map((mode) => `scope affiliation ${mode}`),
    'scope unowned',
    'scope not unowned',
    'scope self',
    'scope kind',
    'scope kind of the source',
    'scope class',
    'scope class of the source',
    'scope environment with range',
    'scope environment of the source with range',
    'scope size with range',
    'scope size of the source with range',
    'scope focus primary',
    'scope focus secondary',
    'scope star colour',
    'scope chance',
    'scope current meter minimum',
    'scope current meter maximum',
    'scope max meter minimum',
    'scope stockpile maximum',
    'scope visible to source',
    'scope not visible to source',
    'scope visible to target',
    'scope not visible to target',
    'scope distance',
    'scope distance 0',
    'scope jumps',
    'scope jumps 0',
    'scope distance to a class',
    'scope jumps to a class',
    'scope targeted by the source',
    'scope targets the source',
    'scope none',
    'exclude',
  ],
  'conditions of activations': [
    'activation always',
    'activation unowned',
    'activation not unowned',
    'activation environment with range',
    'activation size',
    'activation size with range',
    'activation focus primary',
    'activation focus secondary',
    'activation star colour',
    'activation chance',
    'activation current meter minimum',
    'activation current meter maximum',
    'activation stockpile minimum',
    'activation stockpile maximum',
    'activation distance to a class',
    'activation jumps to a class',
    'activation available',
    'activation affiliation with a role',
    'activation not affiliation with a role',
    'activation none',
  ],
  operations: [...operations.keys()].filter((name) => !ofDialects.has(name)).map((name) => `operation ${name}`),
  comparisons: ['==', '!=', '<', '<=', '>', '>='].map((each) => `compare ${each}`),
  reads: [
    'read meter missing',
    'read meter zero',
    'read property notFound',
    'read property initial',
    'read property missing',
    'follow owner',
    'follow parent',
    'follow ancestor',
  ],
  aggregates: [
    ...['any', 'all', 'count', 'sum', 'mean', 'least', 'greatest', 'first'].map((fold) => `fold ${fold}`),
    'range objects of a kind',
    'range class',
    'range attached',
    'range attached of a kind',
    'range contents of a kind',
    'range owned',
    'range owned of a kind',
    'range owners',
  ],
  'the model': [
    'ownership none',
    'ownership stored',
    'ownership through',
    'orphan destroy',
    'orphan detach',
    'faction',
    'node',
    'meter number',
    'meter integer',
    'meter float32',
    'property number',
    'property integer',
    'property float32',
    'property boolean',
    'property entity',
    'property class',
    'property enumeration',
    'reset',
    'capped',
    'companion',
    'bounds',
    'enumeration none',
    'enumeration ordered',
    'enumeration wheel',
    'duration',
    'invisible',
    'first values of a class',
    'role rival',
  ],
};

describe('the content of the galaxy uses', () => {
  let forms: ReadonlySet<string>;
  beforeAll(() => {
    forms = formsOf(loadGalaxy());
  });
  it.each(Object.entries(checklist))('all %s', (_title, wanted) => {
    expect(wanted.filter((form) => !forms.has(form))).toEqual([]);
  });
});

describe('a hundred turns of the galaxy', () => {
  let before: World;
  let world: World;

  beforeAll(() => {
    world = generateGalaxy(loadGalaxy(), { objects: 2_000, seed: '1' });
    before = world.fork();
    world.run(100);
  }, 600_000);
  it('every rule is active at some time and finds somebody', () => {
    const { active, targets } = inspect(world).executor.activity;
    const { rules } = world.program.rules;
    expect(
      rules.filter(({ index }) => active[index] === 0).map(({ name }) => name),
      'never active',
    ).toEqual([]);
    expect(
      rules.filter(({ index }) => targets[index] === 0).map(({ name }) => name),
      'never finds anybody',
    ).toEqual([]);
  });

  it('neither explodes nor dies out', () => {
    expect(world.size / before.size).toBeGreaterThan(0.5);
    expect(world.size / before.size).toBeLessThan(2);
    for (const kind of ['empire', 'system', 'planet', 'building', 'ship', 'special', 'field']) {
      const ratio = world.query({ kind }).length / before.query({ kind }).length;
      expect(ratio, kind).toBeGreaterThan(0.4);
      expect(ratio, kind).toBeLessThan(2);
    }
  });

  it.each([
    ['planet', 'population'],
    ['planet', 'maxPopulation'],
    ['planet', 'farming'],
    ['planet', 'mining'],
    ['planet', 'research'],
    ['planet', 'trade'],
    ['planet', 'morale'],
    ['planet', 'defense'],
    ['planet', 'fertility'],
    ['planet', 'detection'],
    ['ship', 'structure'],
    ['ship', 'fuel'],
    ['ship', 'speed'],
    ['ship', 'detection'],
    ['ship', 'stealth'],
    ['field', 'extent'],
    ['empire', 'food'],
    ['empire', 'minerals'],
    ['empire', 'credits'],
    ['empire', 'unity'],
  ])('of all %ss not every %s is stuck', (kind, column) => {
    const peopled = world.query({ kind }).filter((object) => world.get(object, 'population') !== 0);
    const values = peopled.map((object) => Number(world.get(object, column)));
    const counts = new Map<number, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    const mostCommon = Math.max(...counts.values());
    expect(new Set(values).size).toBeGreaterThanOrEqual(4);
    expect(mostCommon / values.length).toBeLessThan(0.9);
  });

  it('ships are under way, empires have grown and learned', () => {
    const ships = world.query({ kind: 'ship' });
    expect(ships.filter((ship) => world.get(ship, 'heading') !== null).length / ships.length).toBeGreaterThan(0.05);
    const owned = (at: World): number =>
      at.query({ kind: 'planet' }).filter((planet) => at.describe(planet).owners.length > 0).length;
    expect(owned(world)).toBeGreaterThan(owned(before));
    expect(world.query({ kind: 'tech' }).length).toBeGreaterThan(20);
  });
});
