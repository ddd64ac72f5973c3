import { z } from 'zod';

/**
 * What a part of content is expected to be, as error messages say it, and the code of an error there where it is not
 * `wrong-type`.
 */
export interface Expectation {
  readonly expected: string;
  readonly code?: string;
}

/** What the parts of the schema expect. */
export const expectations = z.registry<Expectation>();

/** Notes what a part of the schema expects. */
export function expects<Schema extends z.ZodType>(schema: Schema, expected: string, code?: string): Schema {
  expectations.add(schema, code === undefined ? { expected } : { expected, code });
  return schema;
}

/**
 * Describes a part of the schema for editors. Parts that stand at many places have an `id` besides, so that the JSON
 * Schema says them once.
 */
export function about<Schema extends z.ZodType>(schema: Schema, description: string): Schema {
  return schema.meta({ description });
}

const largestInteger = 2_147_483_647;

export const name = expects(z.string(), 'a name');
export const kindName = expects(z.string(), 'the name of a kind');
export const meterName = expects(z.string(), 'the name of a meter');
export const propertyName = expects(z.string(), 'the name of a property');
export const variableName = expects(z.string(), 'the name of a variable');
export const word = expects(z.string(), 'a word');
export const label = expects(z.string(), 'a text');
export const flag = expects(z.boolean(), '`true` or `false`');
export const finite = expects(z.number(), 'a finite number');
export const whole = expects(z.int().min(0).max(largestInteger), `a whole number from 0 to ${largestInteger}`);
export const bound = expects(z.number().nullable(), 'a finite number, or `null` for none');
export const bounds = expects(
  z.tuple([bound, bound]),
  'a list of two numbers, the least and the greatest, each a number or `null`',
);
export const literal = expects(
  z.union([z.number(), z.boolean(), z.string(), z.null()]),
  'a number, `true`, `false`, a word or `null`',
);
export const expression = expects(z.union([z.string(), z.number(), z.boolean(), z.null()]), 'an expression');
export const conditions = expects(
  z.union([expression, z.array(expression)]),
  'a condition or a list of conditions',
).meta({ id: 'conditions' });
export const initialValue = expects(
  z.union([z.number(), z.boolean(), z.string(), z.null(), z.array(z.string())]),
  'a number, `true`, `false`, a word or `null`',
);
export const literals = expects(z.record(z.string(), initialValue), 'a map from meters and properties to values');
export const expressionMap = expects(
  z.record(z.string(), expression),
  'a map from meters and properties to expressions',
);
export const flags = expects(z.record(z.string(), expression), 'a map from flags to conditions');
export const occurrenceName = expects(z.string(), 'the name of an occurrence');
export const fieldValues = about(
  expects(z.record(z.string(), expression), 'a map from fields to expressions'),
  'By field; what is left out is absent.',
).meta({ id: 'values' });
const raised = expects(
  z.strictObject({ type: about(occurrenceName, 'Which occurrence.'), values: fieldValues.optional() }),
  'a map with `type` and perhaps `values`',
);
export const raise = about(
  expects(
    z.union([occurrenceName, z.array(raised)]),
    'the name of an occurrence, or a list of maps with `type` and `values`',
  ),
  'What occurs, with all that answers it; those of a list simultaneously.',
).meta({ id: 'raise' });
export const kindNames = expects(z.union([kindName, z.array(kindName)]), 'a kind or a list of kinds');
export const connectionName = expects(z.string(), 'the name of a connection');
export const integer32 = expects(
  z
    .int()
    .min(-largestInteger - 1)
    .max(largestInteger),
  'a whole number of 32 bits',
);

/** The ways to write a cell, in the order in which messages list them. */
export const modificationKeys = ['set', 'add', 'multiply', 'divide', 'min', 'max'] as const;

export const amounts = {
  set: about(expression, 'The new value.').meta({ id: 'set' }).optional(),
  add: about(expression, 'What is added.').meta({ id: 'add' }).optional(),
  multiply: about(expression, 'What it is multiplied by.').meta({ id: 'multiply' }).optional(),
  divide: about(expression, 'What it is divided by.').meta({ id: 'divide' }).optional(),
  min: about(expression, 'At most this.').meta({ id: 'min' }).optional(),
  max: about(expression, 'At least this.').meta({ id: 'max' }).optional(),
};

export const oneAmount = { oneOf: modificationKeys.map((key) => ({ required: [key] })) };
