import { z } from 'zod';
import { effectForms, everyEffect } from './schema-effects.js';
import {
  about,
  optional,
  mapTo,
  list,
  either,
  named,
  headsOf,
  headOf,
  name,
  trueAlone,
  flag,
  whole,
  expression,
  conditions,
  point,
  occurrenceName,
  fieldValues,
  raise,
} from './schema-parts.js';

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

export type PlainActionSource = z.input<(typeof plainForms)[number]>;
export type TimingActionSource = z.input<(typeof timingForms)[number]>;
export type EffectActionSource = z.input<(typeof effects)[number]>;

/** Actions with a source and target of their own. */
export interface GroupActionSource extends z.input<z.ZodObject<typeof everyAction>> {
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
