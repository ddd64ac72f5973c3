/** `any`: one list has all lines. */
export type LineKind = 'control' | 'variable' | 'modifier' | 'any';

/** A line of a file, or a token of an object's line. */
export interface SourceText {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** A line of a data control, variable or global modifier file, of which there may be millions. */
export interface Line extends SourceText {
  readonly kind: LineKind;
}

export interface Part {
  readonly text: string;
  readonly at: number;
}

const fields = /[ \u00a0](FACT|GROUP|MODIFY|MODIFYOTHER|PARENT|PART|EXPLANATION|VALUE|DATAFORMAT):/;

/** A token after blanks instead of a TAB. */
export function findMissingTab(text: string) {
  const found = fields.exec(text);
  return found === null ? undefined : { token: `${found[1]}:`, at: found.index + 1 };
}

/** The first of the fields that were meant. */
export function beforeMissingTab(text: string): string {
  return text.slice(0, findMissingTab(text)?.at).trim();
}

export function splitFields(line: string): Part[] {
  const fields: Part[] = [];
  let from = 0;
  for (let at = line.indexOf('\t'); at >= 0; at = line.indexOf('\t', from)) {
    if (at > from) fields.push({ text: line.slice(from, at), at: from });
    from = at + 1;
  }
  if (from < line.length) fields.push({ text: from === 0 ? line : line.slice(from), at: from });
  return fields;
}

/** Splits at the first `:`; `at`: the offset of the second side. */
export function splitToken(text: string) {
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), rest: text.slice(colon + 1), at: colon + 1 };
}

/**
 * The parts of the value that begins at `from`. Separators within pairs of `( )` or `[ ]` do not count; a bracket
 * without its partner hides none. Offsets are those of the text.
 */
export function splitValue(text: string, from = 0, separator: '|' | ',' = '|'): Part[] {
  const first = text.indexOf(separator, from);
  if (first < 0) return [{ text: from === 0 ? text : text.slice(from), at: from }];
  const pairs = outerPairs(text, from);
  const parts: Part[] = [];
  let pair = 0;
  let start = from;
  for (let at = first; at >= 0; at = text.indexOf(separator, at + 1)) {
    while (pair < pairs.length && pairs[pair + 1] < at) pair += 2;
    if (pair < pairs.length && pairs[pair] < at) {
      at = pairs[pair + 1];
      continue;
    }
    parts.push({ text: text.slice(start, at), at: start });
    start = at + 1;
  }
  parts.push({ text: text.slice(start), at: start });
  return parts;
}

/**
 * A `,` outside of brackets and quotes makes a list. Text after an unclosed bracket is inside of it: a formula that
 * ends too early.
 */
export function isList(text: string): boolean {
  if (!text.includes(',')) return false;
  const plain = withoutTexts(text);
  let depth = 0;
  for (let at = 0; at < plain.length; at++) {
    const code = plain.charCodeAt(at);
    if (code === comma && depth === 0) return true;
    if (code === roundOpen || code === squareOpen) depth += 1;
    else if ((code === roundClose || code === squareClose) && depth > 0) depth -= 1;
  }
  return false;
}

/** Unpaired quotes stay. */
function withoutTexts(text: string): string {
  let rest = '';
  let from = 0;
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', from)) {
    let end = open + 1;
    while (end < text.length && text.charCodeAt(end) !== quote) end += text.charCodeAt(end) === backslash ? 2 : 1;
    if (end >= text.length) break;
    rest += text.slice(from, open);
    from = end + 1;
  }
  return rest + text.slice(from);
}

/** Two offsets for each pair. A bracket that crosses a pair has no partner. */
function outerPairs(text: string, from: number): number[] {
  const open: number[] = [];
  const pairs: number[] = [];
  let round = 0;
  let square = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === roundOpen || code === squareOpen) {
      open.push(at);
      if (code === roundOpen) round += 1;
      else square += 1;
    } else if (code === roundClose || code === squareClose) {
      const wanted = code === roundClose ? roundOpen : squareOpen;
      if ((wanted === roundOpen ? round : square) === 0) continue;
      for (;;) {
        const start = open.pop() ?? from;
        const isRound = text.charCodeAt(start) === roundOpen;
        if (isRound) round -= 1;
        else square -= 1;
        if (isRound !== (wanted === roundOpen)) continue;
        while (pairs.length > 0 && pairs[pairs.length - 2] > start) pairs.length -= 2;
        pairs.push(start, at);
        break;
      }
    }
  }
  return pairs;
}

const roundOpen = 40;
const roundClose = 41;
const squareOpen = 91;
const squareClose = 93;
const quote = 34;
const backslash = 92;
const comma = 44;
