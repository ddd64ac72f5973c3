import type { Node } from '../../../ir/node.js';
import type { Effect as RuleEffect } from '../../../ir/rule.js';
import type { Column } from '../../../model/model.js';
import type { Condition, Effect, Value } from '../syntax.js';
import {
  type Acting,
  type Context,
  type Tested,
  type KindSet,
  everyKind,
  binding,
  seeking,
  testing,
  type Subject,
  subject,
  isThere,
  onlyKind,
  objectsOf,
  nobody,
} from './lowering-context.js';
import { givenAt, report } from './parameters.js';
import type { Range } from '../../../eval/ops/range.js';

type Part = Condition | Value;

/** `tree`: a part, or something that holds parts. */
export function mentions(tree: unknown, test: (part: Part) => boolean): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  return (isPart(tree) && test(tree)) || Object.values(tree).some((inner) => mentions(inner, test));
}

function isPart(tree: object): tree is Part {
  return 'kind' in tree;
}

export function mentionsSource(condition: Condition): boolean {
  return mentions(
    condition,
    (part) =>
      (part.kind === 'condition' && part.name === 'Source') || (part.kind === 'property' && part.subject === 'Source'),
  );
}

export function mentionsChance(condition: Condition): boolean {
  return mentions(
    condition,
    (part) =>
      (part.kind === 'condition' && (part.name === 'Random' || part.name === 'NumberOf')) ||
      (part.kind === 'function' && (part.name === 'OneOf' || part.name === 'RandomNumber')),
  );
}

/** A condition other than `And` is one operand. */
export function operandsOf(condition: Condition): readonly Condition[] {
  return condition.name === 'And' ? condition.operands.flatMap(operandsOf) : [condition];
}

const identities: ReadonlySet<string> = new Set(['Source', 'Target', 'RootCandidate', 'Object']);

interface Identity {
  readonly at: Subject;
  readonly rest: readonly Condition[];
}

export function identityIn(condition: Condition, context: Context): Identity | undefined {
  return identityAmong(operandsOf(condition), context);
}

export function identityAmong(operands: readonly Condition[], context: Context): Identity | undefined {
  const first = operands.findIndex(({ name }) => identities.has(name));
  return first < 0
    ? undefined
    : { at: namedBy(operands[first], context), rest: operands.filter((_, i) => i !== first) };
}

export function namedBy(condition: Condition, context: Context): Subject {
  switch (condition.name) {
    case 'Source':
      return context.source;
    case 'Target':
      return context.target ?? nobody(context);
    case 'RootCandidate':
      return context.root ?? nobody(context);
    default:
      return context.language.entity(givenAt(condition, 'id'), 'object', context);
  }
}

/** The only object of which a condition can be true. */
interface Pinned {
  readonly by: 'pin';
  readonly at: Subject;
  readonly holds: Node;
  readonly context: Tested;
}

interface Filtered {
  readonly by: 'filter';
  readonly range: Range;
  readonly slot: number;
  readonly condition: Node;
  /** The condition, for game objects alone. */
  readonly filter: Node;
  readonly context: Tested;
}

/** The IR has one or two more slots, for members that constructs bind themselves. */
const lastSlot = 29;

export function seek(condition: Condition, context: Context): Pinned | Filtered {
  const pinned = pin(condition, context);
  if (pinned !== undefined) return pinned;
  const kinds = context.language.kinds(condition, context);
  return filteredAll(condition, kinds, within(condition, context));
}

export function filteredAll(condition: Condition, kinds: KindSet, context: Context): Filtered {
  const kind = onlyKind(kinds);
  return kind === undefined
    ? filtered(condition, everyKind, objectsOf(0), true, context)
    : filtered(condition, kinds, objectsOf(context.builder.kinds[kind]), false, context);
}

export function pin(condition: Condition, context: Context): Pinned | undefined {
  const identity = identityIn(condition, context);
  if (identity === undefined) return undefined;
  const { at, rest } = identity;
  const inner = testing(within(condition, context), at);
  const holds = context.kit.all([isThere(context.kit, at), context.language.conditions(rest, inner, false)]);
  return { by: 'pin', at, holds, context: inner };
}

/**
 * Members of a range of which a condition is true, in the next slot. `open`: the range holds more than game objects.
 */
export function filtered(tested: Condition, kinds: KindSet, range: Range, open: boolean, context: Context): Filtered {
  const { kit, language } = context;
  const slot = context.free;
  const member = subject(kit.slot(slot), kinds, true);
  const inner = binding(context, member);
  if (slot > lastSlot) {
    const message = `more than ${lastSlot - 2} nested conditions on other objects, expected fewer`;
    report(context, tested, 'too-deep', message);
    return {
      by: 'filter',
      range,
      slot: lastSlot,
      condition: kit.no,
      filter: kit.no,
      context: testing(context, member),
    };
  }
  const condition = language.conditions([tested], inner, false);
  const filter = open && !language.isFirm(tested) ? kit.all([isOfGame(member.node, context), condition]) : condition;
  return { by: 'filter', range, slot, condition, filter, context: inner };
}

/** These have a stealth. */
export function isOfGame(node: Node, { kit }: Context): Node {
  return kit.present(kit.meter('STEALTH', 'initial', node, 'missing'));
}

/** A condition on others chooses among all its own candidates. */
export function within(condition: Condition, context: Context): Context {
  const pool = poolOf(condition, context);
  return pool === context.pool && context.choice === 'all' ? context : seeking(context, pool);
}

export function poolOf(condition: Condition, context: Context): KindSet {
  switch (condition.name) {
    case 'And':
    case 'NumberOf':
      return condition.operands.length === 0 ? everyKind : poolOf(condition.operands[0], context);
    case 'Or':
    case 'Not':
    case 'OrderedAlternativesOf':
    case 'MinimumNumberOf':
    case 'MaximumNumberOf':
      return everyKind;
    default:
      return context.language.kinds(condition, context);
  }
}

export function anyWhere(condition: Condition, context: Context): Node {
  const found = seek(condition, context);
  return found.by === 'pin' ? found.holds : anyOf(found, context);
}

/** Some object always exists: a filter that ignores the member decides alone. */
function anyOf({ condition, filter, range, slot }: Filtered, { kit }: Context): Node {
  if (condition === kit.no || (range.kind === 0 && (kit.interner.free(condition) & (1 << slot)) === 0))
    return condition;
  return kit.fold('any', range, slot, filter);
}

export function countOf(condition: Condition, context: Context): Node {
  const { kit } = context;
  const found = seek(condition, context);
  if (found.by === 'pin') return kit.choose(found.holds, kit.number(1), kit.zero);
  return found.condition === kit.no ? kit.zero : kit.fold('count', found.range, found.slot, found.filter);
}

export interface Candidates {
  readonly kinds: KindSet | ((condition: Condition, context: Context) => KindSet);
  /** The condition is false for none and for everything but game objects, whatever kinds its candidate may have. */
  readonly firm: boolean | ((condition: Condition, isFirm: (condition: Condition) => boolean) => boolean);
}

/** Holds for candidates of the kinds in the context. Absent or undefined means false. */
export type LowerCondition = (context: Tested, condition: Condition) => Node | undefined;

export type ConditionForm = readonly [candidates: Candidates, lower: LowerCondition];

export type ConditionForms = Readonly<Record<string, ConditionForm>>;

export const anything: Candidates = { kinds: everyKind, firm: false };

export function only(kinds: KindSet): Candidates {
  return { kinds, firm: true };
}

export const ofAll: Candidates = {
  kinds: ({ operands }, context) =>
    operands.reduce((kinds, operand) => kinds & context.language.kinds(operand, context), everyKind),
  firm: ({ operands }, isFirm) => operands.some(isFirm),
};

export const ofAny: Candidates = {
  kinds: ({ operands }, context) =>
    operands.reduce((kinds, operand) => kinds | context.language.kinds(operand, context), 0),
  firm: ({ operands }, isFirm) => operands.every(isFirm),
};

/** Undefined without effects, such as those of a problem. */
export type EffectForm = (effect: Effect, context: Acting) => RuleEffect | readonly RuleEffect[] | undefined;

export type EffectForms = Readonly<Record<string, EffectForm>>;

/** The condition of a label without which the grammar refuses the effect. */
export function conditionAt({ name, conditions }: Effect, label: string): Condition {
  const found = conditions.find((each) => each.label === label);
  if (found === undefined) throw new Error(`edict: ${name} was read without ${label}`);
  return found.condition;
}

/** All effects land on targets, and stack by their rule. */
export function common({ label }: Effect) {
  return { recipient: 'target', stacking: 0, label } as const;
}

export function setting(effect: Effect, { index }: Pick<Column, 'index'>, amount: Node, holder?: Node): RuleEffect {
  const set = { kind: 'modify', ...common(effect), column: index, modification: 'set', amount } as const;
  return holder === undefined ? set : { ...set, holder };
}

export function where(effect: Effect, condition: Node, then: readonly RuleEffect[]): RuleEffect {
  return { kind: 'branch', ...common(effect), condition, then, otherwise: [] };
}
