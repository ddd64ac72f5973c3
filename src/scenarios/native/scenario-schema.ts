import { contentShape } from '../../content/native/schema.js';
import {
  type DataOf,
  type FormFault,
  type FormRule,
  type Keys,
  type Shape,
  defaulted,
  either,
  exactlyOne,
  list,
  map,
  mapBy,
  number,
  oneOf,
  optional,
  orNone,
  pair,
  required,
  standing,
  text,
  whole,
} from '../../content/native/shape.js';
import type { SourceMap } from '../../content/native/source-tree.js';
import { type Limits, defaultLimits } from '../../kernel/world-limits.js';

/** The native scenario format, `edict-scenario/1`: docs/scenarios.md as tables of forms. */

/** What parts of a scenario stand for; steps and worlds are checked by these. */
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
  | 'raised'
  | 'mark or snapshot'
  | 'snapshot'
  | 'new mark'
  | 'new snapshot';

function naming(what: string, stands: Stands | undefined, example: string): Shape<string> {
  return { sort: 'name', expected: what, stands, example };
}

const name = (example: string) => naming('a name', undefined, example);
const sentence = (example: string) => naming('a text', undefined, example);
const object = naming('the name of an object', 'object', 'Terra');
const node = { ...object, example: 'Sol' };
const faction = { ...object, example: 'Blue' };
const newName = naming('a name', 'new object', 'Scout');
const kind = naming('the name of a kind', 'kind', 'planet');
const className = naming('the name of a class', 'class', 'farm');
const column = naming('the name of a meter, property or variable', 'column', 'population');
const trigger = naming('the name of a trigger', 'trigger', 'beacon');
const mark = naming('the name of a mark or snapshot', 'mark or snapshot', 'start');
const flag: Shape<boolean> = { sort: 'flag', expected: '`true` or `false`' };
const trueAlone = oneOf([true], 'wrong-type', '`true`');
const count = whole(0, Number.MAX_SAFE_INTEGER, 'a whole number from 0');
const atLeastOne = whole(1, Number.MAX_SAFE_INTEGER, 'a whole number from 1');
const anyNumber = number('a number');
const none: Shape<null> = { sort: 'none', expected: '`null`' };

const cell = either(
  [anyNumber, flag, text('a text'), none],
  'a number, `true`, `false`, a word, the name of an object, or `null` for none',
  { id: 'cell', example: 3 },
);
const values = standing(
  mapBy(
    column,
    either([cell, list(name('iron'), 'a list of names')], `${cell.expected}, or a list of words or names`),
    'a map from meters, properties and variables to values',
    { population: 3 },
  ),
  'values',
);

const several = (one: Shape<string>, expected: string) =>
  either([one, list(one, expected, 1)], `${one.expected}, or ${expected}`, { example: one.example });
const objects = several(object, 'a list of them');
const triggers = several(trigger, 'a list of them');

const placed = { code: 'bad-structure' };
const fault = (message: string, suggestion?: string, key?: string): FormFault => ({
  ...placed,
  message,
  suggestion,
  key,
});
const lacking = (message: string, suggestion: string): FormFault => ({ code: 'missing-key', message, suggestion });
const has = (data: SourceMap, ...keys: readonly string[]): boolean => keys.some((key) => data[key] !== undefined);
const rule = (faultOf: FormRule['fault']): FormRule => ({ fault: faultOf });

/** `what`: such as `a step does`. */
function justOne(what: string, keys: readonly string[]): FormRule {
  return exactlyOne(keys, (given) => {
    const found = given.length === 0 ? 'nothing' : `several things (${given.join(', ')})`;
    return fault(`${what} ${found}; give it exactly one of ${keys.join(', ')}`);
  });
}

// --- objects

const place = {
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

const onePlace = rule((data) => {
  const given = [has(data, 'in'), has(data, 'lane'), has(data, 'x', 'y')].filter(Boolean);
  if (given.length > 1) return fault('a place is given twice; give one of in, lane, and x with y');
  return has(data, 'x') === has(data, 'y') ? undefined : lacking('a point needs both x and y', 'add the other');
});

const classOrKind = rule((data) =>
  has(data, 'class', 'kind') ? undefined : lacking('an object has neither class nor kind', 'give it one'),
);

const noNameOfCopies = rule((data) =>
  has(data, 'copies') && has(data, 'name')
    ? fault('an object with copies has no name of its own; leave name or copies out', undefined, 'name')
    : undefined,
);

const owner = optional(orNone(faction), 'The faction that it belongs to; null: nobody.');

export const newObject = {
  ...map(
    'a map with the keys of an object',
    {
      name: optional(newName, 'Unique in the scenario; how everything else refers to it.', 'Terra'),
      kind: optional(kind, 'Its kind, where it has no class.'),
      class: optional(className, 'Its class.'),
      owner,
      ...place,
      values: optional(values, 'Values by meter, property or variable.'),
      granted: defaulted(flag, 'false: its modifiers of variables are not in force until it is granted.', true),
      copies: defaulted(whole(1, 1_000_000), 'So many objects of this sort, without a name.', 1, 100),
    },
    [classOrKind, noNameOfCopies, onePlace],
  ),
  id: 'object',
};

// --- the world

const lanes = list(pair(node, node, 'a list of two nodes'), 'a list of pairs of nodes');
const someLanes = [['Sol', 'Vega']];
const seen = mapBy(faction, list(object, 'a list of objects'), 'a map from factions to lists of objects', {
  Blue: ['Terra'],
});
const had = mapBy(faction, list(className, 'a list of classes'), 'a map from factions to lists of classes', {
  Blue: ['farm'],
});
const roles = mapBy(naming('the name of a role', 'role', 'rival'), orNone(object), 'a map from roles to objects', {
  rival: 'Red',
});

const limitTexts: Readonly<Record<keyof Limits, string>> = {
  expressionDepth: 'Levels of one expression.',
  fileLength: 'Characters of one content file.',
  fileTokens: 'Names, values, signs and line ends of one content file.',
  loadTokens: 'Those of all content files together.',
  loadOperations: 'Operations of all expressions together.',
  aggregateDepth: 'Aggregates inside one another.',
  attachmentDepth: 'Objects from an object to the root of its attachments.',
  createdPerTurn: 'Objects that rules create in one turn.',
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
};

const limitKeys = (Object.keys(limitTexts) as (keyof Limits)[]).map(
  (key) => [key, defaulted(count, limitTexts[key], defaultLimits[key])] as const,
);

export const worldShape = map('a map with the keys of a world', {
  seed: defaulted(either([text('a text'), anyNumber], 'a text or a number'), 'Of all that depends on chance.', '1'),
  capacity: optional(atLeastOne, 'Objects that there is room for at first.', 1000),
  fixed: defaulted(flag, 'Does not grow when it is full.', false),
  limits: optional(
    map(
      'a map from limits to whole numbers',
      Object.fromEntries(limitKeys) as Record<keyof Limits, (typeof limitKeys)[number][1]>,
    ),
    'Limits on what content can make long.',
    { createdPerTurn: 1000 },
  ),
  objects: optional(list(newObject, 'a list of objects'), 'In this order, so with ids from 1.', [
    { name: 'Terra', kind: 'planet' },
  ]),
  lanes: optional(lanes, 'Pairs of nodes.', someLanes),
  visible: optional(seen, 'What each faction sees besides its own.'),
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

// --- expectations

const history = map('a map with the keys of a step of a history', {
  rule: optional(sentence('farm/1'), 'The rule; of a variable the modifier.'),
  source: optional(orNone(object), 'null: nobody, as in the phases of the turn.'),
  label: optional(text('a text', 'Rich harvest'), 'What the rule is called.'),
  amount: optional(cell, 'Of a modifier of a variable.'),
  before: optional(cell, 'The value before this step.'),
  after: optional(cell, 'The value after this step.', 4),
});

const query = {
  kind: optional(kind, 'Of this kind.'),
  class: optional(className, 'Of this class.'),
  owner: optional(orNone(faction), 'Of this faction; null: of nobody.'),
  where: optional(naming('a condition', 'condition', 'self.population > 3'), 'A condition over `self`.'),
};

const telling = map('a map with `tell` and `values`', {
  tell: required(sentence('The beacon burns'), 'The text.'),
  values: required(
    mapBy(
      name('walls'),
      either([anyNumber, flag, text('a text')], 'a number, `true`, `false` or a name'),
      'a map from names to values',
    ),
    'Those that are given are compared; objects by name.',
    { walls: 32 },
  ),
});

const laneEnds = pair(node, node, 'a list of two nodes');

/** What an expectation is about; exactly one of these keys stands in each. */
const subjects = {
  object: optional(object, 'An object, with what is expected of it.'),
  count: optional(
    map('a map with `is`, and perhaps `kind`, `class`, `owner` and `where`', {
      ...query,
      is: required(count, 'How many.', 2),
    }),
    'How many objects there are of a sort.',
  ),
  which: optional(
    map('a map with `are`, and perhaps `kind`, `class`, `owner` and `where`', {
      ...query,
      are: required(list(object, 'a list of objects'), 'Their names.', ['Terra', 'Mars']),
    }),
    'Exactly which objects there are of a sort, in any order.',
  ),
  evaluate: optional(
    standing(
      map(
        'a map with `expression`, and `is` or `absent`',
        {
          expression: required(sentence('distance(source, target)'), 'Over `source` and `target`.'),
          source: optional(object, 'Its source.'),
          target: optional(object, 'Its target, the object that is tested.'),
          is: optional(cell, 'Its value.', 5),
          absent: optional(trueAlone, 'It has none.'),
        },
        [
          rule((data) =>
            has(data, 'is') === has(data, 'absent') ? fault('an evaluation needs either is or absent') : undefined,
          ),
        ],
      ),
      'evaluation',
    ),
    'What an expression gives: `is` a value, or `absent`.',
  ),
  ask: optional(
    map('a map with `expression`, `object` and `is`', {
      object: required(object, 'The object that it is asked of.'),
      expression: required(naming('the name of an expression', 'expression', 'rich'), 'Of `expressions`.'),
      is: required(cell, 'Its value.', true),
    }),
    'What a named expression of the content gives for an object.',
  ),
  enabled: optional(
    map(
      'a map with `thing`, `object`, and `is`, `failing` or both',
      {
        object: required(object, 'The object that it is asked of.'),
        thing: required(className, 'The class.'),
        is: optional(flag, 'Whether all of it is true.', false),
        failing: optional(
          list(sentence('self.gold >= 10'), 'a list of texts'),
          'The clauses that are not true, as they were written, in order.',
        ),
      },
      [
        rule((data) =>
          has(data, 'is', 'failing') ? undefined : fault('what is enabled needs is, or failing, or both'),
        ),
      ],
    ),
    'Whether all that a class requires is true of an object.',
  ),
  explain: optional(
    map('a map with `object`, `column`, and perhaps `initial`, `current` and `steps`', {
      object: required(object, 'Of this object.'),
      column: required(column, 'The meter, property or variable.'),
      initial: optional(cell, 'The value at the beginning of the turn.'),
      current: optional(cell, 'The value now.', 4),
      steps: optional(list(history, 'a list of steps'), 'All steps, in order; only the keys given are compared.', [
        { rule: 'farm/1', after: 4 },
      ]),
    }),
    'What happened to a cell in the last turn; of a variable, the modifiers that make it, in order.',
  ),
  same: optional(mark, 'A mark or snapshot: the state hash is what it was there.'),
  changed: optional(mark, 'A mark or snapshot: the state hash is not what it was there.'),
  linked: optional(laneEnds, 'A lane runs between two nodes.', ['Sol', 'Vega']),
  unlinked: optional(laneEnds, 'No lane runs between two nodes.', ['Sol', 'Vega']),
  turn: optional(count, 'Turns completed.', 3),
  trigger: optional(trigger, 'A trigger, with what is expected of it.'),
  delayed: optional(count, 'How many lists of actions wait.', 1),
  fired: optional(list(trigger, 'a list of triggers'), 'Exactly the triggers that fired in the step before, in order.'),
  told: optional(
    list(either([sentence('The gates open'), telling], 'a text, or a map with `tell` and `values`'), 'a list of texts'),
    'Exactly what actions told the host in the step before, in order.',
    ['The gates open'],
  ),
};

const ofObject = {
  exists: defaulted(flag, 'false: it is gone.', true),
  kind: optional(kind, 'Its kind.'),
  class: optional(orNone(className), 'Its class.'),
  owner: optional(orNone(faction), 'The one faction that it belongs to.'),
  owners: optional(list(faction, 'a list of factions'), 'All factions that it belongs to.', ['Blue', 'Red']),
  in: optional(orNone(object), 'What it is on or in.'),
  position: optional(
    orNone(
      map('a map with `x` and `y`', {
        x: required(anyNumber, 'Its x.', 3),
        y: required(anyNumber, 'Its y.', 4),
      }),
    ),
    'Where it is, itself or by what it is attached to.',
  ),
  values: optional(values, 'Values by meter, property or variable.'),
  lacks: optional(
    list(column, 'a list of meters, properties and variables'),
    'Meters, properties and variables that it does not have.',
  ),
  granted: optional(flag, 'Whether its modifiers of variables are in force.', false),
  seenBy: optional(
    mapBy(faction, flag, 'a map from factions to `true` or `false`', { Red: false }),
    'Whether factions see it.',
  ),
  available: optional(
    mapBy(className, flag, 'a map from classes to `true` or `false`', { farm: true }),
    'Whether classes are available to it.',
  ),
};

const ofTrigger = {
  armed: optional(flag, 'Whether the trigger is armed.', false),
  holds: optional(flag, 'Whether the condition of the trigger is true, armed or not.', true),
};

export const expectationSubjects = Object.keys(subjects) as readonly (keyof typeof subjects)[];
const withNumbers: readonly string[] = ['object', 'evaluate', 'ask'];

/** Keys that go with the subject of an expectation, and what they are about. */
const partnersOf: Readonly<Record<string, Keys>> = { object: ofObject, trigger: ofTrigger };

function partnerFault(data: SourceMap): FormFault | undefined {
  const [subject, second] = expectationSubjects.filter((key) => data[key] !== undefined);
  if (subject === undefined || second !== undefined) return undefined;
  const partners = Object.keys(partnersOf[subject] ?? {});
  const others = Object.keys(data).filter((key) => key !== subject);
  for (const key of others) {
    if (partners.includes(key) || (key === 'within' && withNumbers.includes(subject))) continue;
    const about = Object.hasOwn(ofTrigger, key) ? 'a trigger' : 'an object';
    return fault(`${key} does not go with ${subject}; put it into an expectation about ${about}`, undefined, key);
  }
  return partners.length > 0 && others.every((key) => key === 'within')
    ? fault(`nothing is expected of the ${subject}; give one of ${partners.join(', ')}`)
    : undefined;
}

const expectation = {
  ...map(
    'a map with the keys of an expectation',
    {
      ...subjects,
      ...ofObject,
      ...ofTrigger,
      within: optional(
        number('a number from 0', 0),
        'Numbers may be off by this much; without it they are equal exactly.',
        0.001,
      ),
    },
    [justOne('an expectation is about', expectationSubjects), rule(partnerFault)],
  ),
  id: 'expectation',
};

// --- steps

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
    either([expectation, list(expectation, 'a list of expectations')], 'an expectation or a list of expectations'),
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
  spawn: optional(
    either([newObject, list(newObject, 'a list of objects')], 'an object or a list of objects'),
    'Makes an object, or a list of them.',
    { name: 'Scout', kind: 'ship', in: 'Sol' },
  ),
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
    either([raised, list(raised, 'a list of occurrences', 1)], 'an occurrence or a list of occurrences'),
    'Lets something occur, up to the first decision; those of a list simultaneously.',
    { type: 'blow', fields: { unit: 'Ywain' } },
  ),
  decide: optional(
    either([name('parry'), count], 'the name of an option, or its place from 0'),
    'Takes an option, by its name or its place from 0, and goes on up to the next decision.',
    'parry',
  ),
  mark: optional(naming('a name', 'new mark', 'before'), 'Remembers the state hash.'),
  snapshot: optional(naming('a name', 'new snapshot', 'start'), 'Remembers the state.'),
  restore: optional(naming('the name of a snapshot', 'snapshot', 'start'), 'Goes back to a snapshot.'),
  reload: optional(trueAlone, 'Goes on with the world saved and loaded.'),
  fork: optional(trueAlone, 'Goes on with a copy of the world.'),
};

/** What a step does; exactly one of these keys stands in each. */
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
      rule((data) =>
        has(data, 'fails') && has(data, 'expect')
          ? fault('fails stands beside expect; put it into a step that changes the world', undefined, 'fails')
          : undefined,
      ),
    ],
  ),
  id: 'step',
};

// --- files

const diagnostic = map('a map with `code`, `message`, `suggestion` or `line`', {
  code: optional(sentence('unknown-name'), 'Its code.'),
  message: optional(sentence('is no kind'), 'A part of the message.'),
  suggestion: optional(sentence('did you mean'), 'A part of the suggestion.'),
  line: optional(atLeastOne, 'Its line.', 3),
});

/** It is checked when it is loaded. */
const contentInPlace: Shape<SourceMap> = {
  sort: 'foreign',
  like: contentShape,
  expected: 'content in place',
  id: 'contentFile',
  example: { kinds: { planet: {} } },
};
const contentPart = either([sentence('space.yaml'), contentInPlace], 'content in place, or the path of a file');

const body = {
  about: optional(text('a text', 'Planets that grow'), 'For people.'),
  content: optional(
    either([contentPart, list(contentPart, 'a list of these')], `${contentPart.expected}, or a list of these`),
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
  rule((data) =>
    has(data, 'cases') && has(data, key)
      ? fault(`${key} stands beside cases; move it into a case`, undefined, key)
      : undefined,
  ),
);

const scenarioCase = map(
  'a map with the keys of a case',
  { name: required(sentence('growth'), 'Unique in the file.'), ...body },
  [stepsOrRejected],
);

export const formatName = 'edict-scenario/1';

/** A whole file. Either `cases`, or the keys of one case. */
export const scenarioShape = map(
  'a map with the keys of a scenario',
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
export type WorldData = DataOf<typeof worldShape>;
export type ObjectData = DataOf<typeof newObject>;
export type PlaceData = Pick<ObjectData, 'in' | 'lane' | 'x' | 'y'>;
export type StepData = DataOf<typeof stepShape>;
export type ExpectationData = DataOf<typeof expectation>;
export type RaisedData = DataOf<typeof raised>;
export type TellingData = DataOf<typeof telling>;
export type DiagnosticData = DataOf<typeof diagnostic>;
export type CellData = DataOf<typeof cell>;
/** The value of a cell, the words of a set or the objects of a list. */
export type ValueData = CellData | readonly string[];
export type HistoryData = DataOf<typeof history>;
export type QueryData = Omit<NonNullable<ExpectationData['count']>, 'is'>;
