import { z } from 'zod';
import { effectForms, everyEffect } from './schema-effects.js';
import { about, conditions, expects, expression, flag, name, whole } from './schema-parts.js';

const largestEvery = 1_000_000_000;

const triggerName = expects(z.string(), 'the name of a trigger');
const triggerNames = expects(z.union([triggerName, z.array(triggerName)]), 'a trigger or a list of triggers');
const told = expects(z.record(z.string(), expression), 'a map from names to expressions');

// --- actions ----------------------------------------------------------------------------------------------------------

const everyAction = {
  if: about(conditions, 'Passed over unless all hold, over `source` and `target`. Default: always done.').meta({ id: 'filter' }).optional(),
  subject: about(expression, 'Whom it has for its source, instead of the list\'s; null: nobody.').meta({ id: 'subject' }).optional(),
  direct: about(expression, 'Whom it has for its target, instead of the list\'s; null: the subject.').meta({ id: 'direct' }).optional(),
  swap: about(flag, 'The two change places, behind `if`. Default false.').meta({ id: 'swap' }).optional(),
};

const plainForms = [
  z.strictObject({ delay: about(whole, 'The rest goes on so many turns later.'), ...everyAction }),
  z.strictObject({ check: about(expects(z.literal(true), '`true`'), 'Looks at all triggers now, before the list goes on.'), ...everyAction }),
  z.strictObject({
    arm: about(triggerNames, 'Triggers that are armed.'),
    disarm: about(triggerNames, 'Triggers that are disarmed, behind that.').optional(),
    ...everyAction,
  }),
  z.strictObject({ disarm: about(triggerNames, 'Triggers that are disarmed.'), ...everyAction }),
  z.strictObject({ tell: about(name, 'What the host is told.'), values: about(told, 'Numbers, conditions and objects that it is told besides.').optional(), ...everyAction }),
] as const;
const effects = effectForms({ ...everyEffect, ...everyAction });

/** The keys by which effects are known. */
export const effectKeys: ReadonlySet<string> = new Set(effects.map(({ shape }) => Object.keys(shape)[0]));

type Flat = z.input<(typeof plainForms)[number] | (typeof effects)[number]>;

/** Actions with a source and target of their own. */
export interface GroupActionSource extends z.input<z.ZodObject<typeof everyAction>> {
  do: ActionSource[];
}

export type ActionSource = Flat | GroupActionSource;

const action: z.ZodType<ActionSource, ActionSource> = expects(z.union([
  ...plainForms,
  z.strictObject({ do: about(expects(z.array(z.lazy(() => action)), 'a list of actions'), 'Actions, in this order, with the source and target of this one.'), ...everyAction }),
  ...effects,
]), 'an action: an effect such as `{ meter: …, add: … }`, or a map with `delay`, `check`, `arm`, `disarm`, `tell` or `do`').meta({ id: 'action' });

// --- triggers ---------------------------------------------------------------------------------------------------------

export const trigger = expects(z.strictObject({
  name: about(name, 'Unique.'),
  when: about(conditions, 'All must hold. Without `self`: objects by the names of their roles, and aggregates.'),
  every: about(expects(z.int().min(1).max(largestEvery), `a whole number from 1 to ${largestEvery}`), 'Looked at only in turns that this divides. Default 1.').optional(),
  looks: about(expects(z.enum(['sweep', 'rise']), '`sweep` or `rise`', 'unknown-word'), 'Fires in each sweep in which it is true, or at the end of each turn in which it has become true. Default sweep.').optional(),
  persistent: about(flag, 'Stays armed when it fires. Default false.').optional(),
  disarmed: about(flag, 'Not armed at first. Default false.').optional(),
  subject: about(expression, 'Whom its actions have for their source. Default nobody.').optional(),
  direct: about(expression, 'Whom its actions have for their target. Default: the subject.').optional(),
  do: about(expects(z.array(action), 'a list of actions'), 'What happens, in this order.'),
}), 'a map with the keys of a trigger');

export type TriggerSource = z.input<typeof trigger>;
