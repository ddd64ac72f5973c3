import { setTimeout as delay } from 'node:timers/promises';
import { type ReadLog, createReadLog } from '../files/read-log.js';
import { createReadMemo } from '../files/read-memo.js';
import { watchPaths } from '../files/watch-paths.js';
import { systemWords } from '../files/file-failure.js';
import { printable } from '../content/text/quote.js';
import { EdictError } from '../kernel/errors.js';
import {
  type CommandParts,
  type Context,
  type OptionRow,
  isUsageError,
  jsonText,
  sentenceOf,
  usageError,
} from './command.js';
import { interruptible, interruption, isInterrupted } from './progress.js';
import { createRunningWorld } from './running-world.js';
import { type Terminal, counted, firstFew, withJsonLines } from './terminal.js';

/** Milliseconds between something that happens to a file and a look at it, and until nothing has changed again. */
const pause = 10;
/** A file that never stops changing is read then all the same. */
const mostLooks = 8;

interface WatchOptions {
  readonly watch?: true;
  readonly goOn?: true;
  readonly json?: true;
}

const watchOption: OptionRow = ['--watch', 'run again when a file that was read changes, until Ctrl+C'];
const goOnOption: OptionRow = [
  '--go-on',
  'with --watch: go on with the world of the previous run, if the content keeps its shape',
];

/** A command with the option `--watch`. It must read all its files by `note` of its context, and write none. */
export function watchable(parts: CommandParts, more: readonly OptionRow[] = []): CommandParts {
  return {
    ...parts,
    options: [...parts.options, watchOption, ...more],
    act(context, given, options: never) {
      const { watch, goOn, json }: WatchOptions = options;
      if (watch === undefined && goOn === true)
        throw usageError('--go-on goes on with the world of the previous run of --watch; give --watch too');
      const { terminal } = context;
      const running = goOn === true ? createRunningWorld((text) => terminal.error(`${text}\n`)) : undefined;
      const act = (its: Context) => parts.act({ ...its, running }, given, options);
      return watch === true ? runWatching(context, json, act) : act(context);
    },
  };
}

/** Also with `--go-on`. It must make its world by `openWorld`. */
export function watchableWorld(parts: CommandParts): CommandParts {
  return watchable(parts, [goOnOption]);
}

/**
 * Runs an act, and again when a file that it has read changes, until Ctrl+C, for which it throws. Failures of the act
 * are printed, with `json` also as `{"error"}`; wrong usage of the first run is thrown.
 */
async function runWatching(
  context: Context,
  json: true | undefined,
  act: (context: Context) => void | Promise<void>,
): Promise<never> {
  const terminal = withJsonLines(context.terminal);
  const changes = createChanges(terminal);
  const memo = createReadMemo();
  try {
    for (let run = 1; ; run++) {
      const log = createReadLog();
      const begun = performance.now();
      await runOnce({ ...context, terminal, note: log.note, remember: memo(log) }, { json, isFirst: run === 1 }, act);
      const files = log.paths().length;
      if (files === 0)
        throw usageError('--watch has nothing to watch, because no file was read; name a file, or leave --watch out');
      const took = `${Math.round(performance.now() - begun)} ms`;
      terminal.error(`done in ${took}; waiting for changes of ${counted(files, 'file')} (Ctrl+C ends)\n`);
      const changed = await changes.next(log, run);
      terminal.clear?.();
      terminal.error(`${timeOfDay()} ${printable(firstFew(changed))} changed\n`);
    }
  } finally {
    changes.close();
  }
}

async function runOnce(
  context: Context,
  { json, isFirst }: { readonly json: true | undefined; readonly isFirst: boolean },
  act: (context: Context) => void | Promise<void>,
): Promise<void> {
  const { terminal } = context;
  try {
    await interruptible(
      terminal,
      () => '',
      () => act(context),
    );
  } catch (error) {
    if (isInterrupted(error) || (isFirst && isUsageError(error))) throw error;
    const message = sentenceOf(error);
    if (json) terminal.out(jsonText(terminal, { error: message }));
    terminal.error(`${terminal.errorColors.red(message)}\n`);
  }
}

interface Changes {
  /** What has changed since it was read, as soon as something has. Throws after Ctrl+C. */
  next(log: ReadLog, runs: number): Promise<readonly string[]>;
  close(): void;
}

function createChanges(terminal: Terminal): Changes {
  let wake = (): void => {};
  let end: 'interrupted' | { readonly error: unknown } | undefined;
  const endBy = (how: typeof end): void => {
    end ??= how;
    wake();
  };
  const release = terminal.onInterrupt?.(() => endBy('interrupted'));
  return {
    async next(log, runs) {
      const unwatch = await watchPaths(log.paths(), { hint: () => wake(), fail: (error) => endBy({ error }) });
      try {
        // What changed while the act ran may not have been watched: so it looks before it waits.
        for (;;) {
          const changed = await settled(log);
          if (end === 'interrupted') throw interruption(` after ${counted(runs, 'run')}`);
          if (end !== undefined) throw unwatchable(end.error);
          if (changed.length > 0) return changed;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      } finally {
        await unwatch();
      }
    },
    close: () => release?.(),
  };
}

/** What has changed, once it stays so for a moment: several files may be written, or one in several parts. */
async function settled(log: ReadLog): Promise<readonly string[]> {
  let before = '';
  for (let look = 1; ; look++) {
    await delay(pause);
    const changed = log.changed();
    const now = JSON.stringify(changed);
    if (changed.length === 0 || now === before || look === mostLooks) return changed.map(({ path }) => path);
    before = now;
  }
}

function unwatchable(error: unknown): EdictError {
  return new EdictError(
    'unwatchable',
    `the files cannot be watched: ${systemWords(error)}; watch fewer files, or set CHOKIDAR_USEPOLLING=1 to poll them`,
  );
}

function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8);
}
