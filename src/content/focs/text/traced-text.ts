import { createLineIndex, lineAt, positionAt, type LineIndex } from '../../diagnostics/line-index.js';
import type { SourcePlace } from '../syntax.js';

export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
  readonly inside: Origin;
  readonly at: number;
  /** Of an include: the path of what it names, which is nowhere. */
  readonly lost?: string;
}

export function problemAt(
  code: string,
  message: string,
  inside: Origin,
  at: number,
  more: Partial<Pick<Problem, 'severity' | 'suggestion' | 'lost'>> = {},
): Problem {
  return { severity: 'error', code, message, inside, at, ...more };
}

export const asWarning = { severity: 'warning' } as const;

/**
 * A file as it was read, without a byte order mark, and with one more line end, so that the last line has one in any
 * case.
 */
export interface SourceFile {
  /** Path relative to the content's root; what messages say. */
  readonly file: string;
  /** Path relative to the folder that `/` stands for in includes, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
}

/** A call of a macro, which put the macro's text in its place. */
export interface MacroCall {
  readonly macro: string;
  /** Where the call stands. */
  readonly inside: Origin;
  readonly at: number;
  /** The call whose text this one is part of. */
  readonly outer: MacroCall | undefined;
  /** Calls around a character of this one's text, itself included. */
  readonly depth: number;
}

/**
 * A text put together from stretches of others, with the memory of where each is from. Stretches lead to older texts,
 * so a place is found by one binary search for each step back to a file, and nothing is kept per character.
 */
export interface TracedText {
  readonly text: string;
  /** Offset of the first character of each stretch, ascending; the first is 0. */
  readonly starts: readonly number[];
  readonly origins: readonly Origin[];
  /** Where in its origin each stretch begins. */
  readonly offsets: readonly number[];
  /** The call that put the stretch here. */
  readonly calls: readonly (MacroCall | undefined)[];
}

export type Origin = SourceFile | TracedText;

/** Puts a traced text together from left to right. */
export interface TextBuilder {
  readonly length: number;
  /** Appends characters `from` to `to` (exclusive) of an origin. */
  add(origin: Origin, from: number, to: number, call?: MacroCall): void;
  build(): TracedText;
}

export function createSourceFile(path: string, file: string, text: string): SourceFile {
  const plain = `${text.startsWith('\uFEFF') ? text.slice(1) : text}\n`;
  let lines: LineIndex | undefined;
  return {
    path,
    file,
    text: plain,
    get lines() {
      return (lines ??= createLineIndex(plain));
    },
  };
}

export function createTextBuilder(): TextBuilder {
  let text = '';
  const starts: number[] = [];
  const origins: Origin[] = [];
  const offsets: number[] = [];
  const calls: (MacroCall | undefined)[] = [];
  return {
    get length() {
      return text.length;
    },
    add(origin, from, to, call) {
      if (to <= from) return;
      const last = starts.length - 1;
      const continues =
        last >= 0 &&
        origins[last] === origin &&
        calls[last] === call &&
        offsets[last] + text.length - starts[last] === from;
      if (!continues) {
        starts.push(text.length);
        origins.push(origin);
        offsets.push(from);
        calls.push(call);
      }
      text += origin.text.slice(from, to);
    },
    build: () => ({ text, starts, origins, offsets, calls }),
  };
}

/** Part of an origin as a text of its own. */
export function cut(origin: Origin, from: number, to: number): TracedText {
  return { text: origin.text.slice(from, to), starts: [0], origins: [origin], offsets: [from], calls: [undefined] };
}

/** A character of a file, and the calls by which it came to the text that was asked about, the innermost first. */
interface TracedPlace {
  readonly file: SourceFile;
  readonly offset: number;
  readonly calls: readonly MacroCall[];
}

/**
 * Where a character of a text is from. The end of a text, or an offset past it, counts as just behind its last
 * character.
 */
export function trace(origin: Origin, offset: number): TracedPlace {
  const calls: MacroCall[] = [];
  let at = Math.max(0, Math.min(offset, origin.text.length));
  let current = origin;
  while ('starts' in current) {
    const piece = pieceAt(current.starts, at);
    if (piece < 0) return { file: nowhere, offset: 0, calls };
    const inner: MacroCall[] = [];
    for (let call = current.calls[piece]; call !== undefined; call = call.outer) inner.push(call);
    calls.unshift(...inner);
    at = current.offsets[piece] + at - current.starts[piece];
    current = current.origins[piece];
  }
  return { file: current, offset: at, calls };
}

/** What an empty text is from. */
const nowhere = createSourceFile('', '', '');

/** The place of a character in words and numbers. */
export function placeOf(origin: Origin, offset: number): SourcePlace {
  const { file, offset: at, calls } = trace(origin, offset);
  return {
    file: file.file,
    ...positionAt(file.lines, at),
    calls: calls.map((call) => {
      const place = trace(call.inside, call.at);
      return { macro: call.macro, file: place.file.file, ...positionAt(place.file.lines, place.offset) };
    }),
  };
}

/** The line of a file that a character is from, as it was written. */
export function lineOf(origin: Origin, offset: number): string {
  const { file, offset: at } = trace(origin, offset);
  return lineAt(file.lines, positionAt(file.lines, at).line);
}

/** The last stretch that begins at or before an offset; -1 for a text without any. */
function pieceAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return high < 0 ? -1 : low;
}
