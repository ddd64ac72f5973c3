import { z } from 'zod';
import {
  about,
  amounts,
  expects,
  expression,
  expressionMap,
  fieldValues,
  label,
  meterName,
  oneAmount,
  propertyName,
  raise,
  whole,
} from './schema-parts.js';

const roleName = expects(z.string(), 'the name of a role');
const renewed = expects(
  z.array(expects(z.string(), 'the name of a meter, property or set')),
  'a list of meters, properties and sets',
);

/** The forms of effects, each with keys that all of them take. */
export function effectForms<Common extends z.ZodRawShape>(common: Common) {
  return [
    z.strictObject({ meter: about(meterName, 'The meter to write.'), ...amounts, ...common }).meta(oneAmount),
    z.strictObject({ property: about(propertyName, 'The property to write.'), ...amounts, ...common }).meta(oneAmount),
    z
      .strictObject({ stockpile: about(propertyName, 'The property of empires to write.'), ...amounts, ...common })
      .meta(oneAmount),
    z.strictObject({
      step: about(propertyName, 'The ordered property to move.'),
      by: about(expression, 'Places along the order. Default 1.').optional(),
      ...common,
    }),
    z.strictObject({
      create: about(expression, 'The class to create an object of.'),
      count: about(expression, 'How many. Default 1.').optional(),
      initial: about(expressionMap, 'First values, over those of the class.').optional(),
      ...common,
    }),
    z.strictObject({ destroy: expects(z.literal(true), '`true`'), ...common }),
    z.strictObject({
      available: about(expression, 'The class.'),
      to: about(expression, 'Whether it is to be available. Default true.').optional(),
      ...common,
    }),
    z.strictObject({
      hold: about(expression, 'The word.'),
      in: about(propertyName, 'The set.'),
      to: about(expression, 'Whether it is to be in the set. Default true.').optional(),
      ...common,
    }),
    z.strictObject({ give: about(expression, 'The new owner, or null.'), ...common }),
    z.strictObject({ move: about(expression, 'The object whose place it takes.'), ...common }),
    z.strictObject({
      bind: about(roleName, 'The role.'),
      to: about(expression, 'The object that has it from now on, or null for nobody.'),
      ...common,
    }),
    z.strictObject({
      become: about(expression, 'The class that it is of from now on; one of its kind.'),
      renew: about(
        renewed,
        'What becomes again what it is at first in an object of that class. Default none.',
      ).optional(),
      ...common,
    }),
  ] as const;
}

/** What all effects take, of groups as of actions. */
export const everyEffect = {
  on: about(
    expects(z.enum(['target', 'source', 'empires']), '`target`, `source` or `empires`', 'unknown-recipient'),
    'Fires on each object in scope (target), once on the source, or once on each empire that the scope stands for.',
  )
    .meta({ id: 'recipient' })
    .optional(),
  label: about(label, 'What explain prints. Default: the label of the group.').meta({ id: 'label' }).optional(),
};

/** What effects of groups take. */
const everyGroupEffect = {
  ...everyEffect,
  stacking: about(whole, 'Of all effects with this number only one counts on an object in a turn. Default 0: always.')
    .meta({ id: 'stacking' })
    .optional(),
};

export const effect = expects(
  z.union([
    ...effectForms(everyGroupEffect),
    // Actions raise in a form of their own.
    z.strictObject({ raise, values: fieldValues.optional(), ...everyGroupEffect }),
  ]),
  'an effect: a map with `meter`, `property`, `stockpile`, `step`, `create`, `destroy`, `available`, `hold`, `give`, `move`, `bind`, `become` or `raise`',
);
