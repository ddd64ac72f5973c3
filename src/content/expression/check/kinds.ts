import { asAggregate, asFollow, asRead, dataOf, isOf, isSlot, slotOf, asSolved, someIn } from '../../../eval/shape.js';
import { type Column, type Model, kindAt, type Variable } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import { controller } from '../../../eval/ops/controller.js';
import { occurring } from '../../../eval/ops/occurring.js';
import { remembered } from '../../../eval/ops/remembered.js';
import type { Range } from '../../../eval/ops/members.js';
import { kindsOfController, kindsOfField } from './occurring.js';
import { type Kinds, type Scope, isTested } from './context.js';
import { otherwise } from '../../../eval/ops/logic.js';
import type { WhenAbsent } from '../../../eval/ops/read.js';
import { solved } from '../../../eval/ops/solved.js';
import type { Span } from '../syntax.js';
import { quote } from '../wording.js';
import { build } from './build.js';
import { report } from './report.js';

/** What can be said at load of the kinds that an object can be of. */

/** The kinds that the object which a node gives can be of; undefined when any. */
export function kindsOf(node: Node, scope: Scope): Kinds {
  const slot = slotOf(node);
  if (slot !== undefined) return scope.kinds.get(slot);
  const range = asAggregate(node)?.range;
  if (range !== undefined) return kindsOfRange(range, scope.check.context.model);
  const field = dataOf(node, occurring)?.field;
  if (field !== undefined) return kindsOfField(field, scope);
  if (isOf(node, controller)) return kindsOfController(scope);
  if (isOf(node, remembered)) return kindsOf(node.args[0], scope);
  const followed = asFollow(node);
  const { model } = scope.check.context;
  switch (followed?.relation) {
    case undefined:
      return undefined;
    case 'ancestor':
      return [followed.kind];
    case 'owner':
      return factions(model);
    case 'parent': {
      const below = kindsOf(node.args[0], scope);
      return below === undefined ? undefined : [...new Set(below.flatMap((index) => kindAt(model, index).attachesTo))];
    }
  }
}

/** The kinds that the members of a range can be of. */
export function kindsOfRange(range: Range, model: Model): Kinds {
  if (range.kind !== 0) return [range.kind];
  if (range.over === 'class')
    return model.classes.filter((each) => each.index === range.class).map((each) => each.kind);
  return range.over === 'owners' ? factions(model) : undefined;
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

/** A number that only factions have, as a property: it is asked of the faction itself, never looked up. */
export function isStockpile(model: Model, column: Column): boolean {
  if (column.type.name !== 'number') return false;
  const having = model.kinds.filter((kind) => column.kinds[kind.index] === 1);
  return column.role === 'property' && having.length > 0 && having.every((kind) => kind.faction);
}

function factions(model: Model): Kinds {
  return model.kinds.filter((kind) => kind.faction).map((kind) => kind.index);
}

/** Solved variables: read of an object, or of what it hangs on. */

/** The variables of a name, one for each kind that has it. */
export function variablesNamed(scope: Scope, name: string): readonly Variable[] {
  const { library, model } = scope.check.context;
  return library === undefined
    ? model.variables.filter((variable) => variable.name === name)
    : (library.variables.get(name) ?? []);
}

/** For suggestions: a host's question of a model with very many variables must not become slow by a mistake. */
export function variableNames(scope: Scope): Iterable<string> {
  const { library, model } = scope.check.context;
  return library?.variables.keys() ?? model.variables.slice(0, mostSuggested).map(({ name }) => name);
}

const mostSuggested = 10_000;

/** Kinds that objects of these kinds are or may hang on, at any distance. */
export function upwardKinds(model: Model, kinds: Kinds): ReadonlySet<number> {
  const reached = new Set(kinds ?? model.kinds.map((kind) => kind.index));
  for (const index of reached) for (const above of kindAt(model, index).attachesTo) reached.add(above);
  return reached;
}

interface Reading {
  readonly of: Node;
  readonly variables: readonly Variable[];
  readonly memberSpan: Span;
  readonly span: Span;
}

/**
 * Reads a variable of an object or of what it hangs on. Of several kinds that have it an object hangs on one at most.
 */
export function readVariable({ of, variables, memberSpan, span }: Reading, scope: Scope): Node | undefined {
  const { context } = scope.check;
  const kinds = kindsOf(of, scope);
  const upward = upwardKinds(context.model, kinds);
  const visible = variables.filter(({ kind }) => upward.has(kind));
  const [{ name }] = variables;
  if (visible.length === 0) return notVisible(variables, kinds, memberSpan, scope);
  if (context.solves === true && dependsOnMember(of, context.firstFree)) {
    return report(
      scope,
      'member-variable',
      memberSpan,
      `${quote(name)} is a variable, and a modifier cannot ask the members of a collection for theirs`,
      () => 'ask for meters and properties, or let a modifier of the members write to this object',
    );
  }
  const last = visible.length - 1;
  const absent = whenNobodyHas(rootOf(of), scope);
  return visible
    .map((variable, i) =>
      build(
        scope,
        span,
        solved,
        { variable: variable.index, type: variable.type, absent: i < last ? ('missing' as const) : absent },
        [from(of, variable.kind, scope)],
      ),
    )
    .reduceRight((rest, node) => build(scope, span, otherwise, undefined, [node, rest]));
}

/**
 * Where the way up to an object of a kind may as well begin: the object from which it was asked for, so that loops and
 * dependencies are seen for what they are.
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

/** As of a property, which is looked up in the same way. */
function whenNobodyHas(root: number, scope: Scope): WhenAbsent {
  if (scope.check.context.mayBeNobody === true) return 'missing';
  return scope.position === 'probed' || isTested(root, scope) ? 'notFound' : 'initial';
}

function notVisible(variables: readonly Variable[], kinds: Kinds, span: Span, scope: Scope): Node | undefined {
  const { model } = scope.check.context;
  const names = (indices: readonly number[]): string =>
    indices.map((index) => quote(kindAt(model, index).name)).join(', ') || 'none';
  const who = `the object here is of kind ${names(kinds ?? [])}, which neither has the variable ${quote(variables[0].name)} nor hangs on what has it`;
  return report(
    scope,
    'not-visible',
    span,
    who,
    () => `objects of kind ${names(variables.map(({ kind }) => kind))} have it`,
  );
}

/** Whether a node asks what a modifier's aggregate has bound for a variable. */
export function asksMember(node: Node, firstFree: number): boolean {
  return someIn(node, (part) => asSolved(part) !== undefined && dependsOnMember(part, firstFree));
}

/** Whether an object is reached from a member that an aggregate has bound. */
function dependsOnMember(node: Node, firstFree: number): boolean {
  return someIn(node, (part) => (slotOf(part) ?? -1) >= firstFree);
}
