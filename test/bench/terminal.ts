import picocolors from 'picocolors';
import type { Terminal } from '../../src/cli/terminal.js';

/** A terminal that keeps what is printed. */
export interface Recorded {
  readonly terminal: Terminal;
  out(): string;
  error(): string;
}

export function recorded(): Recorded {
  const [out, error]: [string[], string[]] = [[], []];
  const colors = picocolors.createColors(false);
  return {
    terminal: {
      out: (text) => void out.push(text),
      error: (text) => void error.push(text),
      outColors: colors,
      errorColors: colors,
      live: undefined,
    },
    out: () => out.join(''),
    error: () => error.join(''),
  };
}
