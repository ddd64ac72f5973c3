import { testOf } from '../../../../kernel/comparison.js';
import { comparisonOf, whensIn, type Level, type Policy, type When, type WhenOf } from '../../syntax.js';
import type { LevelProblem } from '../loading.js';
import { seats } from '../references.js';
import { ticksOfOldTime } from '../units.js';
import { hazard, type WalkedList } from './list-walk.js';

const period = 90;
const ticksPerSecond = 60;

/**
 * Comparisons that can never be true when they are looked at, or are false where one would take them for true; and
 * counts that come to the same whatever happens.
 */
export function* findWhenHazards(level: Level, policy: Policy): Generator<LevelProblem> {
  for (const condition of level.conditions) {
    for (const when of whensIn(condition.when)) {
      const problem =
        when.type === 'time'
          ? timeEqual(when, level.startTime ?? 0)
          : when.type === 'count'
            ? constantCount(when)
            : notEqual(when, level, policy);
      if (problem !== undefined) yield problem;
    }
  }
}

function timeEqual(when: WhenOf<'time'>, setup: number): LevelProblem | undefined {
  if (when.op !== 'eq') return undefined;
  const at = when.legacyStartTime ? ticksOfOldTime(when.duration, setup) : when.duration;
  if (isSwept(at, setup * ticksPerSecond)) return undefined;
  const start = setup > 0 && at < 0 ? `the start of the setup, which is at -${setup * ticksPerSecond}` : '0';
  return hazard(
    'time-eq',
    when,
    `no sweep falls on tick ${at}, so \`eq\` is true at most when an action checks just then: sweeps come at multiples of ${period} ticks from ${start}; \`ge\` is true from then on`,
  );
}

/** There is no sweep when the setup begins, and always one when play begins. */
function isSwept(tick: number, setup: number): boolean {
  if (tick >= 0) return tick % period === 0;
  return tick > -setup && (tick + setup) % period === 0;
}

function notEqual(when: When, level: Level, policy: Policy): LevelProblem | undefined {
  const missing = when.op === 'ne' ? whatCanMiss(when, level, policy) : undefined;
  if (missing === undefined) return undefined;
  return hazard(
    'ne-missing',
    when,
    `\`ne\` is false, like \`eq\`, while ${missing}; a \`count\` of the \`eq\` form that equals 0 is true then`,
  );
}

/** Undefined: there always is a value to compare. */
function whatCanMiss(when: When, level: Level, policy: Policy): string | undefined {
  switch (when.type) {
    case 'autopilot':
      return 'the player has no flagship';
    case 'building':
      return 'the player has no place to build';
    // In compat a seat where nobody plays has no cash, which is 0.
    case 'cash':
      return when.player < (policy === 'compat' ? seats : level.players.length) ? undefined : 'there is no such player';
    case 'distance':
    case 'identity':
    case 'target':
      return 'one of the objects is missing';
    case 'message':
      return 'there is no message';
    case 'owner':
    case 'speed':
      return 'the object is missing';
    default:
      return undefined;
  }
}

function constantCount(count: WhenOf<'count'>): LevelProblem | undefined {
  const { length } = count.of;
  const outcome = outcomeOf(count, length);
  if (outcome === undefined) return undefined;
  const range = length === 0 ? 'of nothing is always 0' : `of ${length} is from 0 to ${length}`;
  return hazard(
    'count-constant',
    count,
    `this can ${outcome ? 'only be true' : 'never be true'}: a count ${range}, and \`${count.op}\` compares it with ${count.value}`,
  );
}

function outcomeOf({ op, value }: WhenOf<'count'>, most: number): boolean | undefined {
  // These two may differ at the value itself.
  if ((op === 'eq' || op === 'ne') && value > 0 && value < most) return undefined;
  const holds = testOf(comparisonOf[op]);
  const lowest = holds(0, value);
  return lowest === holds(most, value) ? lowest : undefined;
}

const local: ReadonlySet<string> = new Set(['message', 'computer', 'zoom', 'select']);

export function* findNetHazards(level: Level, lists: readonly WalkedList[]): Generator<LevelProblem> {
  if (level.players.filter(({ type }) => type === 'human').length < 2) return;
  const whens = level.conditions.flatMap(({ when }) => [...whensIn(when)]);
  const actions = lists.flatMap(({ steps }) => steps.map(({ action }) => action));
  for (const each of [...whens, ...actions])
    if (local.has(each.type))
      yield hazard(
        'net-screen',
        each,
        `${each.type} is about the screen of one player, and this level has several people: it may go differently for each of them`,
      );
}
