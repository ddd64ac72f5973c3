import type { Effect as RuleEffect } from '../../../ir/rule.js';
import type { Node } from '../../../ir/node.js';
import type { Condition, Effect } from '../syntax.js';
import type { Acting } from './context.js';
import { type EffectForms, common, setting } from './effect-forms.js';
import { identityIn } from './identity.js';
import { isWithin, kindBits, kindsIn } from './kind-set.js';
import { filterOf, seek } from './members.js';
import { mentionsChance } from './mentions.js';
import { requiredAt, valueAt } from './parameters.js';
import { missingParameter } from './problems.js';

/** Effects on where objects are and where they are bound for. */
export const movingEffects: EffectForms = {
  MoveTo(effect, context) {
    const destination = conditionAt(effect, 'destination', context);
    return destination === undefined ? [] : [{ kind: 'move', ...common(effect), to: firstOf(destination, context) }];
  },
  MoveTowards(effect, context) {
    const { kit } = context;
    const course = courseOf(effect, 'target', context);
    if (course === undefined) return [];
    const { speed, goal, at } = course;
    const [dx, dy] = [kit.subtract(goal.x, at.x), kit.subtract(goal.y, at.y)];
    const apart = lengthOf(dx, dy, context);
    const arrives = kit.compare('<=', apart, speed);
    const part = (from: Node, way: Node): Node => kit.add(from, kit.multiply(kit.divide(way, apart), speed));
    return putting(
      effect,
      { x: kit.choose(arrives, goal.x, part(at.x, dx)), y: kit.choose(arrives, goal.y, part(at.y, dy)) },
      context,
    );
  },
  MoveInOrbit(effect, context) {
    const { kit } = context;
    const course = courseOf(effect, 'focus', context);
    if (course === undefined) return [];
    const { speed, goal, at } = course;
    const [dx, dy] = [kit.subtract(at.x, goal.x), kit.subtract(at.y, goal.y)];
    const angle = kit.divide(speed, lengthOf(dx, dy, context));
    const [sine, cosine] = [kit.sine(angle), kit.cosine(angle)];
    return putting(
      effect,
      {
        x: kit.add(goal.x, kit.subtract(kit.multiply(dx, cosine), kit.multiply(dy, sine))),
        y: kit.add(goal.y, kit.add(kit.multiply(dx, sine), kit.multiply(dy, cosine))),
      },
      context,
    );
  },
  SetDestination(effect, context) {
    const { kit, builder, target } = context;
    const destination = conditionAt(effect, 'destination', context);
    if (destination === undefined) return [];
    const goal = kit.ancestor('system', oneOf(destination, context));
    const chosen = builder.column('destination');
    const then = [
      setting(effect, chosen.index, goal),
      setting(effect, builder.column('nextSystem').index, kit.stepToward(target.node, kit.read(chosen, target.node))),
    ];
    return [{ kind: 'branch', ...common(effect), condition: kit.compare('!=', goal, kit.none), then, otherwise: [] }];
  },
};

interface Point {
  readonly x: Node;
  readonly y: Node;
}

/** How far, where to or around what, and from where. The place of what is nowhere is absent: then nothing moves. */
function courseOf(
  effect: Effect,
  label: string,
  context: Acting,
): { readonly speed: Node; readonly goal: Point; readonly at: Point } | undefined {
  const { kit, language, target } = context;
  const speed = requiredAt(effect, 'speed', context);
  const goal = goalOf(effect, label, context);
  return speed === undefined || goal === undefined
    ? undefined
    : { speed: kit.certain(language.real(speed, context)), goal, at: placeOf(target.node, context) };
}

function goalOf(effect: Effect, label: string, context: Acting): Point | undefined {
  const { kit, language } = context;
  if (valueAt(effect, 'x') === undefined && valueAt(effect, 'y') === undefined) {
    const condition = conditionAt(effect, label, context);
    return condition === undefined ? undefined : placeOf(firstOf(condition, context), context);
  }
  const [x, y] = ['x', 'y']
    .map((axis) => requiredAt(effect, axis, context))
    .map((value) => value && kit.certain(language.real(value, context)));
  return x === undefined || y === undefined ? undefined : { x, y };
}

function placeOf(object: Node, { kit }: Acting): Point {
  return { x: kit.coordinate('x', object), y: kit.coordinate('y', object) };
}

function lengthOf(dx: Node, dy: Node, { kit }: Acting): Node {
  return kit.squareRoot(kit.add(kit.multiply(dx, dx), kit.multiply(dy, dy)));
}

/** What moves by itself; ships and buildings are where their fleets and planets are. */
const movable = kindBits.system | kindBits.planet | kindBits.fleet | kindBits.field;

/** Puts targets at a point. What is between two systems stays so. */
function putting(effect: Effect, { x, y }: Point, context: Acting): readonly RuleEffect[] {
  const { kit, target } = context;
  const put: RuleEffect = { kind: 'put', ...common(effect), keepsLane: true, x, y };
  if (isWithin(target.kinds, movable)) return [put];
  const moves = kindsIn(target.kinds & movable).map((kind) => kit.kind(kind));
  return moves.length === 0
    ? []
    : [
        {
          kind: 'branch',
          ...common(effect),
          condition: kit.oneOf(kit.kindOf(target.node), moves),
          then: [put],
          otherwise: [],
        },
      ];
}

function conditionAt(effect: Effect, label: string, context: Acting): Condition | undefined {
  const condition = effect.conditions.find((each) => each.label === label)?.condition;
  if (condition === undefined) missingParameter(context, effect.at, effect.name, label);
  return condition;
}

/** The first object that a condition is true of. */
function firstOf(condition: Condition, context: Acting): Node {
  const { kit } = context;
  const found = seek(condition, context);
  if (found.by === 'pin') return kit.choose(found.holds, found.at.node, kit.none);
  return kit.fold('first', found.range, found.slot, filterOf(found, context));
}

/**
 * One of the objects that a condition is true of, each as likely as the others; the first where the condition itself
 * leaves it to chance.
 */
function oneOf(condition: Condition, context: Acting): Node {
  if (identityIn(condition, context) !== undefined || mentionsChance(condition)) return firstOf(condition, context);
  const { at } = condition;
  const one: Condition = {
    sort: 'condition',
    name: 'NumberOf',
    operands: [condition],
    parameters: [{ label: 'number', values: [{ sort: 'number', value: 1, integer: true, at }], at }],
    at,
  };
  // Who is chosen is asked only of those that fit.
  return firstOf({ sort: 'condition', name: 'And', operands: [condition, one], parameters: [], at }, context);
}
