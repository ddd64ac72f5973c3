import type { Condition, QueryValue, Value } from '../syntax.js';
import { type Context, type Tested, binding, seeking, testing } from './context.js';
import { type Subject, subject, isThere, type KindSet, everyKind, onlyKind, objectsOf, nobody } from './subjects.js';
import { requiredAt } from './parameters.js';
import type { Range } from '../../../eval/ops/range.js';
import type { Node } from '../../../ir/node.js';

type Part = Condition | Value;

/** Whether a test holds of a condition or a value, or of anything in it. */
export function mentions(part: Part, test: (part: Part) => boolean): boolean {
  return test(part) || partsOf(part).some((inner) => mentions(inner, test));
}

function partsOf(part: Part): readonly Part[] {
  switch (part.sort) {
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

/** As itself, or by a property of it. */
export function mentionsSource(condition: Condition): boolean {
  return mentions(condition, (part) => {
    if (part.sort === 'condition') return part.name === 'Source';
    const property = part.sort === 'running' ? part.of : part;
    return property?.sort === 'property' && property.subject === 'Source';
  });
}

export function mentionsChance(condition: Condition): boolean {
  return mentions(
    condition,
    (part) =>
      (part.sort === 'condition' && (part.name === 'Random' || part.name === 'NumberOf')) ||
      (part.sort === 'function' && (part.name === 'OneOf' || part.name === 'RandomNumber')),
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

/** The object that a condition names itself, and what else it asks of it; undefined where it names none. */
export function identityIn(condition: Condition, context: Context): Identity | undefined {
  return identityAmong(operandsOf(condition), context);
}

export function identityAmong(operands: readonly Condition[], context: Context): Identity | undefined {
  const first = operands.findIndex(({ name }) => identities.has(name));
  return first < 0
    ? undefined
    : { at: namedBy(operands[first], context), rest: operands.filter((_, i) => i !== first) };
}

/** The object that such a construct names: nobody where there is none. */
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

/** One object that a condition can be true of alone. */
interface Pinned {
  readonly by: 'pin';
  readonly at: Subject;
  /** Whether the object is there and the condition true of it. */
  readonly holds: Node;
  readonly context: Tested;
}

/** The members of a range of which a filter is true. */
interface Filtered {
  readonly by: 'filter';
  readonly range: Range;
  readonly slot: number;
  /** The condition, and what keeps from it what is no game object. */
  readonly condition: Node;
  readonly guard: Node;
  /** For what is worked out of a member. */
  readonly context: Tested;
}

/**
 * The last slot that a member of a condition takes. The IR has one or two more, for members that constructs themselves
 * bind.
 */
const lastSlot = 29;

export function seek(condition: Condition, context: Context): Pinned | Filtered {
  const pinned = pin(condition, context);
  if (pinned !== undefined) return pinned;
  const kinds = context.language.kinds(condition, context);
  return filteredAll(condition, kinds, within(condition, context));
}

/** Of the objects of the world: of one kind where a condition is true of that alone, else of all. */
export function filteredAll(condition: Condition, kinds: KindSet, context: Context): Filtered {
  const kind = onlyKind(kinds);
  return kind === undefined
    ? filtered(condition, everyKind, objectsOf(0), true, context)
    : filtered(condition, kinds, objectsOf(context.builder.kinds[kind]), false, context);
}

/** The same condition as of one object alone, where it names that object itself. */
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

/** Whether something in the world is a game object: these are what has a stealth. */
export function isOfGame(node: Node, { kit }: Context): Node {
  return kit.present(kit.meter('STEALTH', 'initial', node, 'missing'));
}

export function filterOf({ condition, guard }: Filtered, { kit }: Pick<Context, 'kit'>): Node {
  return kit.all([guard, condition]);
}

/** What is chosen inside of a condition on others is chosen among all that it begins with. */
export function within(condition: Condition, context: Context): Context {
  const pool = poolOf(condition, context);
  return pool === context.pool && context.choice === 'all' ? context : seeking(context, pool);
}

/** Kinds of the objects that are looked at when all are sought of which a condition is true. */
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

/**
 * Whether the filter is true of any member. There is always some object, such as the source: a filter that does not
 * look at it decides alone.
 */
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
