import { quoteText } from '../../text/quote.js';
import { referenceKinds, type Counter, type Reference } from '../syntax.js';
import { entriesOf, field, instead, mapOf, optional, text, wrongType, type Reader } from './fields.js';
import { oneOf, report, suggestName, warn, type Loading, type Note } from './loading.js';

/** Of players; those that a level does not have are inactive. */
export const seats = 4;
/** Of counters by player. */
const counters = 3;

export const seat = declared(index('a player', () => seats));

/** -1 is nobody. */
export const seatOrNobody = declared(index('a player (-1: nobody)', () => seats, -1));

const counterNumber = index('a counter', () => counters);

export const initialNumber = index('an initial', ({ initials }) => initials);

export const conditionNumber = index('a condition', ({ conditions }) => conditions);

export const existingInitial = index('an initial', ({ initials }) => initials, 0, 'always');

/** -1 is nobody. */
export const existingPlayerOrNobody = index(
  'a player of this level (-1: nobody)',
  ({ players }) => players,
  -1,
  'always',
);

/**
 * An int from `from` and below an end. Others are an error in policy sound, or `always`; for the engine, and so in
 * compat, they have a meaning.
 */
function index(
  what: string,
  endOf: (counts: Loading['counts']) => number,
  from = 0,
  refused: 'always' | 'in sound' = 'in sound',
): Reader<number> {
  return (of) => {
    if (of.value?.type !== 'int') return wrongType(of, 'an int', 0);
    const value = Number(of.value.value);
    const end = endOf(of.loading.counts);
    if (value >= from && value < end) return value;
    const note = refused === 'always' || of.loading.policy === 'sound' ? report : warn;
    const expected = end > from ? `expected ${from} to ${end - 1}` : 'there are none';
    note(of, 'index', `${value} is not the index of ${what}: ${expected}`);
    return value;
  };
}

/** Seats where nobody plays may be named, but hardly ever are on purpose. */
function declared(read: Reader<number>): Reader<number> {
  return (of) => {
    const number = read(of);
    const { players } = of.loading.counts;
    if (of.value?.type === 'int' && number >= players && number < seats) {
      const expected = players === 0 ? '`players` names none' : `those of \`players\` are 0 to ${players - 1}`;
      warn(
        of,
        'index',
        `nobody plays at seat ${number}: ${expected}; what is said of it does nothing, or is false or 0`,
      );
    }
    return number;
  };
}

export const baseName = known(report);

/** It need not be here, because only the host builds. */
export const builtName = known(warn);

function known(note: Note): Reader<string> {
  return (of) => {
    const name = text(of);
    const { bases } = of.loading;
    if (of.value?.type === 'string' && !bases.has(name))
      note(of, 'unknown-name', `unknown base ${quoteText(name)}`, () => suggestName(of.loading, name, bases));
    return name;
  };
}

/** A map with exactly one key, which is a kind of reference. */
export const reference: Reader<Reference> = (of) => {
  const nowhere: Reference = { at: of.at, by: 'initial', index: 0 };
  if (of.value?.type !== 'map') return wrongType(of, 'a reference such as {initial: 0}', nowhere);
  const keys = [...entriesOf(of)];
  if (keys.length !== 1) {
    report(of, 'ref', () => `a reference has exactly one key (${oneOf(referenceKinds)}), found ${keys.length}`);
    return nowhere;
  }
  const [[key, { at }]] = keys;
  const by = referenceKinds.find((kind) => kind === key);
  if (by === undefined) {
    report(
      { ...of, at },
      'ref',
      () => `unknown kind of reference ${quoteText(key)}: ${oneOf(referenceKinds)}`,
      () => suggestName(of.loading, key, referenceKinds),
    );
    return nowhere;
  }
  const number = field(of, by);
  return { at: of.at, by, index: by === 'initial' ? initialNumber(number) : seat(number) };
};

export const counter = counterOf(seat, 0);

export const relativeCounter: Reader<Counter> = counterOf(optional(seat), undefined);

function counterOf<Player>(player: Reader<Player>, nobody: Player): Reader<{ player: Player; which: number }> {
  return instead(mapOf({ player, which: counterNumber }), { player: nobody, which: 0 });
}
