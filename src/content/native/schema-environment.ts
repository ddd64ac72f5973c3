import type { z } from 'zod';
import {
  about,
  optional,
  map,
  form,
  mapTo,
  either,
  between,
  name,
  kindName,
  propertyName,
  words,
  expression,
  conditions,
} from './schema-parts.js';

/** Of one list of slots. Agents are few, and what they see is a fixed number of rows for each. */
const mostSlots = 4_096;
const mostAgents = 254;
/** An instance takes rows by the word of 32 bits, of which the first row is never anybody. */
const leastCapacity = 31;
export const mostCapacity = 16_000_000;
const mostTurns = 2_147_483_647;
const mostMaps = 1_000_000;

const slotted = {
  of: optional(
    kindName,
    'The kind of the objects that are in the slots. Default: it is about the agent itself.',
    'slotsOf',
  ),
  slots: optional(between(1, mostSlots), 'How many there is room for.', 'slots'),
  where: optional(conditions, 'All must hold, over `agent` and `self`. Default: all of the kind.', 'slotsWhere'),
  order: optional(expression, 'A number over `agent` and `self`, the smallest first. Default: by age.', 'slotsOrder'),
};

const block = map('a map with `values`, and perhaps `of`, `slots`, `where` and `order`', {
  ...slotted,
  values: about(
    mapTo(expression, 'a map from names to expressions'),
    'Numbers and conditions over `agent` and `self`.',
  ),
});

const choices = either(
  [
    words,
    form({
      of: about(kindName, 'The kind of the objects that can be chosen.'),
      slots: about(between(1, mostSlots), 'How many of them at most, by age.'),
      where: optional(conditions, 'All must hold, over `self` and `choice`. Default: all of the kind.'),
    }),
  ],
  'a list of words, or a map with `of`, `slots` and perhaps `where`',
);

const order = map(
  'a map with `property`, and perhaps `of`, `slots`, `where`, `order`, `choices`, `allowed` and `prefer`',
  {
    ...slotted,
    property: about(propertyName, 'What the choice is written to for a turn.'),
    choices: optional(choices, 'Words, or objects of a kind. Default: all words.'),
    allowed: optional(conditions, 'All must hold, over `agent`, `self` and `choice`. Default: always.'),
    prefer: optional(
      expression,
      'A number over `agent`, `self` and `choice`, of objects over `self` and `choice`: what scripted opponents take the greatest of, above 0.',
    ),
  },
);

const reward = either(
  [expression, form({ change: about(expression, 'How much it changes in a turn.') })],
  'a number, or a map with `change`',
);

export const environment = map('a map with the keys of an environment', {
  name: about(name, 'What it is called.'),
  agents: about(
    map('a map with `of`, `count` and perhaps `where`', {
      of: about(kindName, 'Their kind.'),
      count: about(between(1, mostAgents), 'How many there are.'),
      where: optional(conditions, 'All must hold of `self`. Default: all of the kind.'),
    }),
    'The objects that act.',
  ),
  capacity: about(between(leastCapacity, mostCapacity), 'Objects that there is room for.'),
  turns: optional(between(1, mostTurns), 'After so many an episode is cut off. Default: never.'),
  maps: optional(between(1, mostMaps), 'Different worlds that episodes begin in. Default 1.'),
  observation: about(mapTo(block, 'a map from names to what is observed'), 'What agents see, in this order.'),
  actions: about(mapTo(order, 'a map from names to orders'), 'What agents can order, in this order.'),
  reward: about(reward, 'A number over `agent`, behind each turn.'),
  lives: optional(conditions, 'An agent goes on only while all hold of `agent`.'),
  terminated: optional(conditions, 'The episode is over when all hold; of the world as a whole.'),
});

export type EnvironmentSource = z.input<typeof environment>;
export type BlockSource = EnvironmentSource['observation'][string];
export type OrderSource = EnvironmentSource['actions'][string];
export type ObjectChoicesSource = Exclude<NonNullable<OrderSource['choices']>, readonly string[]>;
