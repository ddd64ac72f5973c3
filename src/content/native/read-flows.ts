import { kept } from '../../kernel/maps.js';
import { nodes } from '../../eval/node-kit.js';
import type { Connection, Step } from '../../model/connection.js';
import { type Column, kindAt } from '../../model/model.js';
import { makeNode } from '../../eval/make-node.js';
import type { Flow, FlowCarrier, FlowForm, FlowTargets } from '../../ir/rule.js';
import type { Node } from '../../ir/node.js';
import { booleanType, numberType } from '../../eval/operation.js';
import { truncate } from '../../eval/ops/arithmetic.js';
import { quoteText } from '../text/quote.js';
import type { Placed } from './declarations.js';
import { byHead } from './document-shape.js';
import { askedContext } from './expression-text.js';
import { type Where, complete, isLost, originOf, refuse, sound } from './load-context.js';
import { checkName } from './names.js';
import { readKey } from './read-keys.js';
import { type Keyed, kindNamed, refuseMember, refuseMissing, sections } from './references.js';
import type { RuleContext } from './rule-context.js';
import type { FlowSource } from './schema.js';
import { flowHeads } from './schema-flows.js';

export function lowerFlows(flows: readonly Placed<FlowSource>[], context: RuleContext): readonly Flow[] {
  return sound(flows.map((flow) => lowerFlow(flow, context))).map((flow, index) => Object.freeze({ index, ...flow }));
}

function lowerFlow({ source, place }: Placed<FlowSource>, context: RuleContext): Omit<Flow, 'index'> | undefined {
  if (source.name !== undefined) checkName(context, source.name, [source, 'name']);
  const carrier = carrierOf(source, context);
  const receivers =
    source.receivers === undefined
      ? undefined
      : connectionNamed(source.receivers, [source, 'receivers'], carrier?.kind, context);
  if (carrier === undefined || (source.receivers !== undefined && receivers === undefined)) return undefined;
  const kind = receivers === undefined ? carrier.kind : receivers.to;
  const form = lowerForm(source, { ...context, kind });
  const active = optional(source, 'active', conditionOn, { ...context, kind });
  return (
    form &&
    active && {
      name: source.name ?? `${kindAt(context.model, carrier.kind).name}/${propertyAt(source)}`,
      carrier,
      kind,
      form,
      receivers: receivers?.steps,
      ...active,
      origin: originOf(place),
    }
  );
}

function carrierOf(flow: FlowSource, context: RuleContext): FlowCarrier | undefined {
  const { carrier } = flow;
  const [name, where]: [string, Where] =
    typeof carrier === 'string' ? [carrier, [flow, 'carrier']] : [carrier.kind, [carrier, 'kind']];
  const kind = kindNamed(name, context.model.kindByName, where, context)?.index;
  if (kind === undefined) return undefined;
  const objects: FlowCarrier['objects'] = [{ by: 'objects', kind }];
  if (typeof carrier === 'string') return { objects, kind };
  const condition = optional(carrier, 'where', conditionOn, { ...context, kind });
  const times = optional(carrier, 'times', numberOn, { ...context, kind });
  return condition && times && { objects, kind, ...condition, ...times };
}

interface FlowContext extends RuleContext {
  /** Of the objects that are asked; 0: any. */
  readonly kind: number;
}

const lowerForm = byHead<FlowSource, [FlowContext], FlowForm | undefined>({
  constant: (source, context) =>
    complete({
      does: 'constant',
      column: columnAt(source, 'constant', context),
      amount: numberOn(source, 'amount', context),
    }),
  limited(source, context) {
    const { amount, limit } = source;
    return complete({ does: 'limited', column: columnAt(source, 'limited', context), amount, limit });
  },
  decay(source, context) {
    const { percent, floor = 0, negative = 'mirrored' } = source;
    return complete({ does: 'decay', column: columnAt(source, 'decay', context), percent, floor, negative });
  },
  convert: (source, context) =>
    complete({ does: 'convert', ...conversionOf(source, 'convert', context), amount: source.amount }),
  convertPercent(source, context) {
    const { percent, floor = 0, correction = 'others' } = source;
    const ends = conversionOf(source, 'convertPercent', context);
    return complete({ does: 'convertPercent', ...ends, percent, floor, correction });
  },
  inhibitedGrowth(source, context) {
    const { growth, inhibition, divisor = 100 } = source;
    return complete({
      does: 'inhibitedGrowth',
      column: columnAt(source, 'inhibitedGrowth', context),
      inhibitor: columnAt(source, 'inhibitor', context),
      growth,
      inhibition,
      divisor,
    });
  },
  spread: (source, context) =>
    complete({ does: 'spread', ...propagationOf(source, 'spread', context), percent: source.percent }),
  diffuse: (source, context) =>
    complete({ does: 'diffuse', ...propagationOf(source, 'diffuse', context), percent: source.percent }),
  gather(source, context) {
    const { amount, negative = 'nothing' } = source;
    return complete({ does: 'gather', ...propagationOf(source, 'gather', context), amount, negative });
  },
});

function propertyAt(source: FlowSource): string {
  const keys: Readonly<Partial<Record<string, unknown>>> = { ...source };
  return flowHeads.map((head) => keys[head]).find((property) => typeof property === 'string') ?? '';
}

type Flowing<Key extends string, Source = FlowSource> = Source & Readonly<Record<Key, string>>;

function columnAt<Key extends string>(source: Flowing<Key>, key: Key, context: FlowContext) {
  return wholeColumn(source, key, context)?.index;
}

function conversionOf<Key extends string>(source: Flowing<Key | 'to'>, key: Key, context: FlowContext) {
  return { from: columnAt(source, key, context), to: columnAt(source, 'to', context) };
}

type PropagatorSource = Extract<FlowSource, { readonly targets: unknown }>;

function propagationOf<Key extends string>(source: Flowing<Key, PropagatorSource>, key: Key, context: FlowContext) {
  const column = wholeColumn(source, key, context);
  return { column: column?.index, targets: targetsOf(source, column, context) };
}

function targetsOf(
  source: PropagatorSource,
  column: Column | undefined,
  context: FlowContext,
): FlowTargets | undefined {
  const { targets } = source;
  const names = [targets].flat();
  const found: Connection[] = [];
  for (const [i, name] of names.entries()) {
    const where: Where = typeof targets === 'string' ? [source, 'targets'] : [targets, i];
    const connection = connectionNamed(name, where, context.kind, context);
    if (connection !== undefined && isOn(column, connection.to, `the targets of ${quoteText(name)}`, where, context))
      found.push(connection);
  }
  // Only their common kind is known.
  const to = found.length > 0 && found.every((connection) => connection.to === found[0].to) ? found[0].to : 0;
  const where = optional(source, 'where', conditionOn, { ...context, kind: to });
  if (found.length < names.length || where === undefined) return undefined;
  return { steps: stepsByKind(found, context), ...where, itself: source.itself ?? false };
}

/** False where it would be absent. */
function conditionOn<Key extends string>(source: Keyed<Key>, key: Key, context: FlowContext) {
  const compiled = readKey(source, key, booleanType, receiverContext(context), context);
  return compiled && nodes.applies(compiled.node);
}

/** Truncated; 0 where it would be absent. */
function numberOn<Key extends string>(source: Keyed<Key>, key: Key, context: FlowContext) {
  const compiled = readKey(source, key, numberType, receiverContext(context), context);
  return compiled && makeNode(truncate, undefined, nodes.otherwise(compiled.node, nodes.number(0)));
}

function receiverContext(context: FlowContext) {
  return askedContext(context, context.kind === 0 ? undefined : [context.kind]);
}

function optional<Key extends string>(
  source: Keyed<Key>,
  key: Key,
  read: (source: Keyed<Key>, key: Key, context: FlowContext) => Node | undefined,
  context: FlowContext,
): { readonly [Each in Key]?: Node } | undefined {
  if (source[key] === undefined) return {};
  const node = read(source, key, context);
  return node && ({ [key]: node } as { readonly [Each in Key]?: Node });
}

function connectionNamed(
  name: string,
  where: Where,
  from: number | undefined,
  context: RuleContext,
): Connection | undefined {
  const { model, loading } = context;
  if (isLost(context, name)) return undefined;
  const found = loading.index.find(model.connections, name);
  if (found === undefined) return refuseMissing('connection', name, where, model.connections, context);
  if (from === undefined || from === 0 || found.from === 0 || found.from === from) return found;
  const [led, given] = [found.from, from].map((kind) => quoteText(kindAt(model, kind).name));
  return refuse(
    context,
    where,
    'not-on-kind',
    `${quoteText(name)} leads from objects of kind ${led}, expected a connection from those of kind ${given}`,
    `declare a connection from ${given}`,
  );
}

/** By the kinds that they lead from. */
function stepsByKind(connections: readonly Connection[], { kind, model }: FlowContext): FlowTargets['steps'] {
  const byKind = new Map<number, (readonly Step[])[]>();
  for (const { from, steps } of connections) {
    const kinds = from !== 0 ? [from] : kind !== 0 ? [kind] : model.kinds.map(({ index }) => index);
    for (const each of kinds) kept(byKind, each, () => []).push(steps);
  }
  return byKind;
}

/** 32-bit integers, on the receivers. */
function wholeColumn<Key extends string>(source: Flowing<Key>, key: Key, context: FlowContext): Column | undefined {
  const { model, meterNames, propertyNames } = context;
  const name: string = source[key];
  const column = model.columnByName.get(name);
  const where: Where = [source, key];
  if (isLost(context, name)) return undefined;
  if (column === undefined)
    return refuseMember(
      context,
      where,
      name,
      'a property of whole numbers',
      [...propertyNames, ...meterNames],
      'declare it under `properties` with `type: integer`',
    );
  if (!column.integer || column.storage !== 'i32')
    return refuse(
      context,
      where,
      'not-whole',
      `${quoteText(name)} does not hold whole numbers, and only these flow; expected a ${column.role} with \`type: integer\``,
      `write \`type: integer\` where ${quoteText(name)} is declared`,
    );
  return isOn(column, context.kind, 'the receivers', where, context) ? column : undefined;
}

/** Of any kind (0) nothing can be said. */
function isOn(column: Column | undefined, kind: number, who: string, where: Where, context: RuleContext) {
  if (column === undefined || kind === 0 || column.kinds[kind] === 1 || context.torn.has(kind)) return true;
  return refuse(
    context,
    where,
    'not-on-kind',
    `${who} are objects of kind ${quoteText(kindAt(context.model, kind).name)}, which have no ${quoteText(column.name)}`,
    `list ${quoteText(column.name)} under the ${sections[column.role]} of that kind`,
  );
}
