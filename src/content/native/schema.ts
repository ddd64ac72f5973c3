import { effect } from './schema-actions.js';
import { environment, missingKind } from './schema-environment.js';
import { connection, flow } from './schema-flows.js';
import {
  constantValue,
  contentFunction,
  enumeration,
  grid,
  space,
  kind,
  meter,
  modifiers,
  network,
  parameter,
  property,
  relation,
  steps,
  table,
  variable,
} from './schema-model.js';
import {
  anyValue,
  condition,
  conditions,
  count,
  finite,
  flag,
  flags,
  kindName,
  kindNames,
  label,
  literals,
  name,
} from './schema-parts.js';
import {
  type Shape,
  defaulted,
  either,
  form,
  list,
  map,
  mapOf,
  mapTo,
  named,
  oneOf,
  optional,
  required,
  text,
  whole,
} from './document-shape.js';
import { startStep } from './schema-start.js';
import { ability, continuous, occurrence, timing, trigger } from './schema-timing.js';
import type { SourceMap } from './source-tree.js';

export { type ModificationKey, modificationKeys } from './schema-parts.js';
export type * from './content-source.js';
export type { EffectActionSource, TimingActionSource } from './schema-actions.js';

const requirements = either(
  [
    condition,
    list(condition, 'a list of conditions'),
    form({
      all: required(conditions, 'What must be true, a condition or a list of them.', 'bronze in self.techs'),
      of: optional(kindNames, 'The kinds that it is asked of. Default: those that are factions.', 'side'),
    }),
  ],
  'a condition, a list of conditions, or a map with `of` and `all`',
);

const namedExpression = map('a map with the keys `of` and `is`', {
  of: required(kindNames, 'The kinds that it is asked of.'),
  is: required(anyValue, 'A condition or a number over `self`.', 'self.population > 3'),
});

const group = mapOf('a group', {
  name: optional(name, 'Default: its number in the class, from 1.', 'harvest'),
  label: optional(label, 'What explain prints. Default: the name.'),
  priority: defaulted(finite, 'Lower first.', 100),
  order: defaulted(
    oneOf(['sequential', 'random', 'simultaneous']),
    'How its sources run: by id, in a new random order each turn, or all on the state before the rule.',
    'sequential',
  ),
  activation: optional(conditions, 'All must hold of the source.', 'source.level > 1'),
  scope: optional(
    map('a map with `include` and `exclude`', {
      include: optional(conditions, 'An object that meets one of them is in scope.', 'owned(source, planet)'),
      exclude: optional(conditions, 'An object that meets one of them is not.', 'target == source'),
    }),
    'Which objects the effects fire on. Default none.',
    { include: 'target == source' },
  ),
  effects: required(
    list(effect, 'a list of effects'),
    'What happens, in this order.',
    [{ meter: 'population', add: 1 }],
    () => [],
  ),
});

const mixin = mapOf('a mixin', {
  groups: optional(list(group, 'a list of groups'), 'Groups of effects that objects of its classes carry.', [
    { scope: { include: 'target == source' }, effects: [{ meter: 'population', add: 1 }] },
  ]),
  initial: optional(literals, 'First values of meters, properties and sets, under those of its classes.'),
  tags: optional(list(text('a name', 'heavy'), 'a list of names'), 'Tags of its classes.'),
});

const contentClass = mapOf('a class', {
  kind: required(kindName, 'The kind of its objects.', 'building', () => missingKind),
  duration: defaulted(count, 'Whole turns after the turn of creation that an object lives; 0: for ever.', 0),
  invisible: defaulted(flag, 'Not shown to players.', false),
  initial: optional(literals, 'First values of meters and properties, over their defaults, and first words of sets.'),
  groups: optional(list(group, 'a list of groups'), 'Groups of effects that its objects carry.', [
    { scope: { include: 'target == source' }, effects: [{ meter: 'population', add: 1 }] },
  ]),
  tags: optional(
    list(text('a name', 'heavy'), 'a list of names'),
    'Sets of objects that its objects are in; `others` of modifiers names them.',
  ),
  modifiers: optional(modifiers, 'Modifiers of variables that its objects carry.', [
    { variable: 'strength', multiply: 2 },
  ]),
  flags: optional(flags, 'What is so of its objects or not; these stand instead of those of their kind.'),
  mixins: optional(
    list(named('a mixin', 'grazer'), 'a list of names of mixins'),
    'Mixins whose groups come before its own, in this order.',
    ['grazer'],
  ),
  requires: optional(
    requirements,
    'What must be true for it to be had, of a faction unless `of` says of what.',
    'bronze in self.techs',
  ),
});

const amountOfWork = whole(1, Number.MAX_SAFE_INTEGER, 'a whole number of at least 1');

const mostWork = map('a map with `tests`, `visits`, `effects` and `created`', {
  tests: optional(amountOfWork, 'Objects that scopes test.', 1_000_000),
  visits: optional(amountOfWork, 'Objects that aggregates visit, judged by `edict check` alone.', 1_000_000),
  effects: optional(amountOfWork, 'Effects that fire, once for each object.', 100_000),
  created: optional(amountOfWork, 'Objects that rules create.', 1000),
});

function section<Data>(shape: Shape<Data>, what: string, about: string, example: SourceMap) {
  return optional(mapTo(shape, `a map from names to ${what}`), about, example);
}

/** The source of the types, the JSON Schema for editors and the checks of the loader. */
export const contentShape = map('a map with the sections of content', {
  edict: defaulted(oneOf([1], 'unknown-version', '1, the version of the format'), 'Version of the format.', 1),
  profile: optional(
    oneOf(['effects-v0.3'], 'unknown-profile'),
    'Enforces the restrictions of a design on what may refer to meters.',
  ),
  enumerations: section(enumeration, 'enumerations', 'Closed lists of words.', { size: ['small', 'large'] }),
  roles: optional(list(text('a name', 'capital'), 'a list of names'), 'Objects that the host names at run time.'),
  relations: section(relation, 'relations', 'What factions can be to one another, such as at war; at first none are.', {
    war: {},
  }),
  stacking: section(
    oneOf(['first', 'largest', 'smallest', 'mean'], 'unknown-keep'),
    'what they keep',
    'What a stacking number keeps. Default first.',
    { 7: 'largest' },
  ),
  constants: section(
    constantValue,
    'numbers, `true` or `false`',
    'Numbers and booleans by name, for every expression.',
    {
      tax: 0.25,
    },
  ),
  parameters: section(
    parameter,
    'parameters',
    'Numbers and conditions by name, for every expression, which each world is given when it is made.',
    { breed: { default: 0.04, range: [0, 1] } },
  ),
  meters: section(meter, 'meters', 'Numbers that rules raise and lower.', {
    population: { default: 3, bounds: [0, null] },
  }),
  properties: section(property, 'properties', 'Everything else that objects have.', { size: { type: 'size' } }),
  variables: section(
    variable,
    'variables',
    'Values that modifiers make, again whenever something changes that they look at.',
    { strength: { default: 1 } },
  ),
  functions: section(contentFunction, 'functions', 'Named expressions with arguments.', {
    twice: { arguments: ['x'], value: '2 * x' },
  }),
  tables: section(table, 'tables', 'Values by words or whole numbers, for `lookup`.', {
    cost: { by: 'number', values: [10, 20, 40] },
  }),
  kinds: section(kind, 'kinds', 'The kinds of objects.', { planet: { meters: ['population'] } }),
  steps: section(steps, 'what they bring along', 'What stepping along an ordered property brings with it.', {
    size: { property: 'environment', remember: 'formerEnvironment', members: {} },
  }),
  grids: section(grid, 'grids', 'Objects at whole coordinates of a plane of limited size.', {
    map: { kind: 'plot', width: 64, height: 32 },
  }),
  networks: section(network, 'networks', 'Edges between objects of a kind.', {
    contacts: { kind: 'person' },
  }),
  spaces: section(space, 'spaces', 'Parts of the plane in which objects look for one another.', {
    sky: { kind: 'bird', width: 200, height: 200, wrap: true },
  }),
  connections: section(connection, 'connections', 'Ways from objects to other objects, for aggregates and flows.', {
    around: { steps: [{ square: 'map', distance: 1 }] },
  }),
  expressions: section(namedExpression, 'expressions', 'Conditions and numbers that hosts ask by name.', {
    people: { of: 'side', is: 'owned(self, planet).sum(each, each.population)' },
  }),
  reports: section(anyValue, 'expressions', 'Numbers and conditions about the whole world, kept for each turn.', {
    people: 'objects(planet).sum(each, each.population)',
  }),
  flows: optional(
    list(flow, 'a list of flows'),
    'What moves whole numbers between objects, or makes them, once a turn.',
    [{ constant: 'crime', amount: 1, carrier: 'planet' }],
  ),
  triggers: optional(
    list(trigger, 'a list of triggers'),
    'What happens as soon as something is so, in the order in which they are looked at.',
    [{ name: 'alarm', when: 'capital.walls < 10', do: [{ tell: 'The walls fall' }] }],
  ),
  timing: optional(timing, 'The players who decide, and the steps of their turns.', { players: 'side' }),
  occurrences: section(occurrence, 'occurrences', 'What may happen, and be answered.', {
    attack: { fields: { subject: 'object', amount: 'number' } },
  }),
  abilities: optional(
    list(ability, 'a list of abilities'),
    'What answers occurrences, in the order in which they are asked.',
    [{ name: 'shield', class: 'prevent', carrier: { kind: 'planet' }, own: true, on: 'attack' }],
  ),
  continuous: optional(
    list(continuous, 'a list of maps'),
    'What begins and ends with a condition, as something occurs.',
    [{ name: 'siege', carrier: { kind: 'planet' }, while: 'self.walls < 1', begin: [{ tell: 'Siege' }] }],
  ),
  environment: optional(environment, 'What agents see, do and want, for training.'),
  classes: section(contentClass, 'classes', 'Definitions of objects and their groups of effects.', {
    farm: { kind: 'building' },
  }),
  mixins: section(mixin, 'mixins', 'Groups of effects that several classes have.', {
    grazer: { groups: [{ scope: { include: 'target == source' }, effects: [{ meter: 'population', add: 1 }] }] },
  }),
  budget: optional(
    map('a map with `world`, `turn` and `rule`', {
      world: required(
        mapTo(count, 'a map from kinds, classes and networks to whole numbers', { planet: 1000 }),
        'The most objects of each kind or class, and edges of each network, for which `edict check` bounds the work.',
        { planet: 1000 },
        () => ({}),
      ),
      turn: optional(mostWork, 'What all rules together may count in a turn.', { tests: 1_000_000 }),
      rule: optional(mostWork, 'What each rule may count in a turn, judged by `edict check` alone.', {
        tests: 100_000,
      }),
    }),
    'What the rules may count in a turn of a stated world.',
    { world: { planet: 1000 }, turn: { tests: 1_000_000 } },
  ),
  meant: optional(
    mapTo(
      mapTo(label, 'a map from names to reasons', { 'mine/dig': 'the mine looks at what its default gives' }),
      'a map from codes of warnings to maps from names to reasons',
    ),
    'Warnings of `edict check` that are meant so: by code, then by the name of what they concern, with the reason.',
    { 'reset-read-early': { 'mine/dig': 'the mine looks at what its default gives' } },
  ),
  start: optional(
    list(startStep, 'a list of steps'),
    'How a world begins: steps that run once, in this order, when it is made.',
    [{ create: 'farm', count: 10 }],
  ),
});
