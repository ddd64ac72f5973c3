import { kindAt } from '../../components/model.js';
import type { Flow, FlowCarrier } from '../../ir/flow.js';
import type { Placed } from './declarations.js';
import { conditionOn, numberOn } from './flow-amounts.js';
import { connectionNamed } from './flow-connections.js';
import { formOf, propertyOf } from './flow-forms.js';
import { reportUnknownKind } from './kinds.js';
import { checkName } from './names.js';
import type { RuleContext } from './rule-context.js';
import type { FlowSource } from './schema.js';

/** Lowers the flows, in the order of the content. One with a mistake is reported and left out. */
export function lowerFlows(flows: readonly Placed<FlowSource>[], context: RuleContext): readonly Flow[] {
  return flows
    .map((flow) => lowerFlow(flow, context))
    .filter((flow) => flow !== undefined)
    .map((flow, index) => Object.freeze({ index, ...flow }));
}

function lowerFlow({ source, place }: Placed<FlowSource>, context: RuleContext): Omit<Flow, 'index'> | undefined {
  const { model, loading } = context;
  if (source.name !== undefined) checkName(loading, source.name, loading.places.ofValue(source, 'name'));
  const carrier = carrierOf(source.carrier, source, context);
  const receivers =
    source.receivers === undefined
      ? undefined
      : connectionNamed(source.receivers, () => loading.places.ofValue(source, 'receivers'), carrier?.kind, context);
  if (carrier === undefined || (source.receivers !== undefined && receivers === undefined)) return undefined;
  const kind = receivers === undefined ? carrier.kind : receivers.to;
  const form = formOf(source, kind, context);
  const active = source.active === undefined ? undefined : conditionOn(source, 'active', source.active, kind, context);
  if (form === undefined || (source.active !== undefined && active === undefined)) return undefined;
  return {
    name: source.name ?? `${kindAt(model, carrier.kind).name}/${propertyOf(source)}`,
    carrier,
    kind,
    form,
    ...(receivers === undefined ? {} : { receivers: receivers.steps }),
    ...(active === undefined ? {} : { active }),
    origin: { file: place.file, line: place.line, column: place.column },
  };
}

function carrierOf(source: FlowSource['carrier'], flow: FlowSource, context: RuleContext): FlowCarrier | undefined {
  const { model, loading } = context;
  const isPlain = typeof source === 'string';
  const name = isPlain ? source : source.kind;
  const kind = model.kindByName.get(name)?.index;
  if (kind === undefined) {
    reportUnknownKind(
      name,
      model.kindByName,
      () => (isPlain ? loading.places.ofValue(flow, 'carrier') : loading.places.ofValue(source, 'kind')),
      loading,
    );
    return undefined;
  }
  const carrier: FlowCarrier = { objects: [{ by: 'objects', kind }], kind };
  if (isPlain) return carrier;
  const where = source.where === undefined ? undefined : conditionOn(source, 'where', source.where, kind, context);
  const times = source.times === undefined ? undefined : numberOn(source, 'times', source.times, kind, context);
  if ((source.where !== undefined && where === undefined) || (source.times !== undefined && times === undefined))
    return undefined;
  return { ...carrier, ...(where === undefined ? {} : { where }), ...(times === undefined ? {} : { times }) };
}
