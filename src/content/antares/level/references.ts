import { report, warn, suggestName, type Loading, oneOf } from './loading.js';
import { wrongType, type Field, text, optional, field, refuseOthers, section } from './fields.js';
import { quoteText } from '../../diagnostics/quote.js';
import { referenceKinds, type Counter, type Reference } from '../syntax.js';

/** Players that a level can have; those that it does not have are inactive. */
export const seats = 4;
/** Of counters by player. */
const counters = 3;

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

function counterNumber(of: Field): number {
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

/** The name of a base of this level. */
export function baseName(of: Field): string {
  return known(of, report);
}

/**
 * The name of something that can be built: that need not be here, because only the host builds; a name of nothing here
 * is worth a warning.
 */
export function builtName(of: Field): string {
  return known(of, warn);
}

function known(of: Field, note: typeof report): string {
  const name = text(of);
  const { loading } = of;
  if (of.value?.type === 'string' && !loading.bases.has(name))
    note(loading, 'unknown-name', of, `unknown base ${quoteText(name)}`, () => suggest(loading, name));
  return name;
}

function suggest(loading: Loading, name: string): string | undefined {
  return suggestName(loading, name, loading.bases);
}

/** A map with exactly one key, which is a kind of reference. */
export function reference(of: Field): Reference {
  const nowhere: Reference = { at: of.at, by: 'initial', index: 0 };
  if (of.value?.type !== 'map') {
    wrongType(of, 'a reference such as {initial: 0}');
    return nowhere;
  }
  const keys = [...of.value.entries];
  if (keys.length !== 1) {
    report(
      of.loading,
      'ref',
      of,
      () => `a reference has exactly one key (${oneOf(referenceKinds)}), found ${keys.length}`,
    );
    return nowhere;
  }
  const [[key, { at }]] = keys;
  const by = referenceKinds.find((kind) => kind === key);
  if (by === undefined) {
    report(
      of.loading,
      'ref',
      { at, path: of.path },
      () => `unknown kind of reference ${quoteText(key)}: ${oneOf(referenceKinds)}`,
      () => suggestName(of.loading, key, referenceKinds),
    );
    return nowhere;
  }
  const number = field(section(of), by);
  return { at: of.at, by, index: by === 'initial' ? initialNumber(number) : seat(number) };
}

const counterFields = ['player', 'which'];

export function counter(of: Field): { readonly player: number; readonly which: number } {
  const map = section(of);
  if (of.value?.type !== 'map') return { player: 0, which: 0 };
  refuseOthers(map, counterFields);
  return { player: seat(field(map, 'player')), which: counterNumber(field(map, 'which')) };
}

/** A counter whose player may be left out. */
export function relativeCounter(of: Field): Counter {
  const map = section(of);
  if (of.value?.type !== 'map') return { player: undefined, which: 0 };
  refuseOthers(map, counterFields);
  return { player: optional(seat, field(map, 'player')), which: counterNumber(field(map, 'which')) };
}
