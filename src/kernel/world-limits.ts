import { EdictError } from './errors.js';
import { describe, entriesGiven, shorten } from './given.js';

/**
 * Limits on the work and memory that content can cause. Exceeding a limit is an error that names the rule. Counts are
 * per turn or per text, unless stated otherwise.
 */
export interface Limits {
  /** Levels of one expression's tree. */
  readonly expressionDepth: number;
  /** Characters of one content file. */
  readonly fileLength: number;
  /** Tokens of one content file (names, values, signs, line ends); this bounds the memory of a load. */
  readonly fileTokens: number;
  /** Tokens of all content files of a load together. */
  readonly loadTokens: number;
  /** Operations of all expressions of a load, with functions and flags expanded. */
  readonly loadOperations: number;
  /** Nested aggregates, counted at load: each level multiplies the work by the number of objects. */
  readonly aggregateDepth: number;
  /** Number of objects from an object to the root of its attachments. */
  readonly attachmentDepth: number;
  /** Objects that rules create in one turn. */
  readonly createdPerTurn: number;
  /** Objects that the steps of `start` create before the first turn. */
  readonly createdAtStart: number;
  /** Effects on objects in one turn; an effect counts once for each object that it changes. */
  readonly effectsPerTurn: number;
  /** Actions of triggers in one tick. */
  readonly actionsPerTick: number;
  /** Occurrences and starts of abilities caused by one occurrence that has no cause itself. */
  readonly occurrencesPerRoot: number;
  /**
   * Data that remains from step to step, counted separately for each kind: delayed actions, created abilities, past
   * occurrences of a turn.
   */
  readonly waiting: number;
  /** Objects tested by scopes in one turn: each rule and active source counts all objects. */
  readonly testsPerTurn: number;
  /** Objects visited by aggregates in one turn. */
  readonly visitsPerTurn: number;
  /** Pairs stored by flows in one turn: carriers with receivers, receivers with targets. Shared pairs count once. */
  readonly flowPairs: number;
  /**
   * Solver steps in one turn or call of the host: modifiers applied and variables solved. Long modifiers count several
   * times.
   */
  readonly solvedPerTurn: number;
  /** Characters of all texts of a world over all turns; each text counts 64 more for its overhead. */
  readonly texts: number;
  /** Events kept for a listener until all turns of a call are done. */
  readonly events: number;
  /** Turns whose reports are kept: beyond, the oldest are dropped. */
  readonly reportedTurns: number;
}

export const defaultLimits: Limits = {
  expressionDepth: 200,
  fileLength: 4_000_000,
  fileTokens: 420_000,
  loadTokens: 1_000_000,
  loadOperations: 300_000,
  aggregateDepth: 3,
  attachmentDepth: 32,
  createdPerTurn: 100_000,
  createdAtStart: 4_000_000,
  effectsPerTurn: 20_000_000,
  actionsPerTick: 1_000_000,
  occurrencesPerRoot: 10_000,
  waiting: 250_000,
  testsPerTurn: 1_000_000_000,
  visitsPerTurn: 500_000_000,
  flowPairs: 25_000_000,
  solvedPerTurn: 500_000_000,
  texts: 100_000_000,
  events: 2_000_000,
  reportedTurns: 100_000,
};

/** The most that a turn may count: the limits of the host, or the budget of the content where that is lower. */
export interface TurnLimits {
  readonly tests: number;
  readonly effects: number;
  readonly created: number;
  /** Those that the budget lowers. */
  readonly budgeted: readonly TurnMeasure[];
}

/** Measures that both executors count alike. */
export type TurnMeasure = 'tests' | 'effects' | 'created';

const limitOf = {
  tests: 'testsPerTurn',
  effects: 'effectsPerTurn',
  created: 'createdPerTurn',
} as const satisfies Record<TurnMeasure, keyof Limits>;

export function turnLimits(limits: Limits, budget: Readonly<Partial<Record<TurnMeasure, number>>> = {}): TurnLimits {
  const least = (measure: TurnMeasure) => Math.min(limits[limitOf[measure]], budget[measure] ?? Infinity);
  const budgeted = (['tests', 'effects', 'created'] as const).filter(
    (measure) => least(measure) < limits[limitOf[measure]],
  );
  return { tests: least('tests'), effects: least('effects'), created: least('created'), budgeted };
}

/** `limits.testsPerTurn`, or the key of the budget: what to raise where a turn counts too much. */
export function raisable({ budgeted }: TurnLimits, measure: TurnMeasure): string {
  return budgeted.includes(measure) ? `budget.turn.${measure} of the content` : `limits.${limitOf[measure]}`;
}

/** Host components with arrays of their own. */
export const mostOwnComponents = 64;
/** The same together with names for columns of content. */
export const mostComponents = 100_000;

/** Reports of a content: each keeps a number for every turn. */
export const mostReports = 100;

/** Levels of operations for each level of text. */
const depthRatio = 4;

/** Levels of one expression's operations. */
export function levelsOf({ expressionDepth }: Limits): number {
  return expressionDepth * depthRatio;
}

function isLimit(name: string): name is keyof Limits {
  return Object.hasOwn(defaultLimits, name);
}

/** Throws unless each is a whole number of at least 1. */
export function limitsFrom(given: Partial<Limits> = {}): Limits {
  const limits: Record<keyof Limits, number> = { ...defaultLimits };
  for (const [name, value] of entriesGiven<unknown>('limits', given, 'an object of limits and whole numbers')) {
    if (!isLimit(name))
      throw new EdictError(
        'bad-option',
        `there is no limit ${shorten(name)}; the limits are ${Object.keys(defaultLimits).join(', ')}`,
      );
    if (value === undefined) continue;
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
      throw new EdictError('bad-option', `limits.${name} is ${describe(value)}; give a whole number of at least 1`);
    }
    limits[name] = value;
  }
  return limits;
}
