import type { Range } from '../../../eval/ops/range.js';
import type { Node } from '../../../ir/node.js';
import type { Condition } from '../syntax.js';
import { type Context, type Subject, type Tested, binding, seeking, subject, testing } from './context.js';
import { identityIn } from './identity.js';
import { type KindSet, everyKind, onlyKind } from './kind-set.js';
import { isThere } from './subjects.js';

/** Conditions on objects other than the candidate: anywhere in the world, or among what hangs on something. */

/** One object that a condition can be true of alone, or the members of a range of which a filter is true. */
export type Found =
  | {
      readonly by: 'pin';
      readonly at: Subject;
      /** Whether the object is there and the condition true of it. */
      readonly holds: Node;
      readonly context: Tested;
    }
  | {
      readonly by: 'filter';
      readonly range: Range;
      readonly slot: number;
      /** The condition, and what keeps from it what is no game object. */
      readonly condition: Node;
      readonly guard: Node;
      /** For what is worked out of a member. */
      readonly context: Tested;
    };

type Filtered = Extract<Found, { by: 'filter' }>;

/**
 * The last slot that a member of a condition takes. The IR has one or two more, for members that constructs themselves
 * bind.
 */
const lastSlot = 29;

/** The objects of the world that a condition is true of. */
export function seek(condition: Condition, context: Context): Found {
  const pinned = pin(condition, context);
  if (pinned !== undefined) return pinned;
  const kinds = context.language.kinds(condition, context);
  const kind = onlyKind(kinds);
  const range: Range = { over: 'objects', kind: kind === undefined ? 0 : context.builder.kinds[kind], class: 0 };
  return filtered(
    [condition],
    kind === undefined ? everyKind : kinds,
    range,
    kind === undefined,
    within(condition, context),
  );
}

/** The same condition as of one object alone, where it names that object itself. */
export function pin(condition: Condition, context: Context): Extract<Found, { by: 'pin' }> | undefined {
  const identity = identityIn(condition, context);
  if (identity === undefined) return undefined;
  const { at, rest } = identity;
  const inner = testing(within(condition, context), at);
  const holds = context.kit.all([isThere(context.kit, at), context.language.conditions(rest, inner, false)]);
  return { by: 'pin', at, holds, context: inner };
}

/**
 * Members of a range, each bound to the next slot, of which conditions are true. `open`: the range holds more than game
 * objects.
 */
export function filtered(
  conditions: readonly Condition[],
  kinds: KindSet,
  range: Range,
  open: boolean,
  context: Context,
): Filtered {
  const { kit, language } = context;
  const slot = context.free;
  const member = subject(kit.slot(slot), kinds, true);
  const inner = binding(context, member);
  if (slot > lastSlot) {
    context.group.report({
      severity: 'error',
      code: 'too-deep',
      at: conditions[0].at,
      message: `conditions on other objects stand inside one another more than ${lastSlot - 2} times, expected fewer`,
    });
    return { by: 'filter', range, slot: lastSlot, condition: kit.no, guard: kit.no, context: testing(context, member) };
  }
  const guard = open && !conditions.some(language.isFirm) ? isOfGame(member.node, context) : kit.yes;
  return { by: 'filter', range, slot, condition: language.conditions(conditions, inner, false), guard, context: inner };
}

/** Whether something in the world is a game object: these are what has a stealth. */
export function isOfGame(node: Node, { kit, builder }: Pick<Context, 'kit' | 'builder'>): Node {
  return kit.present(kit.read(builder.meter('STEALTH')?.initial ?? 0, node, 'missing'));
}

/** Whether a member counts. */
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
      return condition.operands.length === 0 ? everyKind : poolOf(condition.operands[0], context);
    case 'Or':
    case 'Not':
    case 'OrderedAlternativesOf':
      return everyKind;
    case 'NumberOf':
      return condition.operands.length === 0 ? everyKind : poolOf(condition.operands[0], context);
    case 'MinimumNumberOf':
    case 'MaximumNumberOf':
      return everyKind;
    default:
      return context.language.kinds(condition, context);
  }
}

/** Whether a condition is true of any object of the world. */
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

/** How many objects of the world a condition is true of. */
export function countOf(condition: Condition, context: Context): Node {
  const { kit } = context;
  const found = seek(condition, context);
  if (found.by === 'pin') return kit.choose(found.holds, kit.number(1), kit.number(0));
  return found.condition === kit.no
    ? kit.number(0)
    : kit.fold('count', found.range, found.slot, filterOf(found, context));
}
