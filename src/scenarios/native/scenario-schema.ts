import {
  type DataOf,
  type Shape,
  defaulted,
  either,
  list,
  map,
  mapOf,
  mapBy,
  oneOf,
  oneOrMany,
  optional,
  orNone,
  required,
  rule,
  standing,
  text,
} from '../../content/native/document-shape.js';
import { trueAlone } from '../../content/native/schema-parts.js';
import { contentShape } from '../../content/native/schema.js';
import type { SourceMap } from '../../content/native/source-tree.js';
import { expectation, query } from './expectation-schema.js';
import {
  naming,
  name,
  sentence,
  object,
  faction,
  newName,
  count,
  atLeastOne,
  beside,
  cell,
  values,
  objects,
  triggers,
  fault,
  lacking,
  has,
  justOne,
  onePlace,
  newObject,
  lanes,
  someLanes,
  seen,
  had,
  roles,
  worldShape,
  place,
} from './scenario-parts.js';

export type * from './scenario-parts.js';
export type * from './expectation-schema.js';

const raised = standing(
  map('a map with `type` and perhaps `fields`', {
    type: required(sentence('blow'), 'Of `occurrences`.'),
    fields: optional(
      mapBy(name('unit'), cell, 'a map from fields to values', { unit: 'Ywain', amount: 2 }),
      'Values by field; what is left out is absent.',
    ),
  }),
  'raised',
);

const stepKeys = {
  run: optional(count, 'Runs so many turns.', 3),
  expect: optional(
    oneOrMany(expectation, 'an expectation or a list of expectations'),
    'Compares; one expectation or a list.',
    { object: 'Terra', values: { population: 5 } },
  ),
  set: optional(
    map('a map with `object` and `values`', {
      object: required(object, 'The object.'),
      values: required(values, 'Values by meter, property or variable.'),
    }),
    'Sets meters, properties and inputs; sets and lists as a whole.',
  ),
  spawn: optional(oneOrMany(newObject, 'an object or a list of objects'), 'Makes an object, or a list of them.', {
    name: 'Scout',
    kind: 'ship',
    in: 'Sol',
  }),
  destroy: optional(object, 'Destroys an object.'),
  move: optional(
    map('a map with `object` and a place', { object: required(object, 'The object.'), ...place }, [
      onePlace,
      rule((data) =>
        has(data, 'in', 'lane', 'x', 'y')
          ? undefined
          : lacking('a move leads nowhere', 'give in, lane, or x with y (in: null puts the object nowhere)'),
      ),
    ]),
    'Puts an object somewhere; `in: null` is nowhere.',
    { object: 'Scout', in: 'Vega' },
  ),
  give: optional(
    map('a map with `object` and `owner`', {
      object: required(object, 'The object.'),
      owner: required(orNone(faction), 'Its new owner, or null for nobody.'),
    }),
    'Gives an object to a faction, or to nobody.',
  ),
  grant: optional(objects, 'Puts the modifiers of an object, or of several at once, in force.', 'Sling'),
  revoke: optional(objects, 'Takes the modifiers of an object and of what hangs on it out of force.', 'Sling'),
  link: optional(lanes, 'Adds lanes.', someLanes),
  unlink: optional(lanes, 'Takes lanes away.', someLanes),
  show: optional(seen, 'Lets factions see objects.'),
  hide: optional(seen, 'Hides objects from factions.'),
  allow: optional(had, 'Makes classes available to factions.'),
  forbid: optional(had, 'Makes classes unavailable to factions.'),
  roles: optional(roles, 'Binds roles, or unbinds them (null).'),
  name: optional(
    mapBy(
      newName,
      map('a map with `at`, `kind`, `class`, `owner` or `where`', {
        ...query,
        at: defaulted(atLeastOne, 'Which of them, by id.', 1),
      }),
      'a map from names to what they stand for',
      { Second: { class: 'farm', at: 2 } },
    ),
    'Gives names to objects that rules have made.',
  ),
  poll: optional(trueAlone, 'Looks at all triggers now.'),
  arm: optional(triggers, 'Arms a trigger, or several.'),
  disarm: optional(triggers, 'Disarms a trigger, or several.'),
  raise: optional(
    oneOrMany(raised, 'an occurrence or a list of occurrences', 1),
    'Lets something occur, up to the first decision; those of a list simultaneously.',
    { type: 'blow', fields: { unit: 'Ywain' } },
  ),
  decide: optional(
    either([name('parry'), count], 'the name of an option, or its number, counted from 0'),
    'Takes an option, by its name or its number, counted from 0, and goes on up to the next decision.',
    'parry',
  ),
  mark: optional(naming('a name', 'new mark', 'before'), 'Remembers the state hash.'),
  snapshot: optional(naming('a name', 'new snapshot', 'start'), 'Remembers the state.'),
  restore: optional(naming('the name of a snapshot', 'snapshot', 'start'), 'Goes back to a snapshot.'),
  reload: optional(trueAlone, 'Goes on with the world saved and loaded.'),
  fork: optional(trueAlone, 'Goes on with a copy of the world.'),
};

export const stepActions: readonly string[] = Object.keys(stepKeys);

export const stepShape = {
  ...map(
    'a map with what a step does',
    {
      ...stepKeys,
      fails: optional(
        map('a map with `code`, `message` or both', {
          code: optional(sentence('world-full'), 'The code of the error.'),
          message: optional(sentence('farm'), 'A part of the message.'),
        }),
        'The step must fail so, and leave the world as it was.',
      ),
    },
    [
      justOne('a step does', stepActions),
      beside('fails', 'expect', 'fails cannot be combined with expect; put it into a step that changes the world'),
    ],
  ),
  id: 'step',
};

const diagnostic = map('a map with `code`, `message`, `suggestion` or `line`', {
  code: optional(sentence('unknown-name'), 'Its code.'),
  message: optional(sentence('is not a kind'), 'A part of the message.'),
  suggestion: optional(sentence('did you mean'), 'A part of the suggestion.'),
  line: optional(atLeastOne, 'Its line.', 3),
});

const contentInPlace: Shape<SourceMap> = {
  type: 'foreign',
  like: contentShape,
  expected: 'content in place',
  id: 'contentFile',
  example: { kinds: { planet: {} } },
};
const contentPart = either([sentence('space.yaml'), contentInPlace], 'content in place, or the path of a file');

const body = {
  about: optional(text('a text', 'Planets that grow'), 'For people.'),
  content: optional(
    oneOrMany(contentPart, `${contentPart.expected}, or a list of these`),
    'The rules: content in place, files relative to the scenario, or a list of both, merged in order.',
    'space.yaml',
  ),
  world: optional(worldShape, 'What there is at the start.', {
    objects: [{ name: 'Terra', kind: 'planet' }],
  }),
  steps: optional(list(stepShape, 'a list of steps'), 'What happens, in order.', [{ run: 1 }]),
  rejected: optional(list(diagnostic, 'a list of errors', 1), 'The content does not load, and these are its errors.', [
    { code: 'unknown-name' },
  ]),
  warned: optional(list(diagnostic, 'a list of warnings'), 'The content loads with these warnings.', [
    { code: 'no-target' },
  ]),
};

const stepsOrRejected = rule((data) => {
  if (has(data, 'cases') || has(data, 'steps') !== has(data, 'rejected')) return undefined;
  return has(data, 'steps')
    ? fault('a case has both steps and rejected; give it one of them', undefined, 'rejected')
    : fault('a case has neither steps nor rejected; give it one of them, steps: [] where there is nothing to do');
});

const besideCases = ['steps', 'rejected', 'warned'].map((key) =>
  beside(key, 'cases', `${key} cannot be combined with cases; move it into a case`),
);

const scenarioCase = mapOf('a case', { name: required(sentence('growth'), 'Unique in the file.'), ...body }, [
  stepsOrRejected,
]);

export const formatName = 'edict-scenario/1';

/** Either `cases`, or the keys of one case. */
export const scenarioShape = mapOf(
  'a scenario',
  {
    format: required(oneOf([formatName], 'bad-value'), 'The format of the file.', formatName),
    name: optional(sentence('growth'), 'What the file or its only case is called. Default: its path.'),
    ...body,
    cases: optional(
      list(scenarioCase, 'a list of cases', 1),
      'Cases; their content and world come on top of those of the file.',
      [{ name: 'growth', steps: [{ run: 1 }] }],
    ),
  },
  [stepsOrRejected, ...besideCases],
);

export type ScenarioFileData = DataOf<typeof scenarioShape>;
export type CaseData = DataOf<typeof scenarioCase>;
export type StepData = DataOf<typeof stepShape>;
export type RaisedData = DataOf<typeof raised>;
export type DiagnosticData = DataOf<typeof diagnostic>;
