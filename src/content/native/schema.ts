import { quoteText } from '../text/quote.js';
import { effect } from './schema-actions.js';
import { environment, missingKind } from './schema-environment.js';
import {
  amount,
  amounts,
  anyValue,
  bounds,
  condition,
  conditions,
  connectionName,
  count,
  finite,
  flag,
  flags,
  integer32,
  kindName,
  kindNames,
  label,
  literal,
  literals,
  meterName,
  name,
  oneAmount,
  oneOrMany,
  propertyName,
  variableName,
  word,
  words,
} from './schema-parts.js';
import { ability, continuous, occurrence, timing, trigger } from './schema-timing.js';
import {
  type DataOf,
  type FormData,
  type FormShape,
  type Keys,
  type Shape,
  defaulted,
  either,
  form,
  headsOf,
  list,
  map,
  mapTo,
  named,
  number,
  oneOf,
  optional,
  pair,
  required,
  rule,
  text,
  whole,
} from './document-shape.js';
import type { Fault } from './load-context.js';
import type { SourceMap } from './source-tree.js';

export { type ModificationKey, modificationKeys } from './schema-parts.js';
export type * from './schema-actions.js';
export type * from './schema-environment.js';
export type * from './schema-timing.js';

const mostGridSide = 32_768;

/** Columns and rows that content may look away on a grid. */
const mostGridDistance = 100;

const plainSteps = ['owner', 'parent', 'others', 'once', 'sorted'] as const;

// --- declarations

const enumeration = either(
  [
    words,
    form({
      ordered: required(words, 'Words from the least to the greatest; steps and ranges go along them.', [
        'small',
        'large',
      ]),
    }),
    form({
      wheel: required(words, 'Words in a ring; ranges go round it.', ['spring', 'summer', 'autumn', 'winter']),
      off: optional(words, 'Words off the ring, which match only themselves.', ['never']),
    }),
  ],
  'a list of words, `{ ordered: [...] }` or `{ wheel: [...], off: [...] }`',
);

const meter = map('a map with the keys of a meter', {
  type: defaulted(
    oneOf(['number', 'integer', 'float32'], 'unknown-type'),
    'What it holds: a 64-bit number, a whole number of 32 bits, or a 32-bit number.',
    'number',
  ),
  default: defaulted(finite, 'Its first value, and what `reset` sets it to.', 0, 10),
  bounds: optional(bounds, 'The least and the greatest value, enforced in the clamp phase; null for no bound.', [
    0,
    null,
  ]),
  max: optional(meterName, 'The meter that caps it in the clamp phase.', 'maxPopulation'),
  target: optional(
    meterName,
    'The meter toward which it grows, by 1 a turn unless `growth` says how.',
    'targetPopulation',
  ),
  growth: optional(
    amount,
    'The value it takes in the growth phase, over `self` and `value`.',
    'value + self.fertility',
  ),
  reset: defaulted(flag, 'Set to its default at the start of each turn.', false),
});

const variable = map('a map with the keys of a variable', {
  type: defaulted(named('a type'), 'number, boolean, or the name of an enumeration.', 'number'),
  default: optional(literal, 'What it is before the first modifier. Default 0, false or none.', 2),
  input: defaulted(flag, 'Set by hosts, not by modifiers.', false),
  explanation: optional(label, 'What it is for, for people.', 'Hands that are free'),
});

const property = map('a map with the keys of a property', {
  type: defaulted(
    named('a type'),
    'number, integer, float32, boolean, reference, class, the name of an enumeration, set or list.',
    'number',
  ),
  of: optional(
    named('an enumeration, or of a kind'),
    'Of a set the enumeration of its words, of a list the kind of its objects.',
    'tech',
  ),
  default: { ...optional(literal, 'Its first value. Default 0, false or none.', 1), against: emptyAtFirst },
});

/** A first value of a set or list: no value is right. */
function emptyAtFirst({ type }: SourceMap, name: string): Fault | undefined {
  if (type !== 'set' && type !== 'list') return undefined;
  const filling =
    type === 'set'
      ? `classes fill it by ${quoteText(`initial: { ${name}: [word] }`)}, effects by ${quoteText(`{ hold: word, in: ${name} }`)}, and so do hosts and scenarios`
      : 'hosts and scenarios fill it';
  return {
    code: 'unknown-key',
    message: `${quoteText(name)} has a default, and a ${type} is empty at first; expected none`,
    suggestion: `remove \`default\`: ${filling}`,
  };
}

const ownership = either(
  [
    oneOf(['stored', 'none']),
    form({ through: required(kindName, 'A kind: whoever owns an object of it in here owns this too.') }),
  ],
  '`stored`, `none` or `{ through: kind }`',
  { code: 'unknown-ownership' },
);

// --- modifiers

const others = map(
  'a map with `kind`, or with `class`, and perhaps `tag`',
  {
    kind: optional(kindName, 'Their kind.', 'weapon'),
    class: optional(named('a class', 'sword'), 'Their class.'),
    tag: optional(name, 'A tag of their classes.', 'heavy'),
  },
  [
    rule(({ kind: one, class: other }) =>
      one === undefined && other === undefined
        ? {
            code: 'missing-key',
            message: '`others` names neither a kind nor a class, expected one of the two',
            suggestion: 'add `kind`',
          }
        : undefined,
    ),
    rule(({ class: one, tag }) =>
      one !== undefined && tag !== undefined
        ? {
            key: 'tag',
            code: 'two-groups',
            message: '`others` names both a class and a tag, expected one of the two',
            suggestion: 'write two modifiers',
          }
        : undefined,
    ),
  ],
);

const modifier = map(
  'a map with the keys of a modifier',
  {
    variable: required(variableName, 'The variable to change.'),
    ...amounts,
    when: optional(
      conditions,
      'All must hold of `self`; otherwise it is passed over. Default: always.',
      'self.load > 20',
    ),
    others: optional(
      others,
      "Changes the variables of these objects under the same root instead of the carrier's own.",
    ),
    priority: defaulted(count, 'Lower first; of equal ones set, multiply, divide, add, max, min.', 0),
    label: optional(label, 'What explain prints.'),
  },
  [oneAmount('variable', 'modifier of')],
);
const modifiers = list(modifier, 'a list of modifiers');

// --- kinds

const kind = map('a map with the keys of a kind', {
  faction: defaulted(flag, 'Its objects own others, see, and have availabilities.', false),
  node: defaulted(flag, 'Its objects have coordinates and are the ends of lanes.', false),
  ownership: optional(
    ownership,
    "How its objects' empires are found. Default stored; of factions and nodes without one, see the manual.",
  ),
  attachesTo: optional(list(kindName, 'a list of kinds'), 'Kinds that its objects may be attached to. Default none.', [
    'planet',
  ]),
  orphan: defaulted(
    oneOf(['destroy', 'detach'], 'unknown-orphan'),
    'What becomes of its objects when what they are attached to is destroyed.',
    'destroy',
  ),
  meters: optional(list(meterName, 'a list of meters'), 'Meters that its objects have.'),
  properties: optional(list(propertyName, 'a list of properties'), 'Properties that its objects have.'),
  variables: optional(
    list(variableName, 'a list of variables'),
    'Variables that its objects have; what hangs on them sees these as its own.',
  ),
  modifiers: optional(modifiers, 'Modifiers of variables that all its objects carry.', [
    { variable: 'strength', add: 1 },
  ]),
  flags: optional(flags, 'What is so of its objects or not, as conditions over `self` say.'),
});

const steps = map('a map with the keys `property`, `remember` and `members`', {
  property: required(propertyName, 'The property that a listed member brings along.', 'environment'),
  remember: required(propertyName, 'The property that remembers what was there before.', 'formerEnvironment'),
  members: required(
    mapTo(
      map('a map with the keys `value` and `born`', {
        value: required(word, 'What the property is while the member lasts.', 'barren'),
        born: required(word, 'What it becomes after the member where nothing is remembered.', 'toxic'),
      }),
      'a map from members to what they bring along',
    ),
    'Members that bring a value along.',
    { asteroids: { value: 'barren', born: 'toxic' } },
  ),
});

const relation = map('a map with the key `symmetric`, or an empty one', {
  symmetric: defaulted(flag, 'Whether it holds back as well: what one faction is to another, that one is to it.', true),
});

const contentFunction = map('a map with the keys `arguments` and `value`', {
  arguments: optional(
    list(named('an argument', 'size'), 'a list of names'),
    'Names that the expression has for what a call gives it. Default none.',
  ),
  value: required(anyValue, 'The expression that stands in place of a call.', '2 * size + 1'),
});

const tableKey = text('`number`, `class` or the name of an enumeration', 'size');
const tableRow = either(
  [literal, list(literal, 'a list'), mapTo(literal, 'a map')],
  'a value, or with two keys a list of values or a map to them',
);

const table = map('a map with the keys of a table', {
  by: required(
    either([tableKey, pair(tableKey, tableKey, 'a list of two keys')], 'a key, or a list of two'),
    'What it is asked by: number, class, or the name of an enumeration; one, or two in a list.',
    'size',
  ),
  type: defaulted(named('a type'), 'Of its values: number, boolean, class, or the name of an enumeration.', 'number'),
  default: optional(literal, 'What it has for a key that is not listed. Default 0, false or none.', 1),
  values: required(
    either(
      [list(tableRow, 'a list'), mapTo(tableRow, 'a map')],
      'a map from keys to values, or for numbers from 0 on a list of values',
    ),
    'Values by key; with two keys maps or lists by the first.',
    { small: 1, large: 3 },
  ),
});

const constantValue = either([number('a number'), flag], 'a number, `true` or `false`');
const gridSize = whole(1, mostGridSide);

// --- relations and questions

const grid = map('a map with the keys of a grid', {
  kind: required(kindName, 'The kind of the objects at its points.', 'plot'),
  width: required(gridSize, 'Columns: the points have x from 0 to one less.', 64),
  height: required(gridSize, 'Rows: the points have y from 0 to one less.', 32),
  wrap: optional(
    list(oneOf(['x', 'y'], 'unknown-axis'), 'a list of `x` and `y`'),
    'Axes along which the first comes after the last. Default none.',
    ['x'],
  ),
});

const reference = named('a property', 'home');
const stepForms = [
  form({ objects: required(kindName, 'All objects of a kind; only as the first step.') }),
  form({ reference: required(reference, 'What a reference leads to.') }),
  form({ attached: required(kindName, 'What hangs on it, of a kind.') }),
  form({ owned: required(kindName, 'What it owns, of a kind.') }),
  form({
    referrers: required(reference, 'Whose reference leads to it.'),
    kind: required(kindName, 'Of that kind.'),
  }),
  form({ listed: required(propertyName, 'The objects of its list, in that order.', 'trade') }),
  form({ listing: required(propertyName, 'The objects whose list has it.', 'trade') }),
  form({
    square: required(named('a grid', 'map'), 'The objects of a grid around it, column by column.'),
    distance: required(whole(0, mostGridDistance), 'So many columns and rows away at most.', 1),
  }),
  form({ ofKind: required(kindName, 'Keeps those of a kind.') }),
  form({ having: required(propertyName, 'Keeps those of which a boolean property is true.', 'inhabited') }),
] as const;

const step = either(
  [oneOf(plainSteps), ...stepForms],
  `a step: ${plainSteps.map(quoteText).join(', ')}, or a map with ${headsOf(stepForms)}`,
  { code: 'unknown-step' },
);

const connection = map('a map with `steps`, and perhaps `from` and `to`', {
  from: optional(kindName, 'The kind that it leads from. Default any.'),
  to: optional(kindName, 'The kind that it leads to. Default: what its steps say.'),
  steps: required(list(step, 'a list of steps'), 'What leads there, one after the other.', [
    'owner',
    { owned: 'planet' },
  ]),
});

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

// --- flows

const flowProperty = required(named('a property', 'crime'), 'The property that flows; of whole numbers.');
const part: Shape<number> = {
  ...whole(0, 100, 'a whole number from 0 to 100: a flow moves a part of what is there'),
  mend: (value) =>
    Number(value) < 0 ? 'write `constant`, `limited` or `inhibitedGrowth` for what grows' : 'write 100 for all of it',
};
const percent = required(part, 'In hundredths.', 10);
const hundredths = required(integer32, 'In hundredths, unless `divisor` is 1.', 10);
const carrier = required(
  either(
    [
      kindName,
      form({
        kind: required(kindName, 'Their kind.'),
        where: optional(condition, 'A condition over `self`. Default: all of the kind.', 'self.inhabited'),
        times: defaulted(amount, 'How many times each carries it, over `self`.', 1, 'self.level'),
      }),
    ],
    'a kind, or a map with `kind`, `where` and `times`',
    { example: 'planet' },
  ),
  'The objects that bring it about.',
);
const flowFloor = defaulted(integer32, 'What is left alone.', 0);
const flowAmount = required(integer32, 'What one loses and the other gains.', 2);

const flowCommon = {
  name: optional(name, 'What explain and errors call it. Default: its carrier and property.', 'unrest'),
  carrier,
  receivers: optional(connectionName, "Whose properties change. Default: the carrier's own."),
  active: optional(condition, 'A condition over `self`, the receiver. Default: always.', 'self.inhabited'),
};
const propagated = {
  targets: required(
    oneOrMany(connectionName, 'a connection or a list of connections'),
    'Where it flows to, from each receiver.',
  ),
  where: optional(condition, 'A condition over `self`, a target. Default: all.', 'self.inhabited'),
  itself: defaulted(flag, 'Whether the receiver may be among its own targets.', false),
};

const flowForm = <Own extends Keys>(own: Own): FormShape<FormData<Own & typeof flowCommon>> =>
  form({ ...own, ...flowCommon });

const flowForms = [
  flowForm({
    constant: flowProperty,
    amount: required(amount, 'What is added, over `self`, the receiver.', 'self.size'),
  }),
  flowForm({
    limited: flowProperty,
    amount: required(integer32, 'What is added.', 2),
    limit: required(integer32, 'Up to this.', 100),
  }),
  flowForm({
    decay: flowProperty,
    percent,
    floor: flowFloor,
    negative: defaulted(oneOf(['mirrored', 'plain']), 'How values below 0 are corrected.', 'mirrored'),
  }),
  flowForm({ convert: flowProperty, to: flowProperty, amount: flowAmount }),
  flowForm({
    convertPercent: flowProperty,
    to: flowProperty,
    percent,
    floor: flowFloor,
    correction: defaulted(oneOf(['others', 'rest']), 'By what it is corrected.', 'others'),
  }),
  flowForm({
    inhibitedGrowth: flowProperty,
    inhibitor: flowProperty,
    growth: hundredths,
    inhibition: hundredths,
    divisor: defaulted(oneOf([1, 100], 'wrong-type', '1 or 100'), 'What growth and inhibition are divided by.', 100),
  }),
  flowForm({ spread: flowProperty, percent, ...propagated }),
  flowForm({ diffuse: flowProperty, percent, ...propagated }),
  flowForm({
    gather: flowProperty,
    amount: required(integer32, 'From each target.', 2),
    negative: defaulted(oneOf(['nothing', 'taken']), 'What comes of targets below 0.', 'nothing'),
    ...propagated,
  }),
] as const;

const flow = either(flowForms, `a flow: a map with ${headsOf(flowForms)}`);

// --- classes

const group = map('a map with the keys of a group', {
  name: optional(name, 'Default: its number in the class, from 1.', 'harvest'),
  label: optional(label, 'What explain prints. Default: the name.'),
  priority: defaulted(finite, 'Lower first.', 100),
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

const contentClass = map('a map with the keys of a class', {
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
  requires: optional(
    requirements,
    'What must be true for it to be had, of a faction unless `of` says of what.',
    'bronze in self.techs',
  ),
});

// --- the document

function section<Data>(shape: Shape<Data>, what: string, about: string, example: SourceMap) {
  return optional(mapTo(shape, `a map from names to ${what}`), about, example);
}

/** A content file. The one source of the types, of the JSON Schema for editors, and of what the loader accepts. */
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
  kinds: section(kind, 'kinds', 'The sorts of objects.', { planet: { meters: ['population'] } }),
  steps: section(steps, 'what they bring along', 'What stepping along an ordered property brings with it.', {
    size: { property: 'environment', remember: 'formerEnvironment', members: {} },
  }),
  grids: section(grid, 'grids', 'Objects at whole coordinates of a plane of limited size.', {
    map: { kind: 'plot', width: 64, height: 32 },
  }),
  connections: section(connection, 'connections', 'Ways from objects to other objects, for aggregates and flows.', {
    neighbours: { steps: [{ square: 'map', distance: 1 }] },
  }),
  expressions: section(namedExpression, 'expressions', 'Conditions and numbers that hosts ask by name.', {
    people: { of: 'side', is: 'owned(self, planet).sum(each, each.population)' },
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
});

/** Content as it is written, in TypeScript or as the data of a YAML file. */
export type ContentSource = DataOf<typeof contentShape>;

type SectionOf<Key extends keyof ContentSource> =
  NonNullable<ContentSource[Key]> extends Readonly<Record<string, infer Source>> ? Source : never;
export type EnumerationSource = SectionOf<'enumerations'>;
export type MeterSource = SectionOf<'meters'>;
export type PropertySource = SectionOf<'properties'>;
export type VariableSource = SectionOf<'variables'>;
export type FunctionSource = SectionOf<'functions'>;
export type TableSource = SectionOf<'tables'>;
export type KindSource = SectionOf<'kinds'>;
export type ModifierSource = NonNullable<KindSource['modifiers']>[number];
export type StepsSource = SectionOf<'steps'>;
export type ConnectionSource = SectionOf<'connections'>;
export type StepSource = ConnectionSource['steps'][number];
export type NamedExpressionSource = SectionOf<'expressions'>;
export type FlowSource = NonNullable<ContentSource['flows']>[number];
export type ClassSource = SectionOf<'classes'>;
export type GroupSource = NonNullable<ClassSource['groups']>[number];
export type EffectSource = GroupSource['effects'][number];
export type ExpressionSource = string | number | boolean | null;
