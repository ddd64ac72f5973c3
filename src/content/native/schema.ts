import { z } from 'zod';
import { quoteText } from '../text/quote.js';
import { effect } from './schema-actions.js';
import { environment } from './schema-environment.js';
import {
  expects,
  about,
  optional,
  map,
  form,
  mapTo,
  list,
  either,
  oneOf,
  between,
  named,
  headsOf,
  name,
  kindName,
  meterName,
  propertyName,
  variableName,
  word,
  words,
  label,
  flag,
  finite,
  whole,
  bounds,
  literal,
  expression,
  conditions,
  literals,
  flags,
  kindNames,
  connectionName,
  integer32,
  amounts,
  oneAmount,
} from './schema-parts.js';
import { ability, continuous, occurrence, timing, trigger } from './schema-timing.js';

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
    about(words, 'Words without order.'),
    form({ ordered: about(words, 'Words from the least to the greatest; steps and ranges go along them.') }),
    form({
      wheel: about(words, 'Words in a ring; ranges go round it.'),
      off: optional(words, 'Words off the ring, which match only themselves.'),
    }),
  ],
  'a list of words, `{ ordered: [...] }` or `{ wheel: [...], off: [...] }`',
);

const meter = map('a map with the keys of a meter', {
  type: optional(
    oneOf(['number', 'integer', 'float32'], 'unknown-type'),
    'What it holds: a 64-bit number (the default), a whole number of 32 bits, or a 32-bit number.',
  ),
  default: optional(finite, 'Its first value, and what `reset` sets it to. Default 0.'),
  bounds: optional(bounds, 'The least and the greatest value, enforced in the clamp phase; null for no bound.'),
  max: optional(meterName, 'The meter that caps it in the clamp phase.'),
  target: optional(meterName, 'The meter toward which it grows, by 1 a turn unless `growth` says how.'),
  growth: optional(expression, 'The value it takes in the growth phase, over `self` and `value`.'),
  reset: optional(flag, 'Set to its default at the start of each turn. Default false.'),
});

const variable = map('a map with the keys of a variable', {
  type: optional(named('a type'), 'number (the default), boolean, or the name of an enumeration.'),
  default: optional(literal, 'What it is before the first modifier. Default 0, false or none.'),
  input: optional(flag, 'Set by hosts, not by modifiers. Default false.'),
  explanation: optional(label, 'What it is for, for people.'),
});

const property = map('a map with the keys of a property', {
  type: optional(
    named('a type'),
    'number (the default), integer, float32, boolean, reference, class, the name of an enumeration, set or list.',
  ),
  of: optional(
    named('an enumeration, or of a kind'),
    'Of a set the enumeration of its words, of a list the kind of its objects.',
  ),
  default: optional(literal, 'Its first value. Default 0, false or none.'),
});

const ownership = either(
  [
    z.enum(['stored', 'none']),
    form({ through: about(kindName, 'A kind: whoever owns an object of it in here owns this too.') }),
  ],
  '`stored`, `none` or `{ through: kind }`',
  'unknown-ownership',
);

// --- modifiers

const others = map('a map with `kind`, or with `class`, and perhaps `tag`', {
  kind: optional(kindName, 'Their kind.'),
  class: optional(named('a class'), 'Their class.'),
  tag: optional(name, 'A tag of their classes.'),
});

const modifier = expects(
  z
    .strictObject({
      variable: about(variableName, 'The variable to change.'),
      ...amounts,
      when: optional(conditions, 'All must hold of `self`; otherwise it is passed over. Default: always.'),
      others: optional(
        others,
        "Changes the variables of these objects under the same root instead of the carrier's own.",
      ),
      priority: optional(whole, 'Lower first; of equal ones set, multiply, divide, add, max, min. Default 0.'),
      label: optional(label, 'What explain prints.'),
    })
    .meta(oneAmount),
  'a map with the keys of a modifier',
);
const modifiers = list(modifier, 'a list of modifiers');

// --- kinds

const kind = map('a map with the keys of a kind', {
  faction: optional(flag, 'Its objects own others, see, and have availabilities. Default false.'),
  node: optional(flag, 'Its objects have coordinates and are the ends of lanes. Default false.'),
  ownership: optional(
    ownership,
    "How its objects' empires are found. Default stored; of factions and nodes without one, see the manual.",
  ),
  attachesTo: optional(list(kindName, 'a list of kinds'), 'Kinds that its objects may be attached to. Default none.'),
  orphan: optional(
    oneOf(['destroy', 'detach'], 'unknown-orphan'),
    'What becomes of its objects when what they are attached to is destroyed. Default destroy.',
  ),
  meters: optional(list(meterName, 'a list of meters'), 'Meters that its objects have.'),
  properties: optional(list(propertyName, 'a list of properties'), 'Properties that its objects have.'),
  variables: optional(
    list(variableName, 'a list of variables'),
    'Variables that its objects have; what hangs on them sees these as its own.',
  ),
  modifiers: optional(modifiers, 'Modifiers of variables that all its objects carry.'),
  flags: optional(flags, 'What is so of its objects or not, as conditions over `self` say.'),
});

const steps = map('a map with the keys `property`, `remember` and `members`', {
  property: about(propertyName, 'The property that a listed member brings along.'),
  remember: about(propertyName, 'The property that remembers what was there before.'),
  members: about(
    mapTo(
      map('a map with the keys `value` and `born`', {
        value: about(word, 'What the property is while the member lasts.'),
        born: about(word, 'What it becomes after the member where nothing is remembered.'),
      }),
      'a map from members to what they bring along',
    ),
    'Members that bring a value along.',
  ),
});

const relation = map('a map with the key `symmetric`, or an empty one', {
  symmetric: optional(
    flag,
    'Whether it holds back as well: what one faction is to another, that one is to it. Default true.',
  ),
});

const contentFunction = map('a map with the keys `arguments` and `value`', {
  arguments: optional(
    list(named('an argument'), 'a list of names'),
    'Names that the expression has for what a call gives it. Default none.',
  ),
  value: about(expression, 'The expression that stands in place of a call.'),
});

const tableKey = expects(z.string(), '`number`, `class` or the name of an enumeration');
const tableRow = either(
  [literal, z.array(literal), z.record(z.string(), literal)],
  'a value, or with two keys a list of values or a map to them',
);

const table = map('a map with the keys of a table', {
  by: about(
    either([tableKey, expects(z.tuple([tableKey, tableKey]), 'a list of two keys')], 'a key, or a list of two'),
    'What it is asked by: number, class, or the name of an enumeration; one, or two in a list.',
  ),
  type: optional(
    named('a type'),
    'Of its values: number (the default), boolean, class, or the name of an enumeration.',
  ),
  default: optional(literal, 'What it has for a key that is not listed. Default 0, false or none.'),
  values: about(
    either(
      [z.array(tableRow), z.record(z.string(), tableRow)],
      'a map from keys to values, or for numbers from 0 on a list of values',
    ),
    'Values by key; with two keys maps or lists by the first.',
  ),
});

const constantValue = either([z.number(), z.boolean()], 'a number, `true` or `false`');
const gridSize = between(1, mostGridSide);
const gridDistance = between(0, mostGridDistance);

// --- relations and questions

const grid = map('a map with the keys of a grid', {
  kind: about(kindName, 'The kind of the objects at its points.'),
  width: about(gridSize, 'Columns: the points have x from 0 to one less.'),
  height: about(gridSize, 'Rows: the points have y from 0 to one less.'),
  wrap: optional(
    list(oneOf(['x', 'y'], 'unknown-axis'), 'a list of `x` and `y`'),
    'Axes along which the first comes after the last. Default none.',
  ),
});

const stepForms = [
  form({ objects: about(kindName, 'All objects of a kind; only as the first step.') }),
  form({ reference: about(propertyName, 'What a reference leads to.') }),
  form({ attached: about(kindName, 'What hangs on it, of a kind.') }),
  form({ owned: about(kindName, 'What it owns, of a kind.') }),
  form({
    referrers: about(propertyName, 'Whose reference leads to it.'),
    kind: about(kindName, 'Of that kind.'),
  }),
  form({ listed: about(propertyName, 'The objects of its list, in that order.') }),
  form({ listing: about(propertyName, 'The objects whose list has it.') }),
  form({
    square: about(named('a grid'), 'The objects of a grid around it, column by column.'),
    distance: about(gridDistance, 'So many columns and rows away at most.'),
  }),
  form({ ofKind: about(kindName, 'Keeps those of a kind.') }),
  form({ having: about(propertyName, 'Keeps those of which a boolean property is true.') }),
] as const;

const step = either(
  [z.enum(plainSteps), ...stepForms],
  `a step: ${plainSteps.map(quoteText).join(', ')}, or a map with ${headsOf(stepForms)}`,
  'unknown-step',
);

const connection = map('a map with `steps`, and perhaps `from` and `to`', {
  from: optional(kindName, 'The kind that it leads from. Default any.'),
  to: optional(kindName, 'The kind that it leads to. Default: what its steps say.'),
  steps: about(list(step, 'a list of steps'), 'What leads there, one after the other.'),
});

const requirements = either(
  [
    expression,
    z.array(expression),
    form({
      all: about(conditions, 'What must be true, a condition or a list of them.'),
      of: optional(kindNames, 'The kinds that it is asked of. Default: those that are factions.'),
    }),
  ],
  'a condition, a list of conditions, or a map with `of` and `all`',
);

const namedExpression = map('a map with the keys `of` and `is`', {
  of: about(kindNames, 'The kinds that it is asked of.'),
  is: about(expression, 'A condition or a number over `self`.'),
});

// --- flows

const flowProperty = about(propertyName, 'The property that flows; of whole numbers.');
const percent = about(integer32, 'In hundredths.');
const carrier = about(
  either(
    [
      kindName,
      form({
        kind: about(kindName, 'Their kind.'),
        where: optional(expression, 'A condition over `self`. Default: all of the kind.'),
        times: optional(expression, 'How many times each carries it, over `self`. Default 1.'),
      }),
    ],
    'a kind, or a map with `kind`, `where` and `times`',
  ),
  'The objects that bring it about.',
  'carrier',
);
const flowFloor = optional(integer32, 'What is left alone. Default 0.');
const targets = about(
  either([connectionName, z.array(connectionName)], 'a connection or a list of connections'),
  'Where it flows to, from each receiver.',
  'targets',
);

const flowCommon = {
  name: optional(name, 'What explain and errors call it. Default: its carrier and property.', 'flowName'),
  carrier,
  receivers: optional(connectionName, "Whose properties change. Default: the carrier's own.", 'receivers'),
  active: optional(expression, 'A condition over `self`, the receiver. Default: always.', 'active'),
};
const propagated = {
  targets,
  where: optional(expression, 'A condition over `self`, a target. Default: all.', 'where'),
  itself: optional(flag, 'Whether the receiver may be among its own targets. Default false.', 'itself'),
};

const flowForm = <Shape extends z.ZodRawShape>(shape: Shape) => form({ ...shape, ...flowCommon });

const flowForms = [
  flowForm({
    constant: flowProperty,
    amount: about(expression, 'What is added, over `self`, the receiver.'),
  }),
  flowForm({
    limited: flowProperty,
    amount: about(integer32, 'What is added.'),
    limit: about(integer32, 'Up to this.'),
  }),
  flowForm({
    decay: flowProperty,
    percent,
    floor: flowFloor,
    negative: optional(oneOf(['mirrored', 'plain']), 'How values below 0 are corrected. Default mirrored.'),
  }),
  flowForm({
    convert: flowProperty,
    to: flowProperty,
    amount: about(integer32, 'What one loses and the other gains.'),
  }),
  flowForm({
    convertPercent: flowProperty,
    to: flowProperty,
    percent,
    floor: flowFloor,
    correction: optional(oneOf(['others', 'rest']), 'By what it is corrected. Default others.'),
  }),
  flowForm({
    inhibitedGrowth: flowProperty,
    inhibitor: flowProperty,
    growth: percent,
    inhibition: percent,
    divisor: optional(either([z.literal(1), z.literal(100)], '1 or 100'), 'Default 100.'),
  }),
  flowForm({ spread: flowProperty, percent, ...propagated }),
  flowForm({ diffuse: flowProperty, percent, ...propagated }),
  flowForm({
    gather: flowProperty,
    amount: about(integer32, 'From each target.'),
    negative: optional(oneOf(['nothing', 'taken']), 'What comes of targets below 0. Default nothing.'),
    ...propagated,
  }),
] as const;

const flow = either(flowForms, `a flow: a map with ${headsOf(flowForms)}`);

// --- classes

const group = map('a map with the keys of a group', {
  name: optional(name, 'Default: its number in the class, from 1.'),
  label: optional(label, 'What explain prints. Default: the name.'),
  priority: optional(finite, 'Lower first. Default 100.'),
  activation: optional(conditions, 'All must hold of the source.'),
  scope: optional(
    map('a map with `include` and `exclude`', {
      include: optional(conditions, 'An object that meets one of them is in scope.'),
      exclude: optional(conditions, 'An object that meets one of them is not.'),
    }),
    'Which objects the effects fire on. Default none.',
  ),
  effects: about(list(effect, 'a list of effects'), 'What happens, in this order.'),
});

const contentClass = map('a map with the keys of a class', {
  kind: about(kindName, 'The kind of its objects.'),
  duration: optional(whole, 'Whole turns after the turn of creation that an object lives. Default 0: for ever.'),
  invisible: optional(flag, 'Not shown to players. Default false.'),
  initial: optional(literals, 'First values of meters and properties, over their defaults, and first words of sets.'),
  groups: optional(list(group, 'a list of groups'), 'Groups of effects that its objects carry.'),
  tags: optional(
    list(name, 'a list of names'),
    'Sets of objects that its objects are in; `others` of modifiers names them.',
  ),
  modifiers: optional(modifiers, 'Modifiers of variables that its objects carry.'),
  flags: optional(flags, 'What is so of its objects or not; these stand instead of those of their kind.'),
  requires: optional(requirements, 'What must be true for it to be had, of a faction unless `of` says of what.'),
});

// --- the document

function section<Schema extends z.ZodType>(schema: Schema, what: string, description: string) {
  return optional(mapTo(schema, `a map from names to ${what}`), description);
}

/** A content file. The one source of the types, of the JSON Schema for editors, and of what the loader accepts. */
export const contentSchema = map('a map with the sections of content', {
  edict: optional(expects(z.literal(1), '1, the version of the format', 'unknown-version'), 'Version of the format.'),
  profile: optional(
    oneOf(['effects-v0.3'], 'unknown-profile'),
    'Enforces the restrictions of a design on what may refer to meters.',
  ),
  enumerations: section(enumeration, 'enumerations', 'Closed lists of words.'),
  roles: optional(list(name, 'a list of names'), 'Objects that the host names at run time.'),
  relations: section(relation, 'relations', 'What factions can be to one another, such as at war; at first none are.'),
  stacking: section(
    oneOf(['first', 'largest', 'smallest', 'mean'], 'unknown-keep'),
    'what they keep',
    'What a stacking number keeps. Default first.',
  ),
  constants: section(
    constantValue,
    'numbers, `true` or `false`',
    'Numbers and booleans by name, for every expression.',
  ),
  meters: section(meter, 'meters', 'Numbers that rules raise and lower.'),
  properties: section(property, 'properties', 'Everything else that objects have.'),
  variables: section(
    variable,
    'variables',
    'Values that modifiers make, anew whenever something changes that they look at.',
  ),
  functions: section(contentFunction, 'functions', 'Named expressions with arguments.'),
  tables: section(table, 'tables', 'Values by words or whole numbers, for `lookup`.'),
  kinds: section(kind, 'kinds', 'The sorts of objects.'),
  steps: section(steps, 'what they bring along', 'What stepping along an ordered property brings with it.'),
  grids: section(grid, 'grids', 'Objects at whole coordinates of a plane of limited size.'),
  connections: section(connection, 'connections', 'Ways from objects to other objects, for aggregates and flows.'),
  expressions: section(namedExpression, 'expressions', 'Conditions and numbers that hosts ask by name.'),
  flows: optional(
    list(flow, 'a list of flows'),
    'What moves whole numbers between objects, or makes them, once a turn.',
  ),
  triggers: optional(
    list(trigger, 'a list of triggers'),
    'What happens as soon as something is so, in the order in which they are looked at.',
  ),
  timing: optional(timing, 'Who decides, and the steps of their turns.'),
  occurrences: section(occurrence, 'occurrences', 'What may happen, and be answered.'),
  abilities: optional(
    list(ability, 'a list of abilities'),
    'What answers occurrences, in the order in which they are asked.',
  ),
  continuous: optional(
    list(continuous, 'a list of maps'),
    'What begins and ends with a condition, as something occurs.',
  ),
  environment: optional(environment, 'What agents see, do and want, for training.'),
  classes: section(contentClass, 'classes', 'Definitions of objects and their groups of effects.'),
});

/** Content as it is written, in TypeScript or as the data of a YAML file. */
export type ContentSource = z.input<typeof contentSchema>;

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
