import type { Program } from '../ir/rule.js';
import { EdictError } from '../kernel/errors.js';
import { checkSum, formatName, formatVersion, longestFile } from './file-form.js';
import { fingerprintOf } from './fingerprint.js';
import { createTable } from './operation-table.js';
import { compiled } from './program-shape.js';

/**
 * The text of a file of compiled content, which `readProgram` of `edict/runtime` reads without the parsers. `program`:
 * of `loadContent` or `defineContent`.
 *
 * @throws EdictError `not-compiled` for content of other formats
 */
export function writeProgram(program: Program): string {
  const { model, rules, environment, fingerprint } = program;
  if (fingerprint !== fingerprintOf(model, rules, environment))
    throw new EdictError(
      'not-compiled',
      'only content of the native format can be compiled; give a program of `loadContent` or `defineContent`',
    );
  const content = compiled.write(program, createTable());
  const text = `${JSON.stringify({ format: formatName, version: formatVersion, fingerprint, sum: checkSum(content), content })}\n`;
  if (text.length <= longestFile) return text;
  throw new EdictError(
    'too-large',
    `the compiled content has ${text.length} characters, the limit is ${longestFile}; split it into several contents`,
  );
}
