import { report, warn } from './loading.js';
import { wrongType, type Field } from './section.js';

/** Players that a level can have; those that it does not have are inactive. */
export const seats = 4;
/** Of counters by player. */
export const counters = 3;

export function seat(of: Field): number {
  return declared(of, index(of, 'a player', 0, seats));
}

/** -1 is nobody. */
export function seatOrNobody(of: Field): number {
  return declared(of, index(of, 'a player (-1: nobody)', -1, seats));
}

/** Seats where nobody plays may be named, but hardly ever are on purpose. */
function declared(of: Field, seatNumber: number): number {
  const { players } = of.loading.counts;
  if (of.value?.type === 'int' && seatNumber >= players && seatNumber < seats) {
    const expected = players === 0 ? '`players` names none' : `those of \`players\` are 0 to ${players - 1}`;
    warn(
      of.loading,
      'index',
      of,
      `nobody plays at seat ${seatNumber}: ${expected}; what is said of it does nothing, or is false or 0`,
    );
  }
  return seatNumber;
}

export function counterNumber(of: Field): number {
  return index(of, 'a counter', 0, counters);
}

export function initialNumber(of: Field): number {
  return index(of, 'an initial', 0, of.loading.counts.initials);
}

export function conditionNumber(of: Field): number {
  return index(of, 'a condition', 0, of.loading.counts.conditions);
}

/** In both policies an error where there is none: nothing says what a level of that kind would be. */
export function existingInitial(of: Field): number {
  return index(of, 'an initial', 0, of.loading.counts.initials, 'always');
}

/** Of a player that the level has, or -1, which is nobody; in both policies. */
export function existingPlayerOrNobody(of: Field): number {
  return index(of, 'a player of this level (-1: nobody)', -1, of.loading.counts.players, 'always');
}

/**
 * An int from `from` and below `end`. Others are an error in policy sound; in compat they are kept, because the engine
 * has a meaning for them.
 */
function index(
  of: Field,
  what: string,
  from: number,
  end: number,
  refused: 'always' | 'in sound' = 'in sound',
): number {
  if (of.value?.type !== 'int') {
    wrongType(of, 'an int');
    return 0;
  }
  const value = Number(of.value.value);
  if (value >= from && value < end) return value;
  const note = refused === 'always' || of.loading.policy === 'sound' ? report : warn;
  note(
    of.loading,
    'index',
    of,
    `${value} is not the index of ${what}: ${end > from ? `expected ${from} to ${end - 1}` : 'there are none'}`,
  );
  return value;
}
