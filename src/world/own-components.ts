import type { ColumnArray, ElementType } from '../kernel/arena.js';
import type { SavedComponents } from '../kernel/snapshot.js';
import { EdictError } from '../kernel/errors.js';
import { mostComponents, mostOwnComponents } from '../kernel/world-limits.js';
import { describe, entriesGiven, refused, textGiven } from '../kernel/given.js';
import { type OwnValues, giveOwn, takeOwn, writeOwn } from '../components/own-components.js';
import { type OwnComponent as OwnColumns, createOwn } from '../components/own.js';
import type { WorldState } from '../components/state.js';
import { type Column, kindAt, largestValue, nameOfValue } from '../model/model.js';
import { arrayGetter, noTerm } from '../state/ecs/terms.js';
import { addOwn } from '../state/world-state.js';
import type { ComponentCalls, ComponentFields, ComponentValues, OwnComponent } from './components-api.js';
import { insideView, showComponent } from './ecs-view.js';
import type { Layout } from './declared-component.js';
import { type WorldCore, betweenTurns, changing, idOf } from './core.js';
import { meantOrKnown } from '../content/text/nearest-name.js';
import { fromHost, misfit } from './typed-value.js';

/** Components that the host declares: arrays of their own in the arena, or a name for several columns of content. */

/** With fields, declares one; without, finds it. */
export function componentOf(core: WorldCore, name: string, fields?: ComponentFields): OwnComponent {
  textGiven('the name of a component', name);
  const known = core.components.get(name);
  if (fields === undefined) {
    if (known !== undefined) return known.shown;
    throw new EdictError(
      'unknown-name',
      `the host has declared no component ${describe(name)}; ${meantOrKnown(name, [...core.components.keys()])}`,
      name,
    );
  }
  betweenTurns(core, 'component');
  core.writeCheck?.demand('the host', []);
  const layout = fieldsGiven(core, name, fields);
  if (known === undefined) return declare(core, name, layout, false);
  if (!sameLayout(known.layout, layout)) throw otherLayout(name, known.layout, layout);
  if (!known.isAwaited) {
    throw new EdictError(
      'component-exists',
      `component ${name} has been declared already; call component('${name}') without fields to get it`,
      name,
    );
  }
  known.isAwaited = false;
  return known.shown;
}

/** For a saved world. */
export function componentsIn({ components }: WorldCore): SavedComponents {
  return [...components].map(([name, { layout }]) => [name, layout]);
}

/** For a copy of a world or a loaded one. */
export function awaitComponents(core: WorldCore, layouts: Iterable<readonly [string, Layout]>): void {
  for (const [name, layout] of layouts) declare(core, name, fieldsGiven(core, name, Object.fromEntries(layout)), true);
}

const elementTypes: readonly string[] = ['f64', 'f32', 'i32', 'u32', 'u8'] satisfies readonly ElementType[];

export function isElementType(type: string): type is ElementType {
  return elementTypes.includes(type);
}

const reservedFields: readonly string[] = [
  'name',
  'add',
  'remove',
  'has',
  'get',
  'set',
] satisfies readonly (keyof ComponentCalls)[];

function fieldsGiven({ state: { model } }: WorldCore, name: string, fields: ComponentFields): Layout {
  const given = entriesGiven(`the fields of component ${name}`, fields, 'an object of names and types');
  for (const [field, type] of given) {
    const what = `field ${field} of component ${name}`;
    if (reservedFields.includes(field) || !isIdentifier(field))
      throw new EdictError(
        'bad-option',
        `${what} needs another name, of letters, digits and _, that does not start with a digit and is none of ` +
          reservedFields.join(', '),
        name,
      );
    textGiven(what, type, `one of ${elementTypes.join(', ')}, or the name of a meter or property`);
    if (!isElementType(type) && !model.columnByName.has(type))
      throw new EdictError(
        'bad-option',
        `${what} is ${describe(type)}; give one of ${elementTypes.join(', ')}, or the name of a meter or ` +
          `property: ${meantOrKnown(type, [...model.columnByName.keys()])}`,
        name,
      );
  }
  const named = given.filter(([, type]) => !isElementType(type));
  if (named.length > 0 && named.length < given.length)
    throw new EdictError(
      'bad-option',
      `component ${name} mixes array types with meters and properties; split it into two components`,
      name,
    );
  return given;
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && name !== '__proto__';
}

function sameLayout(a: Layout, b: Layout): boolean {
  return a.length === b.length && a.every(([name, type], i) => name === b[i][0] && type === b[i][1]);
}

function otherLayout(name: string, known: Layout, given: Layout): EdictError {
  const shown = (layout: Layout) => `{ ${layout.map(([field, type]) => `${field}: ${type}`).join(', ')} }`;
  return new EdictError(
    'component-exists',
    `component ${name} is ${shown(known)}, not ${shown(given)}; declare other fields under another name`,
    name,
  );
}

function declare(core: WorldCore, name: string, layout: Layout, isAwaited: boolean): OwnComponent {
  const { state } = core;
  const view = insideView(core.view());
  const { columns, components } = view.parts;
  if (!isIdentifier(name) || name.length > 100)
    throw new EdictError(
      'bad-option',
      `the name of a component is ${describe(name)}; give at most 100 letters, digits and _, not starting with a digit`,
    );
  if (
    columns.has(name) ||
    components.has(name) ||
    [...state.model.kinds, ...state.model.classes].some((each) => each.name === name)
  )
    throw new EdictError(
      'component-exists',
      `the world has a component, kind or class ${name} already; give this one another name`,
      name,
    );
  if (core.components.size >= mostComponents) throw tooMany(name, mostComponents, 'declare fewer');
  if (state.identity.division !== undefined)
    throw new EdictError('bad-option', 'a batch cannot have host components; declare properties in content');
  const grouped = layout.map(([, type]) => state.model.columnByName.get(type));
  const isGroup = layout.length > 0 && layout.every(([, type]) => !isElementType(type));
  const shown = isGroup
    ? groupShown(core, name, layout, grouped as readonly Column[])
    : ownShown(core, addedOwn(core, name, layout));
  core.components.set(name, { layout, shown: shown.component, isAwaited });
  showComponent(view, shown.component, { ...noTerm, name, what: 'component', ...shown.term });
  return shown.component;
}

function tooMany(name: string, most: number, remedy: string): EdictError {
  return new EdictError(
    'limit-components',
    `component ${name} exceeds the limit of ${most} components; ${remedy}`,
    name,
  );
}

function addedOwn(core: WorldCore, name: string, layout: Layout): OwnColumns {
  const { state } = core;
  const index = state.own.length;
  if (index >= mostOwnComponents) throw tooMany(name, mostOwnComponents, 'combine fields into one component');
  const own = createOwn(name, index, Object.fromEntries(layout) as Record<string, ElementType>);
  addOwn(state, own);
  // The last turn cannot be repeated with other columns.
  core.beforeTurn = undefined;
  core.writeCheck?.note();
  return own;
}

function withArrays(
  state: WorldState,
  calls: ComponentCalls,
  fields: readonly (readonly [string, () => ColumnArray])[],
): OwnComponent {
  const getters = fields.map(([field, read]) => [field, arrayGetter(state, read)] as const);
  return Object.defineProperties({ ...calls }, Object.fromEntries(getters)) as OwnComponent;
}

function ownShown(core: WorldCore, own: OwnColumns) {
  const { state } = core;
  const { name } = own;
  const names = Object.keys(own.fields);
  const calls: ComponentCalls = {
    name,
    has: (object) => own.present[idOf(core, object)] === 1,
    add(object, values = {}) {
      changing(core);
      const id = idOf(core, object);
      const given = ownValuesGiven(own, values);
      giveOwn(state, own, id);
      writeOwn(state, own, id, given);
    },
    remove(object) {
      changing(core);
      takeOwn(state, own, idOf(core, object));
    },
    get(object) {
      const id = idOf(core, object);
      if (own.present[id] === 0) return undefined;
      return Object.fromEntries(names.map((field) => [field, own.columns[field][id]]));
    },
    set(object, values) {
      changing(core);
      const id = idOf(core, object);
      const given = ownValuesGiven(own, values);
      if (own.present[id] === 0)
        throw new EdictError('bad-value', `object ${id} does not have ${name}; call add of the component first`, name);
      writeOwn(state, own, id, given);
    },
  };
  const component = withArrays(
    state,
    calls,
    names.map((field) => [field, () => own.columns[field]] as const),
  );
  return { component, term: { own } };
}

/** Of a component with arrays of its own: numbers that they hold as they are, up to the precision of f32. */
export function ownValuesGiven({ name, fields }: OwnColumns, given: ComponentValues): OwnValues {
  return fieldValuesGiven(name, Object.keys(fields), given, (what, value, field) => {
    if (typeof value !== 'number' || !fits(fields[field], value)) throw refused(what, value, expected[fields[field]]);
    return value;
  });
}

const expected: Readonly<Record<ElementType, string>> = {
  f64: 'a finite number',
  f32: 'a finite number',
  i32: 'a whole number from -2147483648 to 2147483647',
  u32: 'a whole number from 0 to 4294967295',
  u8: 'a whole number from 0 to 255',
};

function fits(type: ElementType, value: number): boolean {
  switch (type) {
    case 'f64':
      return Number.isFinite(value);
    case 'f32':
      return Number.isFinite(Math.fround(value));
    case 'i32':
      return (value | 0) === value;
    case 'u32':
      return value >>> 0 === value;
    case 'u8':
      return (value & 0xff) === value;
  }
}

/** The same for many objects. */
export function demandFitting({ name, fields }: OwnColumns, field: string, values: ArrayLike<number>): void {
  const type = fields[field];
  for (let i = 0; i < values.length; i++)
    if (!fits(type, values[i])) throw refused(`entry ${i} of ${field} of ${name}`, values[i], expected[type]);
}

function valuesGiven(name: string, fields: readonly string[], given: ComponentValues): OwnValues {
  return fieldValuesGiven(name, fields, given, (what, value) => {
    if (typeof value !== 'number') throw refused(what, value, 'a number');
    return value;
  });
}

export function fieldValuesGiven<Value>(
  name: string,
  fields: readonly string[],
  given: Readonly<Record<string, unknown>>,
  valueOf: (what: string, value: unknown, field: string) => Value,
): OwnValues<Value> {
  return entriesGiven(`the values of ${name}`, given, 'an object of fields and numbers').map(([field, value]) => {
    if (!fields.includes(field))
      throw new EdictError(
        'unknown-name',
        `component ${name} has no field ${describe(field)}; ${meantOrKnown(field, fields)}`,
        name,
      );
    return [field, valueOf(`${field} of ${name}`, value, field)] as const;
  });
}

/** Its objects are those of the kinds that have all of its columns. */
function groupShown(core: WorldCore, name: string, layout: Layout, columns: readonly Column[]) {
  const { state } = core;
  const kinds = columns[0].kinds.map((_, kind) => (columns.every((column) => column.kinds[kind] === 1) ? 1 : 0));
  const fields = layout.map(([field], i) => [field, columns[i]] as const);
  const names = fields.map(([field]) => field);
  const has = (id: number) => kinds[state.identity.kind[id]] === 1;
  const columnOf = (field: string) => columns[names.indexOf(field)];
  const write = (object: number, values: ComponentValues) => {
    changing(core);
    const id = idOf(core, object);
    const given = valuesGiven(name, names, values);
    if (!has(id)) throw noGroup(core, name, id);
    const cells = given.map(([field, value]) => cellGiven(state, `${field} of ${name}`, columnOf(field), value));
    // All of them fit before one is written.
    for (const { column, value } of cells) fromHost(state, column, value);
    for (const { column, value } of cells) core.world().set(object, column.name, value);
  };
  const calls: ComponentCalls = {
    name,
    has: (object) => has(idOf(core, object)),
    add: (object, values = {}) => {
      write(object, values);
    },
    remove(object) {
      changing(core);
      throw noGroup(core, name, idOf(core, object));
    },
    get(object) {
      const id = idOf(core, object);
      if (!has(id)) return undefined;
      return Object.fromEntries(fields.map(([field, { index }]) => [field, state.cells[index][id]]));
    },
    set: write,
  };
  const component = withArrays(
    state,
    calls,
    fields.map(([field, { index }]) => [field, () => state.cells[index]] as const),
  );
  return { component, term: { kinds, fields: columns.map(({ index }) => index) } };
}

/** What `set` of the world takes for a number in the array of a column. */
function cellGiven({ model }: WorldState, what: string, column: Column, value: number) {
  const { type } = column;
  const largest = largestValue(model, type);
  if (largest !== Infinity && !(Number.isInteger(value) && value >= 0 && value <= largest))
    throw misfit(what, value, `a whole number from 0 to ${largest}`);
  if (type.name === 'boolean') return { column, value: value === 1 };
  const isNone = type.name !== 'number' && value === 0;
  return { column, value: isNone ? null : (nameOfValue(model, type, value) ?? value) };
}

function noGroup({ state: { model, identity } }: WorldCore, name: string, id: number): EdictError {
  return new EdictError(
    'bad-value',
    `whether a ${kindAt(model, identity.kind[id]).name} has ${name} follows from its kind, because its fields ` +
      'are columns of content; change the kind in content',
    name,
  );
}

/** Throws for a group of columns of content, too. */
export function ownNamed({ state, components }: WorldCore, name: string): OwnColumns {
  const own = state.own.find((each) => each.name === name);
  if (own !== undefined) return own;
  const group = components.get(name);
  if (group !== undefined)
    throw new EdictError(
      'bad-value',
      `component ${name} groups columns of content; give their first values in values, as ` +
        group.layout.map(([, column]) => column).join(' and '),
      name,
    );
  throw new EdictError(
    'unknown-name',
    `the host has declared no component ${describe(name)} with fields of its own; call component of the world first`,
    name,
  );
}
