import { Readable } from 'node:stream';
import picocolors from 'picocolors';
import { main } from '../../src/cli/main.js';
import type { Terminal } from '../../src/cli/terminal.js';

export interface Finished {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/**
 * Runs the command line as a script would see it: no terminal, no colours unless asked for, and nothing typed but
 * `input`.
 */
export async function cli(
  argv: readonly string[],
  { colors = false, input = '' }: { readonly colors?: boolean; readonly input?: string } = {},
): Promise<Finished> {
  const [out, error]: [string[], string[]] = [[], []];
  const palette = picocolors.createColors(colors);
  const terminal: Terminal = {
    out: (text) => void out.push(text),
    error: (text) => void error.push(text),
    outColors: palette,
    errorColors: palette,
    live: undefined,
    input: Readable.from([input]),
  };
  const code = await main(argv, terminal);
  return { code, out: out.join(''), error: error.join('') };
}

/** One sentence on one line, which is no stack trace. */
export const oneSentence = /^edict: [^\n]+\n$/;
