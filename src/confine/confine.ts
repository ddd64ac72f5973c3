import { type Node, sourceSlot, targetSlot } from '../ir/node.js';
import { type Carrier, type Program, type Rule, noRules } from '../ir/rule.js';
import type { Block, Choices, Environment, Order, Slots } from '../ir/environment.js';
import type { CreateEffect, Effect } from '../ir/effect.js';
import { withNodes } from '../ir/effect-nodes.js';
import { makeNode, nodeLike, withArgs, operationOf } from '../eval/make-node.js';
import { subtract } from '../eval/ops/arithmetic.js';
import { draw, instance, instanceDraw, lead } from '../eval/ops/draws.js';
import { hasAnchor } from '../eval/ops/range.js';
import { affiliation } from '../eval/ops/affiliations.js';
import { created, turn } from '../eval/ops/time.js';
import {
  asAggregate,
  asEquality,
  asOverMembers,
  conjuncts,
  dataOf,
  isOf,
  isSlot,
  someIn,
  constantValue,
} from '../eval/node-shape.js';
import { nodes } from '../eval/node-kit.js';
import { firstFound } from '../kernel/lists.js';
import { type Model, classAt } from '../model/model.js';

/**
 * Content for a world of several instances side by side, each in its own `stride` rows, which no rule crosses: the same
 * content with one more condition on every look at all objects (scopes, aggregates, searches). So the planner finds an
 * instance like any equal value, and both executors run it unchanged. Call it only if `whyApart` returns undefined.
 */
export function confine(program: Program, stride: number): Program {
  const { rules, growths } = program.rules;
  const within: Confinement = { stride, anchor: sourceSlot };
  return {
    model: program.model,
    rules: {
      ...noRules,
      rules: rules.map((rule) => confineRule(rule, within)),
      growths: growths.map(({ column, formula }) => ({ column, formula: confineNode(formula, within) })),
    },
    environment: program.environment && confineEnvironment(program.environment, stride),
    fingerprint: `${program.fingerprint}/${stride}`,
  };
}

function confineRule(rule: Rule, within: Confinement): Rule {
  const of = (node: Node) => confineNode(node, within);
  return {
    ...rule,
    carrier: confineCarrier(rule.carrier, of),
    activation: rule.activation.map(of),
    include: rule.include.map((condition) => keptTogether(of(condition), targetSlot, within)),
    exclude: rule.exclude.map(of),
    effects: rule.effects.map((effect) => confineEffect(effect, within.stride)),
  };
}

function confineCarrier(carrier: Carrier, of: (node: Node) => Node): Carrier {
  return carrier.by === 'condition'
    ? { ...carrier, where: carrier.where.map(of), times: carrier.times && of(carrier.times) }
    : carrier;
}

function confineEnvironment(environment: Environment, stride: number): Environment {
  const within: Confinement = { stride, anchor: sourceSlot };
  const of = (node: Node) => confineNode(node, within);
  const maybe = (node: Node | undefined) => node && of(node);
  const slots = (given: Slots | undefined) =>
    given && {
      ...given,
      where: given.where ? keptTogether(of(given.where), targetSlot, within) : together(targetSlot, within),
      order: maybe(given.order),
    };
  const block = (given: Block) => ({
    ...given,
    slots: slots(given.slots),
    values: given.values.map((value) => ({ ...value, node: of(value.node) })),
  });
  const choices = (given: Choices) =>
    given.by === 'value'
      ? { ...given, allowed: given.allowed.map(maybe), prefer: given.prefer.map(maybe) }
      : { ...given, where: keptTogether(of(given.where), targetSlot, within), prefer: maybe(given.prefer) };
  const order = (given: Order) => ({ ...given, slots: slots(given.slots), choices: choices(given.choices) });
  return {
    ...environment,
    agents: { ...environment.agents, where: maybe(environment.agents.where) },
    blocks: environment.blocks.map(block),
    orders: environment.orders.map(order),
    reward: { ...environment.reward, node: of(environment.reward.node) },
    lives: maybe(environment.lives),
    terminated: maybe(environment.terminated),
  };
}

/** Confined to the instance of its target, because the source may be gone by then. */
function confineEffect(effect: Effect, stride: number): Effect {
  const within: Confinement = { stride, anchor: targetSlot };
  return withNodes(effect, (node, member) => {
    const confined = confineNode(node, within);
    return member === undefined ? confined : keptTogether(confined, member, within);
  });
}

/** Rows of an instance, and the slot that always holds an object of it. */
interface Confinement {
  readonly stride: number;
  readonly anchor: number;
}

/** An expression confined to the instance of the anchor, with its meaning in a world of that instance alone. */
function confineNode(node: Node, within: Confinement): Node {
  const args = node.args.map((arg) => confineNode(arg, within));
  const same = withArgs(node, args);
  const { stride, anchor } = within;
  if (isOf(node, turn)) return makeNode(subtract, undefined, node, makeNode(lead, { stride }, nodes.slot(anchor)));
  if (isOf(node, created)) return makeNode(subtract, undefined, same, makeNode(lead, { stride }, args[0]));
  const drawn = dataOf(node, draw);
  if (drawn !== undefined) return makeNode(instanceDraw, { ...drawn, of: anchor, stride });
  const over = asOverMembers(node);
  if (over === undefined || (!over.isSearch && hasAnchor(over.range))) return same;
  const { outer, slot: member } = over;
  const given = args[outer];
  // False for other instances; if all members must fit, true for them.
  const filter =
    asAggregate(node)?.fold === 'all'
      ? nodes.any([nodes.not(together(member, within)), given])
      : keptTogether(given, member, within);
  return nodeLike(same, args.with(outer, filter));
}

/** A confined condition, with a test of the slot's instance unless it implies that; cheaper tests come first. */
function keptTogether(condition: Node, member: number, within: Confinement): Node {
  if (impliesTogether(condition, member)) return condition;
  return nodes.all([...conjuncts(condition), together(member, within)]);
}

/** True if a condition holds only for objects that those of the instance refer to, or that belong to their faction. */
function impliesTogether(condition: Node, member: number): boolean {
  const parts = conjuncts(condition);
  if (parts[0] !== condition) return parts.some((part) => impliesTogether(part, member));
  const equal = asEquality(condition);
  if (equal !== undefined) {
    const { left, right } = equal;
    return (isSlot(left, member) && isOther(right, member)) || (isSlot(right, member) && isOther(left, member));
  }
  const [of, empire] = condition.args;
  return (
    dataOf(condition, affiliation)?.mode.startsWith('empire') === true &&
    isSlot(of, member) &&
    !mentions(empire, member)
  );
}

/** Neither dependent on the member nor constant: reached from within the instance. */
function isOther(node: Node, member: number): boolean {
  return node.type.name === 'entity' && !mentions(node, member);
}

function mentions(node: Node, member: number): boolean {
  return someIn(node, (part) => isSlot(part, member));
}

/** True if the slot is of the anchor's instance. */
function together(member: number, { stride, anchor }: Confinement): Node {
  const instanceOf = (slot: number) => makeNode(instance, { stride }, nodes.slot(slot));
  return nodes.equal(instanceOf(member), instanceOf(anchor));
}

/**
 * The reason why instances of a content need separate worlds; undefined if they can share one. Parts of a whole world
 * (triggers, the stack, solved variables, lists, roles, random streams) cannot be divided.
 */
export function whyApart(program: Program): string | undefined {
  return (
    firstFound(undivided, ([name, what]) =>
      program.model[name].length > 0 ? `the content declares ${what}` : undefined,
    ) ??
    ofBook(program) ??
    firstFound(program.rules.rules, (rule) => ofRule(rule, program.model)) ??
    firstFound(program.rules.growths, ({ formula }) => ofNode(formula)) ??
    (program.environment && ofEnvironment(program.environment))
  );
}

const undivided = [
  ['variables', 'solved variables'],
  ['holdings', 'sets of words'],
  ['links', 'lists'],
  ['grids', 'grids'],
  ['spaces', 'spaces'],
  ['sights', 'sights beside plain sight'],
  ['networks', 'networks'],
  ['graphs', 'networks'],
  ['roles', 'roles'],
  ['triggers', 'triggers'],
  ['occurrences', 'occurrences'],
] as const;

function ofBook({ rules: { passes, flows } }: Program): string | undefined {
  if (passes.length > 0) return 'its turns are made of passes';
  return flows.flows.length > 0 ? 'the content declares flows' : undefined;
}

function ofRule(rule: Rule, model: Model): string | undefined {
  if (rule.narrowing !== undefined) return `the order of the sources of ${rule.name} follows from its activation`;
  if (rule.carrier.by === 'seat') return `${rule.name} is carried by seats`;
  const carrier = rule.carrier.by === 'condition' ? [...rule.carrier.where, rule.carrier.times] : [];
  return (
    firstFound([...carrier, ...rule.activation, ...rule.include, ...rule.exclude], ofNode) ??
    firstFound(rule.effects, (effect) => ofEffect(effect, model))
  );
}

function ofEffect(effect: Effect, model: Model): string | undefined {
  switch (effect.kind) {
    // Lane rows are not divided: instances could take those of others.
    case 'lane':
      return 'an effect changes lanes';
    case 'raise':
      return 'an effect lets something occur';
    case 'bind':
      return 'an effect binds a role';
    case 'hold':
      return 'an effect changes a set of words';
    case 'branch':
      return (
        ofNode(effect.condition) ?? firstFound([...effect.then, ...effect.otherwise], (each) => ofEffect(each, model))
      );
    case 'create':
      return ofCreation(effect, model);
    default:
      return firstFound(nodesIn(effect), ofNode);
  }
}

function ofCreation(effect: CreateEffect, model: Model): string | undefined {
  if (kindsMade(effect, model).some((kind) => model.kinds[kind - 1].faction)) return 'an effect may create a faction';
  return (
    firstFound(nodesIn(effect), ofNode) ??
    firstFound(effect.inside ?? [], (inner) => ofCreation(inner, model)) ??
    firstFound(effect.then ?? [], (each) => ofEffect(each, model))
  );
}

function kindsMade({ bare, class: made }: CreateEffect, model: Model): readonly number[] {
  if (bare !== undefined) return [bare];
  const constant = constantValue(made);
  if (constant === undefined) return model.classes.map(({ kind }) => kind);
  return constant === 0 ? [] : [classAt(model, constant).kind];
}

function nodesIn(effect: Effect): readonly Node[] {
  const found: Node[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    if ('op' in value && 'args' in value) found.push(value as Node);
    else if (Array.isArray(value)) value.forEach(visit);
    else for (const [name, part] of Object.entries(value)) if (name !== 'inside' && name !== 'then') visit(part);
  };
  visit(effect);
  return found;
}

function ofEnvironment({ agents, blocks, orders, reward, lives, terminated }: Environment): string | undefined {
  const slots = (given: Slots | undefined) => [given?.where, given?.order];
  const nodes = [
    agents.where,
    reward.node,
    lives,
    terminated,
    ...blocks.flatMap((block) => [...slots(block.slots), ...block.values.map(({ node }) => node)]),
    ...orders.flatMap((order) => [
      ...slots(order.slots),
      ...(order.choices.by === 'value'
        ? [...order.choices.allowed, ...order.choices.prefer]
        : [order.choices.where, order.choices.prefer]),
    ]),
  ];
  return firstFound(nodes, ofNode);
}

function ofNode(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  const operation = operationOf(node);
  if (operation.ofWorld) return `an expression uses ${node.op}`;
  return operation.apart?.(node.data) ?? firstFound(node.args, ofNode);
}
