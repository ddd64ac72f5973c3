import { quoteText } from '../text/quote.js';
import {
  type FormRule,
  type FormFault,
  type Shape,
  either,
  exactlyOne,
  excluded,
  list,
  map,
  mapTo,
  named,
  number,
  oneOf,
  oneOrMany,
  optional,
  pair,
  required,
  text,
  whole,
} from './document-shape.js';
import type { SourceMap } from './source-tree.js';

const largestInteger = 2_147_483_647;

export const name = text('a name', 'siege');
export const kindName = named('a kind', 'planet');
export const meterName = named('a meter', 'population');
export const propertyName = named('a property', 'size');
export const variableName = named('a variable', 'strength');
export const word = text('a word', 'large');
export const words = list(text('a word, in quotes where YAML takes it for something else', 'small'), 'a list of words');
export const label = text('a text', 'Rich harvest');
export const flag: Shape<boolean> = { type: 'flag', expected: '`true` or `false`' };
export const trueAlone = oneOf([true], 'wrong-type', '`true`');
export const finite = number('a finite number');
export const count = whole(0, largestInteger);
export const none: Shape<null> = { type: 'none', expected: '`null`' };
const bound = either([finite, none], 'a finite number, or `null` for none');
export const bounds = pair(bound, bound, 'a list of two numbers, the least and the greatest, each a number or `null`');

const aLiteral = 'a number, `true`, `false`, a word or `null`';
export const literal = either([finite, flag, word, none], aLiteral);

type ExpressionData = string | number | boolean | null;

function expression(example: string): Shape<ExpressionData> {
  return { type: 'expression', expected: 'an expression', example };
}

export const amount = expression('2 + source.level');
export const condition = expression('target.population > 5');
export const object = expression('source.owner');
export const className = expression('farm');
export const anyValue = expression('self.size');
export const conditions = oneOrMany(condition, 'a condition or a list of conditions', 0, 'conditions');
export const amountsByName = mapTo(anyValue, 'a map from names to expressions', { gold: 'self.gold' });

const initialValue = either([literal, list(word, 'a list of words')], aLiteral);
export const literals = mapTo(initialValue, 'a map from meters and properties to values', { population: 3 });
export const firstAmounts = mapTo(anyValue, 'a map from meters and properties to expressions', {
  level: 'source.level + 1',
});
export const flags = mapTo(condition, 'a map from flags to conditions', { crowded: 'self.population > 9' });

export const point = oneOf(['before', 'when', 'after']);
export const occurrenceName = named('an occurrence', 'attack');
export const fieldValues = optional(
  mapTo(anyValue, 'a map from fields to expressions', { amount: 'self.strength' }),
  'By field; what is left out is absent.',
);
const raised = map('a map with `type` and perhaps `values`', {
  type: required(occurrenceName, 'Which occurrence.'),
  values: fieldValues,
});
export const raise = required(
  either(
    [occurrenceName, list(raised, 'a list of maps', 1)],
    'the name of an occurrence, or a list of maps with `type` and `values`',
    { id: 'raise' },
  ),
  'What occurs, with all that answers it; those of a list simultaneously.',
  'attack',
);

export const noValuesOfList = excluded(
  'values',
  (data) => Array.isArray(data.raise),
  () => '`raise` is a list, so `values` beside it belong to no occurrence; expected values in each',
  'write `{ type: …, values: … }` for each of them',
);

export const kindNames = oneOrMany(kindName, 'a kind or a list of kinds', 1);
export const connectionName = named('a connection', 'neighbours');
export const integer32 = whole(-largestInteger - 1, largestInteger, 'a 32-bit integer');

/** In the order of messages. */
export const modificationKeys = ['set', 'add', 'multiply', 'divide', 'min', 'max'] as const;
export type ModificationKey = (typeof modificationKeys)[number];

export const amounts = {
  set: optional(anyValue, 'The new value.', '10'),
  add: optional(amount, 'What is added.', '2 * target.fertility'),
  multiply: optional(amount, 'What it is multiplied by.', '1.5'),
  divide: optional(amount, 'What it is divided by.', '2'),
  min: optional(amount, 'At most this.', '100'),
  max: optional(amount, 'At least this.', '0'),
};

/** `form`: the key of what is written. */
export function oneAmount(form: string, what: string): FormRule {
  return exactlyOne(modificationKeys, ([first, second], map: SourceMap): FormFault => {
    const written = map[form];
    const title = `the ${what} ${quoteText(typeof written === 'string' ? written : form)}`;
    if (first === undefined)
      return {
        key: form,
        code: 'missing-amount',
        message: `${title} has no amount, expected one of ${modificationKeys.map(quoteText).join(', ')}`,
        suggestion: 'write how much, such as `add: 1`',
      };
    return {
      key: second,
      code: 'two-amounts',
      message: `${title} has both ${quoteText(first)} and ${quoteText(second)}, expected one amount`,
      suggestion: `write two ${form === 'variable' ? 'modifiers' : 'effects'}`,
    };
  });
}
