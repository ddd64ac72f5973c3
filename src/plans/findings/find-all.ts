import { createTermBook } from '../../eval/term-book.js';
import { isMeant } from '../../ir/meant.js';
import type { Program } from '../../ir/rule.js';
import { absentAmounts, beyondBounds } from './amounts.js';
import { earlyReads } from './early-reads.js';
import { emptyRoles } from './empty-roles.js';
import { ordersByFile } from './file-order.js';
import type { Finding } from './finding.js';
import { neverMade } from './never-made.js';
import type { Studied } from './rule-writes.js';
import { undoneEffects } from './undone-effects.js';

export interface FindingOptions {
  /** Names of classes of which the host or a scenario makes objects. Given: of all others content must make some. */
  readonly made?: Iterable<string>;
}

/**
 * What a sound program does that nobody is likely to want: see docs/commands.md. Nothing is found that may be right in
 * some world, and nothing that the content calls meant.
 */
export function findingsOf(program: Program, options: FindingOptions = {}): readonly Finding[] {
  return allFindings(program, options).filter(({ code, of }) => !isMeant(program.meant, code, of.name));
}

/** With those that the content calls meant. */
export function allFindings(program: Program, { made }: FindingOptions = {}): readonly Finding[] {
  // Rules run in the world as it is.
  const studied: Studied = { program, book: createTermBook({ supposing: false }) };
  return [
    ...earlyReads(studied),
    ...ordersByFile(studied),
    ...emptyRoles(studied),
    ...absentAmounts(studied),
    ...beyondBounds(studied),
    ...neverMade(studied, made === undefined ? undefined : new Set(made)),
    ...undoneEffects(studied),
  ];
}
