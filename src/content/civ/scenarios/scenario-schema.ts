import { z } from 'zod';
import { objectTypes } from '../syntax.js';
import { declarationSchema } from '../world/declaration.js';

export const formatName = 'expressions/1';

const name = z.string().min(1);
const objectType = z.enum(objectTypes);
const amount = z.union([z.int32(), z.boolean()]);

const issueSchema = z.strictObject({
  code: z.enum(['unknown-tag', 'type', 'arity', 'unknown-id', 'impure', 'never-true', 'div-zero']),
  path: z.string(),
  severity: z.enum(['error', 'lint']),
});

/**
 * A fact about one object has exactly one of `gom` (with `id` and `has`), `tag` (with `has`), `property` and
 * `attribute` (with `value`). Events do not change tags.
 */
const factKeys = {
  object: name,
  gom: name.optional(),
  id: name.optional(),
  tag: name.optional(),
  has: z.boolean().optional(),
  property: name.optional(),
  attribute: name.optional(),
  value: z.int32().optional(),
};
const overrideSchema = z.strictObject(factKeys);
const { tag: _tag, ...storedKeys } = factKeys;
const eventSchema = z.strictObject({ ...storedKeys, beforeTurn: z.int().min(1) });

const common = {
  name,
  why: z.string().optional(),
  source: z.string().optional(),
  policy: z.enum(['intended', 'compat']),
};

const caseSchema = z.strictObject({
  ...common,
  xml: z.string(),
  type: z.enum(['bool', 'int']),
  on: z.array(name).min(1).optional(),
  /** Types of the objects asked; left out: those of `on`. */
  scope: z.union([objectType, z.array(objectType).min(1)]).optional(),
  register: z.array(name).optional(),
  expect: z.array(amount).optional(),
  diagnostics: z
    .strictObject({ overflow: z.int().min(0).optional(), 'div-zero': z.int().min(0).optional() })
    .optional(),
  whatIf: z
    .strictObject({
      overrides: z.array(overrideSchema),
      expect: z.array(z.strictObject({ before: amount, after: amount })).optional(),
    })
    .optional(),
  loadError: issueSchema.optional(),
});

const turnsSchema = z.strictObject({
  ...common,
  /** Manipulators of every object. */
  global: z.array(z.string()).default([]),
  carriers: z.record(name, z.string()).default({}),
  events: z.array(eventSchema).default([]),
  turns: z.int().min(0).max(100_000),
  track: z.record(name, z.array(name)).default({}),
  /** By object and property, after each turn. */
  expect: z.record(name, z.record(name, z.array(z.int32()))).optional(),
  /** By property: the sum over all objects, before the first turn and after each. */
  conserves: z.record(name, z.int()).optional(),
  loadError: issueSchema.extend({ carrier: name }).optional(),
});

export const scenarioSchema = z.strictObject({
  format: z.literal(formatName),
  theme: z.string().optional(),
  world: declarationSchema,
  cases: z.array(caseSchema).default([]),
  turns: z.array(turnsSchema).default([]),
});

export type ScenarioData = z.output<typeof scenarioSchema>;
export type CaseData = ScenarioData['cases'][number];
export type TurnsData = ScenarioData['turns'][number];
export type FactData = z.output<typeof overrideSchema>;
export type IssueData = z.output<typeof issueSchema>;
