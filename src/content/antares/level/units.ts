/** x * 256, rounded to a whole number; halves away from zero. Exact. */
export function round256(value: number): number {
  const scaled = value * 256;
  const whole = Math.trunc(scaled);
  // Adding a half and cutting off would carry the number just below a half over it.
  const rounded = Math.abs(scaled - whole) >= 0.5 ? whole + Math.sign(scaled) : whole;
  return rounded + 0;
}

/** Cash in raw units, which are 1/256 of 1/200. */
export function rawCash(value: number): number {
  return 200 * round256(value);
}

export function nearest256(value: number): number {
  return round256(value) / 256;
}

const ticksPerSecond = 60;

/** Levels written for a setup of a third of the length count its time three times. */
const oldPace = 3;

/** A time since the beginning of setup, in the old count, as a time of the game. In ticks. */
export function ticksOfOldTime(duration: number, setupSeconds: number): number {
  const setup = ticksPerSecond * setupSeconds;
  return oldPace * duration < setup
    ? oldPace * duration - setup
    : duration - ticksPerSecond * Math.floor(setupSeconds / oldPace);
}

/** Ticks; or what is wrong with how it is written; or the limit that it is past. */
type DurationResult = { readonly ticks: number } | { readonly fault: string } | { readonly limit: string };

/** Time is counted in 32 bits. */
const mostTicks = 2 ** 31 - 1;

const ticksOf: ReadonlyMap<string, number> = new Map([
  ['h', 216_000],
  ['m', 3_600],
  ['s', 60],
  ['t', 1],
]);

/**
 * The ticks (60 a second) of a text such as `-1m30.5s`: perhaps a sign, then digits, perhaps with a decimal fraction,
 * and a unit (`h m s t`), once or more. Each part is cut down to whole ticks, exactly.
 */
export function parseDuration(text: string): DurationResult {
  const negative = text.startsWith('-');
  let at = negative || text.startsWith('+') ? 1 : 0;
  let ticks = 0;
  do {
    const wholeEnd = digitsEnd(text, at);
    if (wholeEnd === at) return { fault: missing('a digit', text, at) };
    const pointed = text[wholeEnd] === '.';
    const end = pointed ? digitsEnd(text, wholeEnd + 1) : wholeEnd;
    if (pointed && end === wholeEnd + 1) return { fault: missing('a digit', text, end) };
    const unit = ticksOf.get(text[end] ?? '');
    if (unit === undefined) return { fault: missing('a unit (`h`, `m`, `s` or `t`)', text, end) };
    ticks += Number(text.slice(at, wholeEnd)) * unit + fractionTicks(text, wholeEnd + 1, end, unit);
    at = end + 1;
  } while (at < text.length);
  if (ticks > mostTicks) return { limit: `expected at most ${mostTicks} ticks of 1/60 second` };
  return { ticks: negative ? 0 - ticks : ticks };
}

function missing(expected: string, text: string, at: number): string {
  return `expected ${expected} at ${at < text.length ? `character ${at + 1}` : 'the end'}`;
}

function digitsEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && text[end] >= '0' && text[end] <= '9') end++;
  return end;
}

/**
 * The decimals between two places, times the ticks of the unit, cut down to a whole number. From the last digit to the
 * first each step cuts off what cannot count, so that no digits are too many.
 */
function fractionTicks(text: string, from: number, to: number, unit: number): number {
  let carried = 0;
  for (let at = to - 1; at >= from; at--) carried = Math.floor((Number(text[at]) * unit + carried) / 10);
  return carried;
}
