/** The generator alea of Johannes Baagøe, with the numbers of the package seedrandom: a carry and three fractions. */
export interface Alea {
  c: number;
  s0: number;
  s1: number;
  s2: number;
}

const wordFraction = 2 ** -32;

export function createAlea(seed: string): Alea {
  const first = mash(afterBlanks, seed);
  const second = mash(first, seed);
  const third = mash(second, seed);
  return {
    c: 1,
    s0: seedFraction(blanks[0], first),
    s1: seedFraction(blanks[1], second),
    s2: seedFraction(blanks[2], third),
  };
}

/** In [0, 1), with 53 bits. */
export function nextDouble(alea: Alea): number {
  const high = nextWord(alea);
  return high + ((nextWord(alea) * 0x200000) | 0) * 2 ** -53;
}

/** In [0, 1), with 32 bits. */
export function nextWord(alea: Alea): number {
  const product = 2_091_639 * alea.s0 + alea.c * wordFraction;
  alea.s0 = alea.s1;
  alea.s1 = alea.s2;
  alea.c = product | 0;
  alea.s2 = product - alea.c;
  return alea.s2;
}

/** A running number, whose lowest 32 bits before the point are the next seed. */
function mash(running: number, text: string): number {
  let n = running;
  for (let i = 0; i < text.length; i++) {
    n += text.charCodeAt(i);
    let h = 0.02519603282416938 * n;
    n = h >>> 0;
    h -= n;
    h *= n;
    n = h >>> 0;
    h -= n;
    n += h * 2 ** 32;
  }
  return n;
}

/** Alea begins with three blanks, whatever the seed. */
const blankOnce = mash(0xefc8249d, ' ');
const blankTwice = mash(blankOnce, ' ');
const afterBlanks = mash(blankTwice, ' ');
const blanks = [fractionOf(blankOnce), fractionOf(blankTwice), fractionOf(afterBlanks)] as const;

function fractionOf(running: number): number {
  return (running >>> 0) * wordFraction;
}

function seedFraction(blank: number, running: number): number {
  const fraction = blank - fractionOf(running);
  return fraction < 0 ? fraction + 1 : fraction;
}
