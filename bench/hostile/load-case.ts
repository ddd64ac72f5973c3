import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdictError } from '../../src/kernel/errors.js';
import { hostileCases } from './cases.js';

export interface CaseAsked {
  readonly format: string;
  readonly name: string;
  /** Of what the limits allow. */
  readonly share: number;
}

export interface CaseFound {
  readonly milliseconds: number;
  /** The most that the process had of the machine's memory, the file and the engine included. */
  readonly peak: number;
  readonly outcome: string;
}

/** Makes a hostile file and loads it. */
export function loadCase({ format, name, share }: CaseAsked): CaseFound {
  const asked = hostileCases.find((each) => each.format === format && each.name === name);
  if (asked === undefined) throw new EdictError('benchmark', `there is no hostile file ${format} ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'edict-hostile-'));
  try {
    const run = asked.prepare(share, folder);
    const start = performance.now();
    const outcome = run();
    return { milliseconds: performance.now() - start, peak: process.resourceUsage().maxRSS * 1_024, outcome };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
