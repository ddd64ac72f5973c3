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
  /**
   * Names of classes of which the host or a scenario makes objects. If given, every other class is reported of which
   * content makes none.
   */
  readonly made?: Iterable<string>;
}

/**
 * Returns the likely mistakes of a sound program, see docs/diagnosis.md. Leaves out what may be right in some world,
 * and the warnings that the content accepts in `meant`.
 */
export function findingsOf(program: Program, options: FindingOptions = {}): readonly Finding[] {
  return allFindings(program, options).filter(({ code, of }) => !isMeant(program.meant, code, of.name));
}

/** Includes the findings that the content accepts. */
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
