import { nodes } from '../../eval/node-kit.js';
import { mayBeTrue } from '../../eval/bounds.js';
import { termOf } from '../../eval/term-book.js';
import { sourceSlot } from '../../ir/node.js';
import { kept, keptBy } from '../../kernel/maps.js';
import { possibleOf, quoted } from '../never-true.js';
import { type Finding, subjectOfRule, titleOf } from './finding.js';
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

/** Writers of one cell in one priority whose order matters, and hangs on the order of files. */
export function ordersByFile(studied: Studied): readonly Finding[] {
  const reaches = keptBy((write: RuleWrite) => reachOf(write, studied));
  return sequencesOf(studied.program.rules).flatMap((sequence) =>
    [...rivalsIn(sequence, studied).values()].flatMap((rivals) => findingOf(rivals, reaches, sequence, studied) ?? []),
  );
}

/** By priority and cell. */
function rivalsIn({ rules }: RuleSequence, studied: Studied): ReadonlyMap<string, readonly RuleWrite[]> {
  const groups = new Map<string, RuleWrite[]>();
  for (const [at, rule] of rules.entries())
    // Effects with a stacking number have a rule of their own.
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
  const byKind = new Map<Doing['by'], RuleWrite[]>();
  for (const write of rivals) kept(byKind, write.does.by, () => []).push(write);
  // Rare kinds first: most writers add.
  const kinds = [...byKind.values()].sort((a, b) => a.length - b.length);
  let left = mostPairs;
  for (const [i, some] of kinds.entries()) {
    for (const one of some) {
      for (const other of kinds.slice(i).flat()) {
        if (left-- === 0) return undefined;
        if (one.rule.origin.file === other.rule.origin.file || commute(one.does, other.does)) continue;
        if (!mayMeet(reachOfWrite(one), reachOfWrite(other), studied)) continue;
        return one.at < other.at ? orderFinding(one, other, name, studied) : orderFinding(other, one, name, studied);
      }
    }
  }
  return undefined;
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
    (kind) => b.kinds.has(kind) && mayBeTrue(possibleOf(both, { model, kinds: new Map([[1, kind]]) })),
  );
}

function orderFinding(earlier: RuleWrite, later: RuleWrite, phase: string, { program }: Studied): Finding {
  const of = subjectOfRule(later.rule);
  const other = subjectOfRule(earlier.rule);
  const cell = cellName(later, program);
  return {
    code: 'order-by-file',
    of,
    message: `${titleOf(of)} and ${titleOf(other)} (${earlier.rule.origin.file}:${earlier.rule.origin.line}) write ${cell} in the phase ${quoted(phase)} with priority ${later.rule.priority}, and the result depends on which comes first, which only the order of their files decides`,
    suggestion: 'give one of the two another `priority`, or write both in one file',
  };
}

export function cellName({ effect }: RuleWrite, { model }: Studied['program']): string {
  switch (effect.kind) {
    case 'modify':
      return quoted(model.columns[effect.column].name);
    case 'hold':
      return `a word of ${quoted(model.holdings[effect.holding].name)}`;
    default:
      return 'whether a class is available';
  }
}
