import type { Level, Policy } from '../syntax.js';
import { checkFact, type FactValue } from '../world/level-facts.js';
import { createLevelModel, type LevelModel } from '../world/level-model.js';
import { bare, catching } from '../../../scenarios/catching.js';
import { type HostEntry, startTick, ticksAStepOfSetup } from './step-plan.js';

/** An error stops a level at its time; a warning is about a fact without effect. */
export interface HostProblem {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Checks host entries up to a time in ticks, in their order. */
export function checkHost(
  level: Level,
  policy: Policy,
  host: readonly HostEntry[],
  until: number,
): readonly HostProblem[] {
  if (host.length === 0) return [];
  const model = createLevelModel(level, policy);
  return host.flatMap((entry, index) => [
    ...Array.from(
      problemsOfEntry(entry, level, until),
      ([key, message]): HostProblem => ({ severity: 'warning', code: 'idle-entry', path: [index, key], message }),
    ),
    ...Object.entries(entry.set ?? {}).flatMap(([name, value]) => {
      const problem = problemOfFact(model, name, value);
      return problem === undefined ? [] : [{ ...problem, path: [index, 'set', name] }];
    }),
  ]);
}

function* problemsOfEntry(
  { t, phase, set = {}, sweep }: HostEntry,
  level: Level,
  until: number,
): Generator<readonly [key: string, message: string]> {
  const start = startTick(level);
  const unsaid = whyUnsaid(t, start, until);
  if (unsaid !== undefined) yield ['t', `this entry is never used: ${unsaid}`];
  else if (phase === 'front' && t !== 0)
    yield [
      'phase',
      'this entry is never used: `front` is the beginning of play, at tick 0; give another phase or another time',
    ];
  else if (t === 0 && start === 0 && (phase === 'tick' || phase === 'sweep'))
    yield [
      'phase',
      `this entry is never used: without setup, only \`front\` and \`late\` exist at tick 0, and this is \`${phase}\``,
    ];
  if (sweep === true && phase !== 'late')
    yield ['sweep', `only an entry of the phase \`late\` sweeps, and this is of \`${phase}\``];
  if (sweep !== true && Object.keys(set).length === 0)
    yield ['phase', 'this entry is empty: give `set`, or `sweep: true` in the phase `late`'];
}

function whyUnsaid(t: number, start: number, until: number): string | undefined {
  if (t > until) return `the level is played until tick ${until}, and this is at ${t}`;
  if (t < start || (t < 0 && t === start))
    return `the first step ends at tick ${start === 0 ? 0 : start + ticksAStepOfSetup}, and this is at ${t}`;
  if (t < 0 && (t - start) % ticksAStepOfSetup !== 0)
    return `steps of setup end every ${ticksAStepOfSetup} ticks from ${start}, and none ends at ${t}`;
  return undefined;
}

function problemOfFact(model: LevelModel, name: string, value: FactValue): Omit<HostProblem, 'path'> | undefined {
  const { initials, players } = model.level;
  const [of = '', text = ''] = name.split('.');
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  const isPlayer = of === 'player';
  const count = isPlayer ? players.length : initials.length;
  const has = `the level has ${count === 0 ? 'none' : count === 1 ? '1, which is 0' : `${count}, which are 0 to ${count - 1}`}`;
  const most = isPlayer ? model.roles.players.length : count;
  if ((isPlayer || of === 'initial') && number >= most) return badFact(`there is no ${of} ${text} for ${name}: ${has}`);
  const fault = catching(
    () => {
      checkFact(model, name, value);
      return undefined;
    },
    (error) => {
      if (error.code !== 'bad-fact') throw error;
      return badFact(bare(error));
    },
  );
  if (fault !== undefined) return fault;
  const warning = (code: string, message: string) => ({ severity: 'warning', code, message }) as const;
  if (isPlayer && number >= count)
    return warning('idle-fact', `${name} does nothing: nobody plays at seat ${text}; ${has}`);
  return cashName.test(name) && typeof value === 'number' && value < 0
    ? warning('odd-fact', `${name} is ${value}; cash is in raw units, 0 or more: 51,200 are 1`)
    : undefined;
}

const cashName = /^player\.\d+\.cash$/;

function badFact(message: string): Omit<HostProblem, 'path'> {
  return { severity: 'error', code: 'bad-fact', message };
}
