import { numberType } from '../../../eval/operation.js';
import { type Enumeration, type Kind, type Model, nothingDeclared } from '../../../components/model.js';
import { EdictError } from '../../../kernel/errors.js';
import { type GameClasses, makeClasses } from './classes.js';
import { type ColumnBook, createColumnBook } from './column-book.js';
import { fixedColumns } from './fixed-columns.js';
import {
  type GameEnumerations,
  type GameModel,
  type GameModelBuilder,
  type GameTables,
  type MeterColumns,
  gameColumns,
} from './game-model.js';
import { type GameItems, byName, fociOf } from './items.js';
import { gameKindIndices, kindShapes } from './kinds.js';
import { meterRules } from './meters.js';
import { namedColumns } from './named-columns.js';
import { tagTables } from './tag-tables.js';
import { environmentTable, perSpecies } from './species-tables.js';
import { textIn } from './fields.js';
import * as words from './words.js';

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
