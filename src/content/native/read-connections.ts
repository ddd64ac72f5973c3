import { kindReached } from '../../state/connections.js';
import type { Connection, Step } from '../../model/connection.js';
import type { Model } from '../../model/model.js';
import { isBuiltIn } from '../expression/check/lower-functions.js';
import { listTexts, quoteText } from '../text/quote.js';
import type { Declaration, Declarations } from './declarations.js';
import { kindAt } from './kinds.js';
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
import type { ConnectionSource, StepSource } from './schema.js';

interface ConnectionContext extends Reporting {
  readonly model: Model;
}

/** A wrong connection leads nowhere and is blamed for nothing more. */
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
  isSound: boolean,
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
      `${quoteText(name)} has no steps, expected one at least`,
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
  source: { readonly [Name in Key]?: string | undefined },
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
  const { grids, links } = context.model;
  if ('objects' in source) {
    const kind = kindIndex(source, 'objects', context);
    if (kind === undefined || index === 0) return kind === undefined ? undefined : { by: 'objects', kind };
    return refuse(
      context,
      [steps, index],
      'two-beginnings',
      `step ${index + 1} begins with all objects whatever is before it, expected \`objects\` as the first step only`,
      'remove the steps before it',
    );
  }
  if ('attached' in source) return complete({ by: 'attached', kind: kindIndex(source, 'attached', context) });
  if ('owned' in source) return complete({ by: 'owned', kind: kindIndex(source, 'owned', context) });
  if ('ofKind' in source) return complete({ by: 'kind', kind: kindIndex(source, 'ofKind', context) });
  if ('reference' in source)
    return complete({ by: 'reference', column: columnAt(source, 'reference', 'entity', context) });
  if ('having' in source) return complete({ by: 'having', column: columnAt(source, 'having', 'boolean', context) });
  if ('referrers' in source) {
    const kind = kindIndex(source, 'kind', context);
    return complete({ by: 'referrers', column: columnAt(source, 'referrers', 'entity', context), kind });
  }
  if ('square' in source) {
    const grid = indexAt(source, 'square', 'grid', grids, context);
    return complete({ by: 'square', grid, distance: source.distance });
  }
  const by = 'listed' in source ? 'listed' : 'listing';
  return complete({ by, link: indexAt(source, by, 'list', links, context) });
}

const meaning = { entity: 'a reference', boolean: 'a property that is `true` or `false`' } as const;

function columnAt<Key extends string>(
  source: { readonly [Name in Key]: string },
  key: Key,
  type: keyof typeof meaning,
  context: ConnectionContext,
): number | undefined {
  const { model } = context;
  const name = source[key];
  const column = model.columnByName.get(name);
  if (isLost(context, name)) return undefined;
  if (column?.type.name === type) return column.index;
  const [what, otherwise, code] =
    column === undefined
      ? ['no property', 'declare it under `properties`', 'unknown-name']
      : ['no such property', undefined, 'wrong-type'];
  return refuseUnknown(
    context,
    [source, key],
    name,
    (known) => `${quoteText(name)} is ${what}, expected ${meaning[type]}: ${listTexts(known)}`,
    () => model.columns.filter((each) => each.type.name === type),
    otherwise,
    code,
  );
}

function indexAt<Key extends string>(
  source: { readonly [Name in Key]?: string | undefined },
  key: Key,
  what: 'grid' | 'list',
  known: readonly { readonly name: string }[],
  context: ConnectionContext,
): number | undefined {
  const name = source[key] ?? '';
  const found = context.loading.index.placeIn(known, name);
  if (isLost(context, name)) return undefined;
  if (found >= 0) return found;
  return refuseUnknown(
    context,
    [source, key],
    name,
    (names: readonly string[]) => `${quoteText(name)} is no ${what}, expected ${listTexts(names)}`,
    known,
    what === 'grid' ? 'declare it under `grids`' : 'declare a property with `type: list`',
  );
}
