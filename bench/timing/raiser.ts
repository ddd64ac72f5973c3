import { EdictError } from '../../src/kernel/errors.js';
import type { ExecutorName } from '../../src/world/api.js';
import { type Effort, type Timing, measure } from '../measure.js';
import { type AnsweringOptions, createAnsweringWorld } from './answering-content.js';
import { type Raise, answersOf, cardCount, typeCount } from './answers.js';
import { createBus } from './bus.js';

/** Something in which occurrences are raised one after the other. */
export interface Raiser {
  readonly name: string;
  /** Raises all of a round. */
  round(): void;
  /** Occurrences there have been. */
  count(): number;
  /** By card, then by cell. */
  cells(): readonly number[];
}

/** What listens, and what occurrences do. */
export type Setting = Omit<AnsweringOptions, 'executor'>;

/** Raises as a host does that wants to be quick: types by index, values in the order of fields, in one array. */
export function createEdict(asked: Setting, raises: readonly Raise[], executor: ExecutorName): Raiser {
  const { world, cards, cells } = createAnsweringWorld({ ...asked, executor });
  const values = [0, 0];
  return {
    name: executor,
    round() {
      for (const { type, card, amount } of raises) {
        values[0] = cards[card];
        values[1] = amount;
        world.events.raise(type, values);
      }
    },
    count: () => world.events.occurred,
    cells,
  };
}

/** The event bus that one would write for this. */
export function createPeer({ heard, changes }: Setting, raises: readonly Raise[]): Raiser {
  const { raise, count, cells } = createBus(
    answersOf(heard),
    changes
      ? ({ card, amount }) => {
          card.harm += amount;
        }
      : undefined,
  );
  return {
    name: 'handwritten',
    round() {
      for (const { type, card, amount } of raises) raise(type, card, amount);
    },
    count,
    cells,
  };
}

/**
 * A loop that counts, and writes a cell where occurrences change one: what is left where it is known that nobody
 * listens.
 */
export function createLoop({ changes }: Setting, raises: readonly Raise[]): Raiser {
  const harm = new Float64Array(cardCount);
  const counts = new Int32Array(typeCount);
  return {
    name: 'loop',
    round: changes
      ? () => {
          for (const { type, card, amount } of raises) {
            counts[type]++;
            harm[card] += amount;
          }
        }
      : () => {
          for (const { type } of raises) counts[type]++;
        },
    count: () => counts.reduce((sum, count) => sum + count, 0),
    cells: () => [...harm].flatMap((value) => [value, 0, 0]),
  };
}

/** Rounds after which cells are compared. */
const compared = 2;

/** What came of a raiser: its time for a round, and the cells as they were when it began to be timed. */
interface Outcome {
  readonly time: Timing;
  readonly cells: readonly number[];
}

/**
 * Times a round of each, by name, in their order: each is made when it is its turn, so that the first runs in a process
 * that has seen no other. Throws where cells do not come to the same, or not to `sum` for each round.
 */
export function timeRounds(
  makers: readonly (() => Raiser)[],
  raises: readonly Raise[],
  sum: number,
  effortOf: (name: string) => Effort,
): ReadonlyMap<string, Timing> {
  const outcomes = new Map<string, Outcome>();
  for (const make of makers) {
    const raiser = make();
    for (let i = 0; i < compared; i++) raiser.round();
    const cells = raiser.cells();
    for (const [name, outcome] of outcomes) assertSame({ name: raiser.name, cells }, { name, cells: outcome.cells });
    outcomes.set(raiser.name, {
      time: measure(() => {
        raiser.round();
      }, effortOf(raiser.name)),
      cells,
    });
    assertSum(raiser, raises.length, sum);
  }
  return new Map([...outcomes].map(([name, { time }]) => [name, time]));
}

function assertSum({ name, count, cells }: Raiser, many: number, sum: number): void {
  const rounds = count() / many;
  if (!Number.isInteger(rounds))
    throw new EdictError(
      'disagreement',
      `${name} counted ${String(count())} occurrences, which is no multiple of ${String(many)}`,
    );
  const found = cells().reduce((total, cell) => total + cell, 0);
  if (found !== rounds * sum)
    throw new EdictError(
      'disagreement',
      `the cells of ${name} come to ${String(found)} after ${String(rounds)} rounds, expected ${String(rounds * sum)}`,
    );
}

interface NamedCells {
  readonly name: string;
  readonly cells: readonly number[];
}

function assertSame(found: NamedCells, expected: NamedCells): void {
  const at = expected.cells.findIndex((cell, i) => cell !== found.cells[i]);
  if (at >= 0)
    throw new EdictError(
      'disagreement',
      `cell ${String(at)} of ${found.name} is ${String(found.cells[at])}, of ${expected.name} ${String(expected.cells[at])}`,
    );
}
