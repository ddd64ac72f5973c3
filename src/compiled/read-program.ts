import { checkBook } from '../events/book/check-book.js';
import type { Program } from '../ir/rule.js';
import type { LoadOptions } from './load-options.js';
import { programOf, readParts } from './read-parts.js';

/** As `readProgram` of `edict/runtime`, with all parts of the kernel at hand. */
export function readProgram(source: string | Uint8Array | ArrayBuffer, options: LoadOptions = {}): Program {
  return programOf(readParts(source, options), checkBook);
}
