/**
 * Where the rules can be read in two ways and the product reads them otherwise than the oracle. Random documents in which one of these stands are
 * left out of the comparison; what the oracle says of them is what the words say.
 */
const twofold: readonly RegExp[] = [
  // The shipped game: a literal in place of the operand may be the value, or the operand.
  /<(?:Adapt|Random)>[^<]/,
  // An option declared as a number that is told to be on may be 1, or keep its number.
  /GAMEOPTION_B/,
];

/** Whether a document can be read in two ways. */
export function isTwofold(text: string): boolean {
  return twofold.some((pattern) => pattern.test(text));
}
