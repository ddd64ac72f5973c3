import { available, holds } from '../eval/ops/bits.js';
import { supposed } from '../eval/ops/supposed.js';
import { asSolved, constantValue, dataOf, isOf, partsIn } from '../eval/shape.js';
import { operationOf } from '../eval/make-node.js';
import type { Expression, Node } from '../ir/node.js';
import type { Program } from '../ir/rule.js';

/** A fact that expressions read: equal texts, equal facts. */
export type FactKey = string;

export const factKey = {
  question: (question: number, word: number): FactKey => `question ${question} ${word}`,
  holding: (holding: number, word: number): FactKey => `holding ${holding} ${word}`,
  column: (column: number): FactKey => `column ${column}`,
  available: (classIndex: number): FactKey => `available ${classIndex}`,
  owner: 'owner',
  place: 'place',
  variable: (variable: number): FactKey => `variable ${variable}`,
  /** Any solved variable: who is attached where decides which modifiers there are. */
  variables: 'variables',
} as const;

/** The facts that an expression reads, at any depth. */
function factsIn(node: Node): ReadonlySet<FactKey> {
  return new Set([...partsIn(node)].flatMap(keysOf));
}

/** What a node itself reads. */
function keysOf(node: Node): readonly FactKey[] {
  const operation = operationOf(node);
  const keys: FactKey[] = (operation.reads?.(node.data) ?? []).map(factKey.column);
  const question = dataOf(node, supposed);
  if (question !== undefined) keys.push(factKey.question(question.question, question.word));
  const held = dataOf(node, holds);
  if (held !== undefined) keys.push(factKey.holding(held.holding, held.word));
  const variable = asSolved(node)?.variable;
  if (variable !== undefined) keys.push(factKey.variable(variable), factKey.variables);
  // A class that is not constant may be any: 0.
  if (isOf(node, available)) keys.push(factKey.available(constantValue(node.args[1]) ?? 0));
  const facts = operation.facts?.(node.data) ?? [];
  if (facts.includes('owner')) keys.push(factKey.owner);
  if (facts.includes('place')) keys.push(factKey.place);
  return keys;
}

/** The reverse index: which expressions read a fact. */
export interface Readers {
  /** All that the index is of. */
  readonly expressions: readonly Expression[];
  /** In their order; also those that read a variable that follows from it. */
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

/** Facts, and all that variables among them are made of. */
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

/** Of what content names; made once for all worlds of a program. */
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
