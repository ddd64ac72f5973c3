import type { Column, ColumnType } from '../../../model/model.js';
import { EdictError } from '../../../kernel/errors.js';
import { quoteText } from '../../diagnostics/quote.js';
import { builtInAttributes } from '../expression/names.js';
import { type ObjectType, objectTypes } from '../policy.js';
import type { CivDeclaration } from './declaration.js';

/** Indices of columns. */
export interface CivColumns {
  /** Of a player. */
  readonly team: number;
  readonly alive: number;
  /** Of a plot: the game object, for connections that lead there from many plots. */
  readonly game: number;
  readonly properties: ReadonlyMap<string, number>;
  /** With ATTRIBUTE_. */
  readonly attributes: ReadonlyMap<string, number>;
  /** What callbacks of the host say of each object. */
  readonly callbacks: ReadonlyMap<string, number>;
  readonly playerOptions: ReadonlyMap<string, number>;
  /** Heads in a city. */
  readonly specialists: ReadonlyMap<string, number>;
}

/** Attributes that are found out, of the types that have them so. */
export const derivedAttributes: ReadonlyMap<string, ObjectType> = new Map([
  ['ATTRIBUTE_PLAYERS', 'GAME'],
  ['ATTRIBUTE_TEAMS', 'GAME'],
]);

interface Shape {
  readonly types: readonly ObjectType[];
  readonly type?: ColumnType;
  readonly initial?: number;
}

/** The columns of a declared world, and where they are. Throws where two things of it have one name. */
export function createColumns(
  declaration: CivDeclaration,
  kinds: Readonly<Record<ObjectType, number>>,
): { readonly columns: readonly Column[]; readonly known: CivColumns } {
  const columns: Column[] = [];
  const called = new Map<string, string>();
  const add = (what: string, name: string, shape: Shape): number => {
    const other = called.get(name);
    if (other !== undefined) {
      const message = `both ${other} and ${what} are called ${quoteText(name)}; give them different names`;
      throw new EdictError('bad-declaration', message, name);
    }
    called.set(name, what);
    const column = columnOf(columns.length, name, shape, kinds);
    columns.push(column);
    return column.index;
  };
  const addAll = (what: string, names: Iterable<string>, shape: (name: string) => Shape): ReadonlyMap<string, number> =>
    new Map([...new Set(names)].map((name) => [name, add(what, name, shape(name))]));

  const { types, python } = declaration;
  const attributes = storedAttributes(declaration);
  const known: CivColumns = {
    team: add('the team of a player', 'team', { types: ['PLAYER'], type: { name: 'entity' } }),
    alive: add('whether a player is alive', 'alive', { types: ['PLAYER'], type: { name: 'boolean' } }),
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

/** Types whose objects store an attribute, by its name. */
function storedAttributes({ attributes }: CivDeclaration): ReadonlyMap<string, readonly ObjectType[]> {
  const all = new Map([...attributes, ...builtInAttributes]);
  return new Map(
    [...all]
      .map(([name, types]) => [name, types.filter((type) => derivedAttributes.get(name) !== type)] as const)
      .filter(([, types]) => types.length > 0),
  );
}

/** Numbers are whole and have 32 bits. */
function columnOf(
  index: number,
  name: string,
  { types, type = { name: 'number' }, initial = 0 }: Shape,
  kinds: Readonly<Record<ObjectType, number>>,
): Column {
  const has = new Uint8Array(objectTypes.length + 1);
  for (const each of types) has[kinds[each]] = 1;
  const isNumber = type.name === 'number';
  return Object.freeze({
    index,
    name,
    type,
    initial,
    role: 'property',
    storage: isNumber ? 'i32' : type.name === 'boolean' ? 'u8' : 'f64',
    integer: isNumber,
    minimum: -Infinity,
    maximum: Infinity,
    reset: false,
    cap: -1,
    kinds: has,
  });
}
