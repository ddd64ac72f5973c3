/**
 * The first known name that a misspelt one becomes by two neighbouring letters changing places; in short names that is
 * no near one by edits.
 */
export function withSwappedLetters(name: string, known: readonly string[]): string | undefined {
  return known.find((candidate) => isSwapped(name, candidate));
}

function isSwapped(name: string, candidate: string): boolean {
  if (name.length !== candidate.length) return false;
  let at = 0;
  while (at < name.length && name[at] === candidate[at]) at++;
  return (
    at + 1 < name.length &&
    name[at] === candidate[at + 1] &&
    name[at + 1] === candidate[at] &&
    name.slice(at + 2) === candidate.slice(at + 2)
  );
}
