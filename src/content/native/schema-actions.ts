import { z } from 'zod';
import { effectForms, everyEffect } from './schema-effects.js';
import {
  about,
  conditions,
  expects,
  expression,
  fieldValues,
  flag,
  name,
  occurrenceName,
  raise,
  whole,
} from './schema-parts.js';

const triggerName = expects(z.string(), 'the name of a trigger');
const triggerNames = expects(z.union([triggerName, z.array(triggerName)]), 'a trigger or a list of triggers');
const told = expects(z.record(z.string(), expression), 'a map from names to expressions');
const abilityName = expects(z.string(), 'the name of an ability');

const everyAction = {
  if: about(conditions, 'Passed over unless all hold, over `source` and `target`. Default: always done.')
    .meta({ id: 'filter' })
    .optional(),
  subject: about(expression, "Whom it has for its source, instead of the list's; null: nobody.")
    .meta({ id: 'subject' })
    .optional(),
  direct: about(expression, "Whom it has for its target, instead of the list's; null: the subject.")
    .meta({ id: 'direct' })
    .optional(),
  swap: about(flag, 'The two change places, behind `if`. Default false.').meta({ id: 'swap' }).optional(),
};

const plainForms = [
  z.strictObject({ delay: about(whole, 'The rest goes on so many turns later.'), ...everyAction }),
  z.strictObject({
    check: about(expects(z.literal(true), '`true`'), 'Looks at all triggers now, before the list goes on.'),
    ...everyAction,
  }),
  z.strictObject({
    arm: about(triggerNames, 'Triggers that are armed.'),
    disarm: about(triggerNames, 'Triggers that are disarmed, behind that.').optional(),
    ...everyAction,
  }),
  z.strictObject({ disarm: about(triggerNames, 'Triggers that are disarmed.'), ...everyAction }),
  z.strictObject({
    tell: about(name, 'What the host is told.'),
    values: about(told, 'Numbers, conditions and objects that it is told besides.').optional(),
    ...everyAction,
  }),
] as const;

const timingForms = [
  z.strictObject({ raise, values: fieldValues.optional(), ...everyAction }),
  z.strictObject({
    point: about(occurrenceName, 'What need not happen at this point of time.'),
    at: about(
      expects(z.enum(['before', 'when', 'after']), '`before`, `when` or `after`', 'unknown-word'),
      'Which abilities are asked. Default after.',
    ).optional(),
    values: fieldValues.optional(),
    ...everyAction,
  }),
  z.strictObject({
    negate: about(expects(z.literal(true), '`true`'), 'What is answered does not happen.'),
    ...everyAction,
  }),
  z.strictObject({ adjust: about(expression, 'What is added to the amount of what is answered.'), ...everyAction }),
  z.strictObject({ retarget: about(expression, 'The new target of what is answered.'), ...everyAction }),
  z.strictObject({
    add: about(abilityName, 'An ability that is created.'),
    self: about(expression, 'Whose it is. Default: whose the running one is.').optional(),
    controller: about(expression, 'Who controls it. Default: who controls the running one.').optional(),
    ...everyAction,
  }),
  z.strictObject({
    pay: about(occurrenceName, 'What sources of the payment answer; its player pays its amount.'),
    paid: about(occurrenceName, 'What occurs when it is paid, by the same player.').optional(),
    values: fieldValues.optional(),
    ...everyAction,
  }),
] as const;

const effects = effectForms({ ...everyEffect, ...everyAction });

/** The keys by which effects are known. */
export const effectKeys: ReadonlySet<string> = new Set(effects.map(({ shape }) => Object.keys(shape)[0]));

export type PlainActionSource = z.input<(typeof plainForms)[number]>;
export type TimingActionSource = z.input<(typeof timingForms)[number]>;
export type EffectActionSource = z.input<(typeof effects)[number]>;

/** Actions with a source and target of their own. */
export interface GroupActionSource extends z.input<z.ZodObject<typeof everyAction>> {
  do: ActionSource[];
}

export type ActionSource = PlainActionSource | TimingActionSource | EffectActionSource | GroupActionSource;

export const action: z.ZodType<ActionSource, ActionSource> = expects(
  z.union([
    ...plainForms,
    z.strictObject({
      do: about(
        expects(z.array(z.lazy(() => action)), 'a list of actions'),
        'Actions, in this order, with the source and target of this one.',
      ),
      ...everyAction,
    }),
    ...effects,
    // Behind the effects, which have `add` for an amount.
    ...timingForms,
  ]),
  'an action: an effect such as `{ meter: …, add: … }`, or a map with `delay`, `check`, `arm`, `disarm`, `tell`, `do`, `raise`, `point`, `negate`, `adjust`, `retarget`, `add` or `pay`',
).meta({ id: 'action' });
