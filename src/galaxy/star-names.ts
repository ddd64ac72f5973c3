import type { Chooser } from './chooser.js';

const openings =
  'Al Be Cor Da El Fen Gal Hes Ith Jo Kel Lu Mor Na Or Pel Quen Rho Sar Tau Ul Vel Wyn Xan Yor Zel'.split(' ');
const middles = 'a e i o u ar en il or un ath esh'.split(' ');
const endings = 'dra lis mar nia phos ra ris sha tis vane wen xis'.split(' ');
const numerals = 'I II III IV V VI VII VIII IX X XI XII'.split(' ');

const realms = 'Compact League Dominion Hegemony Covenant Republic Assembly Crown Union Syndicate Concord Circle'.split(
  ' ',
);

export function starNames(count: number, choose: Chooser): readonly string[] {
  const names = new Set<string>();
  const plain = (openings.length * middles.length * endings.length) / 2;
  while (names.size < count) {
    const name = `${choose.pick(openings)}${choose.pick(middles)}${choose.pick(endings)}`;
    // When plain names become rare they get numbers; until then another one is drawn.
    names.add(names.size < plain ? name : `${name} ${names.size}`);
  }
  return [...names];
}

/** `Velora III`: the name of a system's planet, counted from 1. */
export function planetName(star: string, place: number): string {
  return `${star} ${numerals[place - 1] ?? place}`;
}

export function empireName(star: string, index: number): string {
  return `${realms[index % realms.length]} of ${star}`;
}
