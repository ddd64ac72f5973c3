import { z } from 'zod';

export const formatName = 'formulas/1';

/** `value-text.ts` checks combinations. */
const expectSchema = z.strictObject({
  format: z.string(),
  class: z.enum(['int', 'double']).optional(),
  value: z.unknown().optional(),
});

/** `load`: refused when checked. `eval`: fails when evaluated or written. */
const expectErrorSchema = z.strictObject({ on: z.enum(['load', 'eval']), code: z.string() });

const effectKeys = { changed: z.array(z.string()).optional(), solves: z.int().min(0).optional() };
const answerKeys = { expect: expectSchema.optional(), expectError: expectErrorSchema.optional() };

const writeSchema = z.strictObject({
  write: z.string(),
  of: z.string().optional(),
  value: z.string(),
  ...effectKeys,
  expectError: expectErrorSchema.optional(),
});
const getSchema = z.strictObject({ get: z.string(), of: z.string().optional(), ...answerKeys });
const evalSchema = z.strictObject({
  eval: z.string(),
  of: z.string().optional(),
  as: z.string().optional(),
  format: z.string().optional(),
  ...answerKeys,
});
const explanationSchema = z.strictObject({
  explanation: z.string(),
  scope: z.string().optional(),
  expect: z.strictObject({ text: z.string() }),
});

/** Schemas of steps, by the key that only such steps have. */
export const stepSchemas = {
  grant: z.strictObject({ grant: z.string(), ...effectKeys }),
  revoke: z.strictObject({ revoke: z.string(), ...effectKeys }),
  write: writeSchema,
  get: getSchema,
  eval: evalSchema,
  explanation: explanationSchema,
} as const;

export const stepActions = Object.keys(stepSchemas) as readonly (keyof typeof stepSchemas)[];

const objectSchema = z.strictObject({
  scope: z.string(),
  key: z.string(),
  groups: z.array(z.string()).optional(),
  parent: z.string().optional(),
  tokens: z.array(z.string()).optional(),
});

const loadErrorSchema = z.strictObject({
  code: z.string(),
  /** The line or token, or `SCOPE|key` for an object. */
  line: z.string().optional(),
  cycle: z.array(z.string()).optional(),
});

/** Each step is checked by the schema of its action. */
const caseSchema = z.strictObject({
  name: z.string().min(1),
  source: z.string().optional(),
  why: z.string().optional(),
  /** Lines of the data control, variable and global modifier files. */
  lst: z.array(z.string()).optional(),
  campaign: z.string().optional(),
  objects: z.array(objectSchema).optional(),
  steps: z.array(z.record(z.string(), z.unknown())).optional(),
  loadError: loadErrorSchema.optional(),
});

export const scenarioSchema = z.strictObject({
  format: z.literal(formatName),
  theme: z.string().optional(),
  checksum: z.unknown().optional(),
  cases: z.array(caseSchema).min(1),
});

export type ExpectData = z.infer<typeof expectSchema>;
export type ExpectErrorData = z.infer<typeof expectErrorSchema>;
export type LoadErrorData = z.infer<typeof loadErrorSchema>;
export type WriteStep = z.infer<typeof writeSchema>;
export type GetStep = z.infer<typeof getSchema>;
export type EvalStep = z.infer<typeof evalSchema>;
export type ExplanationStep = z.infer<typeof explanationSchema>;
export type StepData = z.infer<(typeof stepSchemas)[keyof typeof stepSchemas]>;

/** A case whose steps fit their schemas. */
export type CaseData = Omit<z.infer<typeof caseSchema>, 'steps'> & { readonly steps?: readonly StepData[] | undefined };
