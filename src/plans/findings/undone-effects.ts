import { rebuilt, nodeLike } from '../../eval/make-node.js';
import { nodes } from '../../eval/node-kit.js';
import { asRead, conjuncts, constantValue, isSlot, partsIn } from '../../eval/node-shape.js';
import { termOf } from '../../eval/term-book.js';
import type { Term } from '../../eval/term.js';
import { leavesOf, nodesOfEffect } from '../../ir/effect-nodes.js';
import { type Node, sourceSlot, targetSlot } from '../../ir/node.js';
import type { Rule } from '../../ir/rule.js';
import { fact } from '../../model/stamps.js';
import { kept } from '../../kernel/maps.js';
import { reads } from '../../rules/plan-writes.js';
import { cellOf } from './file-order.js';
import { type Finding, subjectOfRule, titleOf } from './finding.js';
import {
  type RuleSequence,
  type RuleWrite,
  type Studied,
  firingsOf,
  isOnSource,
  sequencesOf,
  writesOf,
} from './rule-writes.js';

/**
 * Effects that a later rule of the same objects always undoes before anything reads them: it removes what was added,
 * or sets another value.
 */
export function undoneEffects(studied: Studied): readonly Finding[] {
  return sequencesOf(studied.program.rules).flatMap((sequence) => undoneIn(sequence, studied));
}

function undoneIn({ rules, isPass }: RuleSequence, studied: Studied): readonly Finding[] {
  const cells = new Map<string, RuleWrite[]>();
  for (const [at, rule] of rules.entries())
    for (const write of writesOf(rule, at, studied)) kept(cells, write.cell, () => []).push(write);
  const lookups = lookupsIn(rules);
  return [...cells.values()]
    .filter(({ length }) => length > 1)
    .flatMap((writes) => undoneOf(writes, isPass, lookups, studied));
}

/** Of one cell, in their order. A write is compared with the last one under the same conditions. */
function undoneOf(
  writes: readonly RuleWrite[],
  isPass: boolean,
  lookups: Lookups,
  studied: Studied,
): readonly Finding[] {
  const last = new Map<string, Conditioned>();
  /** Since when all writes are of one kind. */
  let run = writes[0];
  return writes.flatMap((write) => {
    if (write.does.by !== run.does.by) run = write;
    if (constantValue(write.does.amount) === undefined) return [];
    const present = conditioned(write, isPass, studied);
    if (present === undefined) return [];
    const before = last.get(present.key);
    last.set(present.key, present);
    if (before === undefined || !cancels(before.write, write, studied)) return [];
    const isAlone = write.does.by === 'set' || before.write.at >= run.at;
    return isAlone && isUndone(before, present, lookups, studied) ? [findingOf(before.write, write, studied)] : [];
  });
}

interface Conditioned {
  readonly write: RuleWrite;
  /** Equal for writes to the same objects under the same conditions, but those on the written cell. */
  readonly key: string;
  /** On the written cell of the object that is written. */
  readonly onCell: readonly Term[];
  readonly conditions: readonly Term[];
}

/** Undefined where that cannot be told. */
function conditioned(write: RuleWrite, isPass: boolean, { book }: Studied): Conditioned | undefined {
  const { rule, effect, column } = write;
  const { carrier } = rule;
  if (effect.stacking !== 0 || effect.holder !== undefined || write.does.by === 'other' || carrier.by === 'condition')
    return undefined;
  const split = (list: readonly Node[]) => list.flatMap((node) => conjuncts(termOf(book, node)));
  // Alternatives are compared whole.
  const include = rule.include.length === 1 ? split(rule.include) : rule.include.map((node) => termOf(book, node));
  const exclude = rule.exclude.map((node) => termOf(book, node));
  const own = [...split(rule.activation), ...split(write.conditions)];
  const readers = [...own, ...include].filter((term) => reads(term, new Set([column])));
  const slots = isOnSource(rule, book)
    ? [sourceSlot, targetSlot]
    : [effect.recipient === 'source' ? sourceSlot : targetSlot];
  const isCell = (term: Term) =>
    [...partsIn(term)].every(
      (part) => asRead(part)?.column !== column || slots.some((slot) => isSlot(part.args[0], slot)),
    );
  const conditions = [...own, ...include, ...exclude];
  if (conditions.some(({ draws, sequential }) => draws || sequential)) return undefined;
  if (!readers.every(isCell) || exclude.some((term) => reads(term, new Set([column])))) return undefined;
  // Passes evaluate all conditions before the first effect.
  if (isPass && readers.length > 0) return undefined;
  const others = (terms: readonly Term[]) => idsOf(terms.filter((term) => !readers.includes(term)));
  const key = JSON.stringify([carrier, effect.recipient, others(own), others(include), idsOf(exclude)]);
  return { write, key, onCell: readers, conditions: conditions.filter((term) => !readers.includes(term)) };
}

function idsOf(terms: readonly Term[]): readonly number[] {
  return [...new Set(terms.map(({ id }) => id))].sort((a, b) => a - b);
}

/** Of two that cancel each other. */
function isUndone(before: Conditioned, after: Conditioned, lookups: Lookups, studied: Studied): boolean {
  const [a, b] = [before.write, after.write];
  if (a.rule === b.rule || b.rule.heard === true) return false;
  return (
    after.onCell.every((term) => holdsAfter(term, a, studied)) &&
    // A rule that does more than take a mark back answers it.
    (after.onCell.length === 0 || leavesOf(b.rule.effects).length === 1) &&
    (before.onCell.length === 0 || a.does.by === 'set') &&
    !isSeen(a, b, lookups) &&
    !isChanged(after.conditions, a, b, lookups)
  );
}

function cancels({ does: a, column }: RuleWrite, { does: b }: RuleWrite, { program }: Studied): boolean {
  const [first, second] = [constantValue(a.amount), constantValue(b.amount)];
  if (a.by !== b.by || first === undefined || second === undefined) return false;
  const isTruncated = column >= 0 && program.model.columns[column].integer && !Number.isInteger(first);
  switch (a.by) {
    case 'set':
      return first !== second;
    case 'add':
      return first !== 0 && first === -second && !isTruncated;
    case 'scale':
      return first !== 0 && first !== 1 && (a.divides === b.divides ? first * second === 1 : first === second);
    default:
      return false;
  }
}

/** A condition on the cell is certainly true once it was set. */
function holdsAfter(term: Term, { column, does }: RuleWrite, { book }: Studied): boolean {
  const value = constantValue(does.amount);
  if (does.by !== 'set' || value === undefined) return false;
  const known = rebuilt<Node>(term, (part, args) =>
    asRead(part)?.column === column ? nodes.constant(value, part.type) : nodeLike(part, args),
  );
  return constantValue(termOf(book, known)) === 1;
}

/** Places of rules by column, ascending, and of those that change more than columns. */
interface Lookups {
  readonly readers: ReadonlyMap<number, readonly number[]>;
  readonly writers: ReadonlyMap<number, readonly number[]>;
  readonly structural: readonly number[];
}

function lookupsIn(rules: readonly Rule[]): Lookups {
  const readers = new Map<number, number[]>();
  const writers = new Map<number, number[]>();
  const structural: number[] = [];
  for (const [at, rule] of rules.entries()) {
    for (const column of rule.reads) kept(readers, column, () => []).push(at);
    for (const column of rule.writes) kept(writers, column, () => []).push(at);
    if (rule.structural || rule.heard === true || leavesOf(rule.effects).some(isFar)) structural.push(at);
  }
  return { readers, writers, structural };
}

/** It changes what conditions read, and no column. */
function isFar({ kind }: { readonly kind: string }): boolean {
  return kind === 'hold' || kind === 'availability' || kind === 'lane' || kind === 'sight';
}

/** Something may read the value in between. */
function isSeen(a: RuleWrite, b: RuleWrite, { readers, structural }: Lookups): boolean {
  // What reads words and classes is not looked up.
  if (a.column < 0) return b.at > a.at + 1 || [a, b].some(({ rule }) => leavesOf(rule.effects).length > 1);
  return (
    hasBetween(readers.get(a.column) ?? [], a.at + 1, b.at) ||
    hasBetween(structural, a.at, b.at) ||
    isReadBeside(a) ||
    isReadBeside(b)
  );
}

/** By another effect of its rule, or a condition of that. */
function isReadBeside({ rule, effect: own, column }: RuleWrite): boolean {
  const read = (node: Node) => [...partsIn(node)].some((part) => asRead(part)?.column === column);
  return firingsOf(rule.effects).some(
    ({ effect, conditions }) => effect !== own && [...conditions, ...nodesOfEffect(effect)].some(read),
  );
}

/** A condition of the later one may have changed. */
function isChanged(conditions: readonly Term[], a: RuleWrite, b: RuleWrite, { writers }: Lookups): boolean {
  const stamps = new Set(conditions.flatMap((term) => term.stamps));
  // Solved variables follow from whatever they read.
  if (stamps.has(fact.cells)) return true;
  if (a.column < 0 && (stamps.has(fact.holding) || stamps.has(fact.availability))) return true;
  const read = new Set(conditions.flatMap((term) => [...partsIn(term)].map((part) => asRead(part)?.column ?? -1)));
  return [...read].some((column) => column !== a.column && hasBetween(writers.get(column) ?? [], a.at, b.at));
}

/** From a place up to another, which is not counted. Places ascend. */
function hasBetween(places: readonly number[], from: number, to: number): boolean {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (places[middle] < from) low = middle + 1;
    else high = middle;
  }
  return low < places.length && places[low] < to;
}

function findingOf(a: RuleWrite, b: RuleWrite, { program }: Studied): Finding {
  const of = subjectOfRule(a.rule);
  const later = titleOf(subjectOfRule(b.rule));
  const how = a.does.by === 'set' ? 'always sets it to another value' : 'always undoes that';
  return {
    code: 'undone-effect',
    of,
    message:
      `${titleOf(of)} changes ${titleOf(cellOf(a, program))} without effect: ${later} ` +
      `(${b.rule.origin.file}:${b.rule.origin.line}) comes after it in each turn and ${how}, and nothing reads ` +
      'the value in between',
    suggestion: 'remove one of the two effects, or let something read the value in between',
  };
}
