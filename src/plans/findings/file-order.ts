import { nodes } from '../../eval/node-kit.js';
import { mayBeTrue } from '../../eval/bounds.js';
import { termOf } from '../../eval/term-book.js';
import { sourceSlot, targetSlot } from '../../ir/node.js';
import { kept, keptBy } from '../../kernel/maps.js';
import { possibleOf, quoted } from '../never-true.js';
import { classAt } from '../../model/model.js';
import { type Finding, type Subject, subjectOfRule, titleOf } from './finding.js';
import {
  type Doing,
  type Reach,
  type RuleSequence,
  type RuleWrite,
  type Studied,
  reachOf,
  sequencesOf,
  writesOf,
} from './rule-writes.js';

/** Pairs of writers compared for one cell: content with more finds no pair among the others. */
const mostPairs = 2_000;

/** Writers of one cell in one priority whose order matters and depends on the order of files. Formats order passes. */
export function ordersByFile(studied: Studied): readonly Finding[] {
  const reaches = keptBy((write: RuleWrite) => reachOf(write, studied));
  const phases = sequencesOf(studied.program.rules).filter(({ isPass }) => !isPass);
  return phases.flatMap((sequence) =>
    [...rivalsIn(sequence, studied).values()].flatMap((rivals) => findingOf(rivals, reaches, sequence, studied) ?? []),
  );
}

/** By priority and cell. */
function rivalsIn({ rules }: RuleSequence, studied: Studied): ReadonlyMap<string, readonly RuleWrite[]> {
  const groups = new Map<string, RuleWrite[]>();
  // Effects with a stacking number have a rule of their own.
  for (const [at, rule] of rules.entries())
    for (const write of writesOf(rule, at, studied))
      if (write.effect.stacking === 0) kept(groups, `${rule.priority} ${write.cell}`, () => []).push(write);
  return groups;
}

function findingOf(
  rivals: readonly RuleWrite[],
  reachOfWrite: (write: RuleWrite) => Reach,
  { name }: RuleSequence,
  studied: Studied,
): Finding | undefined {
  const files = new Set(rivals.map(({ rule }) => rule.origin.file));
  if (files.size < 2 || rivals.every((write) => commute(write.does, rivals[0].does))) return undefined;
  let left = mostPairs;
  for (const [one, other] of pairsOf(rivals)) {
    if (left-- === 0) return undefined;
    if (one.rule.origin.file === other.rule.origin.file || commute(one.does, other.does)) continue;
    if (!mayMeet(reachOfWrite(one), reachOfWrite(other), studied)) continue;
    return one.at < other.at ? orderFinding(one, other, name, studied) : orderFinding(other, one, name, studied);
  }
  return undefined;
}

/** That may not commute: of two kinds, rare ones first, then of kinds that do not commute with themselves. */
function* pairsOf(rivals: readonly RuleWrite[]): Generator<readonly [RuleWrite, RuleWrite]> {
  const byKind = new Map<Doing['by'], RuleWrite[]>();
  for (const write of rivals) kept(byKind, write.does.by, () => []).push(write);
  const kinds = [...byKind.values()].sort((a, b) => a.length - b.length);
  for (const [i, some] of kinds.entries())
    for (const one of some) for (const others of kinds.slice(i + 1)) for (const other of others) yield [one, other];
  for (const by of ['set', 'other'] as const) {
    const some = byKind.get(by) ?? [];
    for (const [i, one] of some.entries()) for (let j = i + 1; j < some.length; j++) yield [one, some[j]];
  }
}

function commute(a: Doing, b: Doing): boolean {
  if (a.by !== b.by || a.by === 'other') return false;
  // Of two rules, sources may differ.
  return a.by !== 'set' || (a.amount === b.amount && (a.amount.free & (1 << sourceSlot)) === 0 && !a.amount.draws);
}

/** They may write to one object. */
function mayMeet(a: Reach, b: Reach, { program: { model }, book }: Studied): boolean {
  if (a.class !== 0 && b.class !== 0 && a.class !== b.class) return false;
  const both = termOf(book, nodes.all([...a.conditions, ...b.conditions]));
  return [...a.kinds].some(
    (kind) => b.kinds.has(kind) && mayBeTrue(possibleOf(both, { model, kinds: new Map([[targetSlot, kind]]) })),
  );
}

/** About the cell, so that content can call the order of all its writers meant. */
function orderFinding(earlier: RuleWrite, later: RuleWrite, phase: string, { program }: Studied): Finding {
  const [first, second] = [earlier.rule, later.rule];
  const of = cellOf(later, program);
  return {
    code: 'order-by-file',
    of: { ...of, origin: second.origin },
    message:
      `the result depends on which of ${titleOf(subjectOfRule(second))} and ` +
      `${titleOf(subjectOfRule(first))} (${first.origin.file}:${first.origin.line}) ` +
      `${of.what === 'class' ? 'decides the availability of' : 'writes'} ${titleOf(of)} first, and only the ` +
      `order of their files decides that: both have priority ${second.priority} in the phase ${quoted(phase)}`,
    suggestion: 'give one of the two another `priority`, or write both in one file',
  };
}

/** What is written, by name. */
export function cellOf({ effect, cell }: RuleWrite, { model }: Studied['program']): Subject {
  if (effect.kind === 'modify') {
    const { name, role } = model.columns[effect.column];
    return { what: role, name };
  }
  if (effect.kind === 'hold') return { what: 'property', name: model.holdings[effect.holding].name };
  return { what: 'class', name: classAt(model, Number(cell.replace('class ', ''))).name };
}
