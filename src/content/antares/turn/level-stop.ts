import { actionsIn, type Action, type Level } from '../syntax.js';
import type { TriggerError } from '../../../events/trigger/trigger-error.js';
import type { Fields } from '../../../ir/trigger.js';
import { ticksASecond } from './step-plan.js';

/** Why a level has stopped: code, sentence in the words of levels, and the conditions that set off one another. */
export interface LevelStop {
  readonly code: string;
  readonly message: string;
  readonly cycle: readonly number[];
}

const again = 'again and again';

/** `circle`: conditions that set off one another. */
const sentences: Readonly<Record<string, (action: string, circle: string | undefined) => string>> = {
  'sweep-depth': (action, circle) =>
    `sweeps stand in one another too deep: ${circle === undefined ? action : `${circle} ${again}`}; let a condition that checks not be persistent, and not be enabled by what it sets off`,
  'hang:zero-delay': (action) =>
    `a list that was delayed is delayed by no time, by ${action}, so that the queue never comes to its end; delay it by 3 ticks or more`,
  'null-direct': (action) =>
    `${action} has no direct object and needs one; give its condition or its \`override\` a \`subject\` or a \`direct\` that is there`,
  'queue-corrupt': (action) =>
    `${action} takes the place of a delay that was the last action of its list, which leads the queue astray; let no list end with a delay, or play the level as sound`,
  'list-depth': (action) =>
    `actions begin one another without an end, ${action} among them; let what is destroyed not destroy again what set it off`,
  'limit-actions': (action) =>
    `more actions are done in one tick than the limit actionsPerTick, ${action} among the last; let conditions fire one another less often, or raise the limit`,
  'limit-waiting': (action) =>
    `more actions are delayed than the limit waiting, ${action} the last; let conditions delay fewer at one time, or raise the limit`,
};

export const levelStops = Object.keys(sentences);

/** `fields`: of the action that was told last. */
export function stopOf(
  { code, cycle, message }: TriggerError,
  level: Level,
  time: number,
  fields: Fields | undefined,
): LevelStop {
  if (!Object.hasOwn(sentences, code)) return { code, cycle, message: message.replace(/^edict: /, '') };
  const authored = fields === undefined ? undefined : authorsIn(level).get(fields);
  const sentence = sentences[code](authored === undefined ? 'an action' : nameOf(authored), circleOf(level, cycle));
  const seconds = Number((time / ticksASecond).toFixed(2));
  return { code, cycle, message: `at ${seconds}s ${sentence}` };
}

const mostNamed = 4;

function circleOf({ conditions }: Level, cycle: readonly number[]): string | undefined {
  if (cycle.length === 0) return undefined;
  const named = cycle.slice(0, mostNamed).map((index) => `condition ${index} (line ${conditions[index].at.line})`);
  return `${named.join(', then ')}${cycle.length > mostNamed ? `, then ${cycle.length - mostNamed} more,` : ''}`;
}

function nameOf({ author, action: { type, at } }: Authored): string {
  const of = typeof author === 'number' ? `condition ${author}` : `the end of ${author}`;
  return `the action \`${type}\` of ${of} (line ${at.line})`;
}

/** Whose action it is: that of a condition, by index, or of the end of bodies of a base. */
export type Author = number | string;

interface Authored {
  readonly author: Author;
  readonly action: Action;
}

/** Who wrote the actions of a level, by what the host is told of them, which is an object of its own for each. */
export function authorsIn({ conditions, bases }: Pick<Level, 'conditions' | 'bases'>): ReadonlyMap<Fields, Authored> {
  const authored = (author: Author, list: readonly Action[]) =>
    Array.from(actionsIn(list), (action) => [action.fields, { author, action }] as const);
  return new Map([
    ...conditions.flatMap(({ action }, index) => authored(index, action)),
    ...[...bases.values()].flatMap(({ name, destroyAction }) => authored(name, destroyAction)),
  ]);
}
