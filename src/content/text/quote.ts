const longestQuotation = 64;

/** Characters that move the cursor, turn the direction of writing, or cannot be seen. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** By `·` for each UTF-16 unit, so that offsets stay. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => '·'.repeat(character.length));
}

export function quoteText(text: string): string {
  return `\`${printable(text.length > longestQuotation ? `${text.slice(0, longestQuotation)}…` : text)}\``;
}

/** `a`, `b` or `c` (or with `and`): a few of many, with a count of the rest. */
export function listTexts(texts: readonly string[], most = 8, joint: 'or' | 'and' = 'or'): string {
  const shown = texts.slice(0, most).map(quoteText);
  if (texts.length > most) return `${shown.join(', ')} ${joint} ${texts.length - most} more`;
  const last = shown.pop() ?? 'nothing';
  return shown.length === 0 ? last : `${shown.join(', ')} ${joint} ${last}`;
}

export function fewOf(names: readonly (string | number)[], most: number): string {
  return `${names.slice(0, most).join(', ')}${names.length > most ? ', …' : ''}`;
}
