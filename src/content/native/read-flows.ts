import { nodes } from '../../eval/node-kit.js';
import type { Connection, Step } from '../../model/connection.js';
import { type Column, kindAt } from '../../model/model.js';
import { makeNode } from '../../eval/make-node.js';
import type { Flow, FlowCarrier, FlowForm, FlowTargets } from '../../ir/rule.js';
import type { Node } from '../../ir/node.js';
import { booleanType, numberType } from '../../eval/operation.js';
import { truncate } from '../../eval/ops/arithmetic.js';
import { listTexts, quoteText } from '../text/quote.js';
import type { Placed } from './declarations.js';
import { askedContext } from './expression-text.js';
import { kindNamed } from './kinds.js';
import { type Where, complete, isLost, originOf, refuse, refuseUnknown, sound } from './load-context.js';
import { checkName } from './names.js';
import { refuseMember, sections } from './other-members.js';
import { type Keyed, readKey } from './read-keys.js';
import type { RuleContext } from './rule-context.js';
import type { FlowSource } from './schema.js';

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
  const form = formOf(source, kind, context);
  const active = optional(source, 'active', conditionOn, kind, context);
  return (
    form &&
    active && {
      name: source.name ?? `${kindAt(context.model, carrier.kind).name}/${propertyOf(source)}`,
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
  const condition = optional(carrier, 'where', conditionOn, kind, context);
  const times = optional(carrier, 'times', numberOn, kind, context);
  return condition && times && { objects, kind, ...condition, ...times };
}

type FormName = FlowForm['does'];

const formNames: readonly FormName[] = [
  'constant',
  'limited',
  'decay',
  'convert',
  'convertPercent',
  'inhibitedGrowth',
  'spread',
  'diffuse',
  'gather',
];

function propertyOf(source: FlowSource): string {
  const named: Readonly<Partial<Record<FormName, string>>> = source;
  return formNames.map((form) => named[form]).find((name) => name !== undefined) ?? '';
}

/** `kind` of the receivers: 0 for any. */
function formOf(source: FlowSource, kind: number, context: RuleContext): FlowForm | undefined {
  const column = <Key extends string>(of: FlowSource & Readonly<Record<Key, string>>, key: Key): number | undefined =>
    wholeColumn(of, key, kind, context)?.index;
  if ('targets' in source) return propagatorOf(source, kind, context);
  if ('constant' in source)
    return complete({
      does: 'constant',
      column: column(source, 'constant'),
      amount: numberOn(source, 'amount', kind, context),
    });
  if ('limited' in source)
    return complete({
      does: 'limited',
      column: column(source, 'limited'),
      amount: source.amount,
      limit: source.limit,
    });
  if ('decay' in source)
    return complete({
      does: 'decay',
      column: column(source, 'decay'),
      percent: source.percent,
      floor: source.floor ?? 0,
      negative: source.negative ?? 'mirrored',
    });
  if ('convert' in source)
    return complete({
      does: 'convert',
      from: column(source, 'convert'),
      to: column(source, 'to'),
      amount: source.amount,
    });
  if ('convertPercent' in source)
    return complete({
      does: 'convertPercent',
      from: column(source, 'convertPercent'),
      to: column(source, 'to'),
      percent: source.percent,
      floor: source.floor ?? 0,
      correction: source.correction ?? 'others',
    });
  return complete({
    does: 'inhibitedGrowth',
    column: column(source, 'inhibitedGrowth'),
    inhibitor: column(source, 'inhibitor'),
    growth: source.growth,
    inhibition: source.inhibition,
    divisor: source.divisor ?? 100,
  });
}

type PropagatorSource = Extract<FlowSource, { readonly targets: unknown }>;

function propagatorOf(source: PropagatorSource, kind: number, context: RuleContext): FlowForm | undefined {
  const property =
    'spread' in source
      ? wholeColumn(source, 'spread', kind, context)
      : 'diffuse' in source
        ? wholeColumn(source, 'diffuse', kind, context)
        : wholeColumn(source, 'gather', kind, context);
  const [column, targets] = [property?.index, targetsOf(source, property, kind, context)];
  if ('gather' in source)
    return complete({ does: 'gather', column, amount: source.amount, negative: source.negative ?? 'nothing', targets });
  const { percent } = source;
  return complete({ does: 'spread' in source ? 'spread' : 'diffuse', column, percent, targets });
}

function targetsOf(
  source: PropagatorSource,
  column: Column | undefined,
  kind: number,
  context: RuleContext,
): FlowTargets | undefined {
  const { targets } = source;
  const names = [targets].flat();
  const found: Connection[] = [];
  for (const [i, name] of names.entries()) {
    const where: Where = typeof targets === 'string' ? [source, 'targets'] : [targets, i];
    const connection = connectionNamed(name, where, kind, context);
    if (connection !== undefined && isOn(column, connection.to, `the targets of ${quoteText(name)}`, where, context))
      found.push(connection);
  }
  // Only their common kind is known.
  const to = found.length > 0 && found.every((connection) => connection.to === found[0].to) ? found[0].to : 0;
  const where = optional(source, 'where', conditionOn, to, context);
  if (found.length < names.length || where === undefined) return undefined;
  return { steps: stepsByKind(found, kind, context), ...where, itself: source.itself ?? false };
}

/** `kind` 0: any. False where it would be absent. */
function conditionOn<Key extends string>(
  source: Keyed<Key>,
  key: Key,
  kind: number,
  context: RuleContext,
): Node | undefined {
  const compiled = readKey(source, key, booleanType, receiverContext(kind, context), context);
  return compiled && nodes.applies(compiled.node);
}

/** `kind` 0: any. Truncated; 0 where it would be absent. */
function numberOn<Key extends string>(
  source: Keyed<Key>,
  key: Key,
  kind: number,
  context: RuleContext,
): Node | undefined {
  const compiled = readKey(source, key, numberType, receiverContext(kind, context), context);
  return compiled && makeNode(truncate, undefined, nodes.otherwise(compiled.node, nodes.number(0)));
}

function receiverContext(kind: number, context: RuleContext): ReturnType<typeof askedContext> {
  return askedContext(context, kind === 0 ? undefined : [kind]);
}

function optional<Key extends string>(
  source: Keyed<Key>,
  key: Key,
  read: typeof conditionOn,
  kind: number,
  context: RuleContext,
): { readonly [Each in Key]?: Node } | undefined {
  if (source[key] === undefined) return {};
  const node = read(source, key, kind, context);
  return node && ({ [key]: node } as { readonly [Each in Key]?: Node });
}

function connectionNamed(
  name: string,
  where: Where,
  from: number | undefined,
  context: RuleContext,
): Connection | undefined {
  const { model, loading } = context;
  const found = loading.index.find(model.connections, name);
  if (isLost(context, name)) return undefined;
  if (found === undefined) {
    return refuseUnknown(
      context,
      where,
      name,
      (known) => `${quoteText(name)} is no connection, expected ${listTexts(known)}`,
      model.connections,
      'declare it under `connections`',
    );
  }
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

/** By the kinds that they lead from; `kind` of the receivers, 0: any. */
function stepsByKind(
  connections: readonly Connection[],
  kind: number,
  { model }: Pick<RuleContext, 'model'>,
): FlowTargets['steps'] {
  const steps = new Map<number, (readonly Step[])[]>();
  for (const connection of connections) {
    const kinds =
      connection.from !== 0 ? [connection.from] : kind !== 0 ? [kind] : model.kinds.map(({ index }) => index);
    for (const each of kinds) {
      const rows = steps.get(each);
      if (rows === undefined) steps.set(each, [connection.steps]);
      else rows.push(connection.steps);
    }
  }
  return steps;
}

/** Whole numbers of 32 bits, on the receivers. */
function wholeColumn<Key extends string>(
  source: FlowSource & Readonly<Record<Key, string>>,
  key: Key,
  kind: number,
  context: RuleContext,
): Column | undefined {
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
  return isOn(column, kind, 'the receivers', where, context) ? column : undefined;
}

/** Of any kind (0) nothing can be said. */
function isOn(column: Column | undefined, kind: number, who: string, where: Where, context: RuleContext): boolean {
  if (column === undefined || kind === 0 || column.kinds[kind] === 1 || context.torn.has(kind)) return true;
  refuse(
    context,
    where,
    'not-on-kind',
    `${who} are objects of kind ${quoteText(kindAt(context.model, kind).name)}, which have no ${quoteText(column.name)}`,
    `list ${quoteText(column.name)} under the ${sections[column.role]} of that kind`,
  );
  return false;
}
