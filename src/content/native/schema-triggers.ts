import { z } from 'zod';
import { action } from './schema-actions.js';
import { about, conditions, expects, expression, flag, name } from './schema-parts.js';

const largestEvery = 1_000_000_000;

export const trigger = expects(
  z.strictObject({
    name: about(name, 'Unique.'),
    when: about(conditions, 'All must hold. Without `self`: objects by the names of their roles, and aggregates.'),
    every: about(
      expects(z.int().min(1).max(largestEvery), `a whole number from 1 to ${largestEvery}`),
      'Looked at only in turns that this divides. Default 1.',
    ).optional(),
    looks: about(
      expects(z.enum(['sweep', 'rise']), '`sweep` or `rise`', 'unknown-word'),
      'Fires in each sweep in which it is true, or at the end of each turn in which it has become true. Default sweep.',
    ).optional(),
    persistent: about(flag, 'Stays armed when it fires. Default false.').optional(),
    disarmed: about(flag, 'Not armed at first. Default false.').optional(),
    subject: about(expression, 'Whom its actions have for their source. Default nobody.').optional(),
    direct: about(expression, 'Whom its actions have for their target. Default: the subject.').optional(),
    do: about(expects(z.array(action), 'a list of actions'), 'What happens, in this order.'),
  }),
  'a map with the keys of a trigger',
);

export type TriggerSource = z.input<typeof trigger>;
