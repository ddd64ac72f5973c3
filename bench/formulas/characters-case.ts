import { inspect } from '../../src/world/inspect.js';
import { type Timing, measure } from '../measure.js';
import { assertSameValues, assertSolves } from './agreement.js';
import { type Characters, createCharacters } from './character.js';
import { loadSheet } from './load-sheet.js';
import { measureChange } from './measure-change.js';
import { character, written } from './shapes.js';
import { sheetText } from './sheet.js';
import { type Inputs, solvePlainly, solvesNeeded } from './solve-plainly.js';

/** Many characters that share a small sheet. */
export interface CharactersCase {
  readonly case: 'characters';
  readonly count: number;
  readonly milliseconds: number;
  readonly referenceRounds: number;
}

export interface CharactersTimes {
  /** One input of each character written, as one change. */
  readonly change: Timing;
  readonly solves: number;
  readonly reference: Timing | undefined;
}

/** Characters whose values are looked at. */
const step = 97;
/** Levels from 1 on, one character after the other. */
const levels = 30;

/**
 * Checks values against a plain evaluation, then times. Throws where they differ, and where a change solves more or
 * less than it must.
 */
export function runCharactersCase({ count, milliseconds, referenceRounds }: CharactersCase): CharactersTimes {
  const { campaign } = loadSheet(sheetText(character));
  const own = createLevelled(createCharacters(campaign, count));
  for (let i = 0; i < 3; i++) own.change();
  own.check();
  const { solves } = own.world.variables.lastChange;
  const change = measureChange(() => own.change(), 1, { milliseconds, rounds: 10, warmups: 10 });
  own.check();
  return {
    change,
    solves,
    reference:
      referenceRounds === 0
        ? undefined
        : measureReference(createLevelled(createCharacters(campaign, count, 'reference')), referenceRounds),
  };
}

/** Characters with a level each, that all change together. */
interface Levelled extends Characters {
  change(): void;
  /**
   * Throws where values differ from a plain evaluation, and where the last change, which must not be the first, solved
   * more or less than it must.
   */
  check(): void;
}

function createLevelled(characters: Characters): Levelled {
  const { world, roots, number, input, write } = characters;
  const level = input(written);
  let round = 0;
  const levelIn = (when: number, place: number): number => 1 + ((place + 13 * when) % levels);
  const inputs = (when: number, place: number): Inputs => new Map([[written, levelIn(when, place)]]);
  return {
    ...characters,
    change() {
      round++;
      world.variables.change(() => {
        for (let place = 0; place < roots.length; place++) write(roots[place], level, levelIn(round, place));
      });
    },
    check() {
      // The interpreter computes everything again.
      if (inspect(world).executor.name === 'compiled')
        assertSolves('characters', world.variables.lastChange.solves, needed());
      for (let place = 0; place < roots.length; place += step) {
        assertSameValues(`character ${String(place)}`, solvePlainly(character, inputs(round, place)), (name) =>
          number(roots[place], name),
        );
      }
    },
  };

  /** The same for all characters of a level. */
  function needed(): number {
    let sum = 0;
    for (let first = 0; first < Math.min(levels, roots.length); first++) {
      sum +=
        solvesNeeded(character, inputs(round - 1, first), inputs(round, first)) *
        Math.ceil((roots.length - first) / levels);
    }
    return sum;
  }
}

function measureReference(characters: Levelled, rounds: number): Timing {
  characters.change();
  characters.check();
  return measure(() => characters.change(), { milliseconds: 0, rounds, warmups: 1 });
}
