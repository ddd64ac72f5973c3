import { z } from 'zod';
import { traceFormatName } from './scenario-schema.js';

const name = z.string().min(1);
const count = z.int().min(0);
/** Of conditions. */
const indices = z.array(count);
const cell = z.union([z.number(), z.string(), z.boolean(), z.null()]);

const sweepSchema = z
  .strictObject({
    t: z.int32(),
    depth: z.int().min(0).default(1),
    /** The first and the last condition that were looked at. */
    range: z.tuple([count, count]),
    /** What has changed since the last record. Null: it is no longer so. */
    facts: z.record(name, z.union([cell, z.array(cell)])).default({}),
    /** Those that are enabled, where that has changed. */
    enabled: indices.optional(),
    true: indices,
    /** What the facts do not tell. */
    unknown: indices.default([]),
  })
  .refine(({ range: [first, last] }) => first <= last, {
    path: ['range'],
    message: 'A range goes from the first condition to the last; give them in that order',
  });

/**
 * What was seen of a level while it was played elsewhere: at each look at its conditions the facts, and what was true.
 */
export const traceSchema = z.strictObject({
  format: z.literal(traceFormatName),
  name: name.optional(),
  about: z.string().optional(),
  note: z.string().optional(),
  source: z.string().optional(),
  engine: z.unknown().optional(),
  /**
   * How many initials there are, and what conditions ask of the level as a whole; whatever else is said of it means
   * nothing here.
   */
  level: z.looseObject({
    initials: z.union([count, z.array(z.unknown())]),
    players: z.union([count, z.array(z.unknown())]).optional(),
  }),
  conditions: z.array(z.unknown()),
  sweeps: z.array(sweepSchema),
});

export type TraceData = z.output<typeof traceSchema>;
export type TraceSweep = TraceData['sweeps'][number];
