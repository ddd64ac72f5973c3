import { quoteText } from '../text/quote.js';
import { amount, amountsByName, conditions, kindName, name, propertyName, words } from './schema-parts.js';
import {
  defaulted,
  either,
  excluded,
  form,
  map,
  mapOf,
  mapTo,
  optional,
  required,
  rule,
  whole,
} from './document-shape.js';
import { type SourceValue, createMap, isMap } from './source-tree.js';
import { environmentLimits } from '../../ir/environment.js';

const {
  slots: mostSlots,
  agents: mostAgents,
  leastCapacity,
  mostCapacity,
  turns: mostTurns,
  maps: mostMaps,
} = environmentLimits;

/** Of classes and agents without one; no kind can have this name. */
export const missingKind = '';

const slots = whole(1, mostSlots);

const slotted = {
  of: optional(kindName, 'The kind of the objects that are in the slots. Default: it is about the agent itself.'),
  slots: optional(slots, 'How many there is room for.', 8),
  where: optional(
    conditions,
    'All must hold, over `agent` and `self`. Default: all of the kind.',
    'self.owner == agent',
  ),
  order: optional(
    amount,
    'A number over `agent` and `self`, the smallest first. Default: by ascending id.',
    '-self.population',
  ),
};

/** `at`: the name of a block or order. */
const slotRules = [
  rule(({ of, slots: room }, at) =>
    of !== undefined && room === undefined
      ? {
          atName: true,
          code: 'missing-key',
          message: `${quoteText(at)} is about objects of a kind and has no \`slots\`, expected how many there is room for`,
          suggestion: 'add `slots`',
        }
      : undefined,
  ),
  rule((data, at) => {
    const key = ['slots', 'where', 'order'].find((each) => data[each] !== undefined);
    if (key === undefined || data.of !== undefined) return undefined;
    return {
      key,
      code: 'missing-key',
      message: `${quoteText(at)} has ${quoteText(key)} and no \`of\`, so it is about the agent itself; expected the kind of the objects in the slots`,
      suggestion: `add \`of\`, or remove ${quoteText(key)}`,
    };
  }),
];

const block = map(
  'a map with `values`, and perhaps `of`, `slots`, `where` and `order`',
  {
    ...slotted,
    values: required(amountsByName, 'Numbers and conditions over `agent` and `self`.', undefined, createMap),
  },
  slotRules,
);

const choices = either(
  [
    words,
    form({
      of: required(kindName, 'The kind of the objects that can be chosen.'),
      slots: required(slots, 'How many of them at most, by ascending id.', 8),
      where: optional(
        conditions,
        'All must hold, over `self` and `choice`. Default: all of the kind.',
        'choice != self',
      ),
    }),
  ],
  'a list of words, or a map with `of`, `slots` and perhaps `where`',
);

const order = map(
  'a map with `property`, and perhaps `of`, `slots`, `where`, `order`, `choices`, `allowed` and `prefer`',
  {
    ...slotted,
    property: required(propertyName, 'What the choice is written to for a turn.', 'newFocus'),
    choices: optional(choices, 'Words, or objects of a kind. Default: all words.', ['farm', 'mine']),
    allowed: optional(
      conditions,
      'All must hold, over `agent`, `self` and `choice`. Default: always.',
      'choice != self.focus',
    ),
    prefer: optional(
      amount,
      'A number over `agent`, `self` and `choice`, of objects over `self` and `choice`: what scripted opponents take the greatest of, above 0.',
      'self.population',
    ),
  },
  [
    ...slotRules,
    excluded(
      'allowed',
      (data) => isMap(data.choices),
      (at) =>
        `${at} has objects as choices, and \`allowed\`, which is about words; expected the condition under \`choices\``,
      'write it as `where` of `choices`',
    ),
  ],
);

const reward = either(
  [amount, form({ change: required(amount, 'How much it changes in a turn.', 'agent.gold') })],
  'a number, or a map with `change`',
);

const standIn = (value: SourceValue) => () => value;

export const environment = mapOf('an environment', {
  name: required(name, 'What it is called.', 'duel', standIn('environment')),
  agents: required(
    map('a map with `of`, `count` and perhaps `where`', {
      of: required(kindName, 'Their kind.', 'side', standIn(missingKind)),
      count: required(whole(1, mostAgents), 'How many there are.', 2, standIn(1)),
      where: optional(conditions, 'All must hold of `self`. Default: all of the kind.', 'self.playing'),
    }),
    'The objects that act.',
  ),
  capacity: required(
    whole(leastCapacity, mostCapacity),
    'Objects that there is room for.',
    1023,
    standIn(mostCapacity),
  ),
  turns: optional(whole(1, mostTurns), 'After so many an episode is cut off. Default: never.', 100),
  maps: defaulted(whole(1, mostMaps), 'Different worlds that episodes begin in.', 1),
  observation: required(
    mapTo(block, 'a map from names to what is observed'),
    'What agents see, in this order.',
    { own: { values: { gold: 'agent.gold' } } },
    createMap,
  ),
  actions: required(
    mapTo(order, 'a map from names to orders'),
    'What agents can order, in this order.',
    { focus: { of: 'planet', slots: 8, property: 'newFocus' } },
    createMap,
  ),
  reward: required(reward, 'A number over `agent`, after each turn.', 'agent.gold', standIn(0)),
  lives: optional(conditions, 'An agent goes on only while all hold of `agent`.', 'agent.planets > 0'),
  terminated: optional(
    conditions,
    'The episode is over when all hold; of the world as a whole.',
    'objects(side).count(each.alive) < 2',
  ),
});
