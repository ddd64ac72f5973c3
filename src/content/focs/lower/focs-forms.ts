import type { Node } from '../../../ir/node.js';
import type { Effect as RuleEffect } from '../../../ir/rule.js';
import type { Column } from '../../../model/model.js';
import type { Condition, Effect, Value, QueryValue } from '../syntax.js';
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
import { missingParameter, requiredAt } from './parameters.js';
import type { Range } from '../../../eval/ops/range.js';

type Part = Condition | Value;

export function mentions(part: Part, test: (part: Part) => boolean): boolean {
  return test(part) || partsOf(part).some((inner) => mentions(inner, test));
}

function partsOf(part: Part): readonly Part[] {
  switch (part.kind) {
    case 'condition':
      return [...part.operands, ...valuesOf(part), ...(part.comparison?.operands ?? [])];
    case 'operation':
    case 'function':
      return part.operands;
    case 'statistic':
      return part.value === undefined ? [part.condition] : [part.condition, part.value];
    case 'query':
      return valuesOf(part);
    case 'choice':
      return [...part.comparison.operands, part.then, part.otherwise].filter((each) => each !== undefined);
    default:
      return [];
  }
}

function valuesOf({ parameters }: Condition | QueryValue): readonly Value[] {
  return parameters.flatMap(({ values }) => values);
}

export function mentionsSource(condition: Condition): boolean {
  return mentions(condition, (part) => {
    if (part.kind === 'condition') return part.name === 'Source';
    const property = part.kind === 'running' ? part.of : part;
    return property?.kind === 'property' && property.subject === 'Source';
  });
}

export function mentionsChance(condition: Condition): boolean {
  return mentions(
    condition,
    (part) =>
      (part.kind === 'condition' && (part.name === 'Random' || part.name === 'NumberOf')) ||
      (part.kind === 'function' && (part.name === 'OneOf' || part.name === 'RandomNumber')),
  );
}

/** Operands that must all hold; conditions that are no `And` are one operand. */
export function operandsOf(condition: Condition): readonly Condition[] {
  return condition.name === 'And' ? condition.operands.flatMap(operandsOf) : [condition];
}

const identities: ReadonlySet<string> = new Set(['Source', 'Target', 'RootCandidate', 'Object']);

interface Identity {
  readonly at: Subject;
  readonly rest: readonly Condition[];
}

/** Undefined where the condition names no object. */
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
    default: {
      const id = requiredAt(condition, 'id', context);
      return id === undefined ? nobody(context) : context.language.entity(id, 'object', context);
    }
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
  /** The condition, which excludes everything but game objects. */
  readonly condition: Node;
  readonly guard: Node;
  readonly context: Tested;
}

/** The last slot for members of conditions. The IR has one or two more, for members that constructs bind themselves. */
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
 * Members of a range, each bound to the next slot, of which a condition is true. `open`: the range holds more than game
 * objects.
 */
export function filtered(tested: Condition, kinds: KindSet, range: Range, open: boolean, context: Context): Filtered {
  const { kit, language } = context;
  const slot = context.free;
  const member = subject(kit.slot(slot), kinds, true);
  const inner = binding(context, member);
  if (slot > lastSlot) {
    context.group.report({
      severity: 'error',
      code: 'too-deep',
      at: tested.at,
      message: `conditions on other objects stand inside one another more than ${lastSlot - 2} times, expected fewer`,
    });
    return { by: 'filter', range, slot: lastSlot, condition: kit.no, guard: kit.no, context: testing(context, member) };
  }
  const guard = open && !language.isFirm(tested) ? isOfGame(member.node, context) : kit.yes;
  return { by: 'filter', range, slot, condition: language.conditions([tested], inner, false), guard, context: inner };
}

/** These have a stealth. */
export function isOfGame(node: Node, { kit }: Context): Node {
  return kit.present(kit.meter('STEALTH', 'initial', node, 'missing'));
}

export function filterOf({ condition, guard }: Filtered, { kit }: Pick<Context, 'kit'>): Node {
  return kit.all([guard, condition]);
}

/** Inside of a condition on others, choices are among all candidates of that condition. */
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

/** Some object always exists, such as the source: a filter that ignores the member decides alone. */
function anyOf(found: Filtered, { kit }: Context): Node {
  const { condition, range, slot } = found;
  if (condition === kit.no || (range.kind === 0 && (kit.interner.free(condition) & (1 << slot)) === 0))
    return condition;
  return kit.fold('any', range, slot, filterOf(found, { kit }));
}

export function countOf(condition: Condition, context: Context): Node {
  const { kit } = context;
  const found = seek(condition, context);
  if (found.by === 'pin') return kit.choose(found.holds, kit.number(1), kit.zero);
  return found.condition === kit.no ? kit.zero : kit.fold('count', found.range, found.slot, filterOf(found, context));
}

export interface ConditionForm {
  readonly kinds: KindSet | ((condition: Condition, context: Context) => KindSet);
  /** False of none and of all that is no game object, whatever kinds its candidate is assumed to have. */
  readonly firm: boolean | ((condition: Condition, isFirm: (condition: Condition) => boolean) => boolean);
  /** True of a candidate of the kinds in the context; of others it may be anything. Absent or undefined means false. */
  lower(condition: Condition, context: Tested): Node | undefined;
}

export type ConditionForms = Readonly<Record<string, ConditionForm>>;

export type Candidates = Pick<ConditionForm, 'kinds' | 'firm'>;

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

export function ofValue(
  candidates: Candidates,
  label: string,
  lower: (value: Value, context: Tested, condition: Condition) => Node | undefined,
): ConditionForm {
  return {
    ...candidates,
    lower(condition, context) {
      const value = requiredAt(condition, label, context);
      return value && lower(value, context, condition);
    },
  };
}

export function ofOperand(
  candidates: Candidates,
  lower: (operand: Condition, context: Tested, condition: Condition) => Node | undefined,
): ConditionForm {
  return {
    ...candidates,
    lower(condition, context) {
      const [operand] = condition.operands;
      if (operand === undefined) {
        missingParameter(context, condition, 'condition');
        return undefined;
      }
      return lower(operand, context, condition);
    },
  };
}

/** Undefined without effects, such as those of a problem. */
export type EffectForm = (effect: Effect, context: Acting) => RuleEffect | readonly RuleEffect[] | undefined;

export type EffectForms = Readonly<Record<string, EffectForm>>;

export function withValue(
  label: string,
  lower: (value: Value, ...rest: Parameters<EffectForm>) => ReturnType<EffectForm>,
): EffectForm {
  return (effect, context) => {
    const value = requiredAt(effect, label, context);
    return value && lower(value, effect, context);
  };
}

export function conditionAt({ conditions }: Effect, label: string): Condition | undefined {
  return conditions.find((each) => each.label === label)?.condition;
}

export function requiredCondition(effect: Effect, label: string, context: Context): Condition | undefined {
  const condition = conditionAt(effect, label);
  if (condition === undefined) missingParameter(context, effect, label);
  return condition;
}

/** All effects land on targets, and stack by their rule. */
export function common({ label }: Effect): {
  readonly recipient: 'target';
  readonly stacking: 0;
  readonly label: string;
} {
  return { recipient: 'target', stacking: 0, label };
}

export function setting(effect: Effect, { index }: Pick<Column, 'index'>, amount: Node, holder?: Node): RuleEffect {
  const set = { kind: 'modify', ...common(effect), column: index, modification: 'set', amount } as const;
  return holder === undefined ? set : { ...set, holder };
}

export function where(effect: Effect, condition: Node, then: readonly RuleEffect[]): RuleEffect {
  return { kind: 'branch', ...common(effect), condition, then, otherwise: [] };
}
