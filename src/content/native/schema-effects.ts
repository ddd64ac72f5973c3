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
} from './schema-parts.js';

const roleName = named('a role');
const renewed = list(named('a meter, property or set'), 'a list of meters, properties and sets');

/** The forms of effects, each with keys that all of them take. */
export function effectForms<Common extends z.ZodRawShape>(common: Common) {
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
export const everyEffect = {
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

const forms = [
  ...effectForms(everyGroupEffect),
  // Actions raise in a form of their own.
  z.strictObject({ raise, values: fieldValues.optional(), ...everyGroupEffect }),
] as const;

export const effect = either(forms, `an effect: a map with ${headsOf(forms)}`);
