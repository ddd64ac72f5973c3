import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeFileWhole } from '../src/files/write-file.js';
import { EdictError } from '../src/kernel/errors.js';
import type { Machine } from './report.js';
import type { Ratios } from './ratios.js';
import { sourceFile } from './root.js';

const schema = z.object({ ratios: z.record(z.string(), z.number()) });

/** Where the committed ratios are kept. */
export interface BaselineFile {
  /** Throws when there is none or it is damaged. */
  read(): Ratios;
  write(machine: Machine, ratios: Ratios): void;
}

export function baselineFile(path: string = sourceFile('baseline.json')): BaselineFile {
  return {
    read() {
      try {
        return schema.parse(JSON.parse(readFileSync(path, 'utf8'))).ratios;
      } catch (error) {
        const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
        throw new EdictError(
          'baseline',
          `${path} cannot be read (${reason}); restore it with git, or write it with npm run bench:guard -- --update`,
          path,
        );
      }
    },
    write(machine, ratios) {
      const rounded = Object.fromEntries(
        Object.entries(ratios).map(([name, ratio]) => [name, Number(ratio.toPrecision(3))]),
      );
      writeFileWhole(path, `${JSON.stringify({ machine, ratios: rounded }, undefined, 2)}\n`);
    },
  };
}
