import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import picocolors from 'picocolors';
import { systemWords } from '../files/file-failure.js';
import { writeAll } from '../files/write-file.js';
import { EdictError } from '../kernel/errors.js';

/** Descriptors: the `isTTY` of a pipe is undefined, so picocolors would guess. */
const standardOutput = 1;
const standardError = 2;

export type Colors = ReturnType<typeof picocolors.createColors>;

export interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly outColors: Colors;
  readonly errorColors: Colors;
  /** For a progress bar; undefined unless errors go to a terminal. */
  readonly live: NodeJS.WriteStream | undefined;
  readonly input?: NodeJS.ReadableStream;
  /** It may handle signals. */
  readonly ownsProcess?: true;
  /** Past the stream, which a signal may have stopped. Left out: no signals. */
  readonly errorPastStream?: (text: string) => void;
}

export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) endWhereUnwritable(stream);
  return {
    out: isFile(standardOutput) ? writeToFile : (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    outColors: picocolors.createColors(hasColors(standardOutput)),
    errorColors: picocolors.createColors(hasColors(standardError)),
    live: isatty(standardError) && !isDumb() ? process.stderr : undefined,
    // An unread pipe may keep the process waiting.
    get input() {
      return process.stdin;
    },
    ownsProcess: true,
    errorPastStream: (text) => writeAll(standardError, Buffer.from(text)),
  };
}

function hasColors(descriptor: number): boolean {
  return isatty(descriptor) && (process.env.NO_COLOR ?? '') === '' && !isDumb();
}

function isDumb(): boolean {
  return process.env.TERM === 'dumb';
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    // It may be closed.
    return false;
  }
}

/** Node's stream takes a part for the whole on a full disk. */
function writeToFile(text: string): void {
  try {
    writeAll(standardOutput, Buffer.from(text));
  } catch (error) {
    throw new EdictError('unwritable-output', unwritten(error));
  }
}

function unwritten(error: unknown): string {
  return `cannot write to standard output: ${systemWords(error)}`;
}

/** `edict run | head` closes the pipe early, which is no fault. Other failures end the command with one sentence. */
function endWhereUnwritable(stream: NodeJS.WriteStream): void {
  if (stream.listenerCount('error') > 0) return;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    if (stream === process.stdout) process.stderr.write(`edict: ${unwritten(error)}\n`);
    process.exit(1);
  });
}
