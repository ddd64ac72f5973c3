import type { Level, Policy } from '../syntax.js';
import { checkFact, type FactValue } from '../world/level-facts.js';
import { createLevelModel, type LevelModel } from '../world/level-model.js';
import { EdictError } from '../../../kernel/errors.js';
import type { HostEntry } from './host-entry.js';
import { ticksASecond, ticksAStepOfSetup } from './step-plan.js';

/**
 * What is wrong with what a host says. Errors stop a level where it comes to them; warnings are of what does nothing.
 */
export interface HostProblem {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  /** From the list of entries on. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** All that is wrong with what a host is going to say in a level up to a time in ticks, in its order. */
export function checkHost(
  level: Level,
  policy: Policy,
  host: readonly HostEntry[],
  until: number,
): readonly HostProblem[] {
  if (host.length === 0) return [];
  const model = createLevelModel(level, policy);
  return host.flatMap((entry, index) => [
    ...problemsOfEntry(entry, level, until).map(
      ([key, message]): HostProblem => ({ severity: 'warning', code: 'idle-entry', path: [index, key], message }),
    ),
    ...Object.entries(entry.set ?? {}).flatMap(([name, value]) => {
      const found = problemOfFact(model, name, value);
      return found === undefined ? [] : [{ ...found, path: [index, 'set', name] }];
    }),
  ]);
}

function problemsOfEntry(
  { t, phase, set = {}, sweep }: HostEntry,
  level: Level,
  until: number,
): readonly (readonly [key: string, message: string])[] {
  const start = level.startTime === undefined ? 0 : -level.startTime * ticksASecond;
  const found: [string, string][] = [];
  const unsaid = whyUnsaid(t, start, until);
  if (unsaid !== undefined) found.push(['t', `this is never said: ${unsaid}`]);
  else if (phase === 'front' && t !== 0)
    found.push([
      'phase',
      'this is never said: `front` is the beginning of play, at tick 0; give another phase or another time',
    ]);
  else if (t === 0 && start === 0 && (phase === 'tick' || phase === 'sweep'))
    found.push([
      'phase',
      `this is never said: without setup only \`front\` and \`late\` are heard at tick 0, and this is \`${phase}\``,
    ]);
  if (sweep === true && phase !== 'late')
    found.push(['sweep', `only an entry of the phase \`late\` sweeps, and this is of \`${phase}\``]);
  if (sweep !== true && Object.keys(set).length === 0)
    found.push(['phase', 'this says nothing: give `set`, or `sweep: true` in the phase `late`']);
  return found;
}

/** Undefined: a step ends at that time. */
function whyUnsaid(t: number, start: number, until: number): string | undefined {
  if (t > until) return `the level is played until tick ${until}, and this is at ${t}`;
  if (t < start || (t < 0 && t === start))
    return `the first step ends at tick ${start === 0 ? 0 : start + ticksAStepOfSetup}, and this is at ${t}`;
  if (t < 0 && (t - start) % ticksAStepOfSetup !== 0)
    return `steps of setup end every ${ticksAStepOfSetup} ticks from ${start}, and none ends at ${t}`;
  return undefined;
}

function problemOfFact(model: LevelModel, name: string, value: FactValue): Omit<HostProblem, 'path'> | undefined {
  const {
    level: { initials, players },
    roles,
  } = model;
  const [of = '', text = ''] = name.split('.');
  const number = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  if (number !== undefined && of === 'initial' && number >= initials.length)
    return badFact(`there is no initial ${text} for ${name}: the level has ${rangeOf(initials.length)}`);
  if (number !== undefined && of === 'player' && number >= roles.players.length)
    return badFact(`there is no player ${text} for ${name}: the level has ${rangeOf(players.length)}`);
  try {
    checkFact(model, name, value);
  } catch (error) {
    if (!(error instanceof EdictError) || error.code !== 'bad-fact') throw error;
    return badFact(error.message.replace(/^edict: /, ''));
  }
  const warning = (code: string, message: string) => ({ severity: 'warning', code, message }) as const;
  if (of === 'player' && number !== undefined && number >= players.length)
    return warning(
      'idle-fact',
      `${name} does nothing: nobody plays at seat ${text}; the level has ${rangeOf(players.length)}`,
    );
  return cashName.test(name) && typeof value === 'number' && value < 0
    ? warning('odd-fact', `${name} is ${value}; cash is in raw units, 0 or more: 51,200 are 1`)
    : undefined;
}

const cashName = /^player\.\d+\.cash$/;

function badFact(message: string): Omit<HostProblem, 'path'> {
  return { severity: 'error', code: 'bad-fact', message };
}

function rangeOf(count: number): string {
  return count === 0 ? 'none' : count === 1 ? '1, which is 0' : `${count}, which are 0 to ${count - 1}`;
}
