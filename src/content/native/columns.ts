import type { Column, ColumnType, Storage } from '../../model/model.js';
import { booleanType, entityType, numberType } from '../../eval/operation.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import type { Declaration, Declarations } from './declarations.js';
import { type Literal, type LiteralNames, literalValue } from './literal.js';
import { type Loading, type Reporting, atKey, didYouMean, isLost, refuse, warn } from './loading.js';
import type { MeterSource, PropertySource } from './schema.js';

/** What columns, tables and defaults are lowered with. */
export interface NamesContext extends Reporting {
  readonly names: LiteralNames;
}

/** A column while its model is being put together: what kinds, caps and steps say of it comes later. */
export type DraftColumn = { -readonly [Key in keyof Column]: Column[Key] };

type Shape = Pick<Column, 'type' | 'storage' | 'integer'>;

const shape = (type: ColumnType, storage: Storage, integer = false): Shape => ({ type, storage, integer });
const numberShape = shape(numberType, 'f64');

const shapes: ReadonlyMap<string, Shape> = new Map([
  ['number', numberShape],
  ['integer', shape(numberType, 'i32', true)],
  ['float32', shape(numberType, 'f32')],
  ['boolean', shape(booleanType, 'u8')],
  ['reference', shape(entityType, 'f64')],
  ['class', shape({ name: 'class' }, 'i32')],
]);
const columnTypes: ReadonlyMap<string, ColumnType> = new Map([...shapes].map(([name, { type }]) => [name, type]));

export function draftColumn(
  index: number,
  name: string,
  role: Column['role'],
  { type, storage, integer }: Shape,
): DraftColumn {
  return {
    index,
    name,
    role,
    type,
    storage,
    integer,
    initial: 0,
    minimum: -Infinity,
    maximum: Infinity,
    reset: false,
    cap: -1,
    kinds: new Uint8Array(0),
  };
}

/** Lowers meters and properties, meters first, without the kinds that have them. */
export function lowerColumns({ meters, properties }: Declarations, context: NamesContext): DraftColumn[] {
  const columns = [
    ...meters.map((declaration, index) => lowerMeter(declaration, index, context)),
    ...properties.map((declaration, index) => lowerProperty(declaration, meters.length + index, context)),
  ];
  linkCaps(meters, columns, context);
  return columns;
}

function lowerMeter({ name, source }: Declaration<MeterSource>, index: number, context: NamesContext): DraftColumn {
  const [minimum, maximum] = boundsOf(name, source, context);
  const column = draftColumn(index, name, 'meter', shapes.get(source.type ?? 'number') ?? numberShape);
  const initial = defaultOf(source, column, context) ?? 0;
  if (initial < minimum || initial > maximum) {
    warn(
      context,
      atKey(source, source.default === undefined ? 'bounds' : 'default'),
      'default-out-of-bounds',
      `the default of ${quoteText(name)} is ${initial}, expected a value within its bounds, ${minimum} to ${maximum}`,
      'the clamp phase moves it to the nearest bound; give a default within the bounds',
    );
  }
  return { ...column, initial, minimum, maximum, reset: source.reset ?? false };
}

function boundsOf(name: string, source: MeterSource, context: NamesContext): readonly [number, number] {
  const [least, greatest] = source.bounds ?? [null, null];
  const minimum = (least ?? -Infinity) + 0;
  const maximum = (greatest ?? Infinity) + 0;
  if (minimum <= maximum) return [minimum, maximum];
  const message = `the bounds of ${quoteText(name)} are ${minimum} and ${maximum}, expected the least first`;
  refuse(context, [source, 'bounds'], 'bounds-reversed', message, `write [${maximum}, ${minimum}]`);
  return [-Infinity, Infinity];
}

function lowerProperty(
  { name, source }: Declaration<PropertySource>,
  index: number,
  context: NamesContext,
): DraftColumn {
  const type = typeNamed(name, source, columnTypes, context);
  if (type === undefined) return draftColumn(index, name, 'property', numberShape);
  if (source.of !== undefined) {
    const message = `${quoteText(name)} is neither a set nor a list, expected no \`of\``;
    refuse(context, atKey(source, 'of'), 'unknown-key', message, 'remove it, or write `type: set` or `type: list`');
  }
  const column = draftColumn(index, name, 'property', shapes.get(source.type ?? 'number') ?? shape(type, 'u8'));
  return { ...column, initial: defaultOf(source, column, context) ?? 0 };
}

/** The first value that a declaration gives, 0 where it gives none; undefined, and reported, when it cannot be. */
export function defaultOf(
  source: { readonly default?: Literal | undefined },
  column: Shape & Pick<Column, 'name'>,
  { names, loading }: NamesContext,
): number | undefined {
  if (source.default === undefined) return 0;
  return literalValue(source.default, column, names, () => loading.places.ofValue(source, 'default'), loading);
}

/**
 * The type that a declaration names: one of those given, or an enumeration. Undefined, and reported, when it is
 * neither; undefined also when it is lost.
 */
export function typeNamed(
  name: string,
  source: Pick<PropertySource, 'type'>,
  possible: ReadonlyMap<string, ColumnType>,
  context: NamesContext,
): ColumnType | undefined {
  const { enumerations, enumerationByName } = context.names;
  const named = source.type ?? 'number';
  const type = possible.get(named);
  if (type !== undefined) return isLost(context, name) ? undefined : type;
  if (!isLost(context, named)) {
    const enumeration = enumerationByName.get(named);
    if (enumeration !== undefined) return { name: 'enumeration', index: enumeration.index };
    const known = (): readonly string[] => [...possible.keys(), ...enumerations.map((each) => each.name)];
    refuse(
      context,
      [source, 'type'],
      'unknown-type',
      () => `the type of ${quoteText(name)} is ${quoteText(named)}, expected ${listTexts(known(), 12)}`,
      () =>
        didYouMean(context.loading, named, known()) ??
        (shapes.has(named) ? 'write one of these' : 'declare it under `enumerations`'),
    );
  }
  // What an expression with it would mean cannot be told.
  context.loading.damage.names.add(name);
  return undefined;
}

function linkCaps(
  meters: readonly Declaration<MeterSource>[],
  columns: readonly DraftColumn[],
  { loading }: NamesContext,
): void {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const known = meters.map(({ name }) => name);
  const partner = ({ name, source }: Declaration<MeterSource>, key: 'max' | 'target'): DraftColumn | undefined => {
    const wanted = source[key];
    const found = wanted === undefined ? undefined : byName.get(wanted);
    if (wanted === undefined || found?.role === 'meter') return found;
    if (isLost({ loading }, wanted)) return undefined;
    return refuse(
      { loading },
      [source, key],
      found === undefined ? 'unknown-name' : 'wrong-role',
      `the ${key} of ${quoteText(name)} is ${quoteText(wanted)}, ${found === undefined ? 'which is nothing known' : 'a property'}; expected a meter`,
      () => didYouMean(loading, wanted, known) ?? 'declare it under `meters`',
    );
  };
  for (const [index, meter] of meters.entries()) {
    columns[index].cap = partner(meter, 'max')?.index ?? -1;
    partner(meter, 'target');
  }
  refuseCapCycles(meters, columns, loading);
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
    refuse(
      { loading },
      [meters[at].source, 'max'],
      'cap-cycle',
      `${quoteText(first)} is capped by ${[...rest, first].slice(0, 8).map(quoteText).join(', which is capped by ')}, expected caps that end somewhere`,
      'remove one `max` of the circle',
    );
    columns[at].cap = -1;
  }
}

// --- what holds

/**
 * What notes of each object that something continuous holds: a column for each, which nothing but the rules of timing
 * writes.
 */

export type HoldingColumns = ReadonlyMap<string, readonly DraftColumn[]>;

export function holdingName(name: string): string {
  return `continuous ${name}`;
}

/** Adds the columns behind all others. Of kinds and classes that are not there somebody else complains. */
export function addHoldingColumns(
  { continuous, classes, sets, lists, variables }: Declarations,
  columns: DraftColumn[],
  loading: Loading,
): HoldingColumns {
  const byKind = new Map<string, DraftColumn[]>();
  const uses = new Map<string, number>();
  for (const { source } of continuous) uses.set(source.name, (uses.get(source.name) ?? 0) + 1);
  const taken = new Set([...columns, ...sets, ...lists, ...variables].map(({ name }) => name));
  const kindOf = new Map(classes.map(({ name, source }) => [name, source.kind]));
  for (const { source } of continuous) {
    const name = holdingName(source.name);
    if (taken.has(name)) {
      // Two of one name are reported where they are lowered.
      if (uses.get(source.name) === 1)
        refuse(
          { loading },
          [source, 'name'],
          'duplicate-name',
          `${quoteText(name)} is already the name of something else that objects have, expected another name for what is continuous`,
          'rename one of the two',
        );
      continue;
    }
    taken.add(name);
    const column = draftColumn(columns.length, name, 'property', { type: booleanType, storage: 'u8', integer: false });
    columns.push(column);
    const { carrier } = source;
    const kinds = 'kind' in carrier ? [carrier.kind] : [carrier.class].flat().map((each) => kindOf.get(each));
    for (const kind of new Set(kinds)) if (kind !== undefined) byKind.set(kind, [...(byKind.get(kind) ?? []), column]);
  }
  return byKind;
}
