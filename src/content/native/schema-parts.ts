import { z } from 'zod';
import { listTexts } from '../text/quote.js';

/** What is expected of content, as errors say it, and their code where it is not `wrong-type`. */
export interface Expectation {
  readonly expected: string;
  readonly code?: string;
}

export const expectations = z.registry<Expectation>();

export function expects<Schema extends z.ZodType>(schema: Schema, expected: string, code?: string): Schema {
  expectations.add(schema, code === undefined ? { expected } : { expected, code });
  return schema;
}

/**
 * Describes a part for editors. Parts that stand at many places have an `id`, so that the JSON Schema says them once.
 */
export function about<Schema extends z.ZodType>(schema: Schema, description: string, id?: string): Schema {
  const described = schema.meta({ description });
  return id === undefined ? described : described.meta({ id });
}

export function optional<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  id?: string,
): z.ZodOptional<Schema> {
  return about(schema, description, id).optional();
}

export function map<Shape extends z.ZodRawShape>(expected: string, shape: Shape) {
  return expects(form(shape), expected);
}

/** A map that is one of several forms; together they say what is expected. */
export const form = z.strictObject;

export function mapTo<Schema extends z.ZodType>(values: Schema, expected: string) {
  return expects(z.record(z.string(), values), expected);
}

export function list<Schema extends z.ZodType>(elements: Schema, expected: string) {
  return expects(z.array(elements), expected);
}

export function either<const Options extends readonly z.ZodType[]>(options: Options, expected: string, code?: string) {
  return expects(z.union(options), expected, code);
}

export function oneOf<const Word extends string>(words: readonly Word[], code = 'unknown-word') {
  return expects(z.enum(words), listTexts(words), code);
}

export function between(least: number, most: number): z.ZodInt {
  return expects(z.int().min(least).max(most), `a whole number from ${least} to ${most}`);
}

export function named(what: string): z.ZodString {
  return expects(z.string(), `the name of ${what}`);
}

export function headsOf(forms: readonly z.ZodObject[]): string {
  return listTexts(forms.map(headOf), forms.length);
}

export function headOf({ shape }: z.ZodObject): string {
  return Object.keys(shape)[0];
}

const largestInteger = 2_147_483_647;

export const name = expects(z.string(), 'a name');
export const kindName = named('a kind');
export const meterName = named('a meter');
export const propertyName = named('a property');
export const variableName = named('a variable');
export const word = expects(z.string(), 'a word');
/** Words that content makes up. */
export const words = list(
  expects(z.string(), 'a word, in quotes where YAML takes it for something else'),
  'a list of words',
);
export const label = expects(z.string(), 'a text');
export const trueAlone = expects(z.literal(true), '`true`');
export const flag = expects(z.boolean(), '`true` or `false`');
export const finite = expects(z.number(), 'a finite number');
export const whole = between(0, largestInteger);
const bound = expects(z.number().nullable(), 'a finite number, or `null` for none');
export const bounds = expects(
  z.tuple([bound, bound]),
  'a list of two numbers, the least and the greatest, each a number or `null`',
);
export const literal = either(
  [z.number(), z.boolean(), z.string(), z.null()],
  'a number, `true`, `false`, a word or `null`',
);
export const expression = either([z.string(), z.number(), z.boolean(), z.null()], 'an expression');
export const conditions = either([expression, z.array(expression)], 'a condition or a list of conditions').meta({
  id: 'conditions',
});
const initialValue = either(
  [z.number(), z.boolean(), z.string(), z.null(), z.array(z.string())],
  'a number, `true`, `false`, a word or `null`',
);
export const literals = mapTo(initialValue, 'a map from meters and properties to values');
export const expressionMap = mapTo(expression, 'a map from meters and properties to expressions');
export const flags = mapTo(expression, 'a map from flags to conditions');
export const point = oneOf(['before', 'when', 'after']);
export const occurrenceName = named('an occurrence');
export const fieldValues = about(
  mapTo(expression, 'a map from fields to expressions'),
  'By field; what is left out is absent.',
  'values',
);
const raised = map('a map with `type` and perhaps `values`', {
  type: about(occurrenceName, 'Which occurrence.'),
  values: fieldValues.optional(),
});
export const raise = about(
  either([occurrenceName, z.array(raised)], 'the name of an occurrence, or a list of maps with `type` and `values`'),
  'What occurs, with all that answers it; those of a list simultaneously.',
  'raise',
);
export const kindNames = either([kindName, z.array(kindName)], 'a kind or a list of kinds');
export const connectionName = named('a connection');
export const integer32 = expects(
  z
    .int()
    .min(-largestInteger - 1)
    .max(largestInteger),
  'a whole number of 32 bits',
);

/** The ways to write a cell, in the order in which messages list them. */
export const modificationKeys = ['set', 'add', 'multiply', 'divide', 'min', 'max'] as const;
export type ModificationKey = (typeof modificationKeys)[number];

export const amounts = {
  set: optional(expression, 'The new value.', 'set'),
  add: optional(expression, 'What is added.', 'add'),
  multiply: optional(expression, 'What it is multiplied by.', 'multiply'),
  divide: optional(expression, 'What it is divided by.', 'divide'),
  min: optional(expression, 'At most this.', 'min'),
  max: optional(expression, 'At least this.', 'max'),
};

export const oneAmount = { oneOf: modificationKeys.map((key) => ({ required: [key] })) };
