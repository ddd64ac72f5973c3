import { EdictError } from './errors.js';

/** What content can make long is counted; passing a limit is an error that names the rule. All counts are per turn or per text. */
export interface Limits {
  /** Levels of one expression's tree. */
  readonly expressionDepth: number;
  /** Characters of one content file. */
  readonly fileLength: number;
  /** Aggregates inside one another, counted at load: each level multiplies the work by the number of objects. */
  readonly aggregateDepth: number;
  /** Objects on the way from an object to the root of its attachments. */
  readonly attachmentDepth: number;
  /** Objects that rules create in one turn. */
  readonly createdPerTurn: number;
  /** Firings of an effect on an object in one turn. */
  readonly effectsPerTurn: number;
  /** Actions of triggers in one tick. */
  readonly actionsPerTick: number;
  /** Occurrences, and abilities that start, in the course of one that nothing else brought about. */
  readonly occurrencesPerRoot: number;
  /** Objects that scopes test in one turn: for each rule and active source, all there are. */
  readonly testsPerTurn: number;
  /** Objects that aggregates look at in one turn. */
  readonly visitsPerTurn: number;
}

export const defaultLimits: Limits = {
  expressionDepth: 200,
  fileLength: 4_000_000,
  aggregateDepth: 3,
  attachmentDepth: 32,
  createdPerTurn: 100_000,
  effectsPerTurn: 20_000_000,
  actionsPerTick: 1_000_000,
  occurrencesPerRoot: 10_000,
  testsPerTurn: 1_000_000_000,
  visitsPerTurn: 500_000_000,
};

/** The default limits with some replaced. Throws when one is no whole number of at least 1. */
export function limitsFrom(given: Partial<Limits> = {}): Limits {
  const limits = { ...defaultLimits };
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(defaultLimits, name)) throw new EdictError('bad-option', `there is no limit ${JSON.stringify(name)}; the limits are ${Object.keys(defaultLimits).join(', ')}`);
  }
  for (const name of Object.keys(defaultLimits) as (keyof Limits)[]) {
    const value = given[name];
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new EdictError('bad-option', `limits.${name} is ${String(value)}; give a whole number of at least 1`);
    }
    limits[name] = value;
  }
  return limits;
}
