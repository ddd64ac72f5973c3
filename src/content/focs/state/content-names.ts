import { EdictError } from '../../../kernel/errors.js';
import { nearestName } from '../../diagnostics/nearest-name.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { GameEnumerations, GameModel } from '../model/game-model.js';
import type { ItemKind } from '../syntax.js';

/**
 * Names of content in a state. What content does not have is an error that names it, who says it, and the name most
 * like it.
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
} satisfies Partial<Record<keyof GameEnumerations | ItemKind, string>>;

type ClassKind = 'BuildingType' | 'FieldType' | 'Hull' | 'Part' | 'Tech';

/**
 * The value of a word; 0 for the empty word, which is none. `who` is the part of the state that says it. Throws
 * EdictError.
 */
export function wordOf(game: GameModel, enumeration: keyof GameEnumerations, word: string, who: string): number {
  if (word === '') return 0;
  return (
    game.word(enumeration, word) ??
    unknown(what[enumeration], word, who, game.model.enumerations[game.enumerations[enumeration]].members)
  );
}

/** Index of the class of a named item. Throws EdictError. */
export function classNamed(game: GameModel, kind: ClassKind, name: string, who: string): number {
  return game.classOf(kind, name) ?? unknown(what[kind], name, who, game.namesOf(kind));
}

/** What a map holds of a name. Throws EdictError where it holds nothing. */
export function named<V>(map: ReadonlyMap<string, V>, sort: string, name: string, who: string): V {
  return map.get(name) ?? unknown(sort, name, who, map.keys());
}

function unknown(sort: string, name: string, who: string, known: Iterable<string>): never {
  const nearest = nearestName(name, known);
  const advice =
    nearest === undefined ? 'load the content that the game was played with' : `did you mean ${quoteText(nearest)}?`;
  throw new EdictError(
    'unknown-name',
    `${who} names the ${sort} ${quoteText(name)}, which the content does not have; ${advice}`,
    name,
  );
}
