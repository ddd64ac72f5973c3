import { z } from 'zod';
import { actionTypes } from '../level/readers.js';
import { parseDuration } from '../level/level-units.js';
import { policies } from '../syntax.js';
import { hostPhases } from '../turn/step-plan.js';
import { levelStops } from '../turn/level-result.js';

export const formatName = 'conditions/1';
export const loadFormatName = 'conditions-load/1';
export const traceFormatName = 'conditions-trace/1';

const text = z.string();
const name = z.string().min(1);
const tick = z.int32();
export const remarks = {
  name: name.optional(),
  about: text.optional(),
  note: text.optional(),
  source: text.optional(),
  engine: z.unknown().optional(),
};
const policy = z.enum(policies);

/** Ticks, or a duration as in levels. */
const time = z.union([
  tick,
  text.transform((duration, { issues }) => {
    const parsed = parseDuration(duration);
    if ('ticks' in parsed && Math.abs(parsed.ticks) < 2 ** 31) return parsed.ticks;
    issues.push({
      code: 'custom',
      input: duration,
      message: `It is ${JSON.stringify(duration)}; give ticks, or a duration such as "90s"`,
    });
    return 0;
  }),
]);

const cell = z.union([z.number(), z.string(), z.boolean(), z.null()]);
export const factsSchema = z.record(name, z.union([cell, z.array(cell)]));

const entrySchema = z.strictObject({
  t: tick,
  phase: z.enum(hostPhases),
  set: factsSchema.optional(),
  sweep: z.boolean().optional(),
});

/** Host entries alone, for a file of facts. */
export const hostSchema = z.array(entrySchema);

const eventSchema = z.array(z.union([z.number(), z.string()])).min(1);

const known: ReadonlySet<string> = new Set(actionTypes);

const eventsSchema = z.array(eventSchema).superRefine((events, { issues }) => {
  for (const [index, [kind, , action]] of events.entries()) {
    if (kind !== 'act' || typeof action !== 'string' || known.has(action)) continue;
    issues.push({
      code: 'custom',
      input: action,
      path: [index, 2],
      message: `Unknown action ${JSON.stringify(action)}; actions are ${actionTypes.join(', ')}`,
    });
  }
});

const errors: readonly string[] = ['load', ...levelStops];
const errorSchema = name.refine((code) => errors.includes(code), {
  error: ({ input }) => `Unknown error ${JSON.stringify(input)}; give ${errors.join(', ')}`,
});

const expectSchema = z.strictObject({
  events: eventsSchema.optional(),
  eventsPrefix: eventsSchema.optional(),
  scores: z.array(z.array(z.number())).optional(),
  cash: z.array(z.number()).optional(),
  winner: z.int().nullable().optional(),
  over: z.int().nullable().optional(),
  enabledAtEnd: z.array(z.int()).optional(),
  diagnostics: z.array(eventSchema).optional(),
  error: errorSchema.optional(),
  path: text.optional(),
  cycle: z.array(z.int()).optional(),
});

export const scenarioSchema = z
  .strictObject({
    format: z.literal(formatName),
    ...remarks,
    policy,
    until: time,
    /** The level without its conditions, or the path, relative to this file, of a whole level. */
    level: z.union([name, z.looseObject({})]),
    conditions: z.array(z.unknown()).optional(),
    host: hostSchema.default([]),
    expect: expectSchema,
  })
  .refine(({ level, conditions }) => typeof level !== 'string' || conditions === undefined, {
    path: ['conditions'],
    message: 'The conditions are in the file that `level` names; leave them out here',
  });

const fault = { path: text, code: name.optional(), engineMessage: text.optional() };
const entry = { name, conditions: z.unknown().optional(), level: z.unknown().optional() };

export const loadSchema = z.strictObject({
  format: z.literal(loadFormatName),
  ...remarks,
  bad: z.array(z.strictObject({ ...entry, ...fault })).default([]),
  good: z.array(z.strictObject({ ...entry, sound: z.strictObject(fault).optional() })).default([]),
});

export type ScenarioData = z.output<typeof scenarioSchema>;
export type Expectation = z.output<typeof expectSchema>;
