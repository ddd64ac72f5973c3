import {
  type Action,
  type Level,
  type Written,
  actionsIn,
  type Policy,
  comparisonOf,
  whensIn,
  type When,
  type WhenOf,
} from '../../syntax.js';
import type { LevelProblem } from '../fields.js';
import { needsDirect, seats } from '../readers.js';
import { testOf } from '../../../../kernel/comparison.js';
import { ticksOfOldTime } from '../level-units.js';

export function hazard(code: string, { at, path }: Written, message: string): LevelProblem {
  return { code, path, at, message };
}

export interface WalkedList {
  /** Index; undefined: the destroy action of a base. */
  readonly condition: number | undefined;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly action: Action;
  /** After the swap of roles, the action can have a direct object. */
  readonly hasDirect: boolean;
  /** Follows a delay of the same list; `maybe`: a filter may skip the delay. */
  readonly delayed: 'no' | 'maybe' | 'surely';
  /** No filter may skip the action. */
  readonly certain: boolean;
  readonly isLast: boolean;
}

interface Roles {
  readonly subject: boolean;
  readonly direct: boolean;
}

export function walkLevel({ conditions, bases }: Level): WalkedList[] {
  const walkList = (condition: number | undefined, list: readonly Action[], subject: boolean, direct: boolean) => {
    const steps: Step[] = [];
    walk(list, { subject, direct }, true, 'no', steps);
    return { condition, steps };
  };
  return [
    ...conditions.map(({ action, subject, direct }, condition) =>
      walkList(condition, action, subject !== undefined, direct !== undefined),
    ),
    ...Array.from(bases.values(), ({ destroyAction }) => walkList(undefined, destroyAction, true, false)),
  ];
}

function walk(
  list: readonly Action[],
  roles: Roles,
  certain: boolean,
  before: Step['delayed'],
  steps: Step[],
): Step['delayed'] {
  let delayed = before;
  list.forEach((action, index) => {
    const own = rolesOf(action, roles);
    const { filter } = action;
    // Filters by tags and attributes skip an action without a direct object.
    if (filter !== undefined && !own.direct && filter.tags.size + filter.attributes.size > 0) return;
    const swapped = action.reflexive ? { subject: own.direct, direct: own.subject } : own;
    const isCertain = certain && filter === undefined;
    steps.push({ action, hasDirect: swapped.direct, delayed, certain: isCertain, isLast: index === list.length - 1 });
    if (action.type === 'delay') delayed = later(delayed, filter === undefined ? 'surely' : 'maybe');
    if (action.type === 'group') {
      const after = walk(action.of, swapped, isCertain, delayed, steps);
      delayed = later(delayed, filter !== undefined && after === 'surely' ? 'maybe' : after);
    }
  });
  return delayed;
}

function later(a: Step['delayed'], b: Step['delayed']): Step['delayed'] {
  if (a === 'surely' || b === 'surely') return 'surely';
  return a === 'maybe' || b === 'maybe' ? 'maybe' : 'no';
}

function rolesOf({ override }: Action, list: Roles): Roles {
  const subject = override.subject !== undefined || list.subject;
  return { subject, direct: override.direct !== undefined || list.direct || subject };
}

export function destroys({ action, hasDirect }: Step): boolean {
  return hasDirect && (action.type === 'destroy' || (action.type === 'heal' && action.value < 0));
}

export function stepsOfBases(lists: readonly WalkedList[]): readonly Step[] {
  return lists.flatMap(({ condition, steps }) => (condition === undefined ? steps : []));
}

export function* findDelayHazards(level: Level, lists: readonly WalkedList[]): Generator<LevelProblem> {
  if (!lists.some(({ steps }) => steps.some(({ action }) => action.type === 'delay'))) return;
  const starterOf = findStarters(level, lists);
  for (const list of lists) {
    for (const { action, delayed, isLast } of list.steps) {
      if (action.type !== 'delay') continue;
      if (isLast)
        yield hazard(
          'trailing-delay',
          action,
          'the delay is the last action of its list: actions after the list are lost, and it blocks all later delays; put an action after it, or remove it',
        );
      const starter = starterOf(list);
      if (action.duration > 0 || (delayed === 'no' && starter === undefined)) continue;
      const where =
        delayed !== 'no' || starter === undefined
          ? 'after another delay'
          : `in a list that ${starter.action.path} may start after a delay`;
      yield hazard(
        'zero-delay',
        action,
        `a delay of ${action.duration} ticks ${where}: that may stop the level with \`hang:zero-delay\`; let it last \`1t\` at least`,
      );
    }
  }
}

/** Finds steps that may start a list after a delay: checks start lists of conditions, destructions those of bases. */
function findStarters(level: Level, lists: readonly WalkedList[]): (list: WalkedList) => Step | undefined {
  const again = armedAgain(level, lists);
  let check: { readonly by: Step; readonly from: WalkedList } | undefined;
  let otherCheck: Step | undefined;
  let destruction: Step | undefined;
  const starterOf = (list: WalkedList) => {
    if (list.condition === undefined) return destruction;
    // A condition that nothing rearms does not start itself.
    return check?.from === list && !again.has(list.condition) ? otherCheck : check?.by;
  };
  for (let round = 0; round < 3; round++) {
    for (const from of lists) {
      const isWhole = starterOf(from) !== undefined;
      for (const step of from.steps) {
        if (!isWhole && step.delayed === 'no') continue;
        if (destroys(step)) destruction ??= step;
        if (step.action.type !== 'check') continue;
        check ??= { by: step, from };
        if (check.from !== from) otherCheck ??= step;
      }
    }
  }
  return starterOf;
}

function armedAgain({ conditions }: Level, lists: readonly WalkedList[]): ReadonlySet<number> {
  const again = new Set(conditions.flatMap(({ persistent }, index) => (persistent ? [index] : [])));
  for (const { steps } of lists)
    for (const { action } of steps)
      if (action.type === 'condition') for (const index of action.enable) again.add(index);
  return again;
}

/** Actions after which the body may be gone, or have another base. */
const changing: ReadonlySet<string> = new Set(['check', 'delay', 'morph', 'remove']);

/** Finds bases whose destroy action surely destroys the same body again. */
export function* findDestroyLoops({ bases }: Level): Generator<LevelProblem> {
  for (const { destroyAction } of bases.values()) {
    const again = destruction(destroyAction);
    if (again !== undefined)
      yield hazard(
        'destroy-loop',
        again,
        'this destroys the body whose destroy action it is: that begins the same destroy action again, and so on until `list-depth`; take it out, or name another object in `override`',
      );
  }
}

function destruction(list: readonly Action[]): Action | undefined {
  const left = list.toReversed();
  for (let action = left.pop(); action !== undefined; action = left.pop()) {
    if (changing.has(action.type)) return undefined;
    const { filter, override } = action;
    const isOfBody = filter === undefined && override.subject === undefined && override.direct === undefined;
    if (action.type === 'destroy' && isOfBody) return action;
    if (action.type !== 'group') continue;
    if (isOfBody) for (const each of action.of.toReversed()) left.push(each);
    else if ([...actionsIn(action.of)].some(({ type }) => changing.has(type))) return undefined;
  }
  return undefined;
}

export function* findRoleHazards(lists: readonly WalkedList[], policy: Policy): Generator<LevelProblem> {
  const outcome = policy === 'compat' ? 'it stops the level with `null-direct`' : 'it is skipped each time';
  for (const { steps } of lists)
    for (const { action, hasDirect } of steps)
      if (!hasDirect && needsDirect(action))
        yield hazard(
          'null-direct',
          action,
          `${action.type} without any object, from the condition or from \`override\`: ${outcome}; name a \`direct\``,
        );
}

const period = 90;
const ticksPerSecond = 60;

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

/** The setup begins without a sweep; play begins with one. */
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

/** Undefined: there is always a value to compare. */
function whatCanMiss(when: When, level: Level, policy: Policy): string | undefined {
  switch (when.type) {
    case 'autopilot':
      return 'the player has no flagship';
    case 'building':
      return 'the player has no place to build';
    // In compat, an empty seat has 0 cash.
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
