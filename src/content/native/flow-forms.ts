import type { Connection } from '../../model/connection.js';
import { type Column, kindAt } from '../../model/model.js';
import type { FlowForm, FlowTargets } from '../../ir/flow.js';
import { quoteText } from '../diagnostics/quote.js';
import { connectionNamed, stepsByKind } from './flow-connections.js';
import { conditionOn, numberOn } from './flow-amounts.js';
import { didYouMean, refuse, reportError } from './loading.js';
import { otherMemberFault } from './other-members.js';
import type { RuleContext } from './rule-context.js';
import type { FlowSource } from './schema.js';

/** The property that a flow is called after. */
export function propertyOf(source: FlowSource): string {
  if ('constant' in source) return source.constant;
  if ('limited' in source) return source.limited;
  if ('decay' in source) return source.decay;
  if ('convert' in source) return source.convert;
  if ('convertPercent' in source) return source.convertPercent;
  if ('inhibitedGrowth' in source) return source.inhibitedGrowth;
  if ('spread' in source) return source.spread;
  return 'diffuse' in source ? source.diffuse : source.gather;
}

/** What a flow does to receivers of a kind, 0 for any; undefined, and reported, when something is wrong with it. */
export function formOf(source: FlowSource, kind: number, context: RuleContext): FlowForm | undefined {
  if ('targets' in source) return propagatorOf(source, kind, context);
  if ('convert' in source || 'convertPercent' in source || 'inhibitedGrowth' in source)
    return interactionOf(source, kind, context);
  return sourceOf(source, kind, context);
}

type MakingSource = Extract<
  FlowSource,
  { readonly constant: string } | { readonly limited: string } | { readonly decay: string }
>;

function sourceOf(source: MakingSource, kind: number, context: RuleContext): FlowForm | undefined {
  const column = (key: string, name: string): number | undefined =>
    wholeColumn(source, key, name, kind, context)?.index;
  if ('constant' in source) {
    const [of, amount] = [
      column('constant', source.constant),
      numberOn(source, 'amount', source.amount, kind, context),
    ];
    return of === undefined || amount === undefined ? undefined : { does: 'constant', column: of, amount };
  }
  if ('limited' in source) {
    const of = column('limited', source.limited);
    return of === undefined ? undefined : { does: 'limited', column: of, amount: source.amount, limit: source.limit };
  }
  const [of, percent] = [column('decay', source.decay), percentOf(source, context)];
  return of === undefined || percent === undefined
    ? undefined
    : { does: 'decay', column: of, percent, floor: source.floor ?? 0, negative: source.negative ?? 'mirrored' };
}

type InteractionSource = Extract<
  FlowSource,
  { readonly convert: string } | { readonly convertPercent: string } | { readonly inhibitedGrowth: string }
>;

function interactionOf(source: InteractionSource, kind: number, context: RuleContext): FlowForm | undefined {
  const column = (key: string, name: string): number | undefined =>
    wholeColumn(source, key, name, kind, context)?.index;
  if ('convert' in source) {
    const [from, to] = [column('convert', source.convert), column('to', source.to)];
    return from === undefined || to === undefined ? undefined : { does: 'convert', from, to, amount: source.amount };
  }
  if ('convertPercent' in source) {
    const [from, to, percent] = [
      column('convertPercent', source.convertPercent),
      column('to', source.to),
      percentOf(source, context),
    ];
    if (from === undefined || to === undefined || percent === undefined) return undefined;
    return {
      does: 'convertPercent',
      from,
      to,
      percent,
      floor: source.floor ?? 0,
      correction: source.correction ?? 'others',
    };
  }
  const [of, inhibitor] = [column('inhibitedGrowth', source.inhibitedGrowth), column('inhibitor', source.inhibitor)];
  if (of === undefined || inhibitor === undefined) return undefined;
  return {
    does: 'inhibitedGrowth',
    column: of,
    inhibitor,
    growth: source.growth,
    inhibition: source.inhibition,
    divisor: source.divisor ?? 100,
  };
}

type PropagatorSource = Extract<FlowSource, { readonly targets: unknown }>;

function propagatorOf(source: PropagatorSource, kind: number, context: RuleContext): FlowForm | undefined {
  const does = 'spread' in source ? 'spread' : 'diffuse' in source ? 'diffuse' : 'gather';
  const column = wholeColumn(source, does, propertyOf(source), kind, context);
  const targets = targetsOf(source, column, kind, context);
  const percent = 'gather' in source ? 0 : percentOf(source, context);
  if (column === undefined || targets === undefined || percent === undefined) return undefined;
  if ('gather' in source)
    return {
      does: 'gather',
      column: column.index,
      amount: source.amount,
      negative: source.negative ?? 'nothing',
      targets,
    };
  return { does: 'spread' in source ? 'spread' : 'diffuse', column: column.index, percent, targets };
}

function targetsOf(
  source: PropagatorSource,
  column: Column | undefined,
  kind: number,
  context: RuleContext,
): FlowTargets | undefined {
  const { loading } = context;
  const { targets } = source;
  const names = typeof targets === 'string' ? [targets] : targets;
  const found: Connection[] = [];
  names.forEach((name, i) => {
    const place = () =>
      typeof targets === 'string' ? loading.places.ofValue(source, 'targets') : loading.places.ofValue(targets, i);
    const connection = connectionNamed(name, place, kind, context);
    if (
      connection !== undefined &&
      isOn(column, connection.to, () => `the targets of ${quoteText(name)}`, place, context)
    )
      found.push(connection);
  });
  // What they have in common is all that can be said of targets of several connections.
  const to = found.length > 0 && found.every((connection) => connection.to === found[0].to) ? found[0].to : 0;
  const where = source.where === undefined ? undefined : conditionOn(source, 'where', source.where, to, context);
  if (found.length < names.length || (source.where !== undefined && where === undefined)) return undefined;
  return {
    steps: stepsByKind(found, kind, context),
    ...(where === undefined ? {} : { where }),
    itself: source.itself ?? false,
  };
}

// --- amounts

/** The part of something that a flow moves: none to all of it. */
function percentOf(
  source: Extract<FlowSource, { readonly percent: number }>,
  context: RuleContext,
): number | undefined {
  const { percent } = source;
  if (percent >= 0 && percent <= 100) return percent;
  return refuse(
    context,
    [source, 'percent'],
    'out-of-range',
    `\`percent\` of ${quoteText(source.name ?? propertyOf(source))} is ${quoteText(String(percent))}, expected a whole number from 0 to 100: a flow moves a part of what is there`,
    percent < 0 ? 'write `constant`, `limited` or `inhibitedGrowth` for what grows' : 'write 100 for all of it',
  );
}

// --- columns

/** A property that flows: of whole numbers of 32 bits, on the receivers. */
function wholeColumn(
  source: FlowSource,
  key: string,
  name: string,
  kind: number,
  context: RuleContext,
): Column | undefined {
  const { model, others, meterNames, propertyNames, loading } = context;
  const column = model.columnByName.get(name);
  const place = () => loading.places.ofValue(source, key);
  if (loading.damage.names.has(name)) return undefined;
  if (column === undefined) {
    reportError(
      loading,
      place(),
      () =>
        otherMemberFault(name, others, 'a property of whole numbers') ?? {
          code: 'unknown-name',
          message: `${quoteText(name)} is nothing known, expected a property of whole numbers`,
          suggestion:
            didYouMean(loading, name, [...propertyNames, ...meterNames]) ??
            'declare it under `properties` with `type: integer`',
        },
    );
    return undefined;
  }
  if (!column.integer || column.storage !== 'i32') {
    return refuse(
      context,
      place,
      'not-whole',
      `${quoteText(name)} does not hold whole numbers, and only these flow; expected a ${column.role} with \`type: integer\``,
      `write \`type: integer\` where ${quoteText(name)} is declared`,
    );
  }
  return isOn(column, kind, () => 'the receivers', place, context) ? column : undefined;
}

/** Whether objects of a kind have a column; 0 is any kind, of which nothing can be said. */
function isOn(
  column: Column | undefined,
  kind: number,
  who: () => string,
  place: () => Parameters<typeof reportError>[1],
  { model, torn, loading }: RuleContext,
): boolean {
  if (column === undefined || kind === 0 || column.kinds[kind] === 1 || torn.has(kind)) return true;
  refuse(
    { loading },
    place,
    'not-on-kind',
    `${who()} are objects of kind ${quoteText(kindAt(model, kind).name)}, which have no ${quoteText(column.name)}`,
    `list ${quoteText(column.name)} under the ${column.role === 'meter' ? 'meters' : 'properties'} of that kind`,
  );
  return false;
}
