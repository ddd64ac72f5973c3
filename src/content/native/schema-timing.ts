import { z } from 'zod';
import { actions } from './schema-actions.js';
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
  word,
  flag,
  expression,
  conditions,
  point,
  occurrenceName,
  fieldValues,
} from './schema-parts.js';

const deepest = 10_000;
const largestEvery = 1_000_000_000;

const fieldName = named('a field');
const className = named('a class');

// --- the sequence of play

const policy = map('a map with `grouping`, `bornInStep`, `reactionToZero`, `optionalLoop` or `depth`', {
  grouping: optional(
    oneOf(['merged', 'perOccurrence']),
    'What occurs at once is answered together, or one after the other. Default merged.',
  ),
  bornInStep: optional(flag, 'An ability that is born in a step may answer in it. Default true.'),
  reactionToZero: optional(flag, 'A reaction may bring an amount to nothing. Default false.'),
  optionalLoop: optional(
    oneOf(['break', 'error']),
    'A decision that comes again with everything as it was: nothing is taken, or an error. Default break.',
  ),
  depth: optional(between(1, deepest), 'Occurrences inside one another. Default 256.'),
});

export const timing = map('a map with `players`, `steps`, `over` or `policy`', {
  players: optional(kindName, 'The kind of those who decide; they take turns by age.'),
  steps: optional(list(word, 'a list of words'), 'Words of `step`, the part of the turn that is under way.'),
  over: optional(expression, 'A condition without `self`: play is over.'),
  policy: optional(policy, 'What rules of timing leave open.'),
});

// --- occurrences

const changes = [
  form({ turnBegins: about(fieldName, 'The player whose turn begins.') }),
  form({ turnEnds: about(fieldName, 'The player who takes the next turn.') }),
  form({ stepBegins: about(fieldName, 'The step.') }),
  form({ stepEnds: about(fieldName, 'The step.') }),
] as const;
const change = either(changes, `a map with ${headsOf(changes)}`);

export const occurrence = map('a map with the keys of an occurrence', {
  fields: optional(
    mapTo(named('a type'), 'a map from fields to types'),
    'A kind, object, number, boolean, kind, class, step or an enumeration each.',
  ),
  subject: optional(fieldName, 'The field of the object that it is about. Default `subject`.'),
  player: optional(fieldName, 'The field of who does it. Default `player`.'),
  target: optional(fieldName, 'The field of where it leads. Default `target`.'),
  amount: optional(fieldName, 'The field of how much: at 0 nothing happens. Default `amount`.'),
  possible: optional(conditions, 'It fails where not all are true of `occurrence`.'),
  change: optional(change, 'A turn or step begins or ends.'),
  do: optional(actions, 'What it does, from its player to its subject.'),
});

// --- abilities

const where = optional(conditions, 'All must hold.', 'listeningWhere');
const kindOrAny = named('a kind, or `object`');
const cellName = named('a meter, or of a property that is a number');

/** What an ability listens to, where it is no name. */
const listeningForms = [
  form({ type: about(occurrenceName, 'An occurrence.'), where }),
  form({ gains: about(cellName, 'It rises.'), where }),
  form({ loses: about(cellName, 'It falls.'), where }),
  form({
    crosses: about(
      map('a map with `meter`, `value` and perhaps `direction`', {
        meter: about(cellName, 'Which.'),
        value: about(expression, 'The number that it comes up or down to.'),
        direction: optional(oneOf(['up', 'down']), 'Default up.'),
      }),
      'It comes to a value.',
    ),
    where,
  }),
  form({ creates: about(kindOrAny, 'Objects of this kind are created.'), where }),
  form({ destroys: about(kindOrAny, 'One is destroyed.'), where }),
  form({ gives: about(kindOrAny, 'One gets an owner.'), where }),
  form({ moves: about(kindOrAny, 'One is moved.'), where }),
  form({ phase: about(name, 'Of the turn.'), where }),
] as const;
const listenings = `an occurrence by its name, or a map with ${headsOf(listeningForms)}`;
const listening = either([occurrenceName, ...listeningForms], listenings).meta({ id: 'listening' });

const objects = [
  form({
    class: about(either([className, z.array(className)], 'a class or a list of classes'), 'Objects of these classes.'),
  }),
  form({ kind: about(kindName, 'Objects of this kind.') }),
] as const;
const carrier = either(
  [z.enum(['world', 'created']), ...objects],
  '`world`, `created`, or a map with `class` or `kind`',
  'unknown-word',
);

const classes = ['negate', 'prevent', 'substitute', 'trait', 'delayed', 'rulebook', 'reduction', 'reaction'] as const;

export const ability = map('a map with the keys of an ability', {
  name: about(name, 'Unique.'),
  class: about(
    expects(
      z.enum(classes),
      '`negate`, `prevent`, `substitute`, `trait`, `delayed`, `rulebook`, `reduction` or `reaction`',
      'unknown-word',
    ),
    'The first three come first, reactions last.',
  ),
  carrier: optional(carrier, 'Who has it: the world once, objects, or whom `add` gives it. Default world.'),
  own: optional(flag, 'Answers only what is about its object. Default false.'),
  at: optional(
    point,
    'Default: before of what negates, prevents, substitutes or reduces, when of what is delayed or yields, else after.',
  ),
  on: about(
    either([occurrenceName, ...listeningForms, z.array(listening)], `${listenings}, or a list of these`),
    'What it answers.',
    'on',
  ),
  where: optional(conditions, 'All must hold of `occurrence`. Default: always.'),
  if: optional(conditions, 'All must hold, over `self` and `occurrence`. Default: always.'),
  live: optional(conditions, 'It is there only while all hold of `self`. Default: always.'),
  controller: optional(expression, 'Who takes or chooses it, over `self`. Default: the owner of `self`, if a player.'),
  next: optional(flag, 'It is gone once it has started. Default false.'),
  until: optional(
    oneOf(['turn', 'game']),
    'When it is gone at the latest. Default: turn with `next` or of what is delayed, else game.',
  ),
  first: optional(flag, 'Answers only the first of a turn. Default false.'),
  optional: optional(flag, 'Its controller is asked. Default false.'),
  into: optional(
    map('a map with `type` and perhaps `values`', {
      type: about(occurrenceName, 'What occurs instead.'),
      values: fieldValues.optional(),
    }),
    'Of what substitutes.',
  ),
  yields: optional(expression, 'How much it gives toward a payment.'),
  do: optional(actions, 'What it does, from `self` to the subject of what it answers.'),
});

// --- what holds while a condition holds

export const continuous = map('a map with `name`, `carrier`, `while`, `begin` and `end`', {
  name: about(name, 'Unique.'),
  carrier: about(either(objects, 'a map with `class` or `kind`'), 'Who has it.'),
  while: about(conditions, 'It holds while all hold of `self`.'),
  begin: optional(actions, 'What is done when it begins.'),
  end: optional(actions, 'What is done when it ends.'),
});

// --- triggers

export const trigger = map('a map with the keys of a trigger', {
  name: about(name, 'Unique.'),
  when: about(conditions, 'All must hold. Without `self`: objects by the names of their roles, and aggregates.'),
  every: optional(between(1, largestEvery), 'Looked at only in turns that this divides. Default 1.'),
  looks: optional(
    oneOf(['sweep', 'rise']),
    'Fires in each sweep in which it is true, or at the end of each turn in which it has become true. Default sweep.',
  ),
  persistent: optional(flag, 'Stays armed when it fires. Default false.'),
  disarmed: optional(flag, 'Not armed at first. Default false.'),
  subject: optional(expression, 'Whom its actions have for their source. Default nobody.'),
  direct: optional(expression, 'Whom its actions have for their target. Default: the subject.'),
  do: about(actions, 'What happens, in this order.'),
});

export type TimingSource = z.input<typeof timing>;
export type OccurrenceSource = z.input<typeof occurrence>;
export type AbilitySource = z.input<typeof ability>;
export type ContinuousSource = z.input<typeof continuous>;
export type ListeningSource = z.input<typeof listening>;
export type TriggerSource = z.input<typeof trigger>;
