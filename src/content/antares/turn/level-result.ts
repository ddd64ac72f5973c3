import { bare } from '../../../scenarios/catching.js';
import { authoredActions, type Level } from '../syntax.js';
import type { TriggerError } from '../../../events/frames/stack.js';
import type { Fields } from '../../../ir/trigger.js';
import { ticksASecond } from './step-plan.js';
import type { LevelModel } from '../world/level-model.js';
import type { Handle, World } from '../../../world/api.js';
import type { TriggerEvent } from '../../../world/events-api.js';

/** `message`: in terms of levels; `cycle`: conditions that trigger each other. */
export interface LevelStop {
  readonly code: string;
  readonly message: string;
  readonly cycle: readonly number[];
}

const again = 'again and again';

const sentences: Readonly<Record<string, (action: string, circle: string | undefined) => string>> = {
  'sweep-depth': (action, circle) =>
    `sweeps are nested too deep: ${circle === undefined ? action : `${circle} ${again}`}; let a condition that checks not be persistent, and not be enabled by what it sets off`,
  'hang:zero-delay': (action) =>
    `a list that was delayed is delayed by no time, by ${action}, so that the queue never comes to its end; delay it by 3 ticks or more`,
  'null-direct': (action) =>
    `${action} has no direct object and needs one; give its condition or its \`override\` a \`subject\` or a \`direct\` that is there`,
  'queue-corrupt': (action) =>
    `${action} takes the place of a delay that was the last action of its list, which leads the queue astray; let no list end with a delay, or play the level as sound`,
  'list-depth': (action) =>
    `actions, ${action} among them, begin each other without end; change a destroy action so that it does not destroy the body that set it off`,
  'limit-actions': (action) =>
    `more actions are done in one tick than the limit actionsPerTick, ${action} among the last; let conditions fire one another less often, or raise the limit`,
  'limit-waiting': (action) =>
    `more actions are delayed than the limit waiting, ${action} the last; let conditions delay fewer at one time, or raise the limit`,
};

export const levelStops = Object.keys(sentences);

export function stopOf(error: TriggerError, level: Level, time: number, fields: Fields | undefined): LevelStop {
  const { code, cycle } = error;
  if (!Object.hasOwn(sentences, code)) return { code, cycle, message: bare(error) };
  const seconds = Number((time / ticksASecond).toFixed(2));
  return { code, cycle, message: `at ${seconds}s ${sentences[code](nameOf(level, fields), circleOf(level, cycle))}` };
}

const mostNamed = 4;

function circleOf({ conditions }: Level, cycle: readonly number[]): string | undefined {
  if (cycle.length === 0) return undefined;
  const named = cycle.slice(0, mostNamed).map((index) => `condition ${index} (line ${conditions[index].at.line})`);
  return `${named.join(', then ')}${cycle.length > mostNamed ? `, then ${cycle.length - mostNamed} more,` : ''}`;
}

function nameOf(level: Level, fields: Fields | undefined): string {
  for (const { author, action } of authoredActions(level)) {
    if (action.fields !== fields) continue;
    const of = typeof author === 'number' ? `condition ${author}` : `the end of ${author}`;
    return `the action \`${action.type}\` of ${of} (line ${action.at.line})`;
  }
  return 'an action';
}

/**
 * An event of a level. A body has the number of its initial; -1: nobody, or a body without an initial. Times are ticks.
 */
export type LevelEvent =
  /** A condition fires: time, index, depth of its sweep. Its actions follow. */
  | readonly ['fire', number, number, number]
  /** An action begins: time, type, subject, direct object. */
  | readonly ['act', number, string, number, number]
  /** The action was skipped: time, type, reason. */
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

export function isDiagnostic([kind]: LevelEvent): boolean {
  return kind === 'skip' || kind === 'dropped';
}

/** The state of a level. */
export interface LevelResult {
  /** Ticks. */
  readonly time: number;
  readonly events: readonly LevelEvent[];
  /** Three counters for each active player. */
  readonly scores: readonly (readonly number[])[];
  /** Cash of each active player, in raw units: 51,200 are 1. */
  readonly cash: readonly number[];
  /** Index of the winner. */
  readonly winner: number | null;
  /** The tick at which the level is over. */
  readonly over: number | null;
  /** Indexes of conditions. */
  readonly enabledAtEnd: readonly number[];
  /** Number of lists of actions that wait for a delay. */
  readonly delayed: number;
  /** The reason why the level has stopped. */
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
    winner: typeof winner === 'number' ? players.findIndex((player) => player === winner) : null,
    over: world.get(whole, 'isOver') === true ? Number(world.get(whole, 'over')) : null,
    enabledAtEnd: level.conditions.flatMap((_condition, index) => (world.triggers.isArmed(index) ? [index] : [])),
    delayed: world.triggers.delayed,
  };
}
