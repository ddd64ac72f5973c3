import { isSlot } from '../../../eval/shape.js';
import { columnsRead, makeNode } from '../../../eval/make-node.js';
import type { Flag, FlagBranch } from '../../../ir/names.js';
import type { Node } from '../../../ir/node.js';
import { booleanType } from '../../../eval/operation.js';
import { compare } from '../../../eval/ops/compare.js';
import { constant } from '../../../eval/ops/constant.js';
import { applies, choose } from '../../../eval/ops/logic.js';
import { classOf, kindOf } from '../../../eval/ops/sort.js';
import { supposed } from '../../../eval/ops/supposed.js';
import { aboutObject } from '../../../eval/about-object.js';
import type { Span } from '../syntax.js';
import { quote } from '../wording.js';
import { build } from './build.js';
import { kindsOf, leadsUpward, rootOf } from './kinds.js';
import { report, warn } from './report.js';
import type { Kinds, Scope } from './scope.js';
import { asksMember } from './variables.js';

interface Reading {
  readonly of: Node;
  readonly name: string;
  readonly memberSpan: Span;
  readonly span: Span;
}

/**
 * Whether a flag is so of an object: what an overlay says, else the condition of its class, else that of its kind, else
 * false. Never absent.
 */
export function readFlag({ of, name, memberSpan, span }: Reading, scope: Scope): Node | undefined {
  const { context } = scope.check;
  const flag = context.names?.flags.get(name);
  // One that has a mistake is reported where it is declared.
  if (flag === undefined)
    return report(scope, 'unknown-member', memberSpan, `the flag ${quote(name)} is not known here`);
  const kinds = kindsOf(of, scope);
  const branches = flag.branches.filter(({ kind }) => kinds?.includes(kind) !== false);
  if (branches.length === 0 && kinds !== undefined) warnOfNone(flag, kinds, memberSpan, scope);
  const answer = answerOf(branches, of, kinds, scope);
  if (context.solves === true && asksMember(answer, context.firstFree)) {
    return report(
      scope,
      'member-variable',
      memberSpan,
      `${quote(name)} looks at a variable, and a modifier cannot ask the members of a collection for theirs`,
      () => 'ask for meters and properties, or let a modifier of the members write to this object',
    );
  }
  noteReads(answer, of, span, scope);
  return build(scope, span, supposed, { question: flag.question, word: 0 }, [of, answer]);
}

/** Whatever its conditions read is a parameter where it is asked. */
function noteReads(answer: Node, of: Node, span: Span, scope: Scope): void {
  const root = rootOf(of);
  for (const column of columnsRead(answer))
    scope.check.reads.push({ column, root, upward: leadsUpward(of), tested: false, span });
}

function warnOfNone({ name, branches }: Flag, kinds: readonly number[], span: Span, scope: Scope): void {
  const { model } = scope.check.context;
  const named = (indices: readonly number[]): string =>
    [...new Set(indices)].map((index) => quote(model.kinds[index - 1].name)).join(', ') || 'none';
  warn(
    scope,
    'never-true',
    span,
    `the object here is of kind ${named(kinds)}, of which ${quote(name)} is never so`,
    () => `objects of kind ${named(branches.map(({ kind }) => kind))} have it`,
  );
}

/** The condition of the object's class or kind, or false. */
function answerOf(branches: readonly FlagBranch[], of: Node, kinds: Kinds, scope: Scope): Node {
  const moved = branches.map((branch) => ({ branch, node: aboutObject(branch.node, of, scope.free) }));
  const last = moved.at(-1);
  // What a member leads to may be nobody, of whom nothing is so.
  const isSure = last?.branch.by === 'kind' && kinds?.length === 1 && isSlot(of);
  const rest = isSure ? last.node : no();
  return (isSure ? moved.slice(0, -1) : moved).reduceRight(
    (otherwise, { branch, node }) => makeNode(choose, undefined, isOf(branch, of), node, otherwise),
    rest,
  );
}

function isOf({ by, index }: FlagBranch, of: Node): Node {
  const sort = by === 'class' ? classOf : kindOf;
  return makeNode(
    applies,
    undefined,
    makeNode(
      compare,
      { comparison: '==' as const },
      makeNode(sort, undefined, of),
      makeNode(constant, { value: index, type: { name: by } }),
    ),
  );
}

function no(): Node {
  return makeNode(constant, { value: 0, type: booleanType });
}
