import { ticksOfOldTime } from '../units.js';
import type { Policy, Level, When } from '../../syntax.js';
import type { LevelProblem } from '../loading.js';
import { seats } from '../references.js';
import { hazard, type WalkedList } from './list-walk.js';

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
function leaves(when: When): When[] {
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

type Count = Extract<When, { readonly type: 'count' }>;

/** Counts that come to the same whatever happens, because of how many conditions they count. */
export function findCountHazards(level: Level): LevelProblem[] {
  return level.conditions.flatMap(({ when }) => counts(when).flatMap(constant));
}

/** In any order. Without calling itself, so that it takes time in proportion to the text. */
function counts(when: When): Count[] {
  const found: Count[] = [];
  const waiting: When[] = [when];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.type !== 'count') continue;
    found.push(next);
    for (const each of next.of) waiting.push(each);
  }
  return found;
}

function constant(count: Count): LevelProblem[] {
  const { length } = count.of;
  const outcome = outcomeOf(count, length);
  if (outcome === undefined) return [];
  const range = length === 0 ? 'of nothing is always 0' : `of ${length} is from 0 to ${length}`;
  return [
    hazard(
      'count-constant',
      count,
      `this can ${outcome ? 'only be true' : 'never be true'}: a count ${range}, and \`${count.op}\` compares it with ${count.value}`,
    ),
  ];
}

/** Undefined: it depends. */
function outcomeOf({ op, value }: Count, most: number): boolean | undefined {
  const outcomes = { lowest: compare(op, 0, value), highest: compare(op, most, value) };
  // Between both ends the outcome of these two may differ at the value itself.
  if ((op === 'eq' || op === 'ne') && value > 0 && value < most) return undefined;
  return outcomes.lowest === outcomes.highest ? outcomes.lowest : undefined;
}

function compare(op: Count['op'], a: number, b: number): boolean {
  switch (op) {
    case 'eq':
      return a === b;
    case 'ne':
      return a !== b;
    case 'lt':
      return a < b;
    case 'gt':
      return a > b;
    case 'le':
      return a <= b;
    case 'ge':
      return a >= b;
  }
}

const local: ReadonlySet<string> = new Set(['message', 'computer', 'zoom', 'select']);

/**
 * What reads or changes the screen of the player at this machine, in a level of several people: it is not the same on
 * all machines.
 */
export function findNetHazards(level: Level, lists: readonly WalkedList[]): LevelProblem[] {
  if (level.players.filter(({ type }) => type === 'human').length < 2) return [];
  const whens = level.conditions.flatMap(({ when }) => leaves(when));
  const actions = lists.flatMap(({ steps }) => steps.map(({ action }) => action));
  return [...whens, ...actions]
    .filter(({ type }) => local.has(type))
    .map((each) =>
      hazard(
        'net-screen',
        each,
        `${each.type} is about the screen of one player, and this level has several people: it may go differently for each of them`,
      ),
    );
}
