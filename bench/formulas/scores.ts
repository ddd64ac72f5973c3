/** So many scores from 3 to 30: of every three two are ints, and one is a double that is none. */
export function makeScores(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => {
    const score = 3 + ((i * 11) % 28);
    return i % 3 === 2 ? score - 0.75 : score;
  });
}

/** Formulas such as sheets have, so many, each another one. */
export function makeFormulas(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => forms[i % forms.length](i));
}

const forms: readonly ((i: number) => string)[] = [
  (i) => `Score${String(i)}+1`,
  (i) => `floor((Score${String(i)}-10)/2)`,
  (i) => `max(Base${String(i)},Bonus${String(i)}*2)`,
  (i) => `if(Level>=${String(i)},Rank${String(i)}+2,0)`,
  (i) => `-Load${String(i)}%3`,
  (i) => `Might${String(i)} * 2 + Wits / 4 - 1.5`,
  (i) => `value()+Level/${String(i + 1)}`,
  (i) => `Size == ${String(i)} || Weight${String(i)} <= 12 && Armed`,
];
