import type { Span, SyntaxProblem } from './syntax.js';

/** The character at an offset, found even if invisible: "`§` (U+00A7)" or "U+0000 (NUL)". */
export function describeCharacter(text: string, offset: number): string {
  const code = text.codePointAt(offset) ?? 0;
  const number = unicodeName(code);
  const name = invisible.get(code);
  if (name !== undefined) return `${number} (${name})`;
  const printable = code > 0x20 && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code < 0xe000);
  return printable ? `\`${String.fromCodePoint(code)}\` (${number})` : number;
}

export function unicodeName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

export function problemAt(span: Span, message: string, suggestion?: string): SyntaxProblem {
  return { message, span, ...(suggestion === undefined ? {} : { suggestion }) };
}

const invisible: ReadonlyMap<number, string> = new Map([
  [0x00, 'NUL'],
  [0x0b, 'vertical tab'],
  [0x1b, 'escape'],
  [0x7f, 'delete'],
  [0xa0, 'no-break space'],
  [0x200b, 'zero-width space'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x2028, 'line separator'],
  [0x2029, 'paragraph separator'],
  [0x202e, 'right-to-left override'],
  [0xfeff, 'byte order mark'],
]);
