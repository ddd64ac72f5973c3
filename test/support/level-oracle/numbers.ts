import type { Operator } from './document.js';

const ticksOf: Readonly<Record<string, number>> = { h: 216_000, m: 3_600, s: 60, t: 1 };

/** Ticks of a duration such as `-1m1.5s`; each part is cut to whole ticks. */
export function ticksOfDuration(text: string): number {
  let ticks = 0;
  for (const [, amount = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)([hmst])/g))
    ticks += Math.trunc(Number(amount) * (ticksOf[unit] ?? 0));
  return text.startsWith('-') ? -ticks : ticks;
}

/** In 1/256, halves away from zero. */
export function round256(value: number): number {
  const rounded = Math.floor(Math.abs(value) * 256 + 0.5);
  return value < 0 ? -rounded : rounded;
}

export function rawCash(value: number): number {
  return 200 * round256(value);
}

export function compares(world: number, op: Operator, level: number): boolean {
  switch (op) {
    case 'eq':
      return world === level;
    case 'ne':
      return world !== level;
    case 'lt':
      return world < level;
    case 'gt':
      return world > level;
    case 'le':
      return world <= level;
    case 'ge':
      return world >= level;
  }
}

export function equals(isSo: boolean, op: Operator): boolean {
  return op === 'eq' ? isSo : !isSo;
}
