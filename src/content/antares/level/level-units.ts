/** Rounds halves away from zero, exactly. */
export function round256(value: number): number {
  const scaled = value * 256;
  const whole = Math.trunc(scaled);
  // Floor of the sum with a half would round the double just below a half up.
  const rounded = Math.abs(scaled - whole) >= 0.5 ? whole + Math.sign(scaled) : whole;
  return rounded + 0;
}

/** Converts cash to raw units: 1/256 of 1/200. */
export function rawCash(value: number): number {
  return 200 * round256(value);
}

export function nearest256(value: number): number {
  return round256(value) / 256;
}

const ticksPerSecond = 60;

/** In the old count, setup is a third as long, so its time passes three times as fast. */
const oldPace = 3;

/** Converts a time in the old count, from the beginning of setup, to ticks of the game. */
export function ticksOfOldTime(duration: number, setupSeconds: number): number {
  const setup = ticksPerSecond * setupSeconds;
  return oldPace * duration < setup
    ? oldPace * duration - setup
    : duration - ticksPerSecond * Math.floor(setupSeconds / oldPace);
}

type DurationResult = { readonly ticks: number } | { readonly fault: string } | { readonly limit: string };

const mostTicks = 2 ** 31 - 1;

const ticksOf: ReadonlyMap<string, number> = new Map([
  ['h', 216_000],
  ['m', 3_600],
  ['s', 60],
  ['t', 1],
]);

const durationPart = /(\d*)(\.?)(\d*)([hmst]?)/y;

/**
 * Parses a duration such as `-1m30.5s`: an optional sign, then numbers with a unit (`h m s t`). Each part is truncated
 * to whole ticks (60 a second), exactly.
 */
export function parseDuration(text: string): DurationResult {
  const negative = text.startsWith('-');
  let at = negative || text.startsWith('+') ? 1 : 0;
  let ticks = 0;
  do {
    durationPart.lastIndex = at;
    const [all = '', whole = '', point = '', decimals = '', name = ''] = durationPart.exec(text) ?? [];
    if (whole === '') return missing('a digit', text, at);
    if (point !== '' && decimals === '') return missing('a digit', text, at + whole.length + 1);
    const unit = ticksOf.get(name);
    if (unit === undefined) return missing('a unit (`h`, `m`, `s` or `t`)', text, at + all.length);
    ticks += Number(whole) * unit + fractionTicks(decimals, unit);
    at += all.length;
  } while (at < text.length);
  if (ticks > mostTicks) return { limit: `expected at most ${mostTicks} ticks of 1/60 second` };
  return { ticks: negative ? 0 - ticks : ticks };
}

function missing(expected: string, text: string, at: number): DurationResult {
  return { fault: `expected ${expected} at ${at < text.length ? `character ${at + 1}` : 'the end'}` };
}

/** Rounds down. Reads from the last digit to the first, so any number of digits is exact. */
function fractionTicks(decimals: string, unit: number): number {
  let carried = 0;
  for (let at = decimals.length - 1; at >= 0; at--) carried = Math.floor((Number(decimals[at]) * unit + carried) / 10);
  return carried;
}
