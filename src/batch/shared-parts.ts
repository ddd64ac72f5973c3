import { makeNode } from '../eval/make-node.js';
import { and } from '../eval/ops/logic.js';
import { conjuncts } from '../eval/shape.js';
import type { Term } from '../eval/term.js';
import { type TermBook, termOf } from '../eval/term-book.js';

/** A condition as parts that all must be true: those that other conditions have too, and what is left. */
export interface SplitCondition {
  readonly shared: readonly Term[];
  readonly rest: Term | undefined;
}

/** Splits conditions so that each part that several of them have can be asked once for all. */
export function splitConditions(book: TermBook, conditions: readonly Term[]): readonly SplitCondition[] {
  const users = new Map<Term, number>();
  for (const condition of conditions)
    for (const part of conjuncts(condition)) users.set(part, (users.get(part) ?? 0) + 1);
  return conditions.map((condition) => {
    const shared = conjuncts(condition).filter((part) => (users.get(part) ?? 0) > 1 && !part.draws);
    if (shared.length === 0) return { shared, rest: condition };
    const rest = conjuncts(condition)
      .filter((part) => !shared.includes(part))
      .map(({ node }) => node);
    return {
      shared,
      rest:
        rest.length === 0 ? undefined : termOf(book, rest.length === 1 ? rest[0] : makeNode(and, undefined, ...rest)),
    };
  });
}
