import { quoteText } from '../text/quote.js';
import { amount, condition, connectionName, flag, integer32, kindName, name, propertyName } from './schema-parts.js';
import {
  type FormData,
  type FormShape,
  type Keys,
  type Shape,
  defaulted,
  either,
  form,
  headsIn,
  headsOf,
  list,
  map,
  named,
  oneOf,
  oneOrMany,
  optional,
  required,
  whole,
} from './document-shape.js';

/** Columns and rows. */
const mostGridDistance = 100;

const plainSteps = ['owner', 'parent', 'others', 'once', 'sorted'] as const;

const reference = named('a property', 'home');
const stepForms = [
  form({ objects: required(kindName, 'All objects of a kind; only as the first step.') }),
  form({ reference: required(reference, 'What a reference leads to.') }),
  form({ attached: required(kindName, 'What hangs on it, of a kind.') }),
  form({ owned: required(kindName, 'What it owns, of a kind.') }),
  form({
    referrers: required(reference, 'Whose reference leads to it.'),
    kind: required(kindName, 'Of that kind.'),
  }),
  form({ listed: required(propertyName, 'The objects of its list, in that order.', 'trade') }),
  form({ linked: required(named('a network', 'contacts'), 'The other ends of its edges in a network.') }),
  form({ listing: required(propertyName, 'The objects whose list has it.', 'trade') }),
  form({
    square: required(named('a grid', 'map'), 'The objects of a grid around it, column by column.'),
    distance: required(whole(0, mostGridDistance), 'So many columns and rows away at most.', 1),
  }),
  form({ ofKind: required(kindName, 'Keeps those of a kind.') }),
  form({ having: required(propertyName, 'Keeps those of which a boolean property is true.', 'inhabited') }),
] as const;

const step = either(
  [oneOf(plainSteps), ...stepForms],
  `a step: ${plainSteps.map(quoteText).join(', ')}, or a map with ${headsOf(stepForms)}`,
  { code: 'unknown-step' },
);

export const connection = map('a map with `steps`, and perhaps `from` and `to`', {
  from: optional(kindName, 'The kind that it leads from. Default any.'),
  to: optional(kindName, 'The kind that it leads to. Default: what its steps say.'),
  steps: required(list(step, 'a list of steps'), 'What leads there, one after the other.', [
    'owner',
    { owned: 'planet' },
  ]),
});

const flowProperty = required(named('a property', 'crime'), 'The property that flows; of whole numbers.');
const part: Shape<number> = {
  ...whole(0, 100, 'a whole number from 0 to 100: a flow moves a part of what is there'),
  mend: (value) =>
    Number(value) < 0 ? 'write `constant`, `limited` or `inhibitedGrowth` for what grows' : 'write 100 for all of it',
};
const percent = required(part, 'In hundredths.', 10);
const hundredths = required(integer32, 'In hundredths, unless `divisor` is 1.', 10);
const carrier = required(
  either(
    [
      kindName,
      form({
        kind: required(kindName, 'Their kind.'),
        where: optional(condition, 'A condition over `self`. Default: all of the kind.', 'self.inhabited'),
        times: defaulted(amount, 'How many times each carries it, over `self`.', 1, 'self.level'),
      }),
    ],
    'a kind, or a map with `kind`, `where` and `times`',
    { example: 'planet' },
  ),
  'The objects that bring it about.',
);
const flowFloor = defaulted(integer32, 'What is left alone.', 0);
const flowAmount = required(integer32, 'What one loses and the other gains.', 2);

const flowCommon = {
  name: optional(name, 'What explain and errors call it. Default: its carrier and property.', 'unrest'),
  carrier,
  receivers: optional(connectionName, "Whose properties change. Default: the carrier's own."),
  active: optional(condition, 'A condition over `self`, the receiver. Default: always.', 'self.inhabited'),
};
const propagated = {
  targets: required(
    oneOrMany(connectionName, 'a connection or a list of connections'),
    'Where it flows to, from each receiver.',
  ),
  where: optional(condition, 'A condition over `self`, a target. Default: all.', 'self.inhabited'),
  itself: defaulted(flag, 'Whether the receiver may be among its own targets.', false),
};

const flowForm = <Own extends Keys>(own: Own): FormShape<FormData<Own & typeof flowCommon>> =>
  form({ ...own, ...flowCommon });

const flowForms = [
  flowForm({
    constant: flowProperty,
    amount: required(amount, 'What is added, over `self`, the receiver.', 'self.size'),
  }),
  flowForm({
    limited: flowProperty,
    amount: required(integer32, 'What is added.', 2),
    limit: required(integer32, 'Up to this.', 100),
  }),
  flowForm({
    decay: flowProperty,
    percent,
    floor: flowFloor,
    negative: defaulted(oneOf(['mirrored', 'plain']), 'How values below 0 are corrected.', 'mirrored'),
  }),
  flowForm({ convert: flowProperty, to: flowProperty, amount: flowAmount }),
  flowForm({
    convertPercent: flowProperty,
    to: flowProperty,
    percent,
    floor: flowFloor,
    correction: defaulted(oneOf(['others', 'rest']), 'By what it is corrected.', 'others'),
  }),
  flowForm({
    inhibitedGrowth: flowProperty,
    inhibitor: flowProperty,
    growth: hundredths,
    inhibition: hundredths,
    divisor: defaulted(oneOf([1, 100], 'wrong-type', '1 or 100'), 'What growth and inhibition are divided by.', 100),
  }),
  flowForm({ spread: flowProperty, percent, ...propagated }),
  flowForm({ diffuse: flowProperty, percent, ...propagated }),
  flowForm({
    gather: flowProperty,
    amount: required(integer32, 'From each target.', 2),
    negative: defaulted(oneOf(['nothing', 'taken']), 'What comes of targets below 0.', 'nothing'),
    ...propagated,
  }),
] as const;

export const flowHeads = headsIn(flowForms);

export const flow = either(flowForms, `a flow: a map with ${headsOf(flowForms)}`);
