import { quoteText } from '../text/quote.js';
import {
  amount,
  anyValue,
  bounds,
  conditions,
  count,
  finite,
  flag,
  flags,
  kindName,
  label,
  literal,
  meterName,
  name,
  oneAmount,
  propertyName,
  variableName,
  word,
  words,
  amounts,
} from './schema-parts.js';
import {
  defaulted,
  either,
  excluded,
  form,
  list,
  map,
  mapOf,
  mapTo,
  named,
  number,
  oneOf,
  oneOrMany,
  optional,
  pair,
  required,
  rule,
  text,
  whole,
} from './document-shape.js';
import { neighbourhoods } from '../../model/connection.js';
import type { Fault } from '../text/diagnostic.js';
import type { SourceMap } from './source-tree.js';

const mostGridSide = 32_768;

export const enumeration = either(
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

export const meter = mapOf('a meter', {
  type: defaulted(
    oneOf(['number', 'integer', 'float32'], 'unknown-type'),
    'What it holds: a 64-bit number, a 32-bit integer, or a 32-bit number.',
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

export const variable = mapOf('a variable', {
  type: defaulted(named('a type'), 'number, boolean, or the name of an enumeration.', 'number'),
  default: optional(literal, 'What it is before the first modifier. Default 0, false or none.', 2),
  input: defaulted(flag, 'Set by hosts, not by modifiers.', false),
  explanation: optional(label, 'What it is for, for people.', 'Hands that are free'),
});

export const property = mapOf('a property', {
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
    form({ through: required(kindName, 'A kind: the owner of an object of it in here owns this too.') }),
  ],
  '`stored`, `none` or `{ through: kind }`',
  { code: 'unknown-ownership' },
);

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
    excluded(
      'tag',
      (data) => data.class !== undefined,
      () => '`others` names both a class and a tag, expected one of the two',
      'write two modifiers',
      'two-groups',
    ),
  ],
);

const modifier = mapOf(
  'a modifier',
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
export const modifiers = list(modifier, 'a list of modifiers');

export const kind = mapOf('a kind', {
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

export const steps = map('a map with the keys `property`, `remember` and `members`', {
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

export const relation = map('a map with the key `symmetric`, or an empty one', {
  symmetric: defaulted(flag, 'Whether it holds back as well: what one faction is to another, that one is to it.', true),
});

export const contentFunction = map('a map with the keys `arguments` and `value`', {
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

export const table = mapOf('a table', {
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

export const constantValue = either([number('a number'), flag], 'a number, `true` or `false`');

export const parameter = mapOf('a parameter', {
  type: defaulted(
    oneOf(['number', 'integer', 'boolean'], 'unknown-type'),
    'What it is: a number, a whole number, or `true` or `false`.',
    'number',
  ),
  default: optional(constantValue, 'Its value in a world that is given no other. Default 0 or false.', 0.04),
  range: optional(bounds, 'The least and the greatest value that a world may be given; null for no bound.', [0, 1]),
  about: optional(label, 'What it is for, for people.', 'Chance that a sheep breeds in a turn'),
});
export const network = mapOf('a network', {
  kind: required(kindName, 'The kind of the objects that its edges join.', 'person'),
  directed: defaulted(flag, 'Edges lead from their first end alone.', false),
});
const wrapping = either(
  [flag, list(oneOf(['x', 'y'], 'unknown-axis'), 'a list of `x` and `y`')],
  '`true` or a list of `x` and `y`',
);

const gridSize = whole(1, mostGridSide);

export const grid = mapOf('a grid', {
  kind: required(kindName, 'The kind of the objects at its points.', 'plot'),
  width: required(gridSize, 'Columns: the points have x from 0 to one less.', 64),
  height: required(gridSize, 'Rows: the points have y from 0 to one less.', 32),
  wrap: optional(wrapping, 'Axes along which the first comes after the last; true: both. Default none.', ['x']),
  neighbourhood: defaulted(
    oneOf(neighbourhoods, 'unknown-neighbourhood'),
    'How steps are counted: moore also diagonally, vonNeumann along columns and rows, hexagonal, axes along one of them.',
    'moore',
  ),
  cells: defaulted(flag, 'A world begins with an object of the kind at every point.', false),
  class: optional(named('a class'), 'The class of these objects. Default none.', 'meadow'),
});

const spaceSize = number('a number above 0');

export const space = mapOf('a space', {
  kind: required(
    oneOrMany(kindName, 'a kind or a list of kinds'),
    'The kinds of the objects that are in it; a kind is in one space.',
    'bird',
  ),
  width: required(spaceSize, 'Its extent along x, from 0.', 200),
  height: required(spaceSize, 'Its extent along y, from 0.', 200),
  wrap: optional(wrapping, 'Axes on which one edge is the other; true: both. Default none.', true),
});
