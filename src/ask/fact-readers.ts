import { available, heldCount, heldWord, holds } from '../eval/ops/bit-tests.js';
import { kept, keptBy } from '../kernel/maps.js';
import { supposed } from '../eval/ops/supposed.js';
import { asSolved, constantValue, dataOf, isOf, partsIn } from '../eval/node-shape.js';
import { operationOf } from '../eval/make-node.js';
import type { Expression, Node } from '../ir/node.js';
import type { Program } from '../ir/rule.js';

/** A fact that expressions read, by text. */
export type FactKey = string;

export const factKey = {
  question: (question: number, word: number) => `question ${question} ${word}`,
  /** Word 0: any. */
  holding: (holding: number, word: number) => `holding ${holding} ${word}`,
  column: (column: number) => `column ${column}`,
  available: (classIndex: number) => `available ${classIndex}`,
  owner: 'owner',
  place: 'place',
  variable: (variable: number) => `variable ${variable}`,
  /** Any solved variable: attachment decides which modifiers there are. */
  variables: 'variables',
} as const;

function factsIn(node: Node): ReadonlySet<FactKey> {
  return new Set([...partsIn(node)].flatMap(keysOf));
}

function keysOf(node: Node): readonly FactKey[] {
  const operation = operationOf(node);
  const keys: FactKey[] = (operation.reads?.(node.data) ?? []).map(factKey.column);
  const question = dataOf(node, supposed);
  if (question !== undefined) keys.push(factKey.question(question.question, question.word));
  const held = dataOf(node, holds);
  if (held !== undefined) keys.push(factKey.holding(held.holding, held.word));
  const some = dataOf(node, heldWord) ?? dataOf(node, heldCount);
  if (some !== undefined) keys.push(factKey.holding(some.holding, 0));
  const variable = asSolved(node)?.variable;
  if (variable !== undefined) keys.push(factKey.variable(variable), factKey.variables);
  // 0: any class.
  if (isOf(node, available)) keys.push(factKey.available(constantValue(node.args[1]) ?? 0));
  const facts = operation.facts?.(node.data) ?? [];
  if (facts.includes('owner')) keys.push(factKey.owner);
  if (facts.includes('place')) keys.push(factKey.place);
  return keys;
}

export interface Readers {
  readonly expressions: readonly Expression[];
  /** In order, including readers of variables that depend on it, and those of any word for one of a set. */
  of(key: FactKey): readonly Expression[];
}

export function indexReaders(program: Program, expressions: readonly Expression[]): Readers {
  const made = madeOf(program);
  const readers = new Map<FactKey, Expression[]>();
  for (const expression of expressions) {
    for (const key of reachedFrom(factsIn(expression.node), made)) kept(readers, key, () => []).push(expression);
  }
  const all = [...expressions];
  return {
    expressions: all,
    of(key) {
      const own = readers.get(key) ?? none;
      const ofAny = readers.get(anyWord(key));
      if (ofAny === undefined || ofAny === own) return own;
      const both = new Set([...own, ...ofAny]);
      return all.filter((expression) => both.has(expression));
    },
  };
}

/** The key of any word of the same set; of other facts their own. */
export function anyWord(key: FactKey): FactKey {
  return key.startsWith('holding ') ? `${key.slice(0, key.lastIndexOf(' '))} 0` : key;
}

const none: readonly Expression[] = [];

/** By variable: facts of its modifiers. */
function madeOf({ rules: { modifiers } }: Program): ReadonlyMap<FactKey, ReadonlySet<FactKey>> {
  const facts = new Map<FactKey, Set<FactKey>>();
  for (const { variable, amount } of modifiers) {
    const known = kept(facts, factKey.variable(variable), () => new Set<FactKey>());
    for (const each of factsIn(amount)) known.add(each);
  }
  return facts;
}

/** Facts, including those that variables depend on. */
function reachedFrom(
  facts: ReadonlySet<FactKey>,
  made: ReadonlyMap<FactKey, ReadonlySet<FactKey>>,
): ReadonlySet<FactKey> {
  const reached = new Set(facts);
  // The loop also visits keys added meanwhile.
  for (const key of reached) for (const each of made.get(key) ?? []) reached.add(each);
  return reached;
}

/** Both are made once a program, for all its worlds. */
export const readersOf = keptBy(
  (program) => indexReaders(program, program.rules.expressions),
  new WeakMap<Program, Readers>(),
);

export const factsOfVariables = keptBy(
  (program) => new Set([...madeOf(program).values()].flatMap((facts) => [...facts])),
  new WeakMap<Program, ReadonlySet<FactKey>>(),
);
