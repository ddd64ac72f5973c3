import { header } from '../../kernel/arena.js';
import { damaged, EdictError } from '../../kernel/errors.js';
import { isList, isObject } from '../../kernel/given.js';
import type { Snapshot } from '../../kernel/snapshot.js';
import { type Listed, type Reading, listed } from '../../ir/shape.js';
import { usualGrid } from '../../model/connection.js';
import {
  type Class,
  type Enumeration,
  type Model,
  type Variable,
  freeColumn,
  kindOf,
  modelOf,
  mostKinds,
} from '../../model/model.js';
import { type Outline, outlineBits, outlineShape } from './outline.js';

/** The content of a saved world, by its outline: a model without rules, bounds and initial values. */
export interface SavedContent {
  readonly model: Model;
  readonly outline: Outline;
}

/** Kinds times columns: each column has a byte for each kind. */
const mostBelongings = 2 ** 26;

/** Throws `damaged-file` for anything that no save has. `snapshot`: whose content it is. */
export function readOutline(json: unknown, snapshot: Snapshot): SavedContent {
  const outline = outlineIn(json);
  if (outline.kinds.length > mostKinds || outline.kinds.length * outline.columns.length > mostBelongings)
    throw damaged(`it has ${outline.kinds.length} kinds and ${outline.columns.length} columns`);
  return { model: modelIn(outline, variablesIn(outline, snapshot)), outline };
}

function outlineIn(json: unknown): Outline {
  const path: (string | number)[] = [];
  const from: Reading = {
    path,
    counts: countsIn(json),
    model: undefined,
    occurrences: [],
    aggregators: new Map(),
    held: [],
    heldBy: new Map(),
    deepest: 0,
    room: 0,
  };
  try {
    return outlineShape.read(json, from);
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    throw damaged(`its outline of the content cannot be read${path.length === 0 ? '' : `, at ${path.join('.')}`}`);
  }
}

const counted: Readonly<Partial<Record<Listed, keyof Outline>>> = {
  kind: 'kinds',
  enumeration: 'enumerations',
};

function countsIn(json: unknown): Reading['counts'] {
  const lists: Readonly<Record<string, unknown>> = isObject(json) ? { ...json } : {};
  const countOf = (name: Listed) => {
    const entries = lists[counted[name] ?? ''];
    return isList(entries) ? entries.length : 0;
  };
  const names = Object.keys(listed) as readonly Listed[];
  return Object.fromEntries(names.map((name) => [name, countOf(name)])) as Reading['counts'];
}

/**
 * Inputs at their places among others without a name. Kinds without objects have none: all of them fit into the cells
 * of the file then, whatever it says.
 */
function variablesIn({ cells, inputs, kinds }: Outline, { bytes, header: words }: Snapshot): readonly Variable[] {
  const has = new Uint8Array(256);
  // The kinds of its rows are the first column of every arena.
  for (const kind of bytes.subarray(0, words[header.highWater])) has[kind] = 1;
  const isUsed = (kind: number) => kind <= kinds.length && has[kind] === 1;
  const used = cells.reduce((sum, count, place) => sum + (isUsed(place + 1) ? count : 0), 0);
  if (used > words[header.cells]) throw damaged('its objects have more variables than there are');
  const variables: Variable[] = [];
  const firsts = cells.map((count, place) => {
    const kind = place + 1;
    const first = variables.length;
    if (isUsed(kind))
      for (let offset = 0; offset < count; offset++) variables.push(unnamed(first + offset, kind, offset));
    return first;
  });
  for (const { name, kind, type, offset } of inputs) {
    if (!isUsed(kind)) continue;
    const index = firsts[kind - 1] + offset;
    if (!(offset < cells[kind - 1])) throw damaged(`the variable ${name} is of no cell`);
    variables[index] = { ...variables[index], name, type, input: true };
  }
  // Content with variables has their columns, even without any object.
  if (variables.length === 0 && cells.length > 0) return [unnamed(0, 0, 0)];
  return variables;
}

/** Of any value: a numeric one has no further check. */
function unnamed(index: number, kind: number, offset: number): Variable {
  return {
    index,
    name: '',
    kind,
    type: { name: 'numeric' },
    initial: { value: 0 },
    input: false,
    offset,
    explanation: '',
  };
}

function modelIn(outline: Outline, variables: readonly Variable[]): Model {
  const has = (bits: number, bit: number) => (bits & bit) !== 0;
  const columns = outline.columns.map(({ name, type, storage, bits, kinds }, index) =>
    freeColumn(
      { index, name, type, storage, initial: 0, role: has(bits, outlineBits.meter) ? 'meter' : 'property' },
      kinds,
      outline.kinds.length,
    ),
  );
  return modelOf({
    kinds: outline.kinds.map(({ name, bits, attachesTo }, place) =>
      kindOf(
        {
          index: place + 1,
          name,
          faction: has(bits, outlineBits.faction),
          node: has(bits, outlineBits.node),
          ownership: { rule: has(bits, outlineBits.owned) ? 'stored' : 'none' },
          attachesTo,
        },
        columns,
      ),
    ),
    columns,
    variables,
    enumerations: outline.enumerations.map(
      ({ name, members }, index): Enumeration => ({ index, name, members, order: 'none', ring: 0 }),
    ),
    classes: outline.classes.map(
      ({ name, kind }, place): Class => ({
        index: place + 1,
        name,
        kind,
        duration: 0,
        invisible: false,
        initial: new Map(),
      }),
    ),
    roles: outline.roles,
    relations: outline.relations.map(({ name, bits }) => ({ name, symmetric: has(bits, outlineBits.symmetric) })),
    sights: outline.sights,
    networks: outline.networks,
    holdings: outline.holdings.map((each, index) => ({ ...each, index })),
    links: outline.links.map((each, index) => ({ ...each, index })),
    graphs: outline.graphs.map(({ name, kind, bits }, index) => ({
      index,
      name,
      kind,
      directed: has(bits, outlineBits.directed),
    })),
    grids: outline.grids.map((each, index) => ({ ...each, ...usualGrid, index, wrapX: false, wrapY: false })),
    triggers: outline.triggers,
    occurrences: outline.occurrences.map(({ name, width }) => ({ name, fields: width })),
    abilities: outline.abilities,
    parameters: outline.parameters.map(({ name, type }, index) => ({
      index,
      name,
      type: { name: type },
      integer: false,
      initial: 0,
      minimum: -Infinity,
      maximum: Infinity,
      about: '',
    })),
  });
}
