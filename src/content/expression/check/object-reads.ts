import { type Kinds, type Lowered, type Scope, isTested, namesOf, report, warn } from './expression-context.js';
import { type Column, type Holding, type Model, type Variable, kindAt } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import type { MemberExpression, Span } from '../syntax.js';
import {
  asFollow,
  asMemberOf,
  asRead,
  asSolved,
  asUnbound,
  dataOf,
  isOf,
  isSlot,
  slotOf,
  someIn,
} from '../../../eval/node-shape.js';
import { build, combine, demandObject } from './build-node.js';
import { quoteText } from '../../text/quote.js';
import { controller, occurring, remembered } from '../../../eval/ops/occurrence-reads.js';
import { otherwise } from '../../../eval/ops/logic.js';
import type { Range } from '../../../eval/ops/range.js';
import type { WhenAbsent } from '../../../eval/data.js';
import { solved } from '../../../eval/ops/solved.js';
import type { Link } from '../../../model/connection.js';

export function kindsOf(node: Node, scope: Scope): Kinds {
  const { model } = scope.check;
  const slot = slotOf(node);
  if (slot !== undefined) return scope.kinds.get(slot);
  const range = asMemberOf(node);
  if (range !== undefined) return kindsOfRange(range, model);
  const field = dataOf(node, occurring)?.field;
  if (field !== undefined) return kindsOfField(field, scope);
  if (isOf(node, controller)) return kindsOfController(scope);
  const apart = asUnbound(node);
  if (apart !== undefined) return kindsOf(apart, scope);
  if (isOf(node, remembered)) return kindsOf(node.args[0], scope);
  const followed = asFollow(node);
  switch (followed?.relation) {
    case undefined:
      return undefined;
    case 'ancestor':
      return [followed.kind];
    case 'owner':
      return factions(model);
    case 'parent': {
      const below = kindsOf(node.args[0], scope);
      return below && [...new Set(below.flatMap((index) => kindAt(model, index).attachesTo))];
    }
  }
}

function kindsOfField(place: number, scope: Scope): Kinds {
  const found = new Set<number>();
  for (const { fields } of scope.check.occurring?.types ?? []) {
    for (const field of fields.values()) {
      if (field.place !== place) continue;
      if (field.kinds === undefined) return undefined;
      for (const kind of field.kinds) found.add(kind);
    }
  }
  return found.size === 0 ? undefined : [...found];
}

function kindsOfController({ check: { occurring: names } }: Scope): Kinds {
  return names === undefined || typeof names.controller === 'string' ? undefined : names.controller.kinds;
}

export function kindsOfRange(range: Range, model: Model): Kinds {
  if (range.over === 'ranked') return kindsOfRange(range.of, model);
  if (range.kind !== 0) return [range.kind];
  if (range.over === 'class')
    return model.classes.filter((each) => each.index === range.class).map((each) => each.kind);
  return range.over === 'owners' ? factions(model) : undefined;
}

function kindNames(kinds: readonly number[], { check: { model } }: Scope): string {
  return [...new Set(kinds)].map((index) => quoteText(kindAt(model, index).name)).join(', ') || 'none';
}

export function objectHere(kinds: readonly number[], scope: Scope): string {
  return `the object here is of kind ${kindNames(kinds, scope)}`;
}

export function whoseKindsHaveIt(parts: readonly { readonly kind: number }[], scope: Scope): () => string {
  return () =>
    `objects of kind ${kindNames(
      parts.map(({ kind }) => kind),
      scope,
    )} have it`;
}

/** The slot at the bottom of a chain of members; -1 when it begins otherwise. */
export function rootOf(node: Node): number {
  let at = node;
  while (asFollow(at) !== undefined || asRead(at) !== undefined) at = at.args[0];
  return slotOf(at) ?? -1;
}

/** Whether a chain of members leads from a slot to its own object or to one that this is attached to. */
export function leadsUpward(node: Node): boolean {
  let at = node;
  for (let by = asFollow(at); by !== undefined && by.relation !== 'owner'; by = asFollow(at)) at = at.args[0];
  return isSlot(at);
}

/** Notes the read of a meter or property, and gives the slot that leads to the object. */
export function noteRead({ index }: Column, of: Node, span: Span, scope: Scope): number {
  const root = rootOf(of);
  const tested = isTested(root, scope) && scope.position !== 'parameter';
  scope.check.reads.push({ column: index, root, upward: leadsUpward(of), tested, span });
  return root;
}

export function isStockpile(model: Model, column: Column): boolean {
  if (column.type.name !== 'number') return false;
  const having = model.kinds.filter((kind) => column.kinds[kind.index] === 1);
  return column.role === 'property' && having.length > 0 && having.every((kind) => kind.faction);
}

function factions(model: Model): Kinds {
  return model.kinds.filter((kind) => kind.faction).map((kind) => kind.index);
}

export function variablesNamed({ check: { library, model } }: Scope, name: string): readonly Variable[] {
  return library === undefined
    ? model.variables.filter((variable) => variable.name === name)
    : (library.variables.get(name) ?? []);
}

/** For suggestions: few, so that a mistake does not make a host's question slow. */
export function variableNames({ check: { library, model } }: Scope): Iterable<string> {
  return library?.variables.keys() ?? model.variables.slice(0, mostSuggested).map(({ name }) => name);
}

const mostSuggested = 10_000;

interface UpwardModel {
  readonly kinds: readonly Pick<Model['kinds'][number], 'attachesTo'>[];
}

/** Kinds that objects of these kinds are or may hang on, at any distance. */
export function upwardKinds(model: UpwardModel, kinds: Kinds): ReadonlySet<number> {
  const reached = new Set(kinds ?? model.kinds.map((_, i) => i + 1));
  for (const index of reached) for (const above of model.kinds[index - 1].attachesTo) reached.add(above);
  return reached;
}

export interface Reading {
  readonly of: Node;
  readonly name: string;
  readonly memberSpan: Span;
  readonly span: Span;
}

export function readVariable(reading: Reading, variables: readonly Variable[], scope: Scope): Lowered {
  const { of, name, memberSpan, span } = reading;
  const { model, solves, firstFree } = scope.check;
  const kinds = kindsOf(of, scope);
  const upward = upwardKinds(model, kinds);
  const visible = variables.filter(({ kind }) => upward.has(kind));
  if (visible.length === 0) {
    const lacks = `which neither has the variable ${quoteText(name)} nor hangs on what has it`;
    return report(
      scope,
      'not-visible',
      memberSpan,
      `${objectHere(kinds ?? [], scope)}, ${lacks}`,
      whoseKindsHaveIt(variables, scope),
    );
  }
  if (solves === true && dependsOnMember(of, firstFree)) return refuseMembers(reading, 'is', scope);
  const last = visible.length - 1;
  const absent = whenNobodyHas(rootOf(of), scope);
  return visible
    .map(({ index, type, kind }, i) =>
      build(scope, span, solved, { variable: index, type, absent: i < last ? ('missing' as const) : absent }, [
        from(of, kind, scope),
      ]),
    )
    .reduceRight((rest, node) => combine(scope, span, otherwise, [node, rest]));
}

export function refuseMembers<Wanted>(
  { name, memberSpan }: Reading,
  how: 'is' | 'looks at',
  scope: Scope,
): Wanted | undefined {
  return report(
    scope,
    'member-variable',
    memberSpan,
    `${quoteText(name)} ${how} a variable, and a modifier cannot ask the members of a collection for theirs`,
    'ask for meters and properties, or let a modifier of the members write to this object',
  );
}

/**
 * Where the way up to an object of a kind may begin: where it was asked for, so that loops and dependencies are seen.
 */
function from(of: Node, kind: number, scope: Scope): Node {
  const followed = asFollow(of);
  if (followed === undefined) return of;
  const { relation, kind: passed } = followed;
  const [below] = of.args;
  const isOnTheWay =
    relation === 'ancestor'
      ? passed === kind
      : relation === 'parent' && kindsOf(below, scope)?.includes(kind) === false;
  return isOnTheWay ? from(below, kind, scope) : of;
}

/** What the read of a property or variable gives if no object on the way up has it. */
export function whenNobodyHas(root: number, scope: Scope): WhenAbsent {
  if (scope.check.mayBeNobody === true) return 'missing';
  return scope.position === 'probed' || isTested(root, scope) ? 'notFound' : 'initial';
}

/** Whether a node asks what a modifier's aggregate has bound for a variable. */
export function asksMember(node: Node, firstFree: number): boolean {
  return someIn(node, (part) => asSolved(part) !== undefined && dependsOnMember(part, firstFree));
}

/** Whether an object is reached from a member that an aggregate has bound. */
function dependsOnMember(node: Node, firstFree: number): boolean {
  return someIn(node, (part) => (slotOf(part) ?? -1) >= firstFree);
}

export function setNamed(name: string, { check }: Scope): Holding | undefined {
  return check.model.holdings.find((holding) => holding.name === name);
}

/** The object whose set is asked; warns, with what follows, where it has no such set. */
export function setHolder(
  { object, memberSpan }: MemberExpression,
  { kinds: having, name }: Holding,
  consequence: string,
  scope: Scope,
): Lowered {
  const of = demandObject(object, scope);
  const kinds = of && kindsOf(of, scope);
  if (kinds?.some((kind) => having.includes(kind)) === false) {
    const message = `${objectHere(kinds, scope)}, which has no set ${quoteText(name)}, so ${consequence}`;
    warn(scope, 'never-true', memberSpan, message);
  }
  return of;
}

export function listNamed(name: string, { check }: Scope): Link | undefined {
  return check.model.links.find((link) => link.name === name);
}

export function isFlag(name: string, { check: { names, model } }: Scope): boolean {
  return names !== undefined && (names.flags.has(name) || model.questions.some((question) => question.name === name));
}

export function isOtherMember(name: string, scope: Scope): boolean {
  return setNamed(name, scope) !== undefined || listNamed(name, scope) !== undefined || isFlag(name, scope);
}

export function otherMemberNames({ check: { model, names } }: Scope): readonly string[] {
  return [...namesOf([...model.holdings, ...model.links]), ...(names?.flags.keys() ?? [])];
}
