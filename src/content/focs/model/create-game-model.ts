import { once } from '../../text/once.js';
import { EdictError } from '../../../kernel/errors.js';
import { kept, keptBy } from '../../../kernel/maps.js';
import { type Class, type Enumeration, type Kind, type Model, kindOf, modelOf } from '../../../model/model.js';
import { entriesIn, isTagged, tagsOf, textIn, textsIn, type Item, type ItemKind } from '../syntax.js';
import { enumerations as words, wheelOfTypes } from '../parse/keywords.js';
import {
  type ColumnBook,
  createColumnBook,
  namedColumns,
  type GameItems,
  type NamedItems,
  fociOf,
  partFacts,
} from './game-columns.js';
import {
  type GameColumn,
  type EnumerationName,
  type GameNumbers,
  type KindName,
  type MeterColumns,
  enumerationIndices,
  fixedColumns,
  gameColumns,
  gameKindIndices,
  gameKinds,
  gameNumbers,
  singles,
  meterRules,
} from './game-model.js';

const { PlanetType, PlanetEnvironment } = words;

/** A word is stored in a byte, and 0 is none. */
const mostWords = 255;

/** Columns of unknown names are undefined: the caller reports these. */
export type GameModelBuilder = ReturnType<typeof createGameModel>;
export type GameModel = ReturnType<GameModelBuilder['finishGame']>;

/** Throws EdictError for more species, foci or designs than an enumeration has words. */
export function createGameModel(itemsOf: GameItems) {
  const items: NamedItems = keptBy((kind) => {
    const first = new Map<string, Item>();
    for (const item of itemsOf(kind)) kept(first, item.name, () => item);
    return first;
  });
  const book = createColumnBook();
  const enumerations = makeEnumerations(items);
  const values = enumerations.map(({ members }) => new Map(members.map((member, i) => [member, i + 1])));
  const classes = makeClasses(items);
  const column = (name: GameColumn) => book.column(name, fixedColumns[name]);
  gameColumns.forEach(column);
  const meters = makeMeters(book);
  /** From 1. */
  const word = (enumeration: EnumerationName, member: string) => values[enumerationIndices[enumeration]].get(member);
  const tables = makeTables(book, items, (focus) => word('focus', focus) ?? 0);
  const { columns, asking, facts } = namedColumns(book, items);
  const numbers: GameNumbers = gameNumbers;
  const common = { ...numbers, ...columns, word, classOf: classes.indexOf, column };

  return {
    ...common,
    ...asking,
    ...tagTables(book, items, classes),
    tables,
    /** By its name in states. */
    meter: (name: string) => meters.get(name),
    finishGame: once(() => {
      book.close();
      return Object.freeze({
        ...common,
        ...facts(),
        meters,
        model: assemble(book, enumerations, classes),
        namesOf: (kind: ItemKind) => [...items(kind).keys()],
      });
    }),
  };
}

type Words = Pick<Enumeration, 'members' | 'order' | 'ring'>;

function makeEnumerations(items: NamedItems): readonly Enumeration[] {
  const wordsOf = (members: Words['members'], order: Words['order'] = 'none', ring = 0) => ({ members, order, ring });
  const namesOf = (kind: ItemKind) => wordsOf([...items(kind).keys()]);
  const shapes: Record<EnumerationName, Words> = {
    species: namesOf('Species'),
    focus: wordsOf(fociOf(items('Species').values())),
    planetType: wordsOf(PlanetType, 'wheel', wheelOfTypes),
    planetSize: wordsOf(words.PlanetSize, 'ordered'),
    environment: wordsOf(PlanetEnvironment, 'ordered'),
    star: wordsOf(words.StarType),
    designName: namesOf('ShipDesign'),
    visibility: wordsOf(words.Visibility, 'ordered'),
  };
  return (Object.keys(enumerationIndices) as EnumerationName[]).map((name) => {
    const { length } = shapes[name].members;
    if (length > mostWords) {
      const message = `content has ${length} words for ${name}, of which there can be ${mostWords}; leave some items out`;
      throw new EdictError('too-many-words', message);
    }
    return { index: enumerationIndices[name], name, ...shapes[name] };
  });
}

function makeMeters(book: ColumnBook): ReadonlyMap<string, MeterColumns> {
  const names = [...new Set(meterRules.map(({ meter }) => meter))];
  return new Map(
    names.map((name) => {
      const kinds = meterRules.filter(({ meter }) => meter === name).flatMap((rule) => rule.kinds);
      const shape = { ...singles(...kinds), role: 'meter' } as const;
      return [name, { initial: book.column(`${name} initial`, shape).index, current: book.column(name, shape).index }];
    }),
  );
}

/** Indices in the model. Rows and columns are by value. */
function makeTables(book: ColumnBook, items: NamedItems, focusOf: (name: string) => number) {
  const species = [...items('Species').values()];
  const flag = (name: string, word: string) =>
    book.table(name, 1, () => perSpecies(species, ({ flags }) => Number(flags.has(word))));
  return {
    // planetType × species → environment; `Uninhabitable` by default.
    environment: book.table('environment', species.length + 1, () => environmentTable(species)),
    preferredFocus: book.table('preferredFocus', 1, () =>
      perSpecies(species, ({ fields }) => focusOf(textIn(fields, 'preferredfocus') ?? '')),
    ),
    canColonize: flag('canColonize', 'CanColonize'),
    canProduceShips: flag('canProduceShips', 'CanProduceShips'),
  };
}

const owned: ReadonlySet<KindName> = new Set([...gameKinds, 'order']);

/** `order`: anything in the game. */
const holders: Partial<Record<KindName, readonly KindName[]>> = {
  planet: ['system'],
  building: ['planet'],
  fleet: ['system'],
  ship: ['fleet'],
  field: ['system'],
  pod: ['ship'],
  mount: ['ship'],
  gun: ['ship'],
  order: gameKinds,
};

const kindShapes: readonly Omit<Kind, 'columns'>[] = (Object.keys(gameKindIndices) as KindName[]).map((name) => ({
  index: gameKindIndices[name],
  name,
  faction: name === 'empire',
  node: name === 'system',
  ownership: { rule: owned.has(name) ? 'stored' : 'none' },
  attachesTo: (holders[name] ?? []).map((holder) => gameKindIndices[holder]),
  orphan: name === 'field' ? 'detach' : 'destroy',
}));

function assemble(
  { columns, tables }: ColumnBook,
  enumerations: readonly Enumeration[],
  { classes }: GameClasses,
): Model {
  return modelOf({
    kinds: kindShapes.map((shape) => kindOf(shape, columns)),
    columns,
    enumerations,
    classes,
    tables,
    roles: Object.keys(gameNumbers.roles),
    sights: Object.keys(gameNumbers.sights),
    networks: Object.keys(gameNumbers.networks),
    relations: Object.keys(gameNumbers.relations).map((name) => ({ name, symmetric: true })),
  });
}

/** Tables of tags: of species, and of classes of buildings and fields. */
function tagTables(book: ColumnBook, items: NamedItems, classes: GameClasses) {
  const species = [...items('Species').values()];
  const typed = [...items('BuildingType').values(), ...items('FieldType').values()];
  return {
    speciesTag: (tag: string) =>
      book.table(`species tag ${tag.toUpperCase()}`, 1, () => perSpecies(species, (item) => marked(item, tag))),
    classTag: (tag: string) =>
      book.table(`class tag ${tag.toUpperCase()}`, 1, () => {
        const values = new Float64Array(classes.classes.length + 1);
        for (const item of typed) values[classes.indexOf(item.kind, item.name) ?? 0] = marked(item, tag);
        return values;
      }),
  };
}

function marked(item: Item, tag: string): number {
  return Number(isTagged(tagsOf(item), tag.toUpperCase()));
}

/** Tables of properties of species. Rows are species by their words; 0 is none. */

function environmentTable(species: readonly Item[]): Float64Array {
  const width = species.length + 1;
  const values = new Float64Array((PlanetType.length + 1) * width).fill(wordIn(PlanetEnvironment, 'Uninhabitable'));
  species.forEach((item, i) => {
    for (const entry of entriesIn(item.fields, 'environments')) {
      const environment = wordIn(PlanetEnvironment, textIn(entry, 'environment') ?? '');
      for (const type of textsIn(entry, 'type')) {
        const row = wordIn(PlanetType, type);
        if (row > 0 && environment > 0) values[row * width + i + 1] = environment;
      }
    }
  });
  return values;
}

function perSpecies(species: readonly Item[], value: (item: Item) => number): Float64Array {
  return Float64Array.of(0, ...species.map(value));
}

function wordIn(words: readonly string[], word: string): number {
  return words.indexOf(word) + 1;
}

/** With the kind of their objects. A class of parts without meters has none: it is only for availability. */
const kindsWithClasses: readonly (readonly [ItemKind, (item: Item) => KindName])[] = [
  ['BuildingType', () => 'building'],
  ['FieldType', () => 'field'],
  ['Hull', () => 'ship'],
  ['Part', (item) => partFacts(item).objects ?? 'pod'],
  ['Tech', () => 'tech'],
];

type GameClasses = ReturnType<typeof makeClasses>;

function makeClasses(items: NamedItems) {
  const classes: Class[] = [];
  const indices = new Map<string, number>();
  for (const [kind, objects] of kindsWithClasses) {
    for (const item of items(kind).values()) {
      const name = `${kind}:${item.name}`;
      const made: Class = {
        index: classes.length + 1,
        name,
        kind: gameKindIndices[objects(item)],
        duration: 0,
        invisible: false,
        initial: new Map(),
      };
      classes.push(made);
      indices.set(name, made.index);
    }
  }
  return {
    classes,
    indexOf: (kind: ItemKind, name: string) => indices.get(`${kind}:${name}`),
  };
}
