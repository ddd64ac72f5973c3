import { booleanType, entityType, numberType } from '../../eval/operation.js';
import { constantValue } from '../../eval/node-shape.js';
import {
  type CreateStep,
  type EdgeMaking,
  type StartPlace,
  type StartStep,
  type StartTable,
  isTablePath,
  mostRepeats,
} from '../../ir/start.js';
import { type Kind, kindAt } from '../../model/model.js';
import { quoteText } from '../text/quote.js';
import type { ExpressionContext } from '../expression/compile-expression.js';
import { columnOfKind } from './classes.js';
import type { Placed } from './declarations.js';
import { byHead } from './document-shape.js';
import { type CompiledText, compileText, startContext } from './expression-text.js';
import { type Where, atKey, complete, given, isLost, originOf, refuse, warn, whole } from './load-context.js';
import { readKey } from './read-keys.js';
import { kindNamed, named, refuseMissing } from './references.js';
import type { RuleContext } from './rule-context.js';
import type { CsvStartStepSource, CreateStartStepSource, EdgesStartStepSource, StartStepSource } from './schema.js';

type PlacedSource = Pick<CreateStartStepSource, 'in' | 'at' | 'among' | 'owner' | 'values'>;
type TableSource = Omit<CsvStartStepSource, 'csv'>;

interface StartContext extends RuleContext {
  /** Levels of `repeat` around the step. */
  readonly depth: number;
}

/** Undefined where the content has no steps. */
export function lowerStart(
  steps: readonly Placed<StartStepSource>[],
  context: RuleContext,
): readonly StartStep[] | undefined {
  if (steps.length === 0) return undefined;
  return whole(steps.map((step) => lowerStep(step, { ...context, depth: 0 })));
}

function lowerStep({ source, place }: Placed<StartStepSource>, context: StartContext): StartStep | undefined {
  const lowered = lowerForm(source, context);
  return lowered && Object.freeze({ ...lowered, origin: originOf(place) });
}

type Draft = StartStep extends infer Step ? (Step extends StartStep ? Omit<Step, 'origin'> : never) : never;

const lowerForm = byHead<StartStepSource, [StartContext], Draft | undefined>({
  csv: (source, context) => lowerTable(source, { name: source.csv, format: 'csv' }, [source, 'csv'], context),
  arrow: (source, context) => lowerTable(source, { name: source.arrow, format: 'arrow' }, [source, 'arrow'], context),
  create: (source, context) => lowerCounted(source, classNamed(source.create, [source, 'create'], context), context),
  kind(source, context) {
    const kind = kindNamed(source.kind, context.model.kindByName, [source, 'kind'], context, asClass);
    return lowerCounted(source, kind && { class: 0, kind }, context);
  },
  grid(source, context) {
    const { model, loading } = context;
    const grid = loading.index.find(model.grids, source.grid);
    if (grid === undefined)
      return isLost(context, source.grid)
        ? undefined
        : refuseMissing('grid', source.grid, [source, 'grid'], model.grids, context);
    const sites = { next: 0 };
    const values = valuesOf(source, kindAt(model, grid.kind), sites, context);
    return complete({ does: 'grid', grid: model.grids.indexOf(grid), values });
  },
  edges(source, context) {
    const { model, loading } = context;
    const graph = loading.index.placeIn(model.graphs, source.edges);
    if (graph < 0)
      return isLost(context, source.edges)
        ? undefined
        : refuseMissing('network', source.edges, [source, 'edges'], model.graphs, context);
    const make = makingOf(source, context);
    return make && { does: 'edges', graph, make };
  },
  repeat(source, context) {
    if (context.depth === mostRepeats)
      return refuse(
        context,
        atKey(source, 'repeat'),
        'too-deep',
        `a step repeats others more than ${mostRepeats} levels deep, the limit is ${mostRepeats}`,
        'repeat fewer steps within others',
      );
    const times = readKey(source, 'repeat', numberType, startContext(context, undefined, { next: 0 }), context);
    const within = { ...context, depth: context.depth + 1 };
    const steps = whole(
      source.do.map((step, i) =>
        lowerStep({ source: step, place: context.loading.places.ofValue(source.do, i) }, within),
      ),
    );
    return complete({ does: 'repeat', times: times?.node, steps });
  },
});

function makingOf(source: EdgesStartStepSource, context: StartContext): EdgeMaking | undefined {
  const expressions = startContext(context, undefined, { next: 0 });
  const { smallWorld, scaleFree, file } = source;
  const site = () => expressions.sites.next++;
  if (file !== undefined) {
    const format = file.endsWith('.arrow') ? 'arrow' : 'csv';
    const { from = 'from', to = 'to' } = source;
    return isPathBelow(file, format, [source, 'file'], context)
      ? { by: 'table', table: { name: file, format, from, to } }
      : undefined;
  }
  if (smallWorld !== undefined) {
    const [neighbours, rewire] = (['neighbours', 'rewire'] as const).map(
      (key) => readKey(smallWorld, key, numberType, expressions, context)?.node,
    );
    return complete({ by: 'smallWorld', neighbours, rewire, site: site() });
  }
  if (scaleFree !== undefined)
    return complete({
      by: 'scaleFree',
      each: readKey(scaleFree, 'each', numberType, expressions, context)?.node,
      site: site(),
    });
  return complete({
    by: 'random',
    count: readKey(source, 'random', numberType, expressions, context)?.node,
    site: site(),
  });
}

function isPathBelow(name: string, format: string, where: Where, context: StartContext): boolean {
  if (isTablePath(name)) return true;
  refuse(
    context,
    where,
    'bad-path',
    `${quoteText(name)} is no path below the folder of the content, expected one such as \`data/cells.${format}\``,
    'put the file into that folder; the path may not begin with a slash or a drive, nor go up by `..`',
  );
  return false;
}

const asClass = 'write `create:`, which creates objects of a class';

interface Made {
  /** 0: none. */
  readonly class: number;
  readonly kind: Kind;
}

function classNamed(name: string, where: Where, context: StartContext): Made | undefined {
  const { model } = context;
  const found = named('class', name, where, model.classByName, context);
  return found === undefined || isLost(context, name)
    ? undefined
    : { class: found.index, kind: kindAt(model, found.kind) };
}

type Sites = ExpressionContext['sites'];

function lowerCounted(
  source: PlacedSource & Pick<CreateStartStepSource, 'count'>,
  made: Made | undefined,
  context: StartContext,
): Omit<CreateStep, 'origin'> | undefined {
  const sites: Sites = { next: 0 };
  const count = readKey(source, 'count', numberType, startContext(context, undefined, sites), context);
  if (source.count !== undefined && count === undefined) return undefined;
  if (count !== undefined && Number(constantValue(count.node)) < 1)
    warn(
      context,
      [source, 'count'],
      'never-fires',
      'this creates nothing, expected a count of at least 1',
      'remove it',
    );
  return lowerPlaced(source, made, sites, context, given({ count: count?.node }));
}

function lowerTable(
  source: TableSource,
  { name, format }: Pick<StartTable, 'name' | 'format'>,
  where: Where,
  context: StartContext,
): Omit<CreateStep, 'origin'> | undefined {
  const { model } = context;
  const kind =
    source.kind === undefined ? undefined : kindNamed(source.kind, model.kindByName, [source, 'kind'], context);
  const made =
    source.class === undefined ? kind && { class: 0, kind } : classNamed(source.class, [source, 'class'], context);
  const columns = whole(
    Object.entries(source.columns).map(([from, property]) =>
      columnFor(source.columns, from, property, made?.kind, context),
    ),
  );
  if (!isPathBelow(name, format, where, context)) return undefined;
  return columns && lowerPlaced(source, made, { next: 0 }, context, { table: { name, format, columns } });
}

function columnFor(
  columns: TableSource['columns'],
  from: string,
  property: string,
  kind: Kind | undefined,
  context: StartContext,
): StartTable['columns'][number] | undefined {
  const column = memberOf(property, kind, [columns, from], context);
  if (column === undefined) return undefined;
  if (column.type.name !== 'entity') return { from, column: column.index };
  return refuse(
    context,
    [columns, from],
    'wrong-type',
    `${quoteText(property)} refers to objects, expected a meter or property for numbers, words, classes or \`true\` and \`false\``,
    'leave the column out, and set the property under `values`',
  );
}

function lowerPlaced(
  source: PlacedSource,
  made: Made | undefined,
  sites: Sites,
  context: StartContext,
  more: Pick<CreateStep, 'count' | 'table'>,
): Omit<CreateStep, 'origin'> | undefined {
  const { owner } = source;
  const self = startContext(context, made?.kind, sites, true);
  const owned = readKey(source, 'owner', entityType, self, context);
  const place = placeFrom(source, self, made?.kind, context);
  const values = valuesOf(source, made?.kind, sites, context);
  if (made === undefined || values === undefined || place === 'wrong') return undefined;
  if (owner !== undefined && owned === undefined) return undefined;
  if (made.kind.node && source.at === undefined)
    return refuse(
      context,
      atKey(source, Object.keys(source)[0]),
      'missing-key',
      `objects of kind ${quoteText(made.kind.name)} are nodes, which have coordinates, expected \`at\``,
      'add `at: { x: …, y: … }`',
    );
  return {
    does: 'create',
    class: made.class,
    kind: made.kind.index,
    ...more,
    ...given({ owner: owned?.node, place }),
    values,
  };
}

function placeFrom(
  source: PlacedSource,
  self: ExpressionContext,
  kind: Kind | undefined,
  context: StartContext,
): StartPlace | 'wrong' | undefined {
  const { at, among } = source;
  if (source.in !== undefined) {
    const object = readKey(source, 'in', entityType, self, context)?.node;
    return object === undefined ? 'wrong' : { by: 'in', object };
  }
  if (at !== undefined) {
    const [x, y] = (['x', 'y'] as const).map((key) => readKey(at, key, numberType, self, context)?.node);
    return complete({ by: 'at', x, y }) ?? 'wrong';
  }
  return among === undefined ? undefined : (amongFrom(source, among, self, kind, context) ?? 'wrong');
}

function amongFrom(
  source: PlacedSource,
  among: NonNullable<PlacedSource['among']>,
  { sites }: ExpressionContext,
  kind: Kind | undefined,
  context: StartContext,
): StartPlace | undefined {
  const { model } = context;
  const [name, where]: [string, Where] =
    typeof among === 'string' ? [among, [source, 'among']] : [among.kind, [among, 'kind']];
  const found = kindNamed(name, model.kindByName, where, context);
  if (found === undefined) return undefined;
  const condition = conditionOf(among, found, sites, context);
  if (condition === 'wrong') return undefined;
  if (kind !== undefined && !kind.attachesTo.includes(found.index) && kind.attachesTo.length > 0)
    warn(
      context,
      where,
      'never-there',
      `objects of kind ${quoteText(kind.name)} are not attached to those of kind ${quoteText(name)}: each is attached to what that one is attached to, if it can be`,
      `list ${quoteText(name)} under \`attachesTo\` of kind ${quoteText(kind.name)}`,
    );
  return { by: 'among', kind: found.index, ...given({ where: condition?.node }), site: sites.next++ };
}

function conditionOf(
  among: NonNullable<PlacedSource['among']>,
  kind: Kind,
  sites: Sites,
  context: StartContext,
): CompiledText | 'wrong' | undefined {
  if (typeof among === 'string' || among.where === undefined) return undefined;
  return readKey(among, 'where', booleanType, startContext(context, kind, sites), context) ?? 'wrong';
}

function valuesOf(
  { values = {} }: Pick<PlacedSource, 'values'>,
  kind: Kind | undefined,
  sites: Sites,
  context: StartContext,
): CreateStep['values'] | undefined {
  const self = startContext(context, kind, sites, true);
  return whole(
    Object.entries(values).map(([name, text]) => {
      const column = memberOf(name, kind, atKey(values, name), context);
      const value = column && compileText({ container: values, key: name, text }, column.type, self, context);
      return value && column && { column: column.index, value: value.node };
    }),
  );
}

function memberOf(name: string, kind: Kind | undefined, where: Where, context: StartContext) {
  if (isLost(context, name)) return undefined;
  return columnOfKind(name, kind, where, {
    ...context,
    columnByName: context.model.columnByName,
    columnNames: [...context.meterNames, ...context.propertyNames],
  });
}
