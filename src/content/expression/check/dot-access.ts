import {
  type Kinds,
  type Lowered,
  type Scope,
  isTested,
  didYouMean,
  report,
  warn,
  type Expected,
  type OccurringNames,
  type OccurringType,
  didYouMeanOf,
} from './expression-context.js';
import type { MemberExpression, CallExpression, Expression, NameExpression, Span } from '../syntax.js';
import type { FlagBranch, Node } from '../../../ir/node.js';
import { build, combine, demandObject, describeType } from './build-node.js';
import { isSlot } from '../../../eval/node-shape.js';
import { quoteText } from '../../text/quote.js';
import { nodes } from '../../../eval/node-kit.js';
import { aboutObject } from '../../../eval/with-slot.js';
import { canHave } from '../../../eval/bounds.js';
import { columnsRead, makeNode } from '../../../eval/make-node.js';
import { follow, classOf, kindOf } from '../../../eval/ops/object-links.js';
import { applies, choose } from '../../../eval/ops/logic.js';
import type { WhenAbsent } from '../../../eval/data.js';
import { read } from '../../../eval/ops/read.js';
import { supposed } from '../../../eval/ops/supposed.js';
import type { Column } from '../../../model/model.js';
import {
  type Reading,
  asksMember,
  isStockpile,
  objectHere,
  whoseKindsHaveIt,
  kindsOf,
  leadsUpward,
  noteRead,
  readVariable,
  refuseMembers,
  rootOf,
  variableNames,
  variablesNamed,
  whenNobodyHas,
  isFlag,
  isOtherMember,
  otherMemberNames,
  setNamed,
} from './object-reads.js';
import { type FunctionRow, rowOf } from './row.js';
import { sameType } from '../../../eval/operation.js';
import { controller, occurring, remembered, step } from '../../../eval/ops/occurrence-reads.js';

type BuiltIn = (reading: Reading, scope: Scope) => Lowered;

const builtIn: ReadonlyMap<string, BuiltIn> = new Map<string, BuiltIn>([
  ['owner', ({ of, span }, scope) => build(scope, span, follow, { relation: 'owner', kind: 0 }, [of])],
  ['parent', ({ of, span }, scope) => build(scope, span, follow, { relation: 'parent', kind: 0 }, [of])],
  ['kind', ({ of, span }, scope) => combine(scope, span, kindOf, [of])],
  ['class', ({ of, span }, scope) => combine(scope, span, classOf, [of])],
]);

export function lowerMember(expression: MemberExpression, scope: Scope): Lowered {
  if (isField(expression, scope)) return lowerField(expression, scope);
  const { object, member: name, memberSpan, span } = expression;
  const { kindByName, columnByName } = scope.check.model;
  const of = demandObject(object, scope);
  if (of === undefined) {
    if (!isOccurrence(object) && !isMember(name, scope)) unknownMember(expression, scope);
    return undefined;
  }
  const reading = { of, name, memberSpan, span };
  const known = builtIn.get(name);
  if (known !== undefined) return known(reading, scope);
  const kind = kindByName.get(name);
  if (kind !== undefined) return build(scope, span, follow, { relation: 'ancestor', kind: kind.index }, [of]);
  const column = columnByName.get(name);
  if (column !== undefined) return readColumn(reading, column, scope);
  if (isOtherMember(name, scope)) return readOther(reading, scope);
  const variables = variablesNamed(scope, name);
  return variables.length === 0 ? unknownMember(expression, scope) : readVariable(reading, variables, scope);
}

/** A flag is a value; a set or list must be asked. */
function readOther(reading: Reading, scope: Scope): Lowered {
  const { name, memberSpan } = reading;
  if (isFlag(name, scope)) return readFlag(reading, scope);
  const [what, short, mend] =
    setNamed(name, scope) === undefined
      ? ['list of objects', 'list', `fold it, as with \`x.${name}.count()\` or \`x.${name}.exists(v, …)\``]
      : ['set of words', 'set', `ask for a word of it, as in \`word in x.${name}\``];
  const message = `${quoteText(name)} is a ${what}, and a ${short} is not a value`;
  return report(scope, 'collection-value', memberSpan, message, mend);
}

function readColumn(reading: Reading, column: Column, scope: Scope): Lowered {
  const { of, span } = reading;
  const { index, type } = column;
  const own = column.role === 'meter' || isStockpile(scope.check.model, column);
  warnWhereNobodyHas(reading, column, !own, scope);
  const root = noteRead(column, of, span, scope);
  const absent = own ? absentMeter(root, scope) : whenNobodyHas(root, scope);
  return build(scope, span, read, { column: index, type, climb: !own, absent }, [of]);
}

function absentMeter(root: number, scope: Scope): WhenAbsent {
  if (scope.position === 'probed' || scope.check.mayBeNobody === true) return 'missing';
  return scope.position === 'compared' && isTested(root, scope) ? 'missing' : 'zero';
}

function warnWhereNobodyHas({ of, memberSpan }: Reading, column: Column, climb: boolean, scope: Scope): void {
  const kinds = kindsOf(of, scope);
  if (canHave(scope.check.model, column, kinds, climb)) return;
  const who = kinds === undefined ? 'no kind of object has the' : `${objectHere(kinds, scope)}, which has no`;
  const message = `${who} ${column.role} ${quoteText(column.name)}, so it is always absent`;
  warn(scope, 'never-present', memberSpan, message);
}

export function isMember(member: string, scope: Scope): boolean {
  return scope.check.model.kindByName.has(member) || isOwnMember(member, scope);
}

/** Like `isMember`, but without the names of kinds. */
export function isOwnMember(member: string, scope: Scope): boolean {
  return (
    builtIn.has(member) ||
    scope.check.model.columnByName.has(member) ||
    variablesNamed(scope, member).length > 0 ||
    isOtherMember(member, scope)
  );
}

export function unknownMember<Wanted>({ member, memberSpan }: MemberExpression, scope: Scope): Wanted | undefined {
  const { columnByName, kindByName } = scope.check.model;
  return report(
    scope,
    'unknown-member',
    memberSpan,
    `${quoteText(member)} is neither a meter, a property, a variable nor a kind, nor another member of an object`,
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

function readFlag(reading: Reading, scope: Scope): Lowered {
  const { of, name, memberSpan, span } = reading;
  const { names, solves, firstFree, reads } = scope.check;
  const flag = names?.flags.get(name);
  // One that has a mistake is reported where it is declared.
  if (flag === undefined)
    return report(scope, 'unknown-member', memberSpan, `the flag ${quoteText(name)} is not known here`);
  const kinds = kindsOf(of, scope);
  const branches = flag.branches.filter(({ kind }) => kinds?.includes(kind) !== false);
  if (branches.length === 0 && kinds !== undefined)
    warn(
      scope,
      'never-true',
      memberSpan,
      `${objectHere(kinds, scope)}, of which ${quoteText(name)} is never so`,
      whoseKindsHaveIt(flag.branches, scope),
    );
  const answer = answerOf(branches, of, kinds, scope);
  if (solves === true && asksMember(answer, firstFree)) return refuseMembers(reading, 'looks at', scope);
  // Whatever its conditions read is a parameter where it is asked.
  const [root, upward] = [rootOf(of), leadsUpward(of)];
  for (const column of columnsRead(answer)) reads.push({ column, root, upward, tested: false, span });
  return build(scope, span, supposed, { question: flag.question, word: 0 }, [of, answer]);
}

function answerOf(branches: readonly FlagBranch[], of: Node, kinds: Kinds, scope: Scope): Node {
  const { written } = scope.check;
  // About another object only names without one stay what they are.
  const isSelf = isSlot(of, 0);
  const moves = (from: Node, to: Node): void => {
    const text = isSelf || from.args.length === 0 ? written?.get(from) : undefined;
    if (text !== undefined && to !== of) written?.set(to, text);
  };
  const moved = branches.map((branch) => ({ branch, node: aboutObject(branch.node, of, scope.free, moves) }));
  const last = moved.at(-1);
  // A member may lead to nobody, of whom no flag is true.
  const isSure = last?.branch.by === 'kind' && kinds?.length === 1 && isSlot(of);
  const rest = isSure ? last.node : nodes.boolean(false);
  return (isSure ? moved.slice(0, -1) : moved).reduceRight(
    (otherwise, { branch, node }) => makeNode(choose, undefined, isBranch(branch, of), node, otherwise),
    rest,
  );
}

function isBranch({ by, index }: FlagBranch, of: Node): Node {
  const kindOrClass = makeNode(by === 'class' ? classOf : kindOf, undefined, of);
  const expected = nodes.constant(index, { name: by });
  return makeNode(applies, undefined, nodes.equal(kindOrClass, expected));
}

export const occurringWords: readonly string[] = ['occurrence', 'controller', 'step'];

export function isOccurring(name: string, { check: { steps, occurring: names } }: Scope): boolean {
  if (name === 'step') return steps !== undefined;
  return names !== undefined && (name === 'occurrence' || name === 'controller');
}

export function lowerOccurring({ name, span }: NameExpression, scope: Scope): Lowered {
  const { steps, occurring: names } = scope.check;
  if (name === 'step' && steps !== undefined) return build(scope, span, step, { enumeration: steps });
  if (name === 'step' || names === undefined) return refuseOccurring(name, span, scope);
  if (name === 'controller') {
    const { controller: who } = names;
    return typeof who === 'string'
      ? report(scope, 'no-controller', span, `there is no \`controller\` here: ${who}`)
      : build(scope, span, controller, undefined);
  }
  return report(
    scope,
    'occurrence-value',
    span,
    'an occurrence is not a value, only its fields are',
    () => `write ${quoteText(`occurrence.${fieldNames(names).at(0) ?? 'field'}`)}`,
  );
}

const inAbilities = 'in `where`, `if`, `into`, `yields` and `do`';

export function refuseOccurring<Wanted>(name: string, span: Span, scope: Scope): Wanted | undefined {
  if (name === 'step') {
    const message = 'there is no `step` here, only content that declares the steps of play has one';
    return report(scope, 'no-step', span, message, 'list their words under `timing` as `steps`');
  }
  const [what, others] =
    name === 'controller' ? ['controller', ''] : ['occurrence', ', and occurrences in `possible` and `do`'];
  const message = `there is no \`${what}\` here, only abilities have one, ${inAbilities}${others}`;
  return report(scope, `no-${what}`, span, message);
}

export function isOccurrence(expression: Expression): boolean {
  return expression.kind === 'name' && expression.name === 'occurrence';
}

function isField({ object }: MemberExpression, scope: Scope): boolean {
  return isOccurrence(object) && !scope.names.has('occurrence') && scope.check.occurring !== undefined;
}

/** A field of what occurs; absent of types that do not have it. */
function lowerField({ member, memberSpan, span }: MemberExpression, scope: Scope): Lowered {
  const { model, occurring: names } = scope.check;
  if (names === undefined) return undefined;
  const [first, ...others] = names.types.filter(({ fields }) => fields.has(member));
  const field = first?.fields.get(member);
  if (field === undefined) return unknownField(member, memberSpan, names, scope);
  const other = others.find(({ fields }) => !sameType(fields.get(member)?.type ?? field.type, field.type));
  if (other === undefined) return build(scope, span, occurring, { field: field.place, type: field.type });
  const described = ({ name, fields }: OccurringType): string =>
    `${describeType(model, fields.get(member)?.type ?? field.type)} in ${quoteText(name)}`;
  return report(
    scope,
    'field-types',
    memberSpan,
    `${quoteText(member)} is ${described(first)} and ${described(other)}, expected one type in all that is answered here`,
    'rename one of the two fields, or make two abilities of it',
  );
}

function unknownField(member: string, span: Span, names: OccurringNames, scope: Scope): Lowered {
  const { types } = names;
  // Types that have lost fields may have had this one.
  if (types.length === 0 || types.some(({ isTorn }) => isTorn === true)) return undefined;
  const known = fieldNames(names);
  const listed = known.length === 0 ? 'there are none' : `there are ${known.slice(0, 12).map(quoteText).join(', ')}`;
  const first = types.slice(0, 8).map(({ name }) => quoteText(name));
  const which = types.length === 1 ? `${first[0]} has no` : `none of ${first.join(', ')} has a`;
  const message = `${which} field ${quoteText(member)}, ${listed}`;
  return report(scope, 'unknown-field', span, message, () => didYouMeanOf(scope, member, known));
}

function fieldNames({ types }: OccurringNames): readonly string[] {
  return [...new Set(types.flatMap(({ fields }) => [...fields.keys()]))];
}

export const occurrenceFunctions: readonly FunctionRow[] = [rowOf('was(x)', lowerWas)];

function lowerWas({ arguments: [x], span, functionSpan }: CallExpression, scope: Scope, expected: Expected): Lowered {
  const names = scope.check.occurring;
  if (names?.remember === undefined) {
    const message =
      names?.apart === undefined
        ? `nothing is remembered here, expected \`was\` in abilities, ${inAbilities}, or in what occurrences \`do\``
        : '`was` is nested in `was`, expected it once: everything in it is as it was';
    return report(scope, 'no-occurrence', functionSpan, message);
  }
  const node = lowerApart(x, expected, names, scope);
  return node && build(scope, span, remembered, { number: names.remember(node) }, [node]);
}

/** A remembered value depends on the occurrence and the world, not on the ability: all who ask share it. */
function lowerApart(x: Expression, expected: Expected, { types }: OccurringNames, scope: Scope): Lowered {
  const apart: OccurringNames = {
    types,
    controller: '`was` looks at the occurrence alone, expected it outside of `was`',
    apart: new Set(scope.names.keys()),
  };
  const check = { ...scope.check, slots: new Map(), tested: -1, value: undefined, still: true, occurring: apart };
  return check.lower(x, expected, { ...scope, check, names: new Map() });
}

export function refuseInWas(name: string, span: Span, scope: Scope): boolean {
  if (scope.check.occurring?.apart?.has(name) !== true) return false;
  const said = quoteText(name);
  const message = `${said} stands in \`was\`, which looks at the occurrence alone; expected its fields, roles and aggregates`;
  report(scope, 'not-remembered', span, message, `ask ${said} outside of \`was\``);
  return true;
}
