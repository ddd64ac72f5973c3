import {
  type Aggregator,
  type Column,
  type ColumnType,
  type Enumeration,
  type Holding,
  type Kind,
  type Question,
  freeColumn,
  kindOf,
  modelOf,
} from '../../../model/model.js';
import { registryOf } from '../../../state/aggregators.js';
import { type Link, type Step, usualGrid } from '../../../model/connection.js';
import { EdictError } from '../../../kernel/errors.js';
import { quoteText } from '../../text/quote.js';
import { builtInAttributes, tagTypes } from '../parse/declared-names.js';
import { storingTypes, gomKinds, isGomKind } from './gom-kinds.js';
import { type ObjectType, objectTypes } from '../syntax.js';
import type { CivDeclaration } from './declaration.js';
import type { Node } from '../../../ir/node.js';
import { type Make, nodesBy } from '../../../eval/node-kit.js';
import { createTermBook, makeTerm, termIn } from '../../../eval/term-book.js';

type WordIndices = ReadonlyMap<string, number>;

export type CivModel = ReturnType<typeof createCivModel>;

export const changedOptions = 'changed OPTION';

export const inactiveBuildings = 'inactive BUILDING';

export const tagKind = 'TAG';

const links = Object.freeze({ trade: 0, working: 1 });

const kinds = Object.freeze(Object.fromEntries(objectTypes.map((type, i) => [type, i + 1]))) as Readonly<
  Record<ObjectType, number>
>;

const storingTags: readonly ObjectType[] = ['PLAYER', 'CITY', 'UNIT', 'PLOT'];

/**
 * The model of a declared world, with the aggregators of the game and of the host. Throws EdictError for names that are
 * taken.
 */
export function createCivModel(
  declaration: CivDeclaration,
  { aggregators = [] }: { readonly aggregators?: readonly Aggregator[] } = {},
) {
  const { columns, known } = createColumns(declaration);
  const enumerations = makeEnumerations(declaration);
  const holdings = makeHoldings(declaration, enumerations);
  const attributes = new Set([...declaration.attributes.keys(), ...builtInAttributes.keys()]);
  const questions = makeQuestions(enumerations, [...known.properties.keys(), ...attributes]);
  const { width, height, wrapX, wrapY } = declaration.map;
  const modelKinds = objectTypes.map((type) =>
    kindOf({ index: kinds[type], name: kindName(type), ...shapes[type] }, columns),
  );
  const modelLinks: readonly Link[] = [
    { index: links.trade, name: 'trade', kinds: [kinds.CITY], to: kinds.CITY },
    { index: links.working, name: 'working', kinds: [kinds.CITY], to: kinds.PLOT },
  ];
  const model = modelOf({
    kinds: modelKinds,
    columns,
    enumerations,
    holdings,
    questions,
    links: modelLinks,
    grids: [{ index: 0, name: 'map', kind: kinds.PLOT, width, height, wrapX, wrapY, ...usualGrid }],
    aggregators: registryOf(aggregators.map(wholeNumbers)),
    roles: ['game'],
  });
  return Object.freeze({
    declaration,
    model,
    kinds,
    columns: known,
    links,
    grid: 0,
    game: 0,
    /** By kind of GOM (without GOM_), and TAG. */
    holdings: indicesByName(holdings),
    /** By kind of GOM, TAG, and the ids of properties and attributes (with ATTRIBUTE_). */
    questions: indicesByName(questions),
    /** By kind of GOM, or TAG, and id. */
    words: new Map(
      enumerations.map(({ name, members }) => [name, new Map(members.map((member, i) => [member, i + 1]))]),
    ),
    nodes: createNodeBook(),
  });
}

/** Wraps results of hosts to 32-bit integers. NaN stays, and is refused where it arises. */
function wholeNumbers(aggregator: Aggregator): Aggregator {
  const { name, input, output } = aggregator;
  if (output === 'boolean') return aggregator;
  return {
    name,
    input,
    output,
    fold(values, count) {
      const result = aggregator.fold(values, count);
      return Number.isFinite(result) ? result | 0 : result;
    },
  };
}

export function kindName(type: ObjectType): string {
  return type.toLowerCase();
}

const onPlots: Partial<Kind> = { ownership: { rule: 'stored' }, attachesTo: [kinds.PLOT] };

const shapes: Readonly<Record<ObjectType, Partial<Kind>>> = {
  GAME: {},
  TEAM: {},
  PLAYER: { faction: true },
  CITY: onPlots,
  UNIT: onPlots,
  PLOT: { node: true, ownership: { rule: 'stored' } },
};

function makeEnumerations({ types, options }: CivDeclaration): readonly Enumeration[] {
  const words: readonly (readonly [string, Iterable<string>])[] = [
    ...gomKinds.map((kind) => [kind, kind === 'OPTION' ? options.keys() : (types[kind] ?? [])] as const),
    [tagKind, tagTypes.keys()],
  ];
  return words.map(([name, members], index) => ({
    index,
    name,
    members: [...new Set(members)],
    order: 'none',
    ring: 0,
  }));
}

/** Sets for each kind of GOM, tags, options that events changed, and inactive buildings last. */
function makeHoldings(declaration: CivDeclaration, enumerations: readonly Enumeration[]): readonly Holding[] {
  const stored = storedTypes(declaration);
  const all = enumerations.map(
    ({ index, name }): Holding => ({
      index,
      name,
      words: index,
      kinds: objectTypes.filter((type) => stored.get(name)?.has(type) === true).map((type) => kinds[type]),
    }),
  );
  const options = all[gomKinds.indexOf('OPTION')];
  const words = gomKinds.indexOf('BUILDING');
  return [
    ...all,
    { ...options, index: all.length, name: changedOptions },
    { index: all.length + 1, name: inactiveBuildings, words, kinds: [kinds.CITY] },
  ];
}

/**
 * The types that store each kind of things: those that can be asked for them, and those to which the declaration gives
 * some.
 */
function storedTypes({ objects }: CivDeclaration): ReadonlyMap<string, ReadonlySet<ObjectType>> {
  const types = new Map<string, Set<ObjectType>>(gomKinds.map((kind) => [kind, new Set(storingTypes(kind))]));
  types.set(tagKind, new Set(storingTags));
  for (const { id, type, gom, tags } of objects) {
    for (const kind of gom.keys()) {
      if (!isGomKind(kind))
        throw new EdictError(
          'bad-declaration',
          `${quoteText(id)} has things of the kind ${quoteText(kind)}, which there is not; the kinds are ${gomKinds.join(', ')}`,
          id,
        );
      types.get(kind)?.add(type);
    }
    if (tags.length > 0) types.get(tagKind)?.add(type);
  }
  return types;
}

function makeQuestions(enumerations: readonly Enumeration[], numbers: readonly string[]): readonly Question[] {
  const sets = enumerations.map(({ name, index }) => ({ name, words: index, type: 'boolean' as const }));
  const names = new Set(sets.map(({ name }) => name));
  for (const name of numbers) {
    if (names.has(name))
      throw new EdictError(
        'bad-declaration',
        `a property or attribute is called ${quoteText(name)}, as something else is; give it another name`,
        name,
      );
    names.add(name);
  }
  return [...sets, ...numbers.map((name) => ({ name, words: -1, type: 'number' as const }))].map((question, index) => ({
    index,
    ...question,
  }));
}

function indicesByName(parts: readonly { readonly name: string; readonly index: number }[]): WordIndices {
  return new Map(parts.map(({ name, index }) => [name, index]));
}

/** Computed attributes, with the type that has them. */
export const derivedAttributes: ReadonlyMap<string, ObjectType> = new Map([
  ['ATTRIBUTE_PLAYERS', 'GAME'],
  ['ATTRIBUTE_TEAMS', 'GAME'],
]);

interface ColumnShape {
  readonly types: readonly ObjectType[];
  readonly type?: ColumnType;
  readonly initial?: number;
}

function createColumns(declaration: CivDeclaration) {
  const columns: Column[] = [];
  const called = new Map<string, string>();
  const add = (what: string, name: string, shape: ColumnShape) => {
    const other = called.get(name);
    if (other !== undefined) {
      throw new EdictError(
        'bad-declaration',
        `both ${other} and ${what} are called ${quoteText(name)}; give them different names`,
        name,
      );
    }
    called.set(name, what);
    const column = columnOf(columns.length, name, shape);
    columns.push(column);
    return column.index;
  };
  const addAll = (what: string, names: Iterable<string>, shape: (name: string) => ColumnShape): WordIndices =>
    new Map([...new Set(names)].map((name) => [name, add(what, name, shape(name))]));

  const { types, python } = declaration;
  const attributes = storedAttributes(declaration);
  const known = {
    team: add('the team of a player', 'team', { types: ['PLAYER'], type: { name: 'entity' } }),
    alive: add('whether a player is alive', 'alive', { types: ['PLAYER'], type: { name: 'boolean' } }),
    /** For connections that lead there from many plots. */
    game: add('the game of a plot', 'game', { types: ['PLOT'], type: { name: 'entity' } }),
    properties: addAll('a property', types.PROPERTY ?? [], () => ({ types: objectTypes })),
    attributes: addAll('an attribute', attributes.keys(), (name) => ({ types: attributes.get(name) ?? [] })),
    callbacks: addAll('a callback', python.keys(), (name) => ({
      types: objectTypes,
      initial: python.get(name)?.get('*') ?? 0,
    })),
    playerOptions: addAll('an option of players', types.PLAYEROPTION ?? [], () => ({ types: ['PLAYER'] })),
    specialists: addAll('a specialist', types.SPECIALIST ?? [], () => ({ types: ['CITY'] })),
  };
  return { columns, known };
}

function storedAttributes({ attributes }: CivDeclaration): ReadonlyMap<string, readonly ObjectType[]> {
  const all = new Map([...attributes, ...builtInAttributes]);
  return new Map(
    [...all]
      .map(([name, types]) => [name, types.filter((type) => derivedAttributes.get(name) !== type)] as const)
      .filter(([, types]) => types.length > 0),
  );
}

function columnOf(index: number, name: string, { types, type = { name: 'number' }, initial = 0 }: ColumnShape): Column {
  const storage = type.name === 'number' ? 'i32' : type.name === 'boolean' ? 'u8' : 'f64';
  const having = types.map((each) => kinds[each]);
  return freeColumn({ index, name, type, storage, initial }, having, objectTypes.length);
}

/**
 * Makes equal nodes, and rows of steps with one key, only once: thousands of conditions ask the same of the same
 * objects.
 */
function createNodeBook() {
  const book = createTermBook();
  const rows = new Map<string, readonly Step[]>();
  const make: Make = (operation, data, args) =>
    makeTerm(
      book,
      operation,
      data,
      args.map((arg) => termIn(book, arg)),
    );
  return {
    ...nodesBy(make),
    /** Throws for arguments that the operation does not take. */
    make,
    extentOf: (node: Node) => termIn(book, node),
    steps(key: string, find: () => readonly Step[]) {
      const found = rows.get(key) ?? find();
      rows.set(key, found);
      return found;
    },
  };
}
