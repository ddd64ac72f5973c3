import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { EdictError } from '../src/kernel/errors.js';

const largestAnswer = 64 * 1024 * 1024;

/**
 * Runs a compiled module of this folder in a process of its own, with its input as one argument of JSON; its answer is
 * JSON on standard output. What is measured alone is not slowed down by what the engine has learnt from other worlds.
 */
export function runAlone(module: string, input: unknown, flags: readonly string[] = []): unknown {
  const file = fileURLToPath(new URL(module, import.meta.url));
  const { status, stdout, error, signal } = spawnSync(process.execPath, [...flags, file, JSON.stringify(input)], {
    encoding: 'utf8',
    maxBuffer: largestAnswer,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error !== undefined) throw error;
  if (status !== 0)
    throw new EdictError('benchmark', `${module} ended with ${signal ?? String(status)}; what went wrong stands above`);
  return JSON.parse(stdout) as unknown;
}

/** The other side: reads the input, prints the answer. An error becomes one line and exit code 1. */
export function answerAlone<Input>(run: (input: Input) => unknown): void {
  try {
    process.stdout.write(JSON.stringify(run(JSON.parse(process.argv[2] ?? '') as Input)));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
