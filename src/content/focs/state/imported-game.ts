import type { WorldState } from '../../../components/state.js';
import { handleOf } from '../../../kernel/identity.js';
import type { GameColumn, GameModel, EnumerationName } from '../model/game-model.js';
import type { GalaxyState, StateDesign } from './schema.js';
import { EdictError } from '../../../kernel/errors.js';
import { nearestName } from '../../text/nearest-name.js';
import { quoteText } from '../../text/quote.js';
import type { ItemKind } from '../syntax.js';

/** A game of a state file in a world, with the objects of the world for those in the file. */
export interface ImportedGame {
  readonly game: GameModel;
  readonly source: GalaxyState;
  readonly state: WorldState;
  readonly galaxy: number;
  /** Ids in the world by ids in the file. */
  readonly objects: ReadonlyMap<number, number>;
  readonly empires: ReadonlyMap<number, number>;
  /** Those of the state, and those of content that rules need and the state lacks. */
  readonly allDesigns: readonly StateDesign[];
  readonly designs: ReadonlyMap<number, number>;
  /** The objects for the parts of a ship, by the ship's id in the file and the part's name. */
  readonly parts: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** Id in the world of an object of the file; 0 for none (-1) and unknown ones. */
  readonly idOf: (gameId: number) => number;
}

/** Stamps are touched at the end. */
export function setCell({ game, state }: ImportedGame, name: GameColumn, id: number, value: number): void {
  state.cells[game.column(name).index][id] = value;
}

/** Sets a reference to an object of the world, 0 for none. */
export function setReference(made: ImportedGame, name: GameColumn, id: number, target: number): void {
  setCell(made, name, id, handleOf(made.state.identity, target));
}

/**
 * Names of content in a state. An unknown one is an error with the name, its place in the state, and the nearest name.
 */

const what = {
  species: 'species',
  focus: 'focus',
  planetType: 'type of planets',
  planetSize: 'size of planets',
  environment: 'environment',
  star: 'star',
  designName: 'design',
  visibility: 'visibility',
  BuildingType: 'type of buildings',
  FieldType: 'type of fields',
  Hull: 'hull',
  Part: 'part',
  Tech: 'tech',
} as const satisfies Partial<Record<EnumerationName | ItemKind, string>>;

type ClassKind = Extract<keyof typeof what, ItemKind>;

/**
 * The value of a word; 0 for the empty word, which is none. `who` is the part of the state with the word. Throws
 * EdictError.
 */
export function wordOf(game: GameModel, enumeration: EnumerationName, word: string, who: string): number {
  if (word === '') return 0;
  return (
    game.word(enumeration, word) ??
    unknown(what[enumeration], word, who, game.model.enumerations[game.enumerations[enumeration]].members)
  );
}

export function classNamed(game: GameModel, kind: ClassKind, name: string, who: string): number {
  return game.classOf(kind, name) ?? unknown(what[kind], name, who, game.namesOf(kind));
}

export function named<V>(map: ReadonlyMap<string, V>, kind: string, name: string, who: string): V {
  return map.get(name) ?? unknown(kind, name, who, map.keys());
}

function unknown(kind: string, name: string, who: string, known: Iterable<string>): never {
  throw unknownName(
    `${who} names the ${kind} ${quoteText(name)}, which the content does not have`,
    name,
    known,
    'load the content that the game was played with',
  );
}

/** The error of an unknown name, with the nearest one, or else with advice. */
export function unknownName(message: string, name: string, known: Iterable<string>, advice: string): EdictError {
  const nearest = nearestName(name, known);
  const toDo = nearest === undefined || nearest === name ? advice : `did you mean ${quoteText(nearest)}?`;
  return new EdictError('unknown-name', `${message}; ${toDo}`, name);
}
