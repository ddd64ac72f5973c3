import { createState } from '../../src/state/world-state.js';
import type { WorldState } from '../../src/components/state.js';
import {
  type Class,
  type Column,
  type Companion,
  type Enumeration,
  type Keep,
  type Kind,
  type Model,
  type Storage,
  type Table,
  type ColumnType,
  modelOf as modelOfParts,
} from '../../src/model/model.js';
import { type Birth, bear } from '../../src/state/object-life.js';
import type { Placement } from '../../src/components/place.js';
import { type Limits, defaultLimits } from '../../src/kernel/world-limits.js';

/** Models and worlds made by hand, for tests of what lies below the loader. */

export interface HandColumn {
  readonly kinds: readonly string[];
  readonly role?: 'meter' | 'property';
  readonly type?: ColumnType;
  readonly storage?: Storage;
  readonly integer?: boolean;
  readonly initial?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly reset?: boolean;
  readonly cap?: string;
  readonly companion?: { readonly property: string; readonly remember: string; readonly members: Companion['members'] };
}

export interface HandKind {
  readonly faction?: boolean;
  readonly node?: boolean;
  readonly ownership?: 'stored' | 'none' | { readonly through: string };
  readonly attachesTo?: readonly string[];
  readonly orphan?: 'destroy' | 'detach';
}

export interface HandModel {
  readonly kinds: Readonly<Record<string, HandKind>>;
  readonly columns?: Readonly<Record<string, HandColumn>>;
  readonly enumerations?: Readonly<
    Record<
      string,
      { readonly members: readonly string[]; readonly order?: Enumeration['order']; readonly ring?: number }
    >
  >;
  readonly classes?: Readonly<
    Record<
      string,
      { readonly kind: string; readonly duration?: number; readonly initial?: Readonly<Record<string, number>> }
    >
  >;
  readonly roles?: readonly string[];
  readonly relations?: Readonly<Record<string, { readonly symmetric?: boolean }>>;
  readonly tables?: Readonly<Record<string, Omit<Table, 'name' | 'values'> & { readonly values: readonly number[] }>>;
  readonly sights?: readonly string[];
  readonly networks?: readonly string[];
  readonly stacking?: Readonly<Record<number, Keep>>;
}

/** A model from names; indices follow from the order of the entries. */
export function modelOf(source: HandModel): Model {
  const kindNames = Object.keys(source.kinds);
  const columnNames = Object.keys(source.columns ?? {});
  const kindIndex = (name: string): number => kindNames.indexOf(name) + 1;
  const columnIndex = (name: string): number => columnNames.indexOf(name);
  const columns = Object.entries(source.columns ?? {}).map(([name, given], index): Column => {
    const type = given.type ?? { name: 'number' };
    return {
      index,
      name,
      type,
      role: given.role ?? 'meter',
      storage: given.storage ?? (given.integer === true ? 'i32' : 'f64'),
      integer: given.integer ?? false,
      initial: given.initial ?? 0,
      minimum: given.minimum ?? -Infinity,
      maximum: given.maximum ?? Infinity,
      reset: given.reset ?? false,
      cap: given.cap === undefined ? -1 : columnIndex(given.cap),
      kinds: Uint8Array.from([0, ...kindNames.map((kind) => (given.kinds.includes(kind) ? 1 : 0))]),
      ...(given.companion === undefined
        ? {}
        : {
            companion: {
              property: columnIndex(given.companion.property),
              remember: columnIndex(given.companion.remember),
              members: given.companion.members,
            },
          }),
    };
  });
  const kinds = Object.entries(source.kinds).map(
    ([name, given], i): Kind => ({
      index: i + 1,
      name,
      faction: given.faction ?? false,
      node: given.node ?? false,
      ownership:
        typeof given.ownership === 'object'
          ? { rule: 'through', kind: kindIndex(given.ownership.through) }
          : { rule: given.ownership ?? 'stored' },
      attachesTo: (given.attachesTo ?? []).map(kindIndex),
      orphan: given.orphan ?? 'destroy',
      columns: columns.filter((column) => column.kinds[i + 1] === 1).map((column) => column.index),
    }),
  );
  const enumerations = Object.entries(source.enumerations ?? {}).map(
    ([name, given], index): Enumeration => ({
      index,
      name,
      members: given.members,
      order: given.order ?? 'none',
      ring: given.ring ?? 0,
    }),
  );
  const classes = Object.entries(source.classes ?? {}).map(
    ([name, given], i): Class => ({
      index: i + 1,
      name,
      kind: kindIndex(given.kind),
      duration: given.duration ?? 0,
      invisible: false,
      initial: new Map(Object.entries(given.initial ?? {}).map(([column, value]) => [columnIndex(column), value])),
    }),
  );
  return modelOfParts({
    kinds,
    columns,
    enumerations,
    classes,
    roles: source.roles ?? [],
    relations: Object.entries(source.relations ?? {}).map(([name, { symmetric = true }]) => ({ name, symmetric })),
    tables: Object.entries(source.tables ?? {}).map(([name, { width, values }]) => ({
      name,
      width,
      values: Float64Array.from(values),
    })),
    sights: source.sights ?? [],
    networks: source.networks ?? [],
    stacking: new Map(Object.entries(source.stacking ?? {}).map(([number, keep]) => [Number(number), keep])),
  });
}

/** A small galaxy: every way to be somewhere, to belong to somebody and to hang on something. */
export const galaxyModel: Model = modelOf({
  kinds: {
    empire: { faction: true, ownership: 'none' },
    system: { node: true, ownership: { through: 'planet' } },
    planet: { attachesTo: ['system'] },
    building: { attachesTo: ['planet'] },
    ship: { attachesTo: ['system'], orphan: 'detach' },
    box: { attachesTo: ['box', 'system'] },
    ghost: { ownership: 'none' },
  },
  columns: {
    population: { kinds: ['planet'] },
    level: { kinds: ['building'], role: 'property', integer: true, initial: 1 },
    fertility: { kinds: ['planet'], role: 'property', storage: 'f32' },
    target: { kinds: ['ship', 'building'], role: 'property', type: { name: 'entity' } },
    armed: { kinds: ['ship'], role: 'property', type: { name: 'boolean' }, storage: 'u8' },
    colour: { kinds: ['system'], role: 'property', type: { name: 'enumeration', index: 0 }, storage: 'u8' },
  },
  enumerations: { colour: { members: ['red', 'white'] } },
  classes: {
    farm: { kind: 'building' },
    scout: { kind: 'ship' },
  },
  roles: ['rival'],
  relations: { war: {}, alliance: { symmetric: false } },
});

export interface HandSizes {
  readonly capacity?: number;
  readonly lanes?: number;
  readonly factions?: number;
  readonly streams?: number;
  readonly seed?: string;
  readonly limits?: Partial<Limits>;
}

/** An empty state of a model. */
export function stateOf(model: Model = galaxyModel, given: HandSizes = {}): WorldState {
  const { capacity = 32, lanes = 16, factions = 4, streams = 4, seed = '1', limits = {} } = given;
  return createState(model, { ...defaultLimits, ...limits }, { capacity, lanes, factions, streams }, seed, false);
}

/** Makes an object of a kind, or of a class where `class` names one; nowhere and nobody's unless it says otherwise. */
export function make(
  state: WorldState,
  kind: string,
  given: Partial<Omit<Birth, 'kind' | 'class'>> & { readonly class?: string } = {},
): number {
  const { class: className, ...rest } = given;
  return bear(state, {
    kind: state.model.kindByName.get(kind)?.index ?? 0,
    class: className === undefined ? 0 : (state.model.classByName.get(className)?.index ?? 0),
    name: '',
    owner: 0,
    place: { at: 'nowhere' },
    created: 0,
    ...rest,
  });
}

/** Attached to an object. */
export function inside(object: number): Placement {
  return { at: 'object', object };
}

/** At a point of the plane. */
export function at(x: number, y = 0): Placement {
  return { at: 'point', x, y };
}

/** The column of a name. */
export function columnNamed(model: Model, name: string): Column {
  const column = model.columnByName.get(name);
  if (column === undefined) throw new Error(`the test's model has no column ${name}`);
  return column;
}
