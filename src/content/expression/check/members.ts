import { canHave } from '../../../eval/bounds.js';
import type { Column } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import { entityType, booleanType } from '../../../eval/operation.js';
import { follow } from '../../../eval/ops/follow.js';
import { type WhenAbsent, read } from '../../../eval/ops/read.js';
import { classOf, kindOf } from '../../../eval/ops/sort.js';
import type { MemberExpression, Span } from '../syntax.js';
import { quote } from '../wording.js';
import { build } from './build.js';
import { demand } from './demand.js';
import { isStockpile, kindsOf, leadsUpward, rootOf, readVariable, variableNames, variablesNamed, asksMember } from './kinds.js';
import { didYouMean, report, warn } from './report.js';
import { isField, isOccurrence, lowerField } from './occurring.js';
import { isFlag, isOtherMember, otherMemberNames, setNamed } from './other-members.js';
import { type Scope, isTested, parameter, type Kinds } from './context.js';
import { isSlot } from '../../../eval/shape.js';
import { columnsRead, makeNode } from '../../../eval/make-node.js';
import type { Flag, FlagBranch } from '../../../ir/names.js';
import { compare } from '../../../eval/ops/compare.js';
import { constant } from '../../../eval/ops/constant.js';
import { applies, choose } from '../../../eval/ops/logic.js';
import { supposed } from '../../../eval/ops/supposed.js';
import { aboutObject } from '../../../eval/about-object.js';

/** Members of an object: where it leads, what it is, and what it has. */

/** Members that every object has, with what they give. */
const builtIn: ReadonlyMap<string, (of: Node, span: Span, scope: Scope) => Node | undefined> = new Map([
  [
    'owner',
    (of: Node, span: Span, scope: Scope) => build(scope, span, follow, { relation: 'owner' as const, kind: 0 }, [of]),
  ],
  [
    'parent',
    (of: Node, span: Span, scope: Scope) => build(scope, span, follow, { relation: 'parent' as const, kind: 0 }, [of]),
  ],
  ['kind', (of: Node, span: Span, scope: Scope) => build(scope, span, kindOf, undefined, [of])],
  ['class', (of: Node, span: Span, scope: Scope) => build(scope, span, classOf, undefined, [of])],
]);

export function lowerMember(expression: MemberExpression, scope: Scope): Node | undefined {
  if (isField(expression, scope)) return lowerField(expression, scope);
  const { member, span } = expression;
  const { model } = scope.check.context;
  const of = demand(expression.object, entityType, parameter(scope));
  const known = builtIn.get(member);
  if (known !== undefined) return of && known(of, span, scope);
  const kind = model.kindByName.get(member);
  if (kind !== undefined) return of && build(scope, span, follow, { relation: 'ancestor', kind: kind.index }, [of]);
  const column = model.columnByName.get(member);
  if (column !== undefined) return of && readColumn(of, column, expression.memberSpan, span, scope);
  if (isOtherMember(member, scope)) return of && readOther(of, expression, scope);
  const variables = variablesNamed(scope, member);
  // Where nothing occurs nobody can say what its fields would be.
  if (variables.length === 0)
    return of === undefined && isOccurrence(expression.object) ? undefined : unknownMember(expression, scope);
  return of && readVariable({ of, variables, memberSpan: expression.memberSpan, span }, scope);
}

/** A flag is a value; a set or list must be asked. */
function readOther(of: Node, { member, memberSpan, span }: MemberExpression, scope: Scope): Node | undefined {
  if (isFlag(member, scope)) return readFlag({ of, name: member, span, memberSpan }, scope);
  return setNamed(member, scope) === undefined
    ? report(
        scope,
        'collection-value',
        memberSpan,
        `${quote(member)} is a list of objects, and a list is not a value`,
        () => `fold it, as with \`x.${member}.count()\` or \`x.${member}.exists(v, …)\``,
      )
    : report(
        scope,
        'collection-value',
        memberSpan,
        `${quote(member)} is a set of words, and a set is not a value`,
        () => `ask for a word of it, as in \`word in x.${member}\``,
      );
}

/**
 * Reads a meter or property of an object, with the absence that its place in the text gives it; notes that it is read.
 */
function readColumn(of: Node, column: Column, memberSpan: Span, span: Span, scope: Scope): Node | undefined {
  const { model } = scope.check.context;
  const own = column.role === 'meter' || isStockpile(model, column);
  warnWhereNobodyHas(of, column, !own, memberSpan, scope);
  const root = rootOf(of);
  scope.check.reads.push({
    column: column.index,
    root,
    upward: leadsUpward(of),
    tested: isTested(root, scope) && scope.position !== 'parameter',
    span,
  });
  const absent = own ? absentMeter(root, scope) : absentProperty(root, scope);
  return build(scope, span, read, { column: column.index, type: column.type, climb: !own, absent }, [of]);
}

function absentMeter(root: number, scope: Scope): WhenAbsent {
  if (scope.position === 'probed' || scope.check.context.mayBeNobody === true) return 'missing';
  return scope.position === 'compared' && isTested(root, scope) ? 'missing' : 'zero';
}

function absentProperty(root: number, scope: Scope): WhenAbsent {
  if (scope.check.context.mayBeNobody === true) return 'missing';
  return scope.position === 'probed' || isTested(root, scope) ? 'notFound' : 'initial';
}

function warnWhereNobodyHas(of: Node, column: Column, climb: boolean, span: Span, scope: Scope): void {
  const { model } = scope.check.context;
  const kinds = kindsOf(of, scope);
  if (canHave(model, column, kinds, climb)) return;
  const names = (kinds ?? []).map((index) => quote(model.kinds[index - 1].name)).join(', ');
  const who =
    kinds === undefined ? 'no kind of object has' : `the object here is of kind ${names || 'none'}, which has no`;
  const what = `${kinds === undefined ? 'the ' : ''}${column.role} ${quote(column.name)}`;
  warn(scope, 'never-present', span, `${who} ${what}, so it is always absent`);
}

/** Whether some object can have a member of a name. */
export function isMember(member: string, scope: Scope): boolean {
  const { kindByName, columnByName } = scope.check.context.model;
  return (
    builtIn.has(member) ||
    kindByName.has(member) ||
    columnByName.has(member) ||
    variablesNamed(scope, member).length > 0 ||
    isOtherMember(member, scope)
  );
}

/** Reports a member that no object has. */
export function unknownMember({ member, memberSpan }: MemberExpression, scope: Scope): Node | undefined {
  const { columnByName, kindByName } = scope.check.context.model;
  return report(
    scope,
    'unknown-member',
    memberSpan,
    `${quote(member)} is neither a meter, a property, a variable nor a kind, nor another member of an object`,
    () =>
      didYouMean(scope, member, [
        ...columnByName.keys(),
        ...builtIn.keys(),
        ...kindByName.keys(),
        ...otherMemberNames(scope),
        ...variableNames(scope),
      ]),
  );
}

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
function readFlag({ of, name, memberSpan, span }: Reading, scope: Scope): Node | undefined {
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
