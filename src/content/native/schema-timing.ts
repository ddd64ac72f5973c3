import { z } from 'zod';
import { action } from './schema-actions.js';
import {
  about,
  conditions,
  expects,
  expression,
  fieldValues,
  flag,
  kindName,
  name,
  occurrenceName,
  word,
} from './schema-parts.js';

const deepest = 10_000;

const fieldName = expects(z.string(), 'the name of a field');
const className = expects(z.string(), 'the name of a class');
const actions = expects(z.array(action), 'a list of actions');
const point = expects(z.enum(['before', 'when', 'after']), '`before`, `when` or `after`', 'unknown-word');

// --- the sequence of play
// ---------------------------------------------------------------------------------------------

const policy = expects(
  z.strictObject({
    grouping: about(
      expects(z.enum(['merged', 'perOccurrence']), '`merged` or `perOccurrence`', 'unknown-word'),
      'What occurs at once is answered together, or one after the other. Default merged.',
    ).optional(),
    bornInStep: about(flag, 'An ability that is born in a step may answer in it. Default true.').optional(),
    reactionToZero: about(flag, 'A reaction may bring an amount to nothing. Default false.').optional(),
    optionalLoop: about(
      expects(z.enum(['break', 'error']), '`break` or `error`', 'unknown-word'),
      'A decision that comes again with everything as it was: nothing is taken, or an error. Default break.',
    ).optional(),
    depth: about(
      expects(z.int().min(1).max(deepest), `a whole number from 1 to ${deepest}`),
      'Occurrences inside one another. Default 256.',
    ).optional(),
  }),
  'a map with `grouping`, `bornInStep`, `reactionToZero`, `optionalLoop` or `depth`',
);

export const timing = expects(
  z.strictObject({
    players: about(kindName, 'The kind of those who decide; they take turns by age.').optional(),
    steps: about(
      expects(z.array(word), 'a list of words'),
      'Words of `step`, the part of the turn that is under way.',
    ).optional(),
    over: about(expression, 'A condition without `self`: play is over.').optional(),
    policy: about(policy, 'What rules of timing leave open.').optional(),
  }),
  'a map with `players`, `steps`, `over` or `policy`',
);

// --- occurrences
// ------------------------------------------------------------------------------------------------------

const change = expects(
  z.union([
    z.strictObject({ turnBegins: about(fieldName, 'The player whose turn begins.') }),
    z.strictObject({ turnEnds: about(fieldName, 'The player who takes the next turn.') }),
    z.strictObject({ stepBegins: about(fieldName, 'The step.') }),
    z.strictObject({ stepEnds: about(fieldName, 'The step.') }),
  ]),
  'a map with `turnBegins`, `turnEnds`, `stepBegins` or `stepEnds`',
);

export const occurrence = expects(
  z.strictObject({
    fields: about(
      expects(z.record(z.string(), expects(z.string(), 'the name of a type')), 'a map from fields to types'),
      'A kind, object, number, boolean, kind, class, step or an enumeration each.',
    ).optional(),
    subject: about(fieldName, 'The field of the object that it is about. Default `subject`.').optional(),
    player: about(fieldName, 'The field of who does it. Default `player`.').optional(),
    target: about(fieldName, 'The field of where it leads. Default `target`.').optional(),
    amount: about(fieldName, 'The field of how much: at 0 nothing happens. Default `amount`.').optional(),
    possible: about(conditions, 'It fails where not all are true of `occurrence`.').optional(),
    change: about(change, 'A turn or step begins or ends.').optional(),
    do: about(actions, 'What it does, from its player to its subject.').optional(),
  }),
  'a map with the keys of an occurrence',
);

// --- abilities
// --------------------------------------------------------------------------------------------------------

const where = about(conditions, 'All must hold.').meta({ id: 'listeningWhere' }).optional();
const kindOrAny = expects(z.string(), 'the name of a kind, or `object`');
const cellName = expects(z.string(), 'the name of a meter, or of a property that is a number');

/** What an ability listens to, where it is no name. */
const listeningForms = [
  z.strictObject({ type: about(occurrenceName, 'An occurrence.'), where }),
  z.strictObject({ gains: about(cellName, 'It rises.'), where }),
  z.strictObject({ loses: about(cellName, 'It falls.'), where }),
  z.strictObject({
    crosses: about(
      expects(
        z.strictObject({
          meter: about(cellName, 'Which.'),
          value: about(expression, 'The number that it comes up or down to.'),
          direction: about(expects(z.enum(['up', 'down']), '`up` or `down`', 'unknown-word'), 'Default up.').optional(),
        }),
        'a map with `meter`, `value` and perhaps `direction`',
      ),
      'It comes to a value.',
    ),
    where,
  }),
  z.strictObject({ creates: about(kindOrAny, 'Objects of this kind are created.'), where }),
  z.strictObject({ destroys: about(kindOrAny, 'One is destroyed.'), where }),
  z.strictObject({ gives: about(kindOrAny, 'One gets an owner.'), where }),
  z.strictObject({ moves: about(kindOrAny, 'One is moved.'), where }),
  z.strictObject({ phase: about(name, 'Of the turn.'), where }),
] as const;
const listenings =
  'an occurrence by its name, or a map with `type`, `gains`, `loses`, `crosses`, `creates`, `destroys`, `gives`, `moves` or `phase`';
const listening = expects(z.union([occurrenceName, ...listeningForms]), listenings).meta({ id: 'listening' });

const objects = [
  z.strictObject({
    class: about(
      expects(z.union([className, z.array(className)]), 'a class or a list of classes'),
      'Objects of these classes.',
    ),
  }),
  z.strictObject({ kind: about(kindName, 'Objects of this kind.') }),
] as const;
const carrier = expects(
  z.union([z.enum(['world', 'created']), ...objects]),
  '`world`, `created`, or a map with `class` or `kind`',
  'unknown-word',
);

const classes = ['negate', 'prevent', 'substitute', 'trait', 'delayed', 'rulebook', 'reduction', 'reaction'] as const;

export const ability = expects(
  z.strictObject({
    name: about(name, 'Unique.'),
    class: about(
      expects(
        z.enum(classes),
        '`negate`, `prevent`, `substitute`, `trait`, `delayed`, `rulebook`, `reduction` or `reaction`',
        'unknown-word',
      ),
      'The first three come first, reactions last.',
    ),
    carrier: about(carrier, 'Who has it: the world once, objects, or whom `add` gives it. Default world.').optional(),
    own: about(flag, 'Answers only what is about its object. Default false.').optional(),
    at: about(
      point,
      'Default: before of what negates, prevents, substitutes or reduces, when of what is delayed or yields, else after.',
    ).optional(),
    on: about(
      expects(z.union([occurrenceName, ...listeningForms, z.array(listening)]), `${listenings}, or a list of these`),
      'What it answers.',
    ).meta({ id: 'on' }),
    where: about(conditions, 'All must hold of `occurrence`. Default: always.').optional(),
    if: about(conditions, 'All must hold, over `self` and `occurrence`. Default: always.').optional(),
    live: about(conditions, 'It is there only while all hold of `self`. Default: always.').optional(),
    controller: about(
      expression,
      'Who takes or chooses it, over `self`. Default: the owner of `self`, if a player.',
    ).optional(),
    next: about(flag, 'It is gone once it has started. Default false.').optional(),
    until: about(
      expects(z.enum(['turn', 'game']), '`turn` or `game`', 'unknown-word'),
      'When it is gone at the latest. Default: turn with `next` or of what is delayed, else game.',
    ).optional(),
    first: about(flag, 'Answers only the first of a turn. Default false.').optional(),
    optional: about(flag, 'Its controller is asked. Default false.').optional(),
    into: about(
      expects(
        z.strictObject({ type: about(occurrenceName, 'What occurs instead.'), values: fieldValues.optional() }),
        'a map with `type` and perhaps `values`',
      ),
      'Of what substitutes.',
    ).optional(),
    yields: about(expression, 'How much it gives toward a payment.').optional(),
    do: about(actions, 'What it does, from `self` to the subject of what it answers.').optional(),
  }),
  'a map with the keys of an ability',
);

// --- what holds while a condition holds
// -------------------------------------------------------------------------------

export const continuous = expects(
  z.strictObject({
    name: about(name, 'Unique.'),
    carrier: about(expects(z.union(objects), 'a map with `class` or `kind`'), 'Who has it.'),
    while: about(conditions, 'It holds while all hold of `self`.'),
    begin: about(actions, 'What is done when it begins.').optional(),
    end: about(actions, 'What is done when it ends.').optional(),
  }),
  'a map with `name`, `carrier`, `while`, `begin` and `end`',
);

export type TimingSource = z.input<typeof timing>;
export type OccurrenceSource = z.input<typeof occurrence>;
export type AbilitySource = z.input<typeof ability>;
export type ContinuousSource = z.input<typeof continuous>;
export type ListeningSource = z.input<typeof listening>;
