import { numberType } from '../../../eval/operation.js';
import { type Enumeration, type Kind, type Model, nothingDeclared, type Class } from '../../../model/model.js';
import { EdictError } from '../../../kernel/errors.js';
import { type ColumnBook, createColumnBook, namedColumns } from './columns.js';
import { fixedColumns } from './fixed-columns.js';
import {
  type GameEnumerations,
  type GameModel,
  type GameModelBuilder,
  type GameTables,
  type MeterColumns,
  gameColumns,
  type GameKinds,
} from './game-model.js';
import { type GameItems, byName, fociOf, partFacts } from './items.js';
import { gameKindIndices, kindShapes } from './kinds.js';
import { meterRules } from './meters.js';
import { textIn, tagsOf, entriesIn, textsIn } from './fields.js';
import * as words from './words.js';
import { environments, planetTypes } from './words.js';
import type { Item, ItemKind } from '../syntax.js';

/** Values of words are stored in a byte, and 0 is "none". */
const mostWords = 255;

/** In the order of the model. */
const enumerationIndices: GameEnumerations = Object.freeze({
  species: 0,
  focus: 1,
  planetType: 2,
  planetSize: 3,
  environment: 4,
  star: 5,
  designName: 6,
  visibility: 7,
});

/** In the order of the model. */
const roles = Object.freeze({ galaxy: 0 });
const relations = Object.freeze({ war: 0, peace: 1, allied: 2 });
const sights = Object.freeze({ explored: 0, resupply: 1 });
const networks = Object.freeze({ supply: 0 });

/**
 * Begins the model of a game's content. Of items of one kind and name the first counts. Throws EdictError when content
 * has more species, foci or designs than an enumeration has words.
 */
export function createGameModel(items: GameItems): GameModelBuilder {
  const book = createColumnBook();
  const enumerations = makeEnumerations(items);
  const values = enumerations.map(({ members }) => new Map(members.map((member, i) => [member, i + 1])));
  const classes = makeClasses(items);
  const fixed = fixedColumns(enumerationIndices);
  for (const name of gameColumns) book.column(name, fixed[name]);
  const meters = makeMeters(book);
  const word: GameModelBuilder['word'] = (enumeration, member) => values[enumerationIndices[enumeration]].get(member);
  const tables = makeTables(book, items, (focus) => word('focus', focus) ?? 0);
  const { known, ...named } = namedColumns(book, items, gameKindIndices);
  const common = {
    kinds: gameKindIndices,
    enumerations: enumerationIndices,
    roles,
    relations,
    sights,
    networks,
    word,
    classOf: classes.indexOf,
    column: (name: (typeof gameColumns)[number]) => book.column(name, fixed[name]),
  };
  let finished: GameModel | undefined;

  function finishGame(): GameModel {
    book.close();
    finished ??= Object.freeze({
      ...common,
      ...known(),
      meters,
      model: assemble(book, enumerations, classes),
      namesOf: classes.namesOf,
    });
    return finished;
  }

  return {
    ...common,
    ...named,
    ...tagTables(book, items, classes),
    tables,
    typeOf: (index) => book.columns[index].type,
    meter: (name) => meters.get(name),
    finishGame,
    finish: () => finishGame().model,
  };
}

function makeEnumerations(items: GameItems): readonly Enumeration[] {
  const shapes: Record<keyof GameEnumerations, Pick<Enumeration, 'members' | 'order' | 'ring'>> = {
    species: words.plainWords([...byName(items('Species')).keys()]),
    focus: words.plainWords(fociOf(items('Species'))),
    planetType: words.planetTypeWords,
    planetSize: words.planetSizeWords,
    environment: words.environmentWords,
    star: words.starWords,
    designName: words.plainWords([...byName(items('ShipDesign')).keys()]),
    visibility: words.visibilityWords,
  };
  const names = Object.keys(enumerationIndices) as (keyof GameEnumerations)[];
  return names.map((name) => {
    const { members } = shapes[name];
    if (members.length > mostWords) {
      throw new EdictError(
        'too-many-words',
        `content has ${members.length} words for ${name}, of which there can be ${mostWords}; leave some items out`,
      );
    }
    return Object.freeze({ index: enumerationIndices[name], name, ...shapes[name] });
  });
}

function makeMeters(book: ColumnBook): ReadonlyMap<string, MeterColumns> {
  const names = [...new Set(meterRules.map(({ meter }) => meter))];
  return new Map(
    names.map((name) => {
      const kinds = meterRules.filter(({ meter }) => meter === name).flatMap((rule) => rule.kinds);
      const shape = { type: numberType, storage: 'f32', role: 'meter', kinds } as const;
      return [name, { initial: book.column(`${name} initial`, shape).index, current: book.column(name, shape).index }];
    }),
  );
}

function makeTables(book: ColumnBook, items: GameItems, focusOf: (name: string) => number): GameTables {
  const species = [...byName(items('Species')).values()];
  const environment = environmentTable(species);
  const flag = (name: string, word: string): number =>
    book.table(name, 1, () => perSpecies(species, ({ flags }) => Number(flags.has(word))));
  return {
    environment: book.table('environment', environment.width, () => environment.values),
    preferredFocus: book.table('preferredFocus', 1, () =>
      perSpecies(species, ({ fields }) => focusOf(textIn(fields, 'preferredfocus') ?? '')),
    ),
    canColonize: flag('canColonize', 'CanColonize'),
    canProduceShips: flag('canProduceShips', 'CanProduceShips'),
  };
}

function assemble(
  { columns, tables }: ColumnBook,
  enumerations: readonly Enumeration[],
  { classes }: GameClasses,
): Model {
  const kinds: readonly Kind[] = kindShapes.map((shape) =>
    Object.freeze({
      ...shape,
      columns: columns.filter((column) => column.kinds[shape.index] === 1).map(({ index }) => index),
    }),
  );
  for (const list of [columns, tables, enumerations, classes, kinds]) Object.freeze(list);
  return Object.freeze({
    ...nothingDeclared,
    kinds,
    columns,
    enumerations,
    classes,
    tables,
    variables: [],
    roles: Object.keys(roles),
    sights: Object.keys(sights),
    networks: Object.keys(networks),
    relations: Object.keys(relations).map((name) => ({ name, symmetric: true })),
    stacking: new Map(),
    kindByName: indexByName(kinds),
    columnByName: indexByName(columns),
    classByName: indexByName(classes),
  });
}

function indexByName<Part extends { readonly name: string }>(parts: readonly Part[]): ReadonlyMap<string, Part> {
  return new Map(parts.map((part) => [part.name, part]));
}

type TagTables = Pick<GameModelBuilder, 'speciesTag' | 'classTag'>;

/**
 * Tables of which species, and which types of buildings and fields, have a tag; each is made when it is first asked
 * for.
 */
function tagTables(book: ColumnBook, items: GameItems, classes: GameClasses): TagTables {
  const species = [...byName(items('Species')).values()];
  const typed = (['BuildingType', 'FieldType'] as const).flatMap((kind) => [...byName(items(kind)).values()]);
  return {
    speciesTag: (tag) =>
      book.table(`species tag ${tag.toUpperCase()}`, 1, () => perSpecies(species, (item) => Number(hasTag(item, tag)))),
    classTag: (tag) =>
      book.table(`class tag ${tag.toUpperCase()}`, 1, () => {
        const values = new Float64Array(classes.classes.length + 1);
        for (const item of typed) values[classes.indexOf(item.kind, item.name) ?? 0] = Number(hasTag(item, tag));
        return values;
      }),
  };
}

/** The empty tag stands for any. */
function hasTag(item: Item, tag: string): boolean {
  const tags = tagsOf(item);
  return tag === '' ? tags.length > 0 : tags.includes(tag.toUpperCase());
}

/** Tables of what species are like; rows are species by their words, 0 is none. */

/** planetType × species: how a planet of a type suits a species. */
function environmentTable(species: readonly Item[]): { readonly width: number; readonly values: Float64Array } {
  const width = species.length + 1;
  const values = new Float64Array((planetTypes.length + 1) * width).fill(wordIn(environments, 'Uninhabitable'));
  species.forEach((item, i) => {
    for (const entry of entriesIn(item.fields, 'environments')) {
      const environment = wordIn(environments, textIn(entry, 'environment') ?? '');
      for (const type of textsIn(entry, 'type')) {
        const row = wordIn(planetTypes, type);
        if (row > 0 && environment > 0) values[row * width + i + 1] = environment;
      }
    }
  });
  return { width, values };
}

/** One value a species. */
function perSpecies(species: readonly Item[], value: (item: Item) => number): Float64Array {
  return Float64Array.of(0, ...species.map(value));
}

/** The value of a word in a list, from 1; 0 for what is no word of it. */
function wordIn(words: readonly string[], word: string): number {
  return words.indexOf(word) + 1;
}

/** The classes of a model: what carries rules as an object of its own, and what factions can have available. */
interface GameClasses {
  readonly classes: readonly Class[];
  readonly indexOf: (kind: ItemKind, name: string) => number | undefined;
  /** Names of a kind's items, in the order of their indices. */
  readonly namesOf: (kind: ItemKind) => readonly string[];
}

/**
 * Kinds of items that are classes, and the kind of their objects. A part without meters has none; its class is only one
 * to have available.
 */
const kindsWithClasses: readonly (readonly [ItemKind, (item: Item) => keyof GameKinds])[] = [
  ['BuildingType', () => 'building'],
  ['FieldType', () => 'field'],
  ['Hull', () => 'ship'],
  ['Part', (item) => partFacts(item).objects ?? 'pod'],
  ['Tech', () => 'tech'],
];

function makeClasses(items: GameItems): GameClasses {
  const classes: Class[] = [];
  const indices = new Map<string, number>();
  const names = new Map<ItemKind, readonly string[]>();
  for (const [kind, objects] of kindsWithClasses) {
    const known = byName(items(kind));
    names.set(kind, [...known.keys()]);
    for (const item of known.values()) {
      const name = `${kind}:${item.name}`;
      const made: Class = {
        index: classes.length + 1,
        name,
        kind: gameKindIndices[objects(item)],
        duration: 0,
        invisible: false,
        initial: new Map(),
      };
      classes.push(Object.freeze(made));
      indices.set(name, made.index);
    }
  }
  return { classes, indexOf: (kind, name) => indices.get(`${kind}:${name}`), namesOf: (kind) => names.get(kind) ?? [] };
}
