import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { schemaProblems } from '../../../src/content/text/schema-problems.js';

const schema = z.strictObject({
  id: z.string().regex(/^\d+$/).optional(),
  step: z.number().multipleOf(3).optional(),
  small: z.int32().optional(),
  big: z.int().optional(),
  byId: z.record(z.string().regex(/^-?\d+$/), z.number()).optional(),
  kind: z.enum(['order', 'pay']).optional(),
  pair: z.tuple([z.number(), z.number()]).optional(),
  map: z.map(z.string(), z.number()).optional(),
  even: z
    .number()
    .refine((value) => value % 2 === 0, 'expected an even number')
    .optional(),
});

describe('what a schema has against a value', () => {
  test.each<readonly [unknown, string]>([
    [{ id: 'x' }, 'id is "x", expected a text of the form /^\\d+$/'],
    [{ step: 4 }, 'step is 4, expected a multiple of 3'],
    [{ small: 2 ** 40 }, 'small is 1099511627776, expected 2147483647 or less'],
    [{ big: 2 ** 60 }, 'big is 1152921504606847000, expected 9007199254740991 or less'],
    [{ byId: { a: 1 } }, 'the key "a" in byId is not right: it is "a", expected a text of the form /^-?\\d+$/'],
    [{ kind: 'x' }, 'kind is "x", expected "order" or "pay"'],
    [{ pair: [1] }, 'pair is a list, expected 2 entries at least'],
    [{ pair: [1, 'x'] }, 'pair[1] is "x", expected a number'],
    [{ map: new Map([['a', 'b']]) }, 'map.a is "b", expected a number'],
    [{ even: 3 }, 'even is not right: expected an even number'],
  ])('%j is said in words of ours', (value, message) => {
    expect(schemaProblems(schema, value).map((problem) => problem.message)).toEqual([message]);
    expect(message).not.toMatch(/Invalid|invalid/);
  });
});
