import { z } from 'zod';
import { about, conditions, expects, expression, kindName, name, propertyName } from './schema-parts.js';

/** Of one list of slots. Agents are few, and what they see is a fixed number of rows for each. */
const mostSlots = 4_096;
const mostAgents = 254;
/** An instance takes rows by the word of 32 bits, of which the first row is never anybody. */
const leastCapacity = 31;
export const mostCapacity = 16_000_000;
const mostTurns = 2_147_483_647;
const mostMaps = 1_000_000;

const between = (least: number, most: number): z.ZodInt =>
  expects(z.int().min(least).max(most), `a whole number from ${least} to ${most}`);
const which = 'All must hold of `self`. Default: all of the kind.';

const slotted = {
  of: about(kindName, 'The kind of the objects that are in the slots. Default: it is about the agent itself.')
    .meta({ id: 'slotsOf' })
    .optional(),
  slots: about(between(1, mostSlots), 'How many there is room for.').meta({ id: 'slots' }).optional(),
  where: about(conditions, 'All must hold, over `agent` and `self`. Default: all of the kind.')
    .meta({ id: 'slotsWhere' })
    .optional(),
  order: about(expression, 'A number over `agent` and `self`, the smallest first. Default: by age.')
    .meta({ id: 'slotsOrder' })
    .optional(),
};

const block = expects(
  z.strictObject({
    ...slotted,
    values: about(
      expects(z.record(z.string(), expression), 'a map from names to expressions'),
      'Numbers and conditions over `agent` and `self`.',
    ),
  }),
  'a map with `values`, and perhaps `of`, `slots`, `where` and `order`',
);

const choices = expects(
  z.union([
    expects(
      z.array(expects(z.string(), 'a word, in quotes where YAML takes it for something else')),
      'a list of words',
    ),
    z.strictObject({
      of: about(kindName, 'The kind of the objects that can be chosen.'),
      slots: about(between(1, mostSlots), 'How many of them at most, by age.'),
      where: about(conditions, 'All must hold, over `self` and `choice`. Default: all of the kind.').optional(),
    }),
  ]),
  'a list of words, or a map with `of`, `slots` and perhaps `where`',
);

const order = expects(
  z.strictObject({
    ...slotted,
    property: about(propertyName, 'What the choice is written to for a turn.'),
    choices: about(choices, 'Words, or objects of a kind. Default: all words.').optional(),
    allowed: about(conditions, 'All must hold, over `agent`, `self` and `choice`. Default: always.').optional(),
    prefer: about(
      expression,
      'A number over `agent`, `self` and `choice`, of objects over `self` and `choice`: what scripted opponents take the greatest of, above 0.',
    ).optional(),
  }),
  'a map with `property`, and perhaps `of`, `slots`, `where`, `order`, `choices`, `allowed` and `prefer`',
);

const reward = expects(
  z.union([expression, z.strictObject({ change: about(expression, 'How much it changes in a turn.') })]),
  'a number, or a map with `change`',
);

export const environment = expects(
  z.strictObject({
    name: about(name, 'What it is called.'),
    agents: about(
      expects(
        z.strictObject({
          of: about(kindName, 'Their kind.'),
          count: about(between(1, mostAgents), 'How many there are.'),
          where: about(conditions, which).optional(),
        }),
        'a map with `of`, `count` and perhaps `where`',
      ),
      'The objects that act.',
    ),
    capacity: about(between(leastCapacity, mostCapacity), 'Objects that there is room for.'),
    turns: about(between(1, mostTurns), 'After so many an episode is cut off. Default: never.').optional(),
    maps: about(between(1, mostMaps), 'Different worlds that episodes begin in. Default 1.').optional(),
    observation: about(
      expects(z.record(z.string(), block), 'a map from names to what is observed'),
      'What agents see, in this order.',
    ),
    actions: about(
      expects(z.record(z.string(), order), 'a map from names to orders'),
      'What agents can order, in this order.',
    ),
    reward: about(reward, 'A number over `agent`, behind each turn.'),
    lives: about(conditions, 'An agent goes on only while all hold of `agent`.').optional(),
    terminated: about(conditions, 'The episode is over when all hold; of the world as a whole.').optional(),
  }),
  'a map with the keys of an environment',
);

export type EnvironmentSource = z.input<typeof environment>;
export type BlockSource = EnvironmentSource['observation'][string];
export type OrderSource = EnvironmentSource['actions'][string];
export type ObjectChoicesSource = Exclude<NonNullable<OrderSource['choices']>, readonly string[]>;
