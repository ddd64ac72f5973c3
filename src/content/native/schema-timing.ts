import { abilityClasses, deepestNesting } from '../../ir/occurrence.js';
import { quoteText } from '../text/quote.js';
import { actions } from './schema-actions.js';
import {
  amount,
  condition,
  conditions,
  fieldValues,
  flag,
  kindName,
  name,
  object,
  occurrenceName,
  point,
  word,
} from './schema-parts.js';
import {
  defaulted,
  either,
  excluded,
  form,
  headsOf,
  list,
  map,
  mapOf,
  mapTo,
  named,
  oneOf,
  oneOrMany,
  optional,
  required,
  whole,
} from './document-shape.js';

const largestEvery = 1_000_000_000;

const tell = [{ tell: 'The walls fall' }];

const policy = map('a map with `grouping`, `bornInStep`, `reactionToZero`, `optionalLoop` or `depth`', {
  grouping: defaulted(
    oneOf(['merged', 'perOccurrence']),
    'What occurs at once is answered together, or one after the other.',
    'merged',
  ),
  bornInStep: defaulted(flag, 'An ability that is born in a step may answer in it.', true),
  reactionToZero: defaulted(flag, 'A reaction may bring an amount to nothing.', false),
  optionalLoop: defaulted(
    oneOf(['break', 'error']),
    'A decision that comes again with everything as it was: nothing is taken, or an error.',
    'break',
  ),
  depth: defaulted(whole(1, deepestNesting), 'Nested occurrences.', 256),
});

export const timing = map('a map with `players`, `steps`, `over` or `policy`', {
  players: optional(kindName, 'The kind of those who decide; they take turns by ascending id.', 'side'),
  steps: optional(list(word, 'a list of words'), 'Words of `step`, the part of the turn that is under way.', [
    'draw',
    'battle',
  ]),
  over: optional(condition, 'A condition without `self`: play is over.', 'objects(side).count(each.health > 0) < 2'),
  policy: optional(policy, 'What rules of timing leave open.'),
});

const fieldName = named('a field', 'unit');
const playerField = named('a field', 'player');
const stepField = named('a field', 'part');
const changes = [
  form({ turnBegins: required(playerField, 'The player whose turn begins.') }),
  form({ turnEnds: required(playerField, 'The player who takes the next turn.') }),
  form({ stepBegins: required(stepField, 'The step.') }),
  form({ stepEnds: required(stepField, 'The step.') }),
] as const;

export const occurrence = mapOf(
  'an occurrence',
  {
    fields: optional(
      mapTo(named('a type', 'number'), 'a map from fields to types'),
      'A kind, object, number, boolean, kind, class, step or an enumeration each.',
      { unit: 'object', amount: 'number' },
    ),
    subject: defaulted(fieldName, 'The field of the object that it is about.', 'subject'),
    player: defaulted(fieldName, 'The field of the player who does it.', 'player'),
    target: defaulted(fieldName, 'The field of where it leads.', 'target'),
    amount: defaulted(fieldName, 'The field of how much: at 0 nothing happens.', 'amount'),
    possible: optional(conditions, 'It fails where not all are true of `occurrence`.', 'occurrence.amount > 0'),
    change: optional(either(changes, `a map with ${headsOf(changes)}`), 'A turn or step begins or ends.', {
      stepBegins: 'part',
    }),
    do: optional(actions, 'What it does, from its player to its subject.', tell),
  },
  [
    excluded(
      'do',
      (data) => data.change !== undefined,
      (name) => `${name} has both \`change\` and \`do\`, expected one of the two`,
      'let an ability do the rest, at `when`',
    ),
  ],
);

const where = optional(conditions, 'All must hold.', 'occurrence.amount > 2');
const kindOrAny = named('a kind, or `object`', 'planet');
const cellName = named('a meter, or of a property that is a number', 'health');

/** Without a name. */
const listeningForms = [
  form({ type: required(occurrenceName, 'An occurrence.'), where }),
  form({ gains: required(cellName, 'It rises.'), where }),
  form({ loses: required(cellName, 'It falls.'), where }),
  form({
    crosses: required(
      map('a map with `meter`, `value` and perhaps `direction`', {
        meter: required(cellName, 'Which.'),
        value: required(amount, 'The number that it comes up or down to.', '0'),
        direction: defaulted(oneOf(['up', 'down']), 'Where it comes from below or above.', 'up'),
      }),
      'It comes to a value.',
    ),
    where,
  }),
  form({ creates: required(kindOrAny, 'Objects of this kind are created.'), where }),
  form({ destroys: required(kindOrAny, 'One is destroyed.'), where }),
  form({ gives: required(kindOrAny, 'One gets an owner.'), where }),
  form({ moves: required(kindOrAny, 'One is moved.'), where }),
  form({ phase: required(name, 'Of the turn.', 'growth'), where }),
] as const;
const listenings = `an occurrence by its name, or a map with ${headsOf(listeningForms)}`;
const listening = either([occurrenceName, ...listeningForms], listenings, { id: 'listening', example: 'attack' });

const objects = [
  form({
    class: required(
      oneOrMany(named('a class', 'knight'), 'a class or a list of classes', 1),
      'Objects of these classes.',
    ),
  }),
  form({ kind: required(kindName, 'Objects of this kind.') }),
] as const;
const carrier = either(
  [oneOf(['world', 'created']), ...objects],
  '`world`, `created`, or a map with `class` or `kind`',
  { code: 'unknown-word' },
);

export const ability = mapOf('an ability', {
  name: required(name, 'Unique.', 'intercede'),
  class: required(oneOf(abilityClasses), 'The first three come first, reactions last.'),
  carrier: defaulted(carrier, 'Who has it: the world once, objects, or whom `add` gives it.', 'world'),
  own: defaulted(flag, 'Answers only what is about its object.', false),
  at: optional(
    point,
    'Default: before of what negates, prevents, substitutes or reduces, when of what is delayed or yields, else after.',
  ),
  on: required(oneOrMany(listening, `${listenings}, or a list of these`, 1), 'What it answers.', 'attack'),
  where: optional(conditions, 'All must hold of `occurrence`. Default: always.', 'occurrence.amount > 2'),
  if: optional(conditions, 'All must hold, over `self` and `occurrence`. Default: always.', 'self.health > 1'),
  live: optional(conditions, 'It is there only while all hold of `self`. Default: always.', 'self.health > 0'),
  controller: optional(
    object,
    'Who takes or chooses it, over `self`. Default: the owner of `self`, if a player.',
    'self.owner',
  ),
  next: defaulted(flag, 'It is gone once it has started.', false),
  until: optional(
    oneOf(['turn', 'game']),
    'When it is gone at the latest. Default: turn with `next` or of what is delayed, else game.',
  ),
  first: defaulted(flag, 'Answers only the first of a turn.', false),
  optional: defaulted(flag, 'Its controller is asked.', false),
  into: optional(
    map('a map with `type` and perhaps `values`', {
      type: required(occurrenceName, 'What occurs instead.'),
      values: fieldValues,
    }),
    'Of what substitutes.',
  ),
  yields: optional(amount, 'How much it gives toward a payment.', 'self.gold'),
  do: optional(actions, 'What it does, from `self` to the subject of what it answers.', tell),
});

export const continuous = map('a map with `name`, `carrier`, `while`, `begin` and `end`', {
  name: required(name, 'Unique.'),
  carrier: required(either(objects, 'a map with `class` or `kind`'), 'Who has it.', { kind: 'planet' }),
  while: required(conditions, 'It holds while all hold of `self`.', 'self.population > 9'),
  begin: optional(actions, 'What is done when it begins.', tell),
  end: optional(actions, 'What is done when it ends.', tell),
});

export const trigger = mapOf(
  'a trigger',
  {
    name: required(name, 'Unique.', 'alarm'),
    when: required(
      conditions,
      'All must hold. Without `self`: objects by the names of their roles, and aggregates.',
      'capital.walls < 10',
    ),
    every: defaulted(whole(1, largestEvery), 'Looked at only in turns that this divides.', 1),
    looks: defaulted(
      oneOf(['sweep', 'rise']),
      'Fires in each sweep in which it is true, or at the end of each turn in which it has become true.',
      'sweep',
    ),
    persistent: defaulted(flag, 'Stays armed when it fires.', false),
    disarmed: defaulted(flag, 'Not armed at first.', false),
    subject: optional(object, 'The object that its actions have for their source. Default nobody.', 'hero'),
    direct: optional(object, 'The object that its actions have for their target. Default: the subject.', 'capital'),
    do: required(actions, 'What happens, in this order.', tell),
  },
  [
    // A rise must be looked for in every turn, or it would repeat while it stays true.
    excluded(
      'every',
      ({ looks, every }) => looks === 'rise' && every !== 1,
      (_place, { name: title }) =>
        `the trigger ${quoteText(typeof title === 'string' ? title : '')} has \`looks: rise\`, which is tested in every turn, and has \`every\`; expected one of the two`,
      'remove `every`, or write `looks: sweep`',
    ),
  ],
);
