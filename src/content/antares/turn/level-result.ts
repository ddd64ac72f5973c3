import type { LevelModel } from '../world/level-model.js';
import type { Handle, World } from '../../../world/api.js';
import type { TriggerEvent } from '../../../world/triggers-api.js';
import type { LevelStop } from './level-stop.js';

/**
 * What happened in a level. Bodies go by the number of the initial that they came from, -1: nobody, or a body of none.
 * Times are ticks.
 */
export type LevelEvent =
  /** A condition fires: time, index, depth of its sweep. Its actions follow. */
  | readonly ['fire', number, number, number]
  /** An action is about to be done: time, type, subject, direct object. */
  | readonly ['act', number, string, number, number]
  /** It was not done after all: time, type, why. */
  | readonly ['skip', number, string, string]
  | readonly ['dropped', number, string];

export function levelEvent(event: TriggerEvent, numberOf: (body: Handle) => number): LevelEvent | undefined {
  const number = (body: Handle | null) => (body === null ? -1 : numberOf(body));
  switch (event.kind) {
    case 'fire':
      return ['fire', event.time, event.trigger, event.depth];
    case 'act':
      return ['act', event.time, event.action, number(event.subject), number(event.direct)];
    case 'skip':
      return ['skip', event.time, event.action, event.reason];
    case 'dropped':
      return ['dropped', event.time, event.reason];
    default:
      return undefined;
  }
}

/** What is told beside what fires and acts. */
export function isDiagnostic([kind]: LevelEvent): boolean {
  return kind === 'skip' || kind === 'dropped';
}

/** How a level stands. */
export interface LevelResult {
  readonly time: number;
  readonly events: readonly LevelEvent[];
  /** Of each active player: three counters. */
  readonly scores: readonly (readonly number[])[];
  /** Of each active player, in raw units: 51,200 are 1. */
  readonly cash: readonly number[];
  readonly winner: number | null;
  /** The tick at which the level is over. */
  readonly over: number | null;
  readonly enabledAtEnd: readonly number[];
  /** Lists of actions that wait for a delay. */
  readonly delayed: number;
  /** Why it has stopped. */
  readonly error?: LevelStop | undefined;
}

export function readResult(world: World, { level, columns }: LevelModel): Omit<LevelResult, 'events' | 'error'> {
  const [whole] = world.query({ kind: 'level' });
  const players = world.query({ kind: 'player' });
  const winner = world.get(whole, 'winner');
  return {
    time: world.triggers.time,
    scores: players.map((player) =>
      columns.scores.map((_column, which) => Number(world.get(player, `score ${which}`))),
    ),
    cash: players.map((player) => Number(world.get(player, 'cash'))),
    winner: typeof winner === 'number' ? players.indexOf(winner) : null,
    over: world.get(whole, 'isOver') === true ? Number(world.get(whole, 'over')) : null,
    enabledAtEnd: level.conditions.flatMap((_condition, index) => (world.triggers.isArmed(index) ? [index] : [])),
    delayed: world.triggers.delayed,
  };
}
