import { kindReached } from '../../state/connections.js';
import type { Connection, Step } from '../../model/connection.js';
import type { Model } from '../../model/model.js';
import { isBuiltIn } from '../expression/check/built-in.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import type { Declaration } from './declarations.js';
import { identifierFault } from './identifiers.js';
import { reportUnknownKind } from './kinds.js';
import { type Loading, didYouMean, reportError } from './loading.js';
import type { ConnectionSource, StepSource } from './schema.js';
import type { Place } from './source-tree.js';

/** What connections are checked against. */
interface ConnectionContext {
  /** Without connections. */
  readonly model: Model;
  /** Names of functions of content, which are called in the same way. */
  readonly functions: Pick<ReadonlySet<string>, 'has'>;
  readonly loading: Loading;
}

/** Lowers the connections. One with a mistake leads nowhere and is blamed for nothing more. */
export function lowerConnections(
  declarations: readonly Declaration<ConnectionSource>[],
  context: ConnectionContext,
): readonly Connection[] {
  return declarations.map((declaration, index) => Object.freeze(lowerConnection(declaration, index, context)));
}

function lowerConnection(
  { name, source, place }: Declaration<ConnectionSource>,
  index: number,
  context: ConnectionContext,
): Connection {
  const { model, functions, loading } = context;
  const fault = identifierFault(name, 'a connection', isBuiltIn(name) || functions.has(name));
  if (fault !== undefined) reportError(loading, place, fault);
  const from = kindNamed(source, 'from', context);
  const to = kindNamed(source, 'to', context);
  const steps = source.steps.map((step, i) =>
    lowerStep(step, i, () => loading.places.ofValue(source.steps, i), context),
  );
  const known = steps.filter((step) => step !== undefined);
  const isWhole =
    fault === undefined &&
    from !== undefined &&
    to !== undefined &&
    known.length === steps.length &&
    !loading.damage.containers.has(source.steps);
  if (!isWhole) {
    loading.damage.names.add(name);
    return { index, name, from: 0, to: 0, steps: [] };
  }
  if (known.length === 0) {
    reportError(loading, loading.places.ofValue(source, 'steps'), {
      code: 'empty-connection',
      message: `${quoteText(name)} has no steps, expected one at least`,
      suggestion: 'write where it leads, such as `[owner]`',
    });
  }
  const reached = kindReached(model, from === 0 ? known : [{ by: 'kind', kind: from }, ...known]);
  if (to === 0 || reached === to) return { index, name, from, to: reached, steps: known };
  if (reached !== 0) {
    const [led, said] = [model.kinds[reached - 1].name, model.kinds[to - 1].name];
    reportError(loading, loading.places.ofValue(source, 'to'), {
      code: 'not-on-kind',
      message: `${quoteText(name)} leads to objects of kind ${quoteText(led)}, expected its \`to\` to say so, not ${quoteText(said)}`,
      suggestion: `write ${quoteText(led)}, or add steps that lead to a ${quoteText(said)}`,
    });
  }
  return { index, name, from, to, steps: [...known, { by: 'kind', kind: to }] };
}

/** The kind that a key names; 0 where there is no key. */
function kindNamed(
  source: ConnectionSource,
  key: 'from' | 'to',
  { model, loading }: ConnectionContext,
): number | undefined {
  const name = source[key];
  return name === undefined ? 0 : kindOf(name, () => loading.places.ofValue(source, key), { model, loading });
}

function kindOf(
  name: string,
  place: () => Place,
  { model, loading }: Pick<ConnectionContext, 'model' | 'loading'>,
): number | undefined {
  const kind = model.kindByName.get(name);
  if (kind === undefined) reportUnknownKind(name, model.kindByName, place, loading);
  return kind?.index;
}

// --- steps

function lowerStep(
  source: StepSource,
  index: number,
  place: () => Place,
  context: ConnectionContext,
): Step | undefined {
  const { loading } = context;
  if (typeof source === 'string') return { by: source };
  const at = (key: string) => (): Place => loading.places.ofValue(source, key);
  const ofKind = (by: 'attached' | 'owned' | 'kind', name: string, key: string): Step | undefined => {
    const kind = kindOf(name, at(key), context);
    return kind === undefined ? undefined : { by, kind };
  };
  if ('objects' in source) {
    const kind = kindOf(source.objects, at('objects'), context);
    if (kind === undefined || index === 0) return kind === undefined ? undefined : { by: 'objects', kind };
    reportError(loading, place(), {
      code: 'two-beginnings',
      message: `step ${index + 1} begins with all objects whatever is before it, expected \`objects\` as the first step only`,
      suggestion: 'remove the steps before it',
    });
    return undefined;
  }
  if ('attached' in source) return ofKind('attached', source.attached, 'attached');
  if ('owned' in source) return ofKind('owned', source.owned, 'owned');
  if ('ofKind' in source) return ofKind('kind', source.ofKind, 'ofKind');
  if ('reference' in source)
    return withColumn(source.reference, 'entity', at('reference'), context, (column) => ({ by: 'reference', column }));
  if ('having' in source)
    return withColumn(source.having, 'boolean', at('having'), context, (column) => ({ by: 'having', column }));
  if ('referrers' in source) {
    const kind = kindOf(source.kind, at('kind'), context);
    return withColumn(source.referrers, 'entity', at('referrers'), context, (column) =>
      kind === undefined ? undefined : { by: 'referrers', column, kind },
    );
  }
  if ('square' in source) {
    const grid = indexOf(source.square, 'grid', context.model.grids, at('square'), context);
    return grid === undefined ? undefined : { by: 'square', grid, distance: source.distance };
  }
  const by = 'listed' in source ? 'listed' : 'listing';
  const link = indexOf(
    'listed' in source ? source.listed : source.listing,
    'list',
    context.model.links,
    at(by),
    context,
  );
  return link === undefined ? undefined : { by, link };
}

const meaning = { entity: 'a reference', boolean: 'a property that is `true` or `false`' } as const;

function withColumn(
  name: string,
  type: keyof typeof meaning,
  place: () => Place,
  { model, loading }: ConnectionContext,
  make: (column: number) => Step | undefined,
): Step | undefined {
  const column = model.columnByName.get(name);
  if (loading.damage.names.has(name)) return undefined;
  if (column?.type.name === type) return make(column.index);
  reportError(loading, place(), () => {
    const known = model.columns.filter((each) => each.type.name === type).map((each) => each.name);
    const near = didYouMean(loading, name, known);
    return column === undefined
      ? {
          code: 'unknown-name',
          message: `${quoteText(name)} is no property, expected ${meaning[type]}: ${listTexts(known)}`,
          suggestion: near ?? 'declare it under `properties`',
        }
      : {
          code: 'wrong-type',
          message: `${quoteText(name)} is no such property, expected ${meaning[type]}: ${listTexts(known)}`,
          suggestion: near,
        };
  });
  return undefined;
}

function indexOf(
  name: string,
  what: 'grid' | 'list',
  known: readonly { readonly name: string }[],
  place: () => Place,
  { loading }: ConnectionContext,
): number | undefined {
  const found = loading.index.placeIn(known, name);
  if (loading.damage.names.has(name)) return undefined;
  if (found >= 0) return found;
  reportError(loading, place(), () => {
    const names = known.map((each) => each.name);
    return {
      code: 'unknown-name',
      message: `${quoteText(name)} is no ${what}, expected ${listTexts(names)}`,
      suggestion:
        didYouMean(loading, name, names) ??
        (what === 'grid' ? 'declare it under `grids`' : 'declare a property with `type: list`'),
    };
  });
  return undefined;
}
