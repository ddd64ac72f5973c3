import type { Expression } from '../expression.js';
import type { Program } from '../program.js';
import { type FactKey, factsIn } from './fact-key.js';

/** Which expressions of content read a fact: the reverse index, so that "what does this change" looks at those alone. */
export interface Readers {
  /** Expressions that read a fact, by index. */
  of(key: FactKey): readonly Expression[];
  /** All that the index is of. */
  readonly expressions: readonly Expression[];
}

/** The index of some expressions. */
export function indexReaders(expressions: readonly Expression[]): Readers {
  const readers = new Map<FactKey, Expression[]>();
  for (const expression of expressions) {
    for (const key of factsIn(expression.node)) {
      const known = readers.get(key);
      if (known === undefined) readers.set(key, [expression]);
      else known.push(expression);
    }
  }
  return { expressions: [...expressions], of: (key) => readers.get(key) ?? none };
}

const none: readonly Expression[] = [];
const indexes = new WeakMap<Program, Readers>();

/** The index of what a program's content names; made once for all its worlds. */
export function readersOf(program: Program): Readers {
  let known = indexes.get(program);
  if (known === undefined) indexes.set(program, known = indexReaders(program.rules.expressions));
  return known;
}
