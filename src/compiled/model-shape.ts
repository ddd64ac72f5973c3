import { EdictError } from '../kernel/errors.js';
import { shorten } from '../kernel/given.js';
import {
  type Shape,
  ascending,
  checked,
  damaged,
  indexOf,
  listOf,
  mapOf,
  placed,
  real,
  setOf,
  text,
  truth,
  whole,
  word,
} from '../ir/shape.js';
import { emptyUnwritten, never, optional, record, tagged } from '../ir/record-shape.js';
import { columnType, step, valueType } from '../ir/type-shapes.js';
import type { Origin } from '../ir/node.js';
import { type Connection, type Graph, type Grid, type Link, mostPoints, neighbourhoods } from '../model/connection.js';
import {
  type Aggregator,
  type Class,
  type Column,
  type Companion,
  type Content,
  type Declared,
  type Enumeration,
  type Holding,
  type Keep,
  type Kind,
  type Model,
  type Ownership,
  type Question,
  type Storage,
  type Variable,
  modelOf,
  mostKinds,
  mostWordsOfSets,
} from '../model/model.js';
import { type Space, isLength } from '../model/space.js';
import { type Parameter, misfitOf } from '../model/parameter.js';
import { modelFaults } from './model-faults.js';

export const origin = record<Origin>({ file: text, line: whole(), column: whole() });

const enumeration: Shape<Enumeration> = checked(
  record<Enumeration>({
    index: whole(),
    name: text,
    members: listOf(text),
    order: word('none', 'ordered', 'wheel'),
    ring: whole(),
  }),
  ({ members, ring, order }) => {
    if (members.length > mostWordsOfSets || new Set(members).size < members.length)
      return 'too many words, or duplicate ones';
    return ring > (order === 'wheel' ? members.length : 0) ? `a ring of ${ring}` : undefined;
  },
);

const kind: Shape<Kind> = checked(
  record<Kind>({
    index: whole(),
    name: text,
    faction: truth,
    node: truth,
    ownership: tagged<Ownership, 'rule'>('rule', { none: {}, stored: {}, through: { kind: indexOf('kind') } }),
    attachesTo: ascending(indexOf('kind')),
    orphan: word('destroy', 'detach'),
    columns: ascending(indexOf('column')),
  }),
  ({ faction, node, attachesTo, ownership }) =>
    (faction && (node || ownership.rule !== 'none')) || ((faction || node) && attachesTo.length > 0)
      ? 'a faction or node that is attached to another object'
      : undefined,
);

const companion = record<Companion>({
  property: indexOf('column'),
  remember: indexOf('column'),
  members: mapOf(whole(), record({ value: real, born: real })),
});

const column = record<Column>({
  index: whole(),
  name: text,
  role: word('meter', 'property'),
  type: columnType,
  storage: word<Storage>('f64', 'f32', 'i32', 'u8'),
  integer: truth,
  initial: real,
  minimum: real,
  maximum: real,
  reset: truth,
  cap: indexOf('column', -1),
  kinds: {
    write: (kinds) => [...kinds.keys()].filter((index) => kinds[index] === 1),
    read(json, from) {
      const kinds = new Uint8Array(from.counts.kind + 1);
      for (const index of ascendingKinds.read(json, from)) kinds[index] = 1;
      return kinds;
    },
  },
  companion: optional(companion),
});

const ascendingKinds = ascending(indexOf('kind'));

const classShape = record<Class>({
  index: whole(),
  name: text,
  origin: optional(origin),
  kind: indexOf('kind'),
  duration: whole(),
  invisible: truth,
  initial: mapOf(indexOf('column'), real),
  held: optional(mapOf(indexOf('holding'), ascending(whole(1)))),
  groups: optional(setOf(text)),
  home: never(),
});

const variable = record<Variable>({
  index: whole(),
  name: text,
  kind: indexOf('kind'),
  type: valueType,
  initial: record<Extract<Content, { readonly value: number }>>({ value: real, whole: never() }),
  input: truth,
  explanation: text,
  offset: whole(),
});

const holding = record<Holding>({
  index: whole(),
  name: text,
  words: indexOf('enumeration'),
  kinds: ascending(indexOf('kind')),
});

const link = record<Link>({ index: whole(), name: text, kinds: ascending(indexOf('kind')), to: indexOf('kind', 0) });

const graphs = placed(0, record<Graph>({ index: whole(), name: text, kind: indexOf('kind'), directed: truth }));

const grid = record<Grid>({
  index: whole(),
  name: text,
  kind: indexOf('kind'),
  width: whole(1, mostPoints),
  height: whole(1, mostPoints),
  wrapX: truth,
  wrapY: truth,
  neighbourhood: word(...neighbourhoods),
  makesCells: truth,
  class: indexOf('class', 0),
});

const space: Shape<Space> = checked(
  record<Space>({
    index: whole(),
    name: text,
    kinds: ascending(indexOf('kind')),
    width: real,
    height: real,
    wrapX: truth,
    wrapY: truth,
  }),
  ({ kinds, width, height }) => {
    if (kinds.length === 0) return 'a space of no kind';
    return isLength(width) && isLength(height) ? undefined : 'a space of no size';
  },
);

const spaces = checked(placed(0, space), (read) => {
  const kinds = read.flatMap((each) => each.kinds);
  if (new Set(kinds).size < kinds.length) return 'a kind in two spaces';
  return new Set(read.map(({ name }) => name)).size < read.length ? 'two spaces with one name' : undefined;
});

const connection = record<Connection>({
  index: whole(),
  name: text,
  from: indexOf('kind', 0),
  to: indexOf('kind', 0),
  steps: listOf(step),
});

const question = record<Question>({
  index: whole(),
  name: text,
  words: indexOf('enumeration', -1),
  type: word('boolean', 'number'),
});

const parameter: Shape<Parameter> = checked(
  record<Parameter>({
    index: whole(),
    name: text,
    type: tagged<Parameter['type'], 'name'>('name', { number: {}, boolean: {} }),
    integer: truth,
    initial: real,
    minimum: real,
    maximum: real,
    about: text,
  }),
  (read) => {
    const { type, integer, minimum, maximum, initial } = read;
    const isCondition = type.name === 'boolean';
    if (isCondition && (integer || minimum !== 0 || maximum !== 1)) return 'a condition with a range';
    return misfitOf(read, initial) === undefined ? undefined : 'a parameter whose default does not fit';
  },
);

const parameters = checked(placed(0, parameter), (read) =>
  new Set(read.map(({ name }) => name)).size < read.length ? 'two parameters with one name' : undefined,
);

type Table = Model['tables'][number];

const table: Shape<Table> = checked(
  record<Table>({
    name: text,
    width: whole(1),
    values: {
      write: (values, to) => reals.write([...values], to),
      read: (json, from) => Float64Array.from(reals.read(json, from)),
    },
  }),
  ({ width, values }) => (values.length % width === 0 ? undefined : `${values.length} values in rows of ${width}`),
);

const reals = listOf(real);

/** The fold is the host's: only its name and its types are written. */
const aggregator: Shape<Aggregator> = {
  write: (given, to) => aggregatorTypes.write(given, to),
  read(json, from) {
    const { name, input, output } = aggregatorTypes.read(json, from);
    const given = from.aggregators.get(name);
    if (given?.input === input && given.output === output) return given;
    throw new EdictError(
      'missing-aggregator',
      `the content needs the aggregator ${shorten(name)}, which makes a ${output} of each list of ${input}s; pass it under \`aggregators\``,
    );
  },
};

const aggregatorTypes = record<Pick<Aggregator, 'name' | 'input' | 'output'>>({
  name: text,
  input: word('boolean', 'number'),
  output: word('boolean', 'number'),
});

const declared = record<Declared>({
  kinds: placed(1, kind),
  columns: placed(0, column),
  variables: placed(0, variable),
  enumerations: placed(0, enumeration),
  classes: placed(1, classShape),
  roles: listOf(text),
  relations: listOf(record({ name: text, symmetric: truth })),
  tables: listOf(table),
  sights: listOf(text),
  networks: listOf(text),
  holdings: placed(0, holding),
  links: placed(0, link),
  grids: placed(0, grid),
  connections: placed(0, connection),
  questions: placed(0, question),
  triggers: listOf(text),
  occurrences: listOf(record({ name: text, fields: whole() })),
  abilities: listOf(text),
  aggregators: listOf(aggregator),
  stacking: mapOf(whole(1, 2 ** 31 - 1), word<Keep>('first', 'largest', 'smallest', 'mean')),
  parameters: emptyUnwritten(parameters),
  graphs: emptyUnwritten(graphs),
  spaces: emptyUnwritten(spaces),
});

export const model: Shape<Model> = {
  write: (value, to) => declared.write(value, to),
  read(json, from) {
    const { kind: kinds, column: columns } = from.counts;
    if (kinds > mostKinds || kinds * columns > mostBelongings)
      throw damaged(from, `found ${kinds} kinds and ${columns} columns`);
    const read = modelOf(declared.read(json, from));
    for (const [part, place, fault] of modelFaults(read)) {
      from.path.push(part, place);
      throw damaged(from, `found ${fault}`);
    }
    from.model = read;
    return read;
  },
};

/** Kinds times columns: each column has a byte for each kind. */
const mostBelongings = 2 ** 26;
