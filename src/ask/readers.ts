import type { Expression } from '../ir/expression.js';
import type { Program } from '../ir/program.js';
import { type FactKey, factKey, factsIn } from './fact-key.js';

/** Which expressions read a fact: the reverse index, so that "what does this change" looks at those alone. */
export interface Readers {
  /** All that the index is of. */
  readonly expressions: readonly Expression[];
  /** Expressions that read a fact, in their order; also those that read a variable that follows from it. */
  of(key: FactKey): readonly Expression[];
}

/** The index of some expressions over a program. */
export function indexReaders(program: Program, expressions: readonly Expression[]): Readers {
  const made = madeOf(program);
  const readers = new Map<FactKey, Expression[]>();
  for (const expression of expressions) {
    for (const key of reachedFrom(factsIn(expression.node), made)) {
      const known = readers.get(key);
      if (known === undefined) readers.set(key, [expression]);
      else known.push(expression);
    }
  }
  return { expressions: [...expressions], of: (key) => readers.get(key) ?? none };
}

const none: readonly Expression[] = [];

/** By the key of a variable: what its modifiers read. */
function madeOf({ rules: { modifiers } }: Program): ReadonlyMap<FactKey, ReadonlySet<FactKey>> {
  const facts = new Map<FactKey, Set<FactKey>>();
  for (const { variable, amount } of modifiers) {
    const key = factKey.variable(variable);
    const known = facts.get(key);
    if (known === undefined) facts.set(key, new Set(factsIn(amount)));
    else for (const each of factsIn(amount)) known.add(each);
  }
  return facts;
}

/** Facts, and all that variables among them are made of, at any remove. */
function reachedFrom(
  facts: ReadonlySet<FactKey>,
  made: ReadonlyMap<FactKey, ReadonlySet<FactKey>>,
): ReadonlySet<FactKey> {
  const reached = new Set(facts);
  // A set's loop also reaches what is added to it meanwhile.
  for (const key of reached) for (const each of made.get(key) ?? []) reached.add(each);
  return reached;
}

const indexes = new WeakMap<Program, Readers>();

/** The index of what a program's content names; made once for all its worlds. */
export function readersOf(program: Program): Readers {
  let known = indexes.get(program);
  if (known === undefined) indexes.set(program, (known = indexReaders(program, program.rules.expressions)));
  return known;
}

const behindVariables = new WeakMap<Program, ReadonlySet<FactKey>>();

/** The facts that modifiers of variables read. */
export function factsOfVariables(program: Program): ReadonlySet<FactKey> {
  let known = behindVariables.get(program);
  if (known === undefined)
    behindVariables.set(program, (known = new Set([...madeOf(program).values()].flatMap((facts) => [...facts]))));
  return known;
}
