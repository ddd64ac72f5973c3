import { z } from 'zod';
import { effect } from './schema-effects.js';
import { environment } from './schema-environment.js';
import {
  about,
  amounts,
  bounds,
  conditions,
  connectionName,
  expects,
  expression,
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
  propertyName,
  variableName,
  whole,
  word,
} from './schema-parts.js';
import { ability, continuous, occurrence, timing } from './schema-timing.js';
import { trigger } from './schema-triggers.js';

export { expectations, modificationKeys } from './schema-parts.js';
export type { Expectation } from './schema-parts.js';
export type {
  ActionSource,
  EffectActionSource,
  GroupActionSource,
  PlainActionSource,
  TimingActionSource,
} from './schema-actions.js';
export type { BlockSource, EnvironmentSource, ObjectChoicesSource, OrderSource } from './schema-environment.js';
export type {
  AbilitySource,
  ContinuousSource,
  ListeningSource,
  OccurrenceSource,
  TimingSource,
} from './schema-timing.js';
export type { TriggerSource } from './schema-triggers.js';

const mostGridSide = 32_768;

/** Columns and rows that content may look away on a grid. */
const mostGridDistance = 100;

/** Steps of connections that are one word. */
const plainSteps = ['owner', 'parent', 'others', 'once', 'sorted'] as const;

// --- declarations
// -----------------------------------------------------------------------------------------------------

const words = expects(
  z.array(expects(z.string(), 'a word, in quotes where YAML takes it for something else')),
  'a list of words',
);

const enumeration = expects(
  z.union([
    about(words, 'Words without order.'),
    z.strictObject({ ordered: about(words, 'Words from the least to the greatest; steps and ranges go along them.') }),
    z.strictObject({
      wheel: about(words, 'Words in a ring; ranges go round it.'),
      off: about(words, 'Words off the ring, which match only themselves.').optional(),
    }),
  ]),
  'a list of words, `{ ordered: [...] }` or `{ wheel: [...], off: [...] }`',
);

const meter = expects(
  z.strictObject({
    type: about(
      expects(z.enum(['number', 'integer', 'float32']), '`number`, `integer` or `float32`', 'unknown-type'),
      'What it holds: a 64-bit number (the default), a whole number of 32 bits, or a 32-bit number.',
    ).optional(),
    default: about(finite, 'Its first value, and what `reset` sets it to. Default 0.').optional(),
    bounds: about(
      bounds,
      'The least and the greatest value, enforced in the clamp phase; null for no bound.',
    ).optional(),
    max: about(meterName, 'The meter that caps it in the clamp phase.').optional(),
    target: about(meterName, 'The meter toward which it grows, by 1 a turn unless `growth` says how.').optional(),
    growth: about(expression, 'The value it takes in the growth phase, over `self` and `value`.').optional(),
    reset: about(flag, 'Set to its default at the start of each turn. Default false.').optional(),
  }),
  'a map with the keys of a meter',
);

const variable = expects(
  z.strictObject({
    type: about(
      expects(z.string(), 'the name of a type'),
      'number (the default), boolean, or the name of an enumeration.',
    ).optional(),
    default: about(literal, 'What it is before the first modifier. Default 0, false or none.').optional(),
    input: about(flag, 'Set by hosts, not by modifiers. Default false.').optional(),
    explanation: about(label, 'What it is for, for people.').optional(),
  }),
  'a map with the keys of a variable',
);

const property = expects(
  z.strictObject({
    type: about(
      expects(z.string(), 'the name of a type'),
      'number (the default), integer, float32, boolean, reference, class, the name of an enumeration, set or list.',
    ).optional(),
    of: about(
      expects(z.string(), 'the name of an enumeration, or of a kind'),
      'Of a set the enumeration of its words, of a list the kind of its objects.',
    ).optional(),
    default: about(literal, 'Its first value. Default 0, false or none.').optional(),
  }),
  'a map with the keys of a property',
);

const ownership = expects(
  z.union([
    z.enum(['stored', 'none']),
    z.strictObject({ through: about(kindName, 'A kind: whoever owns an object of it in here owns this too.') }),
  ]),
  '`stored`, `none` or `{ through: kind }`',
  'unknown-ownership',
);

// --- modifiers
// --------------------------------------------------------------------------------------------------------

const others = expects(
  z.strictObject({
    kind: about(kindName, 'Their kind.').optional(),
    class: about(expects(z.string(), 'the name of a class'), 'Their class.').optional(),
    tag: about(name, 'A tag of their classes.').optional(),
  }),
  'a map with `kind`, or with `class`, and perhaps `tag`',
);

const modifier = expects(
  z
    .strictObject({
      variable: about(variableName, 'The variable to change.'),
      ...amounts,
      when: about(conditions, 'All must hold of `self`; otherwise it is passed over. Default: always.').optional(),
      others: about(
        others,
        "Changes the variables of these objects under the same root instead of the carrier's own.",
      ).optional(),
      priority: about(whole, 'Lower first; of equal ones set, multiply, divide, add, max, min. Default 0.').optional(),
      label: about(label, 'What explain prints.').optional(),
    })
    .meta(oneAmount),
  'a map with the keys of a modifier',
);
const modifiers = expects(z.array(modifier), 'a list of modifiers');

// --- kinds
// ------------------------------------------------------------------------------------------------------------

const kind = expects(
  z.strictObject({
    faction: about(flag, 'Its objects own others, see, and have availabilities. Default false.').optional(),
    node: about(flag, 'Its objects have coordinates and are the ends of lanes. Default false.').optional(),
    ownership: about(
      ownership,
      "How its objects' empires are found. Default stored; of factions and nodes without one, see the manual.",
    ).optional(),
    attachesTo: about(
      expects(z.array(kindName), 'a list of kinds'),
      'Kinds that its objects may be attached to. Default none.',
    ).optional(),
    orphan: about(
      expects(z.enum(['destroy', 'detach']), '`destroy` or `detach`', 'unknown-orphan'),
      'What becomes of its objects when what they are attached to is destroyed. Default destroy.',
    ).optional(),
    meters: about(expects(z.array(meterName), 'a list of meters'), 'Meters that its objects have.').optional(),
    properties: about(
      expects(z.array(propertyName), 'a list of properties'),
      'Properties that its objects have.',
    ).optional(),
    variables: about(
      expects(z.array(variableName), 'a list of variables'),
      'Variables that its objects have; what hangs on them sees these as its own.',
    ).optional(),
    modifiers: about(modifiers, 'Modifiers of variables that all its objects carry.').optional(),
    flags: about(flags, 'What is so of its objects or not, as conditions over `self` say.').optional(),
  }),
  'a map with the keys of a kind',
);

const steps = expects(
  z.strictObject({
    property: about(propertyName, 'The property that a listed member brings along.'),
    remember: about(propertyName, 'The property that remembers what was there before.'),
    members: about(
      expects(
        z.record(
          z.string(),
          expects(
            z.strictObject({
              value: about(word, 'What the property is while the member lasts.'),
              born: about(word, 'What it becomes after the member where nothing is remembered.'),
            }),
            'a map with the keys `value` and `born`',
          ),
        ),
        'a map from members to what they bring along',
      ),
      'Members that bring a value along.',
    ),
  }),
  'a map with the keys `property`, `remember` and `members`',
);

const relation = expects(
  z.strictObject({
    symmetric: about(
      flag,
      'Whether it holds back as well: what one faction is to another, that one is to it. Default true.',
    ).optional(),
  }),
  'a map with the key `symmetric`, or an empty one',
);

const contentFunction = expects(
  z.strictObject({
    arguments: about(
      expects(z.array(expects(z.string(), 'the name of an argument')), 'a list of names'),
      'Names that the expression has for what a call gives it. Default none.',
    ).optional(),
    value: about(expression, 'The expression that stands in place of a call.'),
  }),
  'a map with the keys `arguments` and `value`',
);

const tableKey = expects(z.string(), '`number`, `class` or the name of an enumeration');
const tableRow = expects(
  z.union([literal, z.array(literal), z.record(z.string(), literal)]),
  'a value, or with two keys a list of values or a map to them',
);

const table = expects(
  z.strictObject({
    by: about(
      expects(
        z.union([tableKey, expects(z.tuple([tableKey, tableKey]), 'a list of two keys')]),
        'a key, or a list of two',
      ),
      'What it is asked by: number, class, or the name of an enumeration; one, or two in a list.',
    ),
    type: about(
      expects(z.string(), 'the name of a type'),
      'Of its values: number (the default), boolean, class, or the name of an enumeration.',
    ).optional(),
    default: about(literal, 'What it has for a key that is not listed. Default 0, false or none.').optional(),
    values: about(
      expects(
        z.union([z.array(tableRow), z.record(z.string(), tableRow)]),
        'a map from keys to values, or for numbers from 0 on a list of values',
      ),
      'Values by key; with two keys maps or lists by the first.',
    ),
  }),
  'a map with the keys of a table',
);

const constantValue = expects(z.union([z.number(), z.boolean()]), 'a number, `true` or `false`');
const gridSize = expects(z.int().min(1).max(mostGridSide), `a whole number from 1 to ${mostGridSide}`);
const gridDistance = expects(z.int().min(0).max(mostGridDistance), `a whole number from 0 to ${mostGridDistance}`);

// --- relations and questions
// ------------------------------------------------------------------------------------------

const grid = expects(
  z.strictObject({
    kind: about(kindName, 'The kind of the objects at its points.'),
    width: about(gridSize, 'Columns: the points have x from 0 to one less.'),
    height: about(gridSize, 'Rows: the points have y from 0 to one less.'),
    wrap: about(
      expects(z.array(expects(z.enum(['x', 'y']), '`x` or `y`', 'unknown-axis')), 'a list of `x` and `y`'),
      'Axes along which the first comes after the last. Default none.',
    ).optional(),
  }),
  'a map with the keys of a grid',
);

const step = expects(
  z.union([
    z.enum(plainSteps),
    z.strictObject({ objects: about(kindName, 'All objects of a kind; only as the first step.') }),
    z.strictObject({ reference: about(propertyName, 'What a reference leads to.') }),
    z.strictObject({ attached: about(kindName, 'What hangs on it, of a kind.') }),
    z.strictObject({ owned: about(kindName, 'What it owns, of a kind.') }),
    z.strictObject({
      referrers: about(propertyName, 'Whose reference leads to it.'),
      kind: about(kindName, 'Of that kind.'),
    }),
    z.strictObject({ listed: about(propertyName, 'The objects of its list, in that order.') }),
    z.strictObject({ listing: about(propertyName, 'The objects whose list has it.') }),
    z.strictObject({
      square: about(expects(z.string(), 'the name of a grid'), 'The objects of a grid around it, column by column.'),
      distance: about(gridDistance, 'So many columns and rows away at most.'),
    }),
    z.strictObject({ ofKind: about(kindName, 'Keeps those of a kind.') }),
    z.strictObject({ having: about(propertyName, 'Keeps those of which a boolean property is true.') }),
  ]),
  'a step: `owner`, `parent`, `others`, `once`, `sorted`, or a map with `objects`, `reference`, `attached`, `owned`, `referrers`, `listed`, `listing`, `square`, `ofKind` or `having`',
  'unknown-step',
);

const connection = expects(
  z.strictObject({
    from: about(kindName, 'The kind that it leads from. Default any.').optional(),
    to: about(kindName, 'The kind that it leads to. Default: what its steps say.').optional(),
    steps: about(expects(z.array(step), 'a list of steps'), 'What leads there, one after the other.'),
  }),
  'a map with `steps`, and perhaps `from` and `to`',
);

const requirements = expects(
  z.union([
    expression,
    z.array(expression),
    z.strictObject({
      all: about(conditions, 'What must be true, a condition or a list of them.'),
      of: about(kindNames, 'The kinds that it is asked of. Default: those that are factions.').optional(),
    }),
  ]),
  'a condition, a list of conditions, or a map with `of` and `all`',
);

const namedExpression = expects(
  z.strictObject({
    of: about(kindNames, 'The kinds that it is asked of.'),
    is: about(expression, 'A condition or a number over `self`.'),
  }),
  'a map with the keys `of` and `is`',
);

// --- flows
// ------------------------------------------------------------------------------------------------------------

const flowProperty = about(propertyName, 'The property that flows; of whole numbers.');
const percent = about(integer32, 'In hundredths.');
const carrier = about(
  expects(
    z.union([
      kindName,
      z.strictObject({
        kind: about(kindName, 'Their kind.'),
        where: about(expression, 'A condition over `self`. Default: all of the kind.').optional(),
        times: about(expression, 'How many times each carries it, over `self`. Default 1.').optional(),
      }),
    ]),
    'a kind, or a map with `kind`, `where` and `times`',
  ),
  'The objects that bring it about.',
).meta({ id: 'carrier' });
const flowFloor = about(integer32, 'What is left alone. Default 0.').optional();
const targets = about(
  expects(z.union([connectionName, z.array(connectionName)]), 'a connection or a list of connections'),
  'Where it flows to, from each receiver.',
).meta({ id: 'targets' });

const flowCommon = {
  name: about(name, 'What explain and errors call it. Default: its carrier and property.')
    .meta({ id: 'flowName' })
    .optional(),
  carrier,
  receivers: about(connectionName, "Whose properties change. Default: the carrier's own.")
    .meta({ id: 'receivers' })
    .optional(),
  active: about(expression, 'A condition over `self`, the receiver. Default: always.')
    .meta({ id: 'active' })
    .optional(),
};
const propagated = {
  targets,
  where: about(expression, 'A condition over `self`, a target. Default: all.').meta({ id: 'where' }).optional(),
  itself: about(flag, 'Whether the receiver may be among its own targets. Default false.')
    .meta({ id: 'itself' })
    .optional(),
};

const flow = expects(
  z.union([
    z.strictObject({
      constant: flowProperty,
      amount: about(expression, 'What is added, over `self`, the receiver.'),
      ...flowCommon,
    }),
    z.strictObject({
      limited: flowProperty,
      amount: about(integer32, 'What is added.'),
      limit: about(integer32, 'Up to this.'),
      ...flowCommon,
    }),
    z.strictObject({
      decay: flowProperty,
      percent,
      floor: flowFloor,
      negative: about(
        expects(z.enum(['mirrored', 'plain']), '`mirrored` or `plain`', 'unknown-word'),
        'How values below 0 are corrected. Default mirrored.',
      ).optional(),
      ...flowCommon,
    }),
    z.strictObject({
      convert: flowProperty,
      to: flowProperty,
      amount: about(integer32, 'What one loses and the other gains.'),
      ...flowCommon,
    }),
    z.strictObject({
      convertPercent: flowProperty,
      to: flowProperty,
      percent,
      floor: flowFloor,
      correction: about(
        expects(z.enum(['others', 'rest']), '`others` or `rest`', 'unknown-word'),
        'By what it is corrected. Default others.',
      ).optional(),
      ...flowCommon,
    }),
    z.strictObject({
      inhibitedGrowth: flowProperty,
      inhibitor: flowProperty,
      growth: percent,
      inhibition: percent,
      divisor: about(expects(z.union([z.literal(1), z.literal(100)]), '1 or 100'), 'Default 100.').optional(),
      ...flowCommon,
    }),
    z.strictObject({ spread: flowProperty, percent, ...propagated, ...flowCommon }),
    z.strictObject({ diffuse: flowProperty, percent, ...propagated, ...flowCommon }),
    z.strictObject({
      gather: flowProperty,
      amount: about(integer32, 'From each target.'),
      negative: about(
        expects(z.enum(['nothing', 'taken']), '`nothing` or `taken`', 'unknown-word'),
        'What comes of targets below 0. Default nothing.',
      ).optional(),
      ...propagated,
      ...flowCommon,
    }),
  ]),
  'a flow: a map with `constant`, `limited`, `decay`, `convert`, `convertPercent`, `inhibitedGrowth`, `spread`, `diffuse` or `gather`',
);

// --- classes
// ----------------------------------------------------------------------------------------------------------

const group = expects(
  z.strictObject({
    name: about(name, 'Default: its number in the class, from 1.').optional(),
    label: about(label, 'What explain prints. Default: the name.').optional(),
    priority: about(finite, 'Lower first. Default 100.').optional(),
    activation: about(conditions, 'All must hold of the source.').optional(),
    scope: about(
      expects(
        z.strictObject({
          include: about(conditions, 'An object that meets one of them is in scope.').optional(),
          exclude: about(conditions, 'An object that meets one of them is not.').optional(),
        }),
        'a map with `include` and `exclude`',
      ),
      'Which objects the effects fire on. Default none.',
    ).optional(),
    effects: about(expects(z.array(effect), 'a list of effects'), 'What happens, in this order.'),
  }),
  'a map with the keys of a group',
);

const contentClass = expects(
  z.strictObject({
    kind: about(kindName, 'The kind of its objects.'),
    duration: about(
      whole,
      'Whole turns after the turn of creation that an object lives. Default 0: for ever.',
    ).optional(),
    invisible: about(flag, 'Not shown to players. Default false.').optional(),
    initial: about(
      literals,
      'First values of meters and properties, over their defaults, and first words of sets.',
    ).optional(),
    groups: about(expects(z.array(group), 'a list of groups'), 'Groups of effects that its objects carry.').optional(),
    tags: about(
      expects(z.array(name), 'a list of names'),
      'Sets of objects that its objects are in; `others` of modifiers names them.',
    ).optional(),
    modifiers: about(modifiers, 'Modifiers of variables that its objects carry.').optional(),
    flags: about(flags, 'What is so of its objects or not; these stand instead of those of their kind.').optional(),
    requires: about(
      requirements,
      'What must be true for it to be had, of a faction unless `of` says of what.',
    ).optional(),
  }),
  'a map with the keys of a class',
);

// --- the document
// -----------------------------------------------------------------------------------------------------

function section<Schema extends z.ZodType>(
  schema: Schema,
  what: string,
  description: string,
): z.ZodOptional<z.ZodRecord<z.ZodString, Schema>> {
  return about(expects(z.record(z.string(), schema), `a map from names to ${what}`), description).optional();
}

/** A content file. The one source of the types, of the JSON Schema for editors, and of what the loader accepts. */
export const contentSchema = expects(
  z.strictObject({
    edict: about(
      expects(z.literal(1), '1, the version of the format', 'unknown-version'),
      'Version of the format.',
    ).optional(),
    profile: about(
      expects(z.enum(['effects-v0.3']), '`effects-v0.3`', 'unknown-profile'),
      'Enforces the restrictions of a design on what may refer to meters.',
    ).optional(),
    enumerations: section(enumeration, 'enumerations', 'Closed lists of words.'),
    roles: about(expects(z.array(name), 'a list of names'), 'Objects that the host names at run time.').optional(),
    relations: section(
      relation,
      'relations',
      'What factions can be to one another, such as at war; at first none are.',
    ),
    stacking: section(
      expects(
        z.enum(['first', 'largest', 'smallest', 'mean']),
        '`first`, `largest`, `smallest` or `mean`',
        'unknown-keep',
      ),
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
    flows: about(
      expects(z.array(flow), 'a list of flows'),
      'What moves whole numbers between objects, or makes them, once a turn.',
    ).optional(),
    triggers: about(
      expects(z.array(trigger), 'a list of triggers'),
      'What happens as soon as something is so, in the order in which they are looked at.',
    ).optional(),
    timing: about(timing, 'Who decides, and the steps of their turns.').optional(),
    occurrences: section(occurrence, 'occurrences', 'What may happen, and be answered.'),
    abilities: about(
      expects(z.array(ability), 'a list of abilities'),
      'What answers occurrences, in the order in which they are asked.',
    ).optional(),
    continuous: about(
      expects(z.array(continuous), 'a list of maps'),
      'What begins and ends with a condition, as something occurs.',
    ).optional(),
    environment: about(environment, 'What agents see, do and want, for training.').optional(),
    classes: section(contentClass, 'classes', 'Definitions of objects and their groups of effects.'),
  }),
  'a map with the sections of content',
);

/** Content as it is written, in TypeScript or as the data of a YAML file. */
export type ContentSource = z.input<typeof contentSchema>;

type SectionOf<
  Key extends
    | 'enumerations'
    | 'constants'
    | 'grids'
    | 'connections'
    | 'expressions'
    | 'meters'
    | 'properties'
    | 'variables'
    | 'functions'
    | 'tables'
    | 'kinds'
    | 'relations'
    | 'steps'
    | 'classes',
> = NonNullable<ContentSource[Key]>[string];
export type EnumerationSource = SectionOf<'enumerations'>;
export type MeterSource = SectionOf<'meters'>;
export type PropertySource = SectionOf<'properties'>;
export type VariableSource = SectionOf<'variables'>;
export type FunctionSource = SectionOf<'functions'>;
export type TableSource = SectionOf<'tables'>;
export type KindSource = SectionOf<'kinds'>;
export type ModifierSource = NonNullable<KindSource['modifiers']>[number];
export type RelationSource = SectionOf<'relations'>;
export type StepsSource = SectionOf<'steps'>;
export type GridSource = SectionOf<'grids'>;
export type ConnectionSource = SectionOf<'connections'>;
export type StepSource = ConnectionSource['steps'][number];
export type NamedExpressionSource = SectionOf<'expressions'>;
export type FlowSource = NonNullable<ContentSource['flows']>[number];
export type ClassSource = SectionOf<'classes'>;
export type GroupSource = NonNullable<ClassSource['groups']>[number];
export type EffectSource = GroupSource['effects'][number];
export type ExpressionSource = string | number | boolean | null;
