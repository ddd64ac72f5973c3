import {
  type DataOf,
  type FormFault,
  type FormRule,
  type Shape,
  defaulted,
  either,
  exactlyOne,
  excluded,
  list,
  map,
  mapOf,
  mapBy,
  number,
  oneOrMany,
  optional,
  orNone,
  pair,
  required,
  rule,
  standing,
  text,
  whole,
} from '../../content/native/document-shape.js';
import { flag, none } from '../../content/native/schema-parts.js';
import type { SourceMap } from '../../content/native/source-tree.js';
import { type Limits, defaultLimits } from '../../kernel/world-limits.js';

/** Steps and worlds are checked by these. */
export type Stands =
  | 'object'
  | 'new object'
  | 'kind'
  | 'class'
  | 'trigger'
  | 'column'
  | 'values'
  | 'role'
  | 'relation'
  | 'condition'
  | 'evaluation'
  | 'expression'
  | 'parameter'
  | 'report'
  | 'raised'
  | 'mark or snapshot'
  | 'snapshot'
  | 'new mark'
  | 'new snapshot';

export function naming(what: string, stands: Stands | undefined, example: string): Shape<string> {
  return { type: 'name', expected: what, stands, example };
}

export const name = (example: string) => naming('a name', undefined, example);
export const sentence = (example: string) => naming('a text', undefined, example);
export const object = naming('the name of an object', 'object', 'Terra');
export const node = { ...object, example: 'Sol' };
export const faction = { ...object, example: 'Blue' };
export const newName = naming('a name', 'new object', 'Scout');
export const kind = naming('the name of a kind', 'kind', 'planet');
export const className = naming('the name of a class', 'class', 'farm');
export const column = naming('the name of a meter, property or variable', 'column', 'population');
export const trigger = naming('the name of a trigger', 'trigger', 'beacon');
export const mark = naming('the name of a mark or snapshot', 'mark or snapshot', 'start');
export const count = whole(0, Number.MAX_SAFE_INTEGER, 'a whole number from 0');
export const atLeastOne = whole(1, Number.MAX_SAFE_INTEGER, 'a whole number from 1');
export const anyNumber = number('a number');

export const cell = either(
  [anyNumber, flag, text('a text'), none],
  'a number, `true`, `false`, a word, the name of an object, or `null` for none',
  { id: 'cell', example: 3 },
);
export const values = standing(
  mapBy(
    column,
    either([cell, list(name('iron'), 'a list of names')], `${cell.expected}, or a list of words or names`),
    'a map from meters, properties and variables to values',
    { population: 3 },
  ),
  'values',
);

const several = (one: Shape<string>) => oneOrMany(one, `${one.expected}, or a list of them`, 1);
export const objects = several(object);
export const triggers = several(trigger);

export const fault = (message: string, suggestion?: string, key?: string): FormFault => ({
  code: 'bad-structure',
  message,
  suggestion,
  key,
});
export const lacking = (message: string, suggestion: string): FormFault => ({
  code: 'missing-key',
  message,
  suggestion,
});
export const has = (data: SourceMap, ...keys: readonly string[]): boolean =>
  keys.some((key) => data[key] !== undefined);

/** The key does not stand beside another. */
export function beside(key: string, other: string, message: string): FormRule {
  return excluded(
    key,
    (data) => has(data, other),
    () => message,
    undefined,
    'bad-structure',
  );
}

/** `what`: such as `a step does`. */
export function justOne(what: string, keys: readonly string[]): FormRule {
  return exactlyOne(keys, (given) => fault(notOne(what, given, keys)));
}

export function notOne(whole: string, given: readonly string[], choices: readonly string[]): string {
  const found = given.length === 0 ? 'nothing' : `several things (${given.join(', ')})`;
  return `${whole} ${found}; give it exactly one of ${choices.join(', ')}`;
}

export const place = {
  in: optional(orNone(object), 'The object that this one is on or in; null: nowhere.'),
  lane: optional(
    map('a map with `from`, `to` and `fraction`', {
      from: required(node, 'The node where the lane begins.'),
      to: required(node, 'The node where it ends.', 'Vega'),
      fraction: required(
        number('a number above 0 and below 1', Number.MIN_VALUE, 1 - Number.EPSILON / 2),
        'How far from `from` to `to`.',
        0.5,
      ),
    }),
    'On a lane between two nodes.',
    { from: 'Sol', to: 'Vega', fraction: 0.5 },
  ),
  x: optional(anyNumber, 'At this point, together with `y`.', 3),
  y: optional(anyNumber, 'At this point, together with `x`.', 4),
};

export const onePlace = rule((data) => {
  const given = [has(data, 'in'), has(data, 'lane'), has(data, 'x', 'y')].filter(Boolean);
  if (given.length > 1) return fault('a place is given twice; give one of in, lane, and x with y');
  return has(data, 'x') === has(data, 'y') ? undefined : lacking('a point needs both x and y', 'add the other');
});

const classOrKind = rule((data) =>
  has(data, 'class', 'kind') ? undefined : lacking('an object has neither class nor kind', 'give it one'),
);

const noNameOfCopies = beside(
  'name',
  'copies',
  'an object with copies has no name of its own; leave name or copies out',
);

export const owner = optional(orNone(faction), 'The faction that it belongs to; null: nobody.');

export const newObject = {
  ...mapOf(
    'an object',
    {
      name: optional(newName, 'Unique in the scenario; how everything else refers to it.', 'Terra'),
      kind: optional(kind, 'Its kind, where it has no class.'),
      class: optional(className, 'Its class.'),
      owner,
      ...place,
      values: optional(values, 'Values by meter, property or variable.'),
      granted: defaulted(flag, 'false: its modifiers of variables are not in force until it is granted.', true),
      copies: defaulted(whole(1, 1_000_000), 'The number of objects of this kind to add, without names.', 1, 100),
    },
    [classOrKind, noNameOfCopies, onePlace],
  ),
  id: 'object',
};

export const laneEnds = pair(node, node, 'a list of two nodes');
export const lanes = list(laneEnds, 'a list of pairs of nodes');
export const someLanes = [['Sol', 'Vega']];
export const seen = mapBy(faction, list(object, 'a list of objects'), 'a map from factions to lists of objects', {
  Blue: ['Terra'],
});
export const had = mapBy(faction, list(className, 'a list of classes'), 'a map from factions to lists of classes', {
  Blue: ['farm'],
});
export const roles = mapBy(
  naming('the name of a role', 'role', 'rival'),
  orNone(object),
  'a map from roles to objects',
  {
    rival: 'Red',
  },
);

const limitTexts: Readonly<Record<keyof Limits, string>> = {
  expressionDepth: 'Levels of one expression.',
  fileLength: 'Characters of one content file.',
  fileTokens: 'Names, values, signs and line ends of one content file.',
  loadTokens: 'Those of all content files together.',
  loadOperations: 'Operations of all expressions together.',
  aggregateDepth: 'Nested aggregates.',
  attachmentDepth: 'Objects from an object to the root of its attachments.',
  createdPerTurn: 'Objects that rules create in one turn.',
  createdAtStart: 'Objects that the content creates before the first turn.',
  effectsPerTurn: 'Firings of an effect on an object in one turn.',
  actionsPerTick: 'Actions of triggers in one tick.',
  occurrencesPerRoot: 'Occurrences and abilities caused by one occurrence.',
  waiting: 'Delayed actions, created abilities and past occurrences that stay, each.',
  testsPerTurn: 'Objects tested by scopes in one turn.',
  visitsPerTurn: 'Objects visited by aggregates in one turn.',
  flowPairs: 'Pairs listed by flows in one turn.',
  solvedPerTurn: 'Steps of the solver in one turn or call.',
  texts: 'Characters of all texts of a world.',
  events: 'Events kept for a listener.',
  reportedTurns: 'Turns whose reports are kept.',
};

const limitKeys = (Object.keys(limitTexts) as (keyof Limits)[]).map(
  (key) => [key, defaulted(count, limitTexts[key], defaultLimits[key])] as const,
);

export const worldShape = mapOf('a world', {
  seed: defaulted(either([text('a text'), anyNumber], 'a text or a number'), 'Of all that depends on chance.', '1'),
  capacity: optional(atLeastOne, 'Objects that there is room for at first.', 1000),
  fixed: defaulted(flag, 'Does not grow when it is full.', false),
  start: defaulted(flag, 'Begins as the section `start` of the content says, before the objects below.', true),
  limits: optional(
    map(
      'a map from limits to whole numbers',
      Object.fromEntries(limitKeys) as Record<keyof Limits, (typeof limitKeys)[number][1]>,
    ),
    'Limits on what content can make long.',
    { createdPerTurn: 1000 },
  ),
  parameters: optional(
    mapBy(
      naming('the name of a parameter', 'parameter', 'breed'),
      either([anyNumber, flag], 'a number, `true` or `false`'),
      'a map from parameters to values',
      { breed: 0.1 },
    ),
    'Values of parameters of the content, over their defaults.',
  ),
  objects: optional(list(newObject, 'a list of objects'), 'In this order, so with ids from 1.', [
    { name: 'Terra', kind: 'planet' },
  ]),
  lanes: optional(lanes, 'Pairs of nodes.', someLanes),
  visible: optional(seen, 'What each faction sees in addition to its own.'),
  available: optional(had, 'The classes that are available to each faction.'),
  relations: optional(
    list(
      map('a map with `relation`, `from` and `to`', {
        relation: required(naming('the name of a relation', 'relation', 'war'), 'Of `relations`.'),
        from: required(faction, 'A faction.'),
        to: required(faction, 'Another faction; a symmetric relation also holds back.', 'Red'),
      }),
      'a list of relations',
    ),
    'The relations that hold between factions.',
    [{ relation: 'war', from: 'Blue', to: 'Red' }],
  ),
  roles: optional(roles, 'The object that each role stands for.'),
});

export type WorldData = DataOf<typeof worldShape>;
export type ObjectData = DataOf<typeof newObject>;
export type PlaceData = Pick<ObjectData, 'in' | 'lane' | 'x' | 'y'>;
export type CellData = DataOf<typeof cell>;
/** The value of a cell, the words of a set or the objects of a list. */
export type ValueData = CellData | readonly string[];
