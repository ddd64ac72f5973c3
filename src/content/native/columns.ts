import type { Column, ColumnType, Storage } from '../../model/model.js';
import { booleanType, entityType, numberType } from '../../eval/operation.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import type { Declaration, Declarations } from './declarations.js';
import { type LiteralNames, literalValue } from './literal.js';
import { type Loading, didYouMean, reportError, reportWarning } from './loading.js';
import type { MeterSource, PropertySource } from './schema.js';

/** A column while its model is being put together: what kinds, caps and steps say of it comes later. */
export type DraftColumn = { -readonly [Key in keyof Column]: Column[Key] };

interface Shape {
  readonly type: ColumnType;
  readonly storage: Storage;
  readonly integer: boolean;
}

const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['number', { type: numberType, storage: 'f64', integer: false }],
  ['integer', { type: numberType, storage: 'i32', integer: true }],
  ['float32', { type: numberType, storage: 'f32', integer: false }],
  ['boolean', { type: booleanType, storage: 'u8', integer: false }],
  ['reference', { type: entityType, storage: 'f64', integer: false }],
  ['class', { type: { name: 'class' }, storage: 'i32', integer: false }],
]);

const numberShape: Shape = { type: numberType, storage: 'f64', integer: false };

/** Lowers meters and properties, meters first, without the kinds that have them. */
export function lowerColumns(declarations: Declarations, names: LiteralNames, loading: Loading): DraftColumn[] {
  const columns: DraftColumn[] = [];
  for (const declaration of declarations.meters) columns.push(lowerMeter(declaration, columns.length, names, loading));
  for (const declaration of declarations.properties)
    columns.push(lowerProperty(declaration, columns.length, names, loading));
  linkCaps(declarations.meters, columns, loading);
  return columns;
}

function lowerMeter(
  { name, source }: Declaration<MeterSource>,
  index: number,
  names: LiteralNames,
  loading: Loading,
): DraftColumn {
  const [minimum, maximum] = boundsOf(name, source, loading);
  const shape = shapes.get(source.type ?? 'number') ?? numberShape;
  const column: DraftColumn = {
    index,
    name,
    role: 'meter',
    ...shape,
    initial: 0,
    minimum,
    maximum,
    reset: source.reset ?? false,
    cap: -1,
    kinds: new Uint8Array(0),
  };
  const initial =
    literalValue(source.default ?? 0, column, names, () => loading.places.ofValue(source, 'default'), loading) ?? 0;
  if (initial < minimum || initial > maximum) {
    reportWarning(loading, loading.places.ofKey(source, source.default === undefined ? 'bounds' : 'default'), {
      code: 'default-out-of-bounds',
      message: `the default of ${quoteText(name)} is ${initial}, expected a value within its bounds, ${minimum} to ${maximum}`,
      suggestion: 'the clamp phase moves it to the nearest bound; give a default within the bounds',
    });
  }
  return { ...column, initial };
}

function boundsOf(name: string, source: MeterSource, loading: Loading): readonly [number, number] {
  const [least, greatest] = source.bounds ?? [null, null];
  const minimum = (least ?? -Infinity) + 0;
  const maximum = (greatest ?? Infinity) + 0;
  if (minimum <= maximum) return [minimum, maximum];
  reportError(loading, loading.places.ofValue(source, 'bounds'), {
    code: 'bounds-reversed',
    message: `the bounds of ${quoteText(name)} are ${minimum} and ${maximum}, expected the least first`,
    suggestion: `write [${maximum}, ${minimum}]`,
  });
  return [-Infinity, Infinity];
}

function lowerProperty(
  { name, source }: Declaration<PropertySource>,
  index: number,
  names: LiteralNames,
  loading: Loading,
): DraftColumn {
  const shape = shapeOf(name, source, names, loading);
  if (source.of !== undefined && shape !== undefined) {
    reportError(loading, loading.places.ofKey(source, 'of'), {
      code: 'unknown-key',
      message: `${quoteText(name)} is neither a set nor a list, expected no \`of\``,
      suggestion: 'remove it, or write `type: set` or `type: list`',
    });
  }
  const column: DraftColumn = {
    index,
    name,
    role: 'property',
    ...(shape ?? numberShape),
    initial: 0,
    minimum: -Infinity,
    maximum: Infinity,
    reset: false,
    cap: -1,
    kinds: new Uint8Array(0),
  };
  if (shape === undefined || source.default === undefined) return column;
  const initial = literalValue(source.default, column, names, () => loading.places.ofValue(source, 'default'), loading);
  return { ...column, initial: initial ?? 0 };
}

const columnTypes: ReadonlyMap<string, ColumnType> = new Map([...shapes].map(([name, { type }]) => [name, type]));

function shapeOf(name: string, source: PropertySource, names: LiteralNames, loading: Loading): Shape | undefined {
  const type = typeNamed(name, source, columnTypes, names, loading);
  return type && (shapes.get(source.type ?? 'number') ?? { type, storage: 'u8', integer: false });
}

/**
 * The type that a declaration names: one of those given, or an enumeration. Undefined, and reported, when it is
 * neither; undefined also when it is lost.
 */
export function typeNamed(
  name: string,
  source: Pick<PropertySource, 'type'>,
  possible: ReadonlyMap<string, ColumnType>,
  { enumerations, enumerationByName }: LiteralNames,
  loading: Loading,
): ColumnType | undefined {
  const named = source.type ?? 'number';
  const type = possible.get(named);
  if (type !== undefined) return loading.damage.names.has(name) ? undefined : type;
  const enumeration = enumerationByName.get(named);
  if (enumeration !== undefined && !loading.damage.names.has(named))
    return { name: 'enumeration', index: enumeration.index };
  if (!loading.damage.names.has(named)) {
    reportError(loading, loading.places.ofValue(source, 'type'), () => {
      const known = [...possible.keys(), ...enumerations.map((each) => each.name)];
      return {
        code: 'unknown-type',
        message: `the type of ${quoteText(name)} is ${quoteText(named)}, expected ${listTexts(known, 12)}`,
        suggestion:
          didYouMean(loading, named, known) ??
          (shapes.has(named) ? 'write one of these' : 'declare it under `enumerations`'),
      };
    });
  }
  // What an expression with it would mean cannot be told.
  loading.damage.names.add(name);
  return undefined;
}

function linkCaps(
  meters: readonly Declaration<MeterSource>[],
  columns: readonly DraftColumn[],
  loading: Loading,
): void {
  const known: KnownColumns = {
    byName: new Map(columns.map((column) => [column.name, column])),
    meters: meters.map(({ name }) => name),
  };
  for (const [index, { name, source }] of meters.entries()) {
    const cap = partner(name, 'max', source, known, loading);
    if (cap !== undefined) columns[index].cap = cap.index;
    partner(name, 'target', source, known, loading);
  }
  refuseCapCycles(meters, columns, loading);
}

interface KnownColumns {
  readonly byName: ReadonlyMap<string, DraftColumn>;
  readonly meters: readonly string[];
}

/** The meter that a meter names as its cap or target. */
function partner(
  name: string,
  key: 'max' | 'target',
  source: MeterSource,
  { byName, meters }: KnownColumns,
  loading: Loading,
): DraftColumn | undefined {
  const wanted = source[key];
  if (wanted === undefined) return undefined;
  const found = byName.get(wanted);
  if (found?.role === 'meter') return found;
  if (loading.damage.names.has(wanted)) return undefined;
  reportError(loading, loading.places.ofValue(source, key), {
    code: found === undefined ? 'unknown-name' : 'wrong-role',
    message: `the ${key} of ${quoteText(name)} is ${quoteText(wanted)}, ${found === undefined ? 'which is nothing known' : 'a property'}; expected a meter`,
    suggestion: didYouMean(loading, wanted, meters) ?? 'declare it under `meters`',
  });
  return undefined;
}

/** Each meter has one cap at most, so walking up from each meter meets every circle; each is reported once and cut. */
function refuseCapCycles(
  meters: readonly Declaration<MeterSource>[],
  columns: readonly DraftColumn[],
  loading: Loading,
): void {
  const walkOf = new Int32Array(columns.length).fill(-1);
  for (let start = 0; start < meters.length; start++) {
    let at = start;
    while (at >= 0 && walkOf[at] < 0) {
      walkOf[at] = start;
      at = columns[at].cap;
    }
    if (at < 0 || walkOf[at] !== start) continue;
    const circle: string[] = [];
    for (let link = at; circle.length === 0 || link !== at; link = columns[link].cap) circle.push(columns[link].name);
    const [first, ...rest] = circle;
    reportError(loading, loading.places.ofValue(meters[at].source, 'max'), {
      code: 'cap-cycle',
      message: `${quoteText(first)} is capped by ${[...rest, first].slice(0, 8).map(quoteText).join(', which is capped by ')}, expected caps that end somewhere`,
      suggestion: 'remove one `max` of the circle',
    });
    columns[at].cap = -1;
  }
}
