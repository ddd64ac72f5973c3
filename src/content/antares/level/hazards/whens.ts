import { ticksOfOldTime } from '../../old-time.js';
import type { Policy } from '../../policy.js';
import type { Level, When } from '../../syntax.js';
import type { LevelProblem } from '../problem.js';
import { seats } from '../indices.js';
import { hazard } from './hazard.js';

/** Ticks between sweeps. */
const period = 90;
const ticksPerSecond = 60;

/** Comparisons that can never be true when they are looked at, or are false where one would take them for true. */
export function findWhenHazards(level: Level, policy: Policy): LevelProblem[] {
  const found: LevelProblem[] = [];
  for (const { when } of level.conditions) {
    for (const leaf of leaves(when)) {
      if (leaf.type === 'time') found.push(...timeEqual(leaf, level.startTime ?? 0));
      else if (leaf.op === 'ne') found.push(...notEqual(leaf, level, policy));
    }
  }
  return found;
}

/**
 * What a condition compares, counts looked through; in the order of the text. Without calling itself, so that it takes
 * time in proportion to the text.
 */
export function leaves(when: When): When[] {
  if (when.type !== 'count') return [when];
  const found: When[] = [];
  const waiting: When[] = [when];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.type !== 'count') found.push(next);
    else for (let index = next.of.length - 1; index >= 0; index--) waiting.push(next.of[index]);
  }
  return found;
}

function timeEqual(when: Extract<When, { readonly type: 'time' }>, setup: number): LevelProblem[] {
  if (when.op !== 'eq') return [];
  const at = when.legacyStartTime ? ticksOfOldTime(when.duration, setup) : when.duration;
  if (isSwept(at, setup * ticksPerSecond)) return [];
  const grid =
    setup > 0 && at < 0
      ? `at multiples of ${period} ticks from the start of the setup, which is at -${setup * ticksPerSecond}`
      : `at multiples of ${period} ticks from 0`;
  return [
    hazard(
      'time-eq',
      when,
      `no sweep falls on tick ${at}, so \`eq\` is true at most when an action checks just then: sweeps come ${grid}; \`ge\` is true from then on`,
    ),
  ];
}

/** There is no sweep when the setup begins, and always one when play begins. */
function isSwept(tick: number, setup: number): boolean {
  if (tick >= 0) return tick % period === 0;
  return tick > -setup && (tick + setup) % period === 0;
}

function notEqual(when: When, level: Level, policy: Policy): LevelProblem[] {
  const missing = whatCanMiss(when, level, policy);
  if (missing === undefined) return [];
  return [
    hazard(
      'ne-missing',
      when,
      `\`ne\` is false, like \`eq\`, while ${missing}; a \`count\` of the \`eq\` form that equals 0 is true then`,
    ),
  ];
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
