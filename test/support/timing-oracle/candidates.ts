import type { Ability, AbilityClass, Condition, Filter, Point } from './scenario.js';
import {
  type Happening,
  type Memory,
  type Stage,
  type Standing,
  type State,
  copyOf,
  entityOf,
  factOf,
  isSame,
  isThere,
  nameOf,
} from './stage.js';

export type StepName = 'A' | 'B' | 'C';

/** An ability that may answer, and what it would answer. */
export interface Candidate {
  readonly standing: Standing;
  readonly ability: Ability;
  readonly occurrence: Happening;
}

/** A moment at which a batch is answered. */
export interface Moment {
  readonly at: Point;
  /** The part of `when` that comes before anything applies. */
  readonly isWould: boolean;
  /** Abilities from this number on were born too late. */
  readonly limit: number;
}

const stepOf: Readonly<Record<AbilityClass, StepName | undefined>> = {
  negate: 'A',
  prevent: 'A',
  substitute: 'A',
  trait: 'B',
  delayed: 'B',
  rulebook: 'B',
  reduction: 'B',
  reaction: 'C',
  continuous: undefined,
};

/** All that may answer now: abilities in their order, and for each the occurrences in theirs. */
export function candidatesOf(stage: Stage, moment: Moment, step: StepName, batch: readonly Happening[]): Candidate[] {
  return stage.abilities.slice(0, moment.limit).flatMap((standing) => {
    const { ability } = standing;
    const isTime =
      pointOf(ability) === moment.at &&
      stepOf[ability.class] === step &&
      (moment.at !== 'when' || step !== 'B' || (ability.choice === true) === moment.isWould);
    if (standing.isGone || !isTime || !isThere(stage, ability)) return [];
    return batch
      .filter((occurrence) => occurrence.status === 'live' && answers(stage, ability, occurrence))
      .map((occurrence) => ({ standing, ability, occurrence }));
  });
}

/** Whether an ability listens to what happens, and has not answered it. */
export function answers(stage: Stage, ability: Ability, occurrence: Happening): boolean {
  const { on, if: conditions = [] } = ability;
  if (on === undefined || occurrence.used.has(copyOf(ability))) return false;
  const filters = 'anyOf' in on ? on.anyOf : [on];
  return (
    filters.some((filter) => fits(filter, occurrence)) &&
    conditions.every((condition) => holds(stage, condition, occurrence))
  );
}

export function nameOfCandidate({ ability, occurrence }: Candidate): string {
  return `${ability.id}(${nameOf(occurrence)})`;
}

function pointOf(ability: Ability): Point {
  return ability.at ?? (ability.class === 'delayed' ? 'when' : 'before');
}

function fits({ type, where = {} }: Filter, { fields }: Happening): boolean {
  const told: Readonly<Record<string, unknown>> = { ...fields };
  return type === fields.type && Object.entries(where).every(([field, value]) => told[field] === value);
}

function holds(stage: Stage, condition: Condition, occurrence: Happening): boolean {
  if ('ent' in condition) return isSame(factOf(entityOf(stage, condition.ent), condition.key), condition.eq);
  const [first, second] = condition.lki.split('.');
  const { own, host } = occurrence.memory ?? memoryOf(stage, occurrence);
  const state = second === undefined ? own : host;
  // Of what is not there nothing holds, not even that it is not so.
  return state !== undefined && isSame(factOf(state, second ?? first), condition.eq);
}

export function memoryOf(stage: Stage, { fields: { card } }: Happening): Memory {
  const own = card === undefined ? undefined : copied(entityOf(stage, card));
  const host = own === undefined ? null : factOf(own, 'attachedTo');
  return { own, host: typeof host === 'string' ? copied(entityOf(stage, host)) : undefined };
}

function copied(state: State): State {
  return new Map(state);
}
