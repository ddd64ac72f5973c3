import { kindReached } from '../../state/connections.js';
import type { Connection, Step } from '../../model/connection.js';
import type { Model } from '../../model/model.js';
import { isBuiltIn } from '../expression/check/lower-functions.js';
import { listTexts, quoteText } from '../text/quote.js';
import type { Declaration, Declarations } from './declarations.js';
import { byHead } from './document-shape.js';
import {
  type Reporting,
  complete,
  isLost,
  isTorn,
  lose,
  namesOf,
  refuse,
  refuseUnknown,
  whole,
} from './load-context.js';
import { checkIdentifier } from './names.js';
import { type Keyed, kindAt, refuseMissing } from './references.js';
import type { ConnectionSource, StepSource } from './schema.js';

interface ConnectionContext extends Reporting {
  readonly model: Model;
}

/** A wrong connection leads nowhere, without further reports. */
export function lowerConnections(
  { connections, functions }: Declarations,
  context: ConnectionContext,
): readonly Connection[] {
  const called = new Set(namesOf(functions));
  return connections.map((declaration, index) => {
    const { name, place } = declaration;
    const isSound = checkIdentifier(context, place, name, 'a connection', isBuiltIn(name) || called.has(name));
    return Object.freeze(lowerConnection(declaration, index, isSound, context));
  });
}

function lowerConnection(
  { name, source }: Declaration<ConnectionSource>,
  index: number,
  isSound: boolean | undefined,
  context: ConnectionContext,
): Connection {
  const { model } = context;
  const from = source.from === undefined ? 0 : kindIndex(source, 'from', context);
  const to = source.to === undefined ? 0 : kindIndex(source, 'to', context);
  const steps = source.steps.map((step, i) => lowerStep(step, i, source.steps, context));
  const known = isSound && !isTorn(context, source.steps) ? whole(steps) : undefined;
  if (known === undefined || from === undefined || to === undefined) {
    lose(context, name);
    return { index, name, from: 0, to: 0, steps: [] };
  }
  if (known.length === 0) {
    refuse(
      context,
      [source, 'steps'],
      'empty-connection',
      `${quoteText(name)} has no steps, expected at least one`,
      'write where it leads, such as `[owner]`',
    );
  }
  const reached = kindReached(model, from === 0 ? known : [{ by: 'kind', kind: from }, ...known]);
  if (to === 0 || reached === to) return { index, name, from, to: reached, steps: known };
  if (reached !== 0) {
    const [led, said] = [reached, to].map((kind) => quoteText(model.kinds[kind - 1].name));
    refuse(
      context,
      [source, 'to'],
      'not-on-kind',
      `${quoteText(name)} leads to objects of kind ${led}, expected its \`to\` to say so, not ${said}`,
      `write ${led}, or add steps that lead to a ${said}`,
    );
  }
  return { index, name, from, to, steps: [...known, { by: 'kind', kind: to }] };
}

function kindIndex<Key extends string>(
  source: Keyed<Key, string>,
  key: Key,
  context: ConnectionContext,
): number | undefined {
  return kindAt(source, key, context.model.kindByName, context)?.index;
}

function lowerStep(
  source: StepSource,
  index: number,
  steps: readonly StepSource[],
  context: ConnectionContext,
): Step | undefined {
  if (typeof source === 'string') return { by: source };
  const step = lowerForm(source, context);
  if (step?.by !== 'objects' || index === 0) return step;
  return refuse(
    context,
    [steps, index],
    'two-beginnings',
    `step ${index + 1} begins with all objects whatever is before it, expected \`objects\` as the first step only`,
    'remove the steps before it',
  );
}

const lowerForm = byHead<Exclude<StepSource, string>, [context: ConnectionContext], Step | undefined>({
  objects: toKind('objects', 'objects'),
  attached: toKind('attached', 'attached'),
  owned: toKind('owned', 'owned'),
  ofKind: toKind('kind', 'ofKind'),
  reference: (source, context) =>
    complete({ by: 'reference', column: columnAt(source, 'reference', 'entity', context) }),
  having: (source, context) => complete({ by: 'having', column: columnAt(source, 'having', 'boolean', context) }),
  referrers(source, context) {
    const kind = kindIndex(source, 'kind', context);
    return complete({ by: 'referrers', column: columnAt(source, 'referrers', 'entity', context), kind });
  },
  square: (source, context) =>
    complete({
      by: 'square',
      grid: indexAt(source, 'square', 'grid', context.model.grids, context),
      distance: source.distance,
    }),
  linked: (source, context) =>
    complete({ by: 'linked', graph: indexAt(source, 'linked', 'network', context.model.graphs, context) }),
  listed: byList('listed'),
  listing: byList('listing'),
});

function toKind<By extends string, Key extends string>(by: By, key: Key) {
  return (source: Keyed<Key, string>, context: ConnectionContext) =>
    complete({ by, kind: kindIndex(source, key, context) });
}

function byList<By extends string>(by: By) {
  return (source: Keyed<By, string>, context: ConnectionContext) =>
    complete({ by, link: indexAt(source, by, 'list', context.model.links, context) });
}

const meaning = { entity: 'a reference', boolean: 'a property that is `true` or `false`' } as const;

function columnAt<Key extends string>(
  source: { readonly [Name in Key]: string },
  key: Key,
  type: keyof typeof meaning,
  context: ConnectionContext,
): number | undefined {
  const { model } = context;
  const name: string = source[key];
  const column = model.columnByName.get(name);
  if (isLost(context, name)) return undefined;
  if (column?.type.name === type) return column.index;
  const [what, otherwise, code] =
    column === undefined
      ? ['is not a property', 'declare it under `properties`', 'unknown-name']
      : ['has another type', undefined, 'wrong-type'];
  return refuseUnknown(
    context,
    [source, key],
    name,
    (known) => `${quoteText(name)} ${what}, expected ${meaning[type]}: ${listTexts(known)}`,
    () => model.columns.filter((each) => each.type.name === type),
    otherwise,
    code,
  );
}

function indexAt<Key extends string>(
  source: Keyed<Key, string>,
  key: Key,
  what: 'grid' | 'list' | 'network',
  known: readonly { readonly name: string }[],
  context: ConnectionContext,
): number | undefined {
  const name = source[key] ?? '';
  if (isLost(context, name)) return undefined;
  const index = context.loading.index.placeIn(known, name);
  const advice = what === 'list' ? 'declare a property with `type: list`' : undefined;
  return index >= 0 ? index : refuseMissing(what, name, [source, key], known, context, advice);
}
