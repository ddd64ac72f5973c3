import { z } from 'zod';
import {
  about,
  optional,
  list,
  either,
  oneOf,
  named,
  headsOf,
  meterName,
  propertyName,
  label,
  trueAlone,
  whole,
  expression,
  expressionMap,
  fieldValues,
  raise,
  amounts,
  oneAmount,
  mapTo,
  headOf,
  name,
  flag,
  conditions,
  point,
  occurrenceName,
} from './schema-parts.js';

const roleName = named('a role');
const renewed = list(named('a meter, property or set'), 'a list of meters, properties and sets');

/** The forms of effects, each with keys that all of them take. */
function effectForms<Common extends z.ZodRawShape>(common: Common) {
  const form = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject({ ...shape, ...common });
  return [
    form({ meter: about(meterName, 'The meter to write.'), ...amounts }).meta(oneAmount),
    form({ property: about(propertyName, 'The property to write.'), ...amounts }).meta(oneAmount),
    form({ stockpile: about(propertyName, 'The property of empires to write.'), ...amounts }).meta(oneAmount),
    form({
      step: about(propertyName, 'The ordered property to move.'),
      by: optional(expression, 'Places along the order. Default 1.'),
    }),
    form({
      create: about(expression, 'The class to create an object of.'),
      count: optional(expression, 'How many. Default 1.'),
      initial: optional(expressionMap, 'First values, over those of the class.'),
    }),
    form({ destroy: trueAlone }),
    form({
      available: about(expression, 'The class.'),
      to: optional(expression, 'Whether it is to be available. Default true.'),
    }),
    form({
      hold: about(expression, 'The word.'),
      in: about(propertyName, 'The set.'),
      to: optional(expression, 'Whether it is to be in the set. Default true.'),
    }),
    form({ give: about(expression, 'The new owner, or null.') }),
    form({ move: about(expression, 'The object whose place it takes.') }),
    form({
      bind: about(roleName, 'The role.'),
      to: about(expression, 'The object that has it from now on, or null for nobody.'),
    }),
    form({
      become: about(expression, 'The class that it is of from now on; one of its kind.'),
      renew: optional(renewed, 'What becomes again what it is at first in an object of that class. Default none.'),
    }),
  ] as const;
}

/** What all effects take, of groups as of actions. */
const everyEffect = {
  on: optional(
    oneOf(['target', 'source', 'empires'], 'unknown-recipient'),
    'Fires on each object in scope (target), once on the source, or once on each empire that the scope stands for.',
    'recipient',
  ),
  label: optional(label, 'What explain prints. Default: the label of the group.', 'label'),
};

const everyGroupEffect = {
  ...everyEffect,
  stacking: optional(
    whole,
    'Of all effects with this number only one counts on an object in a turn. Default 0: always.',
    'stacking',
  ),
};

const groupForms = [
  ...effectForms(everyGroupEffect),
  // Actions raise in a form of their own.
  z.strictObject({ raise, values: fieldValues.optional(), ...everyGroupEffect }),
] as const;

export const effect = either(groupForms, `an effect: a map with ${headsOf(groupForms)}`);

// --- actions

const triggerName = named('a trigger');
const triggerNames = either([triggerName, z.array(triggerName)], 'a trigger or a list of triggers');
const told = mapTo(expression, 'a map from names to expressions');
const abilityName = named('an ability');

const everyAction = {
  if: optional(conditions, 'Passed over unless all hold, over `source` and `target`. Default: always done.', 'filter'),
  subject: optional(expression, "Whom it has for its source, instead of the list's; null: nobody.", 'subject'),
  direct: optional(expression, "Whom it has for its target, instead of the list's; null: the subject.", 'direct'),
  swap: optional(flag, 'The two change places, behind `if`. Default false.', 'swap'),
};

const form = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject({ ...shape, ...everyAction });

const plainForms = [
  form({ delay: about(whole, 'The rest goes on so many turns later.') }),
  form({
    check: about(trueAlone, 'Looks at all triggers now, before the list goes on.'),
  }),
  form({
    arm: about(triggerNames, 'Triggers that are armed.'),
    disarm: optional(triggerNames, 'Triggers that are disarmed, behind that.'),
  }),
  form({ disarm: about(triggerNames, 'Triggers that are disarmed.') }),
  form({
    tell: about(name, 'What the host is told.'),
    values: optional(told, 'Numbers, conditions and objects that it is told besides.'),
  }),
] as const;

const timingForms = [
  form({ raise, values: fieldValues.optional() }),
  form({
    point: about(occurrenceName, 'What need not happen at this point of time.'),
    at: optional(point, 'Which abilities are asked. Default after.'),
    values: fieldValues.optional(),
  }),
  form({
    negate: about(trueAlone, 'What is answered does not happen.'),
  }),
  form({ adjust: about(expression, 'What is added to the amount of what is answered.') }),
  form({ retarget: about(expression, 'The new target of what is answered.') }),
  form({
    add: about(abilityName, 'An ability that is created.'),
    self: optional(expression, 'Whose it is. Default: whose the running one is.'),
    controller: optional(expression, 'Who controls it. Default: who controls the running one.'),
  }),
  form({
    pay: about(occurrenceName, 'What sources of the payment answer; its player pays its amount.'),
    paid: optional(occurrenceName, 'What occurs when it is paid, by the same player.'),
    values: fieldValues.optional(),
  }),
] as const;

const effects = effectForms({ ...everyEffect, ...everyAction });

export const effectKeys: ReadonlySet<string> = new Set(effects.map(headOf));

type PlainActionSource = z.input<(typeof plainForms)[number]>;
export type TimingActionSource = z.input<(typeof timingForms)[number]>;
export type EffectActionSource = z.input<(typeof effects)[number]>;

/** Actions with a source and target of their own. */
interface GroupActionSource extends z.input<z.ZodObject<typeof everyAction>> {
  do: ActionSource[];
}

export type ActionSource = PlainActionSource | TimingActionSource | EffectActionSource | GroupActionSource;

const group = form({
  do: about(
    list(
      z.lazy(() => action),
      'a list of actions',
    ),
    'Actions, in this order, with the source and target of this one.',
  ),
});

const action: z.ZodType<ActionSource, ActionSource> = either(
  // Effects have `add` for an amount, so they come before the actions of timing.
  [...plainForms, group, ...effects, ...timingForms],
  `an action: an effect such as \`{ meter: …, add: … }\`, or a map with ${headsOf([...plainForms, group, ...timingForms])}`,
).meta({ id: 'action' });

export const actions = list(action, 'a list of actions');
