/** Letters that a name must have before another can be taken for a slip of it. */
const shortest = 4;

/**
 * The name that another is a slip of the pen of: in other case, with two neighbouring letters swapped, or with one
 * letter too many or too few within it. Names that differ in a letter, a digit or their end may well be two names:
 * `unit1` and `unit2`, `sword` and `swords`.
 */
export function slipOf(name: string, known: Iterable<string>): string | undefined {
  if (name.length < shortest) return undefined;
  for (const other of known) if (other !== name && other.length >= shortest && isSlip(name, other)) return other;
  return undefined;
}

function isSlip(name: string, other: string): boolean {
  const [a, b] = [name.toLowerCase(), other.toLowerCase()];
  if (a === b) return true;
  const first = firstDifference(a, b);
  if (a.length === b.length)
    return (
      a[first] === b[first + 1] &&
      a[first + 1] === b[first] &&
      a.slice(first + 2) === b.slice(first + 2) &&
      isLetter(a[first]) &&
      isLetter(b[first])
    );
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  return (
    longer.length === shorter.length + 1 &&
    first < shorter.length &&
    isLetter(longer[first]) &&
    shorter.slice(first) === longer.slice(first + 1)
  );
}

/** The place of the first letter that differs; the length of the shorter where none does. */
function firstDifference(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) if (a[i] !== b[i]) return i;
  return end;
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}
