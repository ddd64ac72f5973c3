import cliProgress from 'cli-progress';
import type { Terminal } from './terminal.js';
import { runInNewContext } from 'node:vm';
import { EdictError } from '../kernel/errors.js';
import type { PhaseObserver } from '../systems/schedule.js';
import type { World } from '../world/api.js';
import { playWords } from './play-words.js';

interface Progress {
  update(done: number, total: number): void;
  stop(): void;
}

/** `silent` leaves out lines, but no bar. */
function createProgress(terminal: Terminal, total: number, silent: boolean | undefined, unit: string): Progress {
  if (total === 0) return nothing;
  if (terminal.live !== undefined) return bar(terminal.live, total, unit);
  return silent ? nothing : lines(terminal, total, unit);
}

/** Milliseconds. */
const patience = 1_500;

/** Shows progress of slow work. Reusable after `stop`. */
export function createPatientProgress(terminal: Terminal, silent: boolean | undefined, unit = 'turn') {
  let begun: number | undefined;
  let progress: Progress | undefined;
  return {
    update(done: number, total: number): void {
      const now = performance.now();
      begun ??= now;
      if (progress === undefined && now - begun > patience) progress = createProgress(terminal, total, silent, unit);
      progress?.update(done, total);
    },
    stop(): void {
      progress?.stop();
      progress = begun = undefined;
    },
  };
}

/** With `silent`, shows notices only on a terminal. */
export function noticeTo(terminal: Terminal, silent: boolean | undefined): (text: string) => void {
  return (text) => {
    if (!silent || terminal.live !== undefined) terminal.error(`${text}\n`);
  };
}

const nothing: Progress = { update: () => {}, stop: () => {} };

function bar(stream: NodeJS.WriteStream, total: number, unit: string): Progress {
  const shown = new cliProgress.SingleBar({
    format: `{bar} {percentage}% ${unit} {value} of {total}{left}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    stream,
    clearOnComplete: true,
    hideCursor: false,
    linewrap: true,
  });
  shown.start(total, 0, { left: '' });
  const start = performance.now();
  const left = (done: number) =>
    done === 0 ? '' : `, ${duration(((performance.now() - start) / done) * (total - done))} left`;
  return { update: (done) => shown.update(done, { left: left(done) }), stop: () => shown.stop() };
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m ${seconds % 60}s` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

function lines(terminal: Terminal, total: number, unit: string): Progress {
  let tenth = 0;
  return {
    update(done) {
      const reached = Math.floor((done * 10) / total);
      if (reached === tenth) return;
      tenth = reached;
      terminal.error(`${unit} ${done} of ${total} (${Math.floor((done * 100) / total)}%)\n`);
    },
    stop: () => {},
  };
}

const interrupted = 'interrupted';

/** What Ctrl+C throws. `how`: how far the command was. */
export function interruption(how: string): EdictError {
  return new EdictError(interrupted, `interrupted${how}`);
}

export const interruptedExitCode = 130;

export function isInterrupted(error: unknown): boolean {
  return error instanceof EdictError && error.code === interrupted;
}

/**
 * Ctrl+C throws at once, with `how` in the message; signal listeners would wait. The act must not write files, because
 * it ends without `finally`. Only the innermost of nested regions ends, and only code before the first `await`.
 */
export function interruptible<Result>(
  terminal: Terminal,
  how: () => string,
  act: () => Result,
  progress?: Pick<Progress, 'stop'>,
): Result {
  try {
    if (terminal.ownsProcess !== true) return act();
    return runInNewContext('act()', { act }, { breakOnSigint: true, displayErrors: false }) as Result;
  } catch (error) {
    if (isSignal(error)) throw interruption(how());
    throw error;
  } finally {
    progress?.stop();
  }
}

interface Manner {
  readonly silent: boolean | undefined;
  readonly unit?: string;
  readonly left?: () => string;
}

/** Numbers are from 1. */
export function doTimes(
  terminal: Terminal,
  times: number,
  act: (number: number) => void,
  { silent, unit = 'turn', left = () => '' }: Manner,
): void {
  const progress =
    terminal.live === undefined
      ? createPatientProgress(terminal, silent, unit)
      : createProgress(terminal, times, silent, unit);
  let done = 1;
  interruptible(
    terminal,
    () => ` in ${unit} ${done} of ${times}${left()}`,
    () => {
      progress.update(0, times);
      for (; done <= times; done++) {
        act(done);
        progress.update(done, times);
      }
    },
    progress,
  );
}

/** An error of another realm is no instance of this one's `Error`. */
function isSignal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED';
}

const mostOptions = 8;

export function runTurn(world: World, whatToDo: string, observer?: PhaseObserver): void {
  const before = world.turn;
  world.step(observer);
  const decision = world.turn === before ? world.events.decision : undefined;
  if (decision === undefined) return;
  const words = playWords(world);
  const options = decision.options.slice(0, mostOptions).map((option) => words.option(option, decision));
  const more = decision.options.length - options.length;
  throw new EdictError(
    'decision-needed',
    `a decision is needed: ${words.question(decision)} (${options.join(', ')}${more === 0 ? '' : ` and ${more} more`}); ${whatToDo}`,
  );
}

export function runSilently(terminal: Terminal, world: World, turns: number): void {
  const whatToDo = 'give --agent random or --agent first';
  doTimes(terminal, turns, () => runTurn(world, whatToDo), { silent: true });
}
