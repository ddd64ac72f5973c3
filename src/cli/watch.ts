import { setTimeout as delay } from 'node:timers/promises';
import { type ReadLog, createReadLog } from '../files/read-log.js';
import { type PathWatch, createPathWatch } from '../files/watch-paths.js';
import { systemWords } from '../files/file-failure.js';
import { printable } from '../content/text/quote.js';
import { EdictError } from '../kernel/errors.js';
import { type CommandParts, type Context, isUsageError, jsonText, sentenceOf, usageError } from './command.js';
import { interruptible, interruption, isInterrupted } from './progress.js';
import { type Terminal, counted, firstFew, withJsonLines } from './terminal.js';

/** Milliseconds between something that happens to a file and a look at it, and until nothing has changed again. */
const pause = 25;
/** A file that never stops changing is read then all the same. */
const mostLooks = 8;

interface WatchOptions {
  readonly watch?: true;
  readonly json?: true;
}

/** A command with the option `--watch`. It must read all its files by `note` of its context, and write none. */
export function watchable(parts: CommandParts): CommandParts {
  return {
    ...parts,
    options: [...parts.options, ['--watch', 'run again when a file that was read changes, until Ctrl+C']],
    act(context, given, options: never) {
      const { watch, json }: WatchOptions = options;
      const act = (its: Context) => parts.act(its, given, options);
      return watch === true ? runWatching(context, json, act) : act(context);
    },
  };
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
  try {
    for (let run = 1; ; run++) {
      const log = createReadLog();
      const begun = performance.now();
      await runOnce({ ...context, terminal, note: log.note }, { json, isFirst: run === 1 }, act);
      const files = log.paths().length;
      if (files === 0)
        throw usageError('--watch has nothing to watch, because no file was read; name a file, or leave --watch out');
      const took = `${Math.round(performance.now() - begun)} ms`;
      terminal.error(`done in ${took}; waiting for a change of ${counted(files, 'file')} (Ctrl+C ends)\n`);
      const changed = await changes.next(log, run);
      terminal.clear?.();
      terminal.error(`${timeOfDay()} ${printable(firstFew(changed))} changed\n`);
    }
  } finally {
    await changes.close();
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
  close(): Promise<void>;
}

function createChanges(terminal: Terminal): Changes {
  let watch: PathWatch | undefined;
  let wake = (): void => {};
  let end: 'interrupted' | { readonly error: unknown } | undefined;
  const endBy = (how: typeof end): void => {
    end ??= how;
    wake();
  };
  const release = terminal.onInterrupt?.(() => endBy('interrupted'));
  return {
    async next(log, runs) {
      watch ??= await createPathWatch(
        () => wake(),
        (error) => endBy({ error }),
      );
      watch.watch(log.paths());
      // What changed while the act ran may not have been watched then: so it looks before it waits.
      for (let looked = settled(log); ; looked = settled(log)) {
        const changed = await looked;
        if (end === 'interrupted') throw interruption(` after ${counted(runs, 'run')}`);
        if (end !== undefined) throw unwatchable(end.error);
        if (changed.length > 0) return changed;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async close() {
      release?.();
      await watch?.close();
    },
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
    `the files cannot be watched: ${systemWords(error)}; watch fewer files, or set CHOKIDAR_USEPOLLING=1 to look at them by turns`,
  );
}

function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8);
}
