/** What a UTF-16 unit may be in a formula. */
export const letter = 1;
export const digit = 2;
/** `~`, which a name may end in. */
export const tilde = 3;
/** `_ : .`, which a name may have inside. */
export const inner = 4;
export const blank = 5;
export const equals = 6;
/** Not ASCII: a letter perhaps. */
export const foreign = 7;

const ascii = new Uint8Array(128);
for (let code = 48; code <= 57; code++) ascii[code] = digit;
for (let code = 65; code <= 90; code++) ascii[code] = ascii[code + 32] = letter;
ascii[126] = tilde;
for (const code of [95, 58, 46]) ascii[code] = inner;
ascii[32] = blank;
ascii[61] = equals;

/** The class of a unit, 0 for what is in no name; NaN, behind the end of a text, is in none. */
export function classOf(code: number): number {
  return code < 128 ? ascii[code] : code >= 128 ? foreign : 0;
}

const anyLetter = /^\p{L}$/u;

/** How many units the letter at an offset has: 0 where there is none. */
export function lengthOfLetter(text: string, at: number): number {
  const code = text.codePointAt(at);
  if (code === undefined || !anyLetter.test(String.fromCodePoint(code))) return 0;
  return code > 0xffff ? 2 : 1;
}

/**
 * The offset behind the name that begins at an offset, or the offset itself where none begins: a letter, then letters,
 * digits, `_ : . ~`, blanks and at most one `=`, up to the last letter, digit or `~` among them.
 */
export function endOfName(text: string, start: number): number {
  let at = start;
  let end = start;
  let hasEquals = false;
  for (;;) {
    let length = 1;
    switch (classOf(text.charCodeAt(at))) {
      case letter:
        end = at + 1;
        break;
      case digit:
      case tilde:
        if (end === start) return start;
        end = at + 1;
        break;
      case inner:
      case blank:
        if (end === start) return start;
        break;
      case equals:
        if (hasEquals || end === start) return end;
        hasEquals = true;
        break;
      case foreign:
        length = lengthOfLetter(text, at);
        if (length === 0) return end;
        end = at + length;
        break;
      default:
        return end;
    }
    at += length;
  }
}

/** The offset behind `12`, `1.5` or `.5`; the offset itself where none of these begins. */
export function endOfNumber(text: string, start: number): number {
  let at = start;
  while (classOf(text.charCodeAt(at)) === digit) at += 1;
  if (text.charCodeAt(at) !== 46 || classOf(text.charCodeAt(at + 1)) !== digit) return at;
  at += 2;
  while (classOf(text.charCodeAt(at)) === digit) at += 1;
  return at;
}

/** What may stand behind `\` in a text. */
export const escapes = 'ntbrf\\\'"';

/**
 * The offset behind the text in quotes that begins at an offset; where it is none, the offset of what is wrong,
 * negative and less one: `~offset`.
 */
export function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code === 10 || code === 13) return ~start;
    if (code !== 92) continue;
    at += 1;
    if (at >= text.length) return ~start;
    if (!escapes.includes(text[at])) return ~(at - 1);
  }
  return ~start;
}
