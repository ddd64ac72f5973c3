import type { Fields } from '../../ir/trigger.js';
import type { TriggerError } from '../../events/trigger/trigger-error.js';
import type { Level, Action } from '../../content/antares/syntax.js';

/** Why a level has stopped: code, sentence in the words of levels, and the conditions that set off one another. */
export interface LevelStop {
  readonly code: string;
  readonly message: string;
  readonly cycle: readonly number[];
}

/** Codes of stops. */
export const levelStops = [
  'sweep-depth',
  'hang:zero-delay',
  'null-direct',
  'queue-corrupt',
  'list-depth',
  'limit-actions',
  'limit-waiting',
] as const;

const ticksASecond = 60;

/** Conditions of a circle that are named. */
const mostNamed = 4;

/** What the rules have against a level, in its own words. `fields`: of the action that was told last. */
export function stopOf(error: TriggerError, level: Level, time: number, fields: Fields | undefined): LevelStop {
  const { code, cycle } = error;
  const authored = fields === undefined ? undefined : authorsIn(level).get(fields);
  const sentence = sentenceOf(code, circleOf(level, cycle), authored === undefined ? 'an action' : nameOf(authored));
  return {
    code,
    cycle,
    message: sentence === undefined ? error.message.replace(/^edict: /, '') : `at ${secondsOf(time)} ${sentence}`,
  };
}

function sentenceOf(code: string, circle: string | undefined, action: string): string | undefined {
  switch (code) {
    case 'sweep-depth':
      return `sweeps stand in one another too deep: ${circle === undefined ? action : `${circle} ${again}`}; let a condition that checks not be persistent, and not be enabled by what it sets off`;
    case 'list-depth':
      return `actions begin one another without an end, ${action} among them; let what is destroyed not destroy again what set it off`;
    case 'null-direct':
      return `${action} has no direct object and needs one; give its condition or its \`override\` a \`subject\` or a \`direct\` that is there`;
    case 'hang:zero-delay':
      return `a list that was delayed is delayed by no time, by ${action}, so that the queue never comes to its end; delay it by 3 ticks or more`;
    case 'queue-corrupt':
      return `${action} takes the place of a delay that was the last action of its list, which leads the queue astray; let no list end with a delay, or play the level as sound`;
    case 'limit-actions':
      return `more actions are done in one tick than the limit actionsPerTick, ${action} among the last; let conditions fire one another less often, or raise the limit`;
    case 'limit-waiting':
      return `more actions are delayed than the limit waiting, ${action} the last; let conditions delay fewer at one time, or raise the limit`;
    default:
      return undefined;
  }
}

const again = 'again and again';

function circleOf({ conditions }: Level, cycle: readonly number[]): string | undefined {
  if (cycle.length === 0) return undefined;
  const named = cycle
    .slice(0, mostNamed)
    .map((index) => `condition ${String(index)} (line ${String(conditions[index].at.line)})`);
  return `${named.join(', then ')}${cycle.length > mostNamed ? `, then ${String(cycle.length - mostNamed)} more,` : ''}`;
}

function nameOf({ author, action: { type, at } }: Authored): string {
  return `the action \`${type}\` of ${typeof author === 'number' ? `condition ${String(author)}` : `the end of ${author}`} (line ${String(at.line)})`;
}

function secondsOf(ticks: number): string {
  return `${String(Number((ticks / ticksASecond).toFixed(2)))}s`;
}

/** Whose action it is: a condition's, by index, or one of what becomes of bodies of a base when they are destroyed. */
export type Author = number | string;

/** An action, and whose it is. */
interface Authored {
  readonly author: Author;
  readonly action: Action;
}

/**
 * Who wrote the actions of a level, by what the host is told of them: that is an object of its own for each, and the
 * same in every event.
 */
export function authorsIn({ conditions, bases }: Pick<Level, 'conditions' | 'bases'>): ReadonlyMap<Fields, Authored> {
  const authors = new Map<Fields, Authored>();
  for (const [index, { action }] of conditions.entries()) enter(action, index);
  for (const { name, destroyAction } of bases.values()) enter(destroyAction, name);
  return authors;

  function enter(actions: readonly Action[], author: Author): void {
    const lists = [actions];
    for (let list = lists.pop(); list !== undefined; list = lists.pop()) {
      for (const action of list) {
        authors.set(action.fields, { author, action });
        if (action.type === 'group') lists.push(action.of);
      }
    }
  }
}
