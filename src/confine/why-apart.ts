import { operationOf } from '../eval/make-node.js';
import { type Model, classAt } from '../model/model.js';
import type { CreateEffect, Effect } from '../ir/effect.js';
import type { Environment, Slots } from '../ir/environment.js';
import type { Node } from '../ir/node.js';
import { constantValue } from '../eval/node-shape.js';
import type { Program, Rule } from '../ir/rule.js';

/**
 * Why instances of a content need separate worlds; undefined where they can share one. What belongs to a world as a
 * whole (triggers, the stack, solved variables, lists, roles, random streams) is not divided among them.
 */
export function whyApart(program: Program): string | undefined {
  return (
    first(undivided, ([name, what]) => (program.model[name].length > 0 ? `the content declares ${what}` : undefined)) ??
    ofBook(program) ??
    first(program.rules.rules, (rule) => ofRule(rule, program.model)) ??
    first(program.rules.growths, ({ formula }) => ofNode(formula)) ??
    (program.environment && ofEnvironment(program.environment))
  );
}

const undivided = [
  ['variables', 'solved variables'],
  ['holdings', 'sets of words'],
  ['links', 'lists'],
  ['grids', 'grids'],
  ['sights', 'sights beside plain sight'],
  ['networks', 'networks'],
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
    first([...carrier, ...rule.activation, ...rule.include, ...rule.exclude], ofNode) ??
    first(rule.effects, (effect) => ofEffect(effect, model))
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
      return ofNode(effect.condition) ?? first([...effect.then, ...effect.otherwise], (each) => ofEffect(each, model));
    case 'create':
      return ofCreation(effect, model);
    default:
      return first(nodesIn(effect), ofNode);
  }
}

function ofCreation(effect: CreateEffect, model: Model): string | undefined {
  if (kindsMade(effect, model).some((kind) => model.kinds[kind - 1].faction)) return 'an effect may create a faction';
  return (
    first(nodesIn(effect), ofNode) ??
    first(effect.inside ?? [], (inner) => ofCreation(inner, model)) ??
    first(effect.then ?? [], (each) => ofEffect(each, model))
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
  return first(nodes, ofNode);
}

function ofNode(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  const operation = operationOf(node);
  if (operation.ofWorld) return `an expression uses ${node.op}`;
  return operation.apart?.(node.data) ?? first(node.args, ofNode);
}

function first<Item>(items: readonly Item[], why: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = why(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
