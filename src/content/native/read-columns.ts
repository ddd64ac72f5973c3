import { type Column, type ColumnType, type Storage, freeColumn, indexByName } from '../../model/model.js';
import { booleanType, entityType, numberType } from '../../eval/operation.js';
import { listTexts, quoteText } from '../text/quote.js';
import type { Declaration, Declarations } from './declarations.js';
import { type Literal, type NamesContext, literalValue } from './enumerations.js';
import {
  type Reporting,
  atKey,
  describeCircle,
  isLost,
  lose,
  namesOf,
  refuse,
  refuseUnknown,
  warn,
} from './load-context.js';
import { neededFirst } from './needed-first.js';
import type { MeterSource, PropertySource } from './schema.js';

export type DraftColumn = { -readonly [Key in keyof Column]: Column[Key] };

type Shape = Pick<Column, 'type' | 'storage'>;

const shape = (type: ColumnType, storage: Storage): Shape => ({ type, storage });
const numberShape = shape(numberType, 'f64');

const shapes: ReadonlyMap<string, Shape> = new Map([
  ['number', numberShape],
  ['integer', shape(numberType, 'i32')],
  ['float32', shape(numberType, 'f32')],
  ['boolean', shape(booleanType, 'u8')],
  ['reference', shape(entityType, 'f64')],
  ['class', shape({ name: 'class' }, 'i32')],
]);
const columnTypes: ReadonlyMap<string, ColumnType> = new Map([...shapes].map(([name, { type }]) => [name, type]));

export function typesNamed(...names: readonly string[]): ReadonlyMap<string, ColumnType> {
  return new Map([...columnTypes].filter(([name]) => names.includes(name)));
}

/** No kind has it yet. */
function draftColumn(index: number, name: string, role: Column['role'], { type, storage }: Shape): DraftColumn {
  return freeColumn({ index, name, role, type, storage, initial: 0 }, [], 0);
}

/** Meters first. */
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
  refuse(
    context,
    [source, 'bounds'],
    'bounds-reversed',
    `the bounds of ${quoteText(name)} are ${minimum} and ${maximum}, expected the least first`,
    `write [${maximum}, ${minimum}]`,
  );
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
    refuse(
      context,
      atKey(source, 'of'),
      'unknown-key',
      `${quoteText(name)} is neither a set nor a list, expected no \`of\``,
      'remove it, or write `type: set` or `type: list`',
    );
  }
  const column = draftColumn(index, name, 'property', shapes.get(source.type ?? 'number') ?? shape(type, 'u8'));
  return { ...column, initial: defaultOf(source, column, context) ?? 0 };
}

/** Default 0. Undefined, and reported, for a value that does not fit. */
export function defaultOf(
  source: { readonly default?: Literal | undefined },
  column: Shape & Pick<Column, 'name'>,
  context: NamesContext,
): number | undefined {
  return source.default === undefined ? 0 : literalValue(source.default, column, [source, 'default'], context);
}

/** Undefined for an unknown name, which is reported unless lost. */
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
    refuseUnknown(
      context,
      [source, 'type'],
      named,
      (known) => `the type of ${quoteText(name)} is ${quoteText(named)}, expected ${listTexts(known, 12)}`,
      () => [...possible.keys(), ...enumerations],
      shapes.has(named) ? 'write one of these' : 'declare it under `enumerations`',
      'unknown-type',
    );
  }
  lose(context, name);
  return undefined;
}

function linkCaps(
  meters: readonly Declaration<MeterSource>[],
  columns: readonly DraftColumn[],
  context: Reporting,
): void {
  const known = indexByName(columns);
  const partner = ({ name, source }: Declaration<MeterSource>, key: 'max' | 'target'): DraftColumn | undefined => {
    const wanted = source[key];
    const found = wanted === undefined ? undefined : known.get(wanted);
    if (wanted === undefined || found?.role === 'meter') return found;
    if (isLost(context, wanted)) return undefined;
    const [code, what] = found === undefined ? ['unknown-name', 'an unknown name'] : ['wrong-role', 'a property'];
    return refuseUnknown(
      context,
      [source, key],
      wanted,
      `the ${key} of ${quoteText(name)} is ${quoteText(wanted)}, ${what}; expected a meter`,
      meters,
      'declare it under `meters`',
      code,
    );
  };
  for (const [index, meter] of meters.entries()) {
    columns[index].cap = partner(meter, 'max')?.index ?? -1;
    partner(meter, 'target');
  }
  refuseCapCycles(meters, columns, context);
}

/** Each circle is reported once and cut. */
function refuseCapCycles(
  meters: readonly Declaration<MeterSource>[],
  columns: readonly DraftColumn[],
  context: Reporting,
): void {
  const caps = new Map(meters.map(({ name }, i) => [name, columns[i].cap < 0 ? [] : [columns[columns[i].cap]]]));
  neededFirst(
    caps.keys(),
    (name) => caps.get(name) ?? [],
    (first, circle) => {
      refuse(
        context,
        [meters[first.index].source, 'max'],
        'cap-cycle',
        `${describeCircle(first.name, circle, 'is capped by')}, expected caps that end somewhere`,
        'remove one `max` of the circle',
      );
      first.cap = -1;
    },
  );
}

/** By kind, a column for each continuous effect that it can hold, which only the rules of timing write. */
export type HoldingColumns = ReadonlyMap<string, readonly DraftColumn[]>;

export function holdingName(name: string): string {
  return `continuous ${name}`;
}

/** Unknown kinds and classes are reported elsewhere. */
export function addHoldingColumns(
  { continuous, classes, sets, lists, variables }: Declarations,
  columns: DraftColumn[],
  context: Reporting,
): HoldingColumns {
  const byKind = new Map<string, DraftColumn[]>();
  const uses = new Map<string, number>();
  for (const { source } of continuous) uses.set(source.name, (uses.get(source.name) ?? 0) + 1);
  const taken = new Set(namesOf([...columns, ...sets, ...lists, ...variables]));
  const kindOf = new Map(classes.map(({ name, source }) => [name, source.kind]));
  for (const { source } of continuous) {
    const name = holdingName(source.name);
    if (taken.has(name)) {
      // Two of one name are reported where they are lowered.
      if (uses.get(source.name) === 1)
        refuse(
          context,
          [source, 'name'],
          'duplicate-name',
          `${quoteText(name)} is already the name of something else that objects have, expected another name for what is continuous`,
          'rename one of the two',
        );
      continue;
    }
    taken.add(name);
    const column = draftColumn(columns.length, name, 'property', shape(booleanType, 'u8'));
    columns.push(column);
    const { carrier } = source;
    const kinds = 'kind' in carrier ? [carrier.kind] : [carrier.class].flat().map((each) => kindOf.get(each));
    for (const kind of new Set(kinds)) if (kind !== undefined) byKind.set(kind, [...(byKind.get(kind) ?? []), column]);
  }
  return byKind;
}
