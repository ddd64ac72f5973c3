import type { Policy, Level } from '../../content/antares/syntax.js';
import { createLevelModel, type LevelModel } from '../../content/antares/world/level-model.js';
import { checkFact } from '../../content/antares/world/level-facts.js';
import { EdictError } from '../../kernel/errors.js';
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
    ...problemsOfEntry(entry, index, level, until),
    ...Object.entries(entry.set ?? {}).flatMap(([name, value]) => {
      const found = problemOfFact(model, name, value);
      return found === undefined ? [] : [{ ...found, path: [index, 'set', name] }];
    }),
  ]);
}

function problemsOfEntry(entry: HostEntry, index: number, level: Level, until: number): readonly HostProblem[] {
  const idle = (key: string, message: string): HostProblem => ({
    severity: 'warning',
    code: 'idle-entry',
    path: [index, key],
    message,
  });
  const { t, phase, set, sweep } = entry;
  const found: HostProblem[] = [];
  const start = level.startTime === undefined ? 0 : -level.startTime * ticksASecond;
  if (t > until)
    found.push(
      idle('t', `this is never said: the level is played until tick ${String(until)}, and this is at ${String(t)}`),
    );
  else if (t < start || (t < 0 && t === start))
    found.push(
      idle(
        't',
        `this is never said: the first step ends ${start === 0 ? 'at tick 0' : `at tick ${String(start + ticksAStepOfSetup)}`}, and this is at ${String(t)}`,
      ),
    );
  else if (t < 0 && (t - start) % ticksAStepOfSetup !== 0)
    found.push(
      idle(
        't',
        `this is never said: steps of setup end every ${String(ticksAStepOfSetup)} ticks from ${String(start)}, and none ends at ${String(t)}`,
      ),
    );
  else if (phase === 'front' && t !== 0)
    found.push(
      idle(
        'phase',
        'this is never said: `front` is the beginning of play, at tick 0; give another phase or another time',
      ),
    );
  else if (t === 0 && start === 0 && (phase === 'tick' || phase === 'sweep'))
    found.push(
      idle(
        'phase',
        `this is never said: without setup only \`front\` and \`late\` are heard at tick 0, and this is \`${phase}\``,
      ),
    );
  if (sweep === true && phase !== 'late')
    found.push(idle('sweep', `only an entry of the phase \`late\` sweeps, and this is of \`${phase}\``));
  if (sweep !== true && Object.keys(set ?? {}).length === 0)
    found.push(idle('phase', 'this says nothing: give `set`, or `sweep: true` in the phase `late`'));
  return found;
}

function problemOfFact(
  model: LevelModel,
  name: string,
  value: NonNullable<HostEntry['set']>[string],
): Omit<HostProblem, 'path'> | undefined {
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
  if (of === 'player' && number !== undefined && number >= players.length)
    return {
      severity: 'warning',
      code: 'idle-fact',
      message: `${name} does nothing: nobody plays at seat ${text}; the level has ${rangeOf(players.length)}`,
    };
  if (cashName.test(name) && typeof value === 'number' && value < 0)
    return {
      severity: 'warning',
      code: 'odd-fact',
      message: `${name} is ${String(value)}; cash is in raw units, 0 or more: 51,200 are 1`,
    };
  return undefined;
}

const cashName = /^player\.\d+\.cash$/;

function badFact(message: string): Omit<HostProblem, 'path'> {
  return { severity: 'error', code: 'bad-fact', message };
}

/** How many there are, and their numbers. */
function rangeOf(count: number): string {
  return count === 0 ? 'none' : count === 1 ? '1, which is 0' : `${String(count)}, which are 0 to ${String(count - 1)}`;
}
