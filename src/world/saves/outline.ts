import { type Layout, createLayout, header } from '../../kernel/arena.js';
import { hashString } from '../../kernel/hash.js';
import { keptBy } from '../../kernel/maps.js';
import { emptyUnwritten, maybe, record } from '../../ir/record-shape.js';
import type { Program } from '../../ir/rule.js';
import { type Shape, ascending, indexOf, list, listOf, refuse, text, whole, within, word } from '../../ir/shape.js';
import type { WorldState } from '../../components/state.js';
import type { ColumnType, ElementType, Model, Storage, Type } from '../../model/model.js';

/**
 * What a save says of its content: the names of all that its numbers stand for, and what its arrays need. Other content
 * reads the world by these names.
 */
export interface Outline {
  /** A hash of the columns of the arena: a build of Edict with other columns cannot read them. */
  readonly layout: number;
  readonly kinds: readonly OutlineKind[];
  readonly columns: readonly OutlineColumn[];
  readonly enumerations: readonly { readonly name: string; readonly members: readonly string[] }[];
  readonly classes: readonly { readonly name: string; readonly kind: number }[];
  readonly roles: readonly string[];
  readonly relations: readonly { readonly name: string; readonly bits: number }[];
  readonly sights: readonly string[];
  readonly networks: readonly string[];
  readonly holdings: readonly { readonly name: string; readonly words: number; readonly kinds: readonly number[] }[];
  readonly links: readonly { readonly name: string; readonly kinds: readonly number[]; readonly to: number }[];
  readonly graphs: readonly { readonly name: string; readonly kind: number; readonly bits: number }[];
  readonly grids: readonly OutlineGrid[];
  readonly parameters: readonly { readonly name: string; readonly type: 'number' | 'boolean' }[];
  readonly triggers: readonly string[];
  readonly occurrences: readonly OutlineOccurrence[];
  readonly abilities: readonly string[];
  /** The enumeration of the steps of play. */
  readonly steps: number | undefined;
  /** By kind: cells of variables of an object. */
  readonly cells: readonly number[];
  /** Variables that hosts set; all others are solved again. */
  readonly inputs: readonly OutlineInput[];
  /** Lists of actions, where one waits. */
  readonly lists: readonly OutlineList[];
  /** Of all that runs in small steps, where something does: see `eventsDigest`. */
  readonly running: string | undefined;
}

interface OutlineKind {
  readonly name: string;
  readonly bits: number;
  readonly attachesTo: readonly number[];
}

interface OutlineColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly storage: Storage;
  readonly bits: number;
  readonly kinds: readonly number[];
}

interface OutlineGrid {
  readonly name: string;
  readonly kind: number;
  readonly width: number;
  readonly height: number;
}

export interface OutlineOccurrence {
  readonly name: string;
  /** Places of fields. */
  readonly width: number;
  readonly fields: readonly OutlineField[];
}

interface OutlineField {
  readonly place: number;
  readonly name: string;
  readonly type: Type;
}

interface OutlineInput {
  readonly name: string;
  readonly kind: number;
  readonly type: Type;
  readonly offset: number;
}

export interface OutlineList {
  readonly name: string;
  /** What its actions do, in order: `delay tell`. A position in a list of other tasks means nothing. */
  readonly tasks: string;
}

/** Of a kind, a column, a relation and a graph. */
export const outlineBits = { faction: 1, node: 2, owned: 4, meter: 1, symmetric: 1, directed: 1 } as const;

/** Values in the order of the fields, without their names. */
function row<Of extends object>(fields: { readonly [Key in keyof Of]-?: Shape<Of[Key]> }): Shape<Of> {
  const entries = Object.entries<Shape<unknown>>(fields as Readonly<Record<string, Shape<unknown>>>);
  return {
    write: (value, to) =>
      entries.map(([key, shape]) => shape.write((value as Readonly<Record<string, unknown>>)[key], to) ?? null),
    read(json, from) {
      const values = list(json, from);
      if (values.length !== entries.length) refuse(from, `${entries.length} entries`, json);
      return Object.fromEntries(
        entries.map(([key, shape], place) => [key, within(from, place, () => shape.read(values[place], from))]),
      ) as Of;
    },
  };
}

const elements = ['boolean', 'numeric', 'text', 'pair', 'dice'] as const;
const simple = ['number', 'boolean', 'entity', 'kind', 'class', 'numeric', 'text', 'pair', 'dice'] as const;

const elementName = word(...elements);
const simpleName = word(...simple);

/** The number of an enumeration, a word, or a list of one word for an array. */
const anyType: Shape<Type> = {
  write(type) {
    if (type.name === 'enumeration') return type.index;
    return type.name === 'array' ? [type.of.name] : type.name;
  },
  read(json, from) {
    if (typeof json === 'number') return { name: 'enumeration', index: indexOf('enumeration').read(json, from) };
    if (!Array.isArray(json)) return { name: simpleName.read(json, from) };
    const of: ElementType = { name: elementName.read(json.length === 1 ? json[0] : json, from) };
    return { name: 'array', of };
  },
};

const pooled: readonly string[] = ['numeric', 'text', 'pair', 'dice', 'array'];

const columnType: Shape<ColumnType> = {
  write: (type, to) => anyType.write(type, to),
  read(json, from) {
    const type = anyType.read(json, from);
    return pooled.includes(type.name) ? refuse(from, 'the type of a column', json) : (type as ColumnType);
  },
};

const ofKinds = ascending(indexOf('kind'));
const texts = emptyUnwritten(listOf(text));
const rowsOf = <Of extends object>(fields: { readonly [Key in keyof Of]-?: Shape<Of[Key]> }) =>
  emptyUnwritten(listOf(row<Of>(fields)));
const small = whole(0, 7);

export const outlineShape: Shape<Outline> = record<Outline>({
  layout: whole(),
  enumerations: rowsOf({ name: text, members: listOf(text) }),
  kinds: rowsOf({ name: text, bits: small, attachesTo: ofKinds }),
  columns: rowsOf({
    name: text,
    type: columnType,
    storage: word<Storage>('f64', 'f32', 'i32', 'u8'),
    bits: small,
    kinds: ofKinds,
  }),
  classes: rowsOf({ name: text, kind: indexOf('kind') }),
  roles: texts,
  relations: rowsOf({ name: text, bits: small }),
  sights: texts,
  networks: texts,
  holdings: rowsOf({ name: text, words: indexOf('enumeration'), kinds: ofKinds }),
  links: rowsOf({ name: text, kinds: ofKinds, to: indexOf('kind', 0) }),
  graphs: rowsOf({ name: text, kind: indexOf('kind'), bits: small }),
  grids: rowsOf({ name: text, kind: indexOf('kind'), width: whole(1), height: whole(1) }),
  parameters: rowsOf({ name: text, type: word('number', 'boolean') }),
  triggers: texts,
  occurrences: rowsOf<OutlineOccurrence>({
    name: text,
    width: whole(0, 2 ** 16),
    fields: listOf(row<OutlineField>({ place: whole(), name: text, type: anyType })),
  }),
  abilities: texts,
  steps: maybe(indexOf('enumeration')),
  cells: emptyUnwritten(listOf(whole())),
  inputs: rowsOf({ name: text, kind: indexOf('kind'), type: anyType, offset: whole() }),
  lists: rowsOf({ name: text, tasks: text }),
  running: maybe(text),
});

/** Of a state between calls, as JSON. */
export function outlineOf({ arena }: WorldState, program: Program): object {
  const lasting = lastingOf(program);
  const [waits, runs] = [arena.header[header.parked] > 0, arena.header[header.frames] > 0];
  const shown = { layout: columnsHash(arena.layout), ...lasting };
  if (!waits && !runs) return shown;
  return {
    ...shown,
    ...(waits && { lists: listsOf(program).map(({ name, tasks }) => [name, tasks]) }),
    ...(runs && { running: eventsDigest(program) }),
  };
}

/** Names and types of columns, without their meaning. */
export const columnsHash = keptBy(
  ({ dimensions, columns }: Layout): number => createLayout(dimensions, columns).hash,
  new WeakMap<Layout, number>(),
);

/** The same for all worlds of a program. */
const lastingOf = keptBy((program: Program): object => {
  const { layout: _ofState, ...written } = outlineShape.write(namesOf(program), nothingShared) as {
    readonly layout: number;
  };
  return written;
}, new WeakMap<Program, object>());

const nothingShared = { rows: [], placeOf: () => 0 };

function namesOf({ model, rules }: Program): Outline {
  const { timing } = rules;
  const kindsOf = (kinds: Uint8Array) => [...kinds.keys()].filter((kind) => kind > 0 && kinds[kind] === 1);
  const bit = (is: boolean, value: number) => (is ? value : 0);
  const sorted = (kinds: readonly number[]) => kinds.toSorted((a, b) => a - b);
  return {
    layout: 0,
    kinds: model.kinds.map(({ name, faction, node, ownership, attachesTo }) => ({
      name,
      bits:
        bit(faction, outlineBits.faction) +
        bit(node, outlineBits.node) +
        bit(ownership.rule === 'stored', outlineBits.owned),
      attachesTo: sorted(attachesTo),
    })),
    columns: model.columns.map(({ name, type, storage, role, kinds }) => ({
      name,
      type,
      storage,
      bits: bit(role === 'meter', outlineBits.meter),
      kinds: kindsOf(kinds),
    })),
    enumerations: model.enumerations,
    classes: model.classes,
    roles: model.roles,
    relations: model.relations.map(({ name, symmetric }) => ({ name, bits: bit(symmetric, outlineBits.symmetric) })),
    sights: model.sights,
    networks: model.networks,
    holdings: model.holdings.map(({ kinds, ...each }) => ({ ...each, kinds: sorted(kinds) })),
    links: model.links.map(({ kinds, ...each }) => ({ ...each, kinds: sorted(kinds) })),
    graphs: model.graphs.map(({ directed, ...each }) => ({ ...each, bits: bit(directed, outlineBits.directed) })),
    grids: model.grids,
    parameters: model.parameters.map(({ name, type }) => ({ name, type: type.name })),
    triggers: model.triggers,
    occurrences: model.occurrences.map(({ name, fields: width }, index) => ({
      name,
      width,
      fields: (timing.types.at(index)?.fields ?? []).flatMap((field, place) =>
        field === undefined ? [] : [{ place, name: field.name, type: field.type }],
      ),
    })),
    abilities: model.abilities,
    steps: timing.steps < 0 ? undefined : timing.steps,
    cells: cellsByKind(model),
    inputs: model.variables.filter(({ input }) => input),
    lists: [],
    running: undefined,
  };
}

function cellsByKind({ kinds, variables }: Model): readonly number[] {
  if (variables.length === 0) return [];
  const counts = new Array<number>(kinds.length).fill(0);
  for (const { kind } of variables) counts[kind - 1]++;
  return counts;
}

export function listsOf({ rules }: Program): readonly OutlineList[] {
  return rules.triggers.lists.map(({ name, actions }) => ({
    name,
    tasks: actions.map(({ task }) => task.by).join(' '),
  }));
}

/**
 * Of what frames and occurrences refer to by number: they mean the same in other content only if all of this is the
 * same, in the same order.
 */
export function eventsDigest(program: Program): string {
  const { model, rules } = program;
  const { types, abilities, continuous, players } = rules.timing;
  const nameOf = (type: Type) => (type.name === 'enumeration' ? model.enumerations[type.index].name : type.name);
  return hashString(
    JSON.stringify([
      model.triggers,
      listsOf(program).map(({ name, tasks }) => [name, tasks]),
      types.map(({ name, fields, remembers }) => [
        name,
        fields.map((field) => field && [field.name, nameOf(field.type)]),
        remembers.map(({ number, node }) => [number, nameOf(node.type)]),
      ]),
      abilities.map(({ name, class: of, at, carrier }) => [name, of, at, carrier.by]),
      continuous.map(({ name }) => name),
      players === 0 ? '' : model.kinds[players - 1].name,
    ]),
  );
}
