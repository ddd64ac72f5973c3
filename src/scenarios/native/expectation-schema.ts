import {
  type DataOf,
  type FormFault,
  type Keys,
  defaulted,
  either,
  list,
  map,
  mapOf,
  mapBy,
  number,
  optional,
  orNone,
  required,
  rule,
  standing,
  text,
} from '../../content/native/document-shape.js';
import { flag, none, trueAlone } from '../../content/native/schema-parts.js';
import type { SourceMap } from '../../content/native/source-tree.js';
import {
  naming,
  name,
  sentence,
  object,
  laneEnds,
  faction,
  kind,
  className,
  column,
  trigger,
  mark,
  count,
  anyNumber,
  cell,
  values,
  fault,
  has,
  justOne,
} from './scenario-parts.js';

const history = mapOf('a step of a history', {
  rule: optional(sentence('farm/1'), 'The rule; of a variable the modifier.'),
  source: optional(orNone(object), 'null: nobody, as in the phases of the turn.'),
  label: optional(text('a text', 'Rich harvest'), 'What the rule is called.'),
  amount: optional(cell, 'Of a modifier of a variable.'),
  before: optional(cell, 'The value before this step.'),
  after: optional(cell, 'The value after this step.', 4),
});

export const query = {
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

const subjects = {
  object: optional(object, 'An object, with what is expected of it.'),
  count: optional(
    map('a map with `is`, and perhaps `kind`, `class`, `owner` and `where`', {
      ...query,
      is: required(count, 'How many.', 2),
    }),
    'The number of objects that match.',
  ),
  which: optional(
    map('a map with `are`, and perhaps `kind`, `class`, `owner` and `where`', {
      ...query,
      are: required(list(object, 'a list of objects'), 'Their names.', ['Terra', 'Mars']),
    }),
    'Exactly the objects that match, in any order.',
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
  reports: optional(
    mapBy(
      naming('the name of a report', 'report', 'sheep'),
      either([anyNumber, flag, none], 'a number, `true`, `false`, or `null` where it is absent'),
      'a map from reports to values',
      { sheep: 12 },
    ),
    'Values of reports of the content at the end of the last turn.',
  ),
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
const withNumbers: readonly string[] = ['object', 'evaluate', 'ask', 'reports'];

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

export const expectation = {
  ...mapOf(
    'an expectation',
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

export type ExpectationData = DataOf<typeof expectation>;
export type TellingData = DataOf<typeof telling>;
export type HistoryData = DataOf<typeof history>;
export type QueryData = Omit<NonNullable<ExpectationData['count']>, 'is'>;
