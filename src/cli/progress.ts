import cliProgress from 'cli-progress';
import type { Terminal } from './terminal.js';

/** Tells how far a run is: a bar on a terminal, else a line every tenth of the way. */
export interface Progress {
  /** Turns done, or what else is counted. */
  update(done: number): void;
  stop(): void;
}

/** With `silent` (JSON that may be piped together with the errors) there are no lines, but still a bar. */
export function createProgress(terminal: Terminal, total: number, silent: boolean, unit = 'turn'): Progress {
  if (total === 0) return nothing;
  if (terminal.live !== undefined) return bar(terminal.live, total, unit);
  return silent ? nothing : lines(terminal, total, unit);
}

/** Milliseconds. What is done by then needs no progress. */
const patience = 1_500;

/** Tells how far something is once it has taken a while. */
export interface PatientProgress {
  update(done: number, total: number): void;
  stop(): void;
}

/** Of what is mostly done before anybody looks. It may be used again when it has been stopped. */
export function createPatientProgress(terminal: Terminal, silent: boolean, unit = 'turn'): PatientProgress {
  let begun: number | undefined;
  let progress: Progress | undefined;
  return {
    update(done, total) {
      const now = performance.now();
      begun ??= now;
      if (progress === undefined && now - begun > patience) progress = createProgress(terminal, total, silent, unit);
      progress?.update(done);
    },
    stop() {
      progress?.stop();
      progress = begun = undefined;
    },
  };
}

/** Prints what takes long before the first turn; with `silent` only where a person looks. */
export function noticeTo(terminal: Terminal, silent: boolean): (text: string) => void {
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
    // Switched off it would stay off after Ctrl-C.
    linewrap: true,
  });
  shown.start(total, 0, { left: '' });
  const start = performance.now();
  // Before a turn is done nobody can say how long the others take.
  const left = (done: number): string =>
    done === 0 ? '' : `, ${duration(((performance.now() - start) / done) * (total - done))} left`;
  return { update: (done) => shown.update(done, { left: left(done) }), stop: () => shown.stop() };
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return `${String(seconds)}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${String(minutes)}m ${String(seconds % 60)}s`
    : `${String(Math.floor(minutes / 60))}h ${String(minutes % 60)}m`;
}

function lines(terminal: Terminal, total: number, unit: string): Progress {
  let tenth = 0;
  return {
    update(done) {
      const reached = Math.floor((done * 10) / total);
      if (reached === tenth) return;
      tenth = reached;
      terminal.error(`${unit} ${String(done)} of ${String(total)} (${String(Math.floor((done * 100) / total))}%)\n`);
    },
    stop: () => {},
  };
}
