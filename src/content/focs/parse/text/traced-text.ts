import { createLineIndex, lastAtMost, lineAt, positionAt, type LineIndex } from '../../../text/line-index.js';
import type { SourcePlace, TextProblem } from '../../syntax.js';

export interface Problem extends TextProblem {
  readonly severity: 'error' | 'warning';
  readonly inside: Origin;
  /** Of an include: the path of the missing file. */
  readonly lost?: string;
}

export type ProblemDetails = Partial<Pick<Problem, 'severity' | 'suggestion' | 'lost'>>;

export function problemAt(code: string, message: string, inside: Origin, at: number, more?: ProblemDetails): Problem {
  return { severity: 'error', code, message, inside, at, ...more };
}

export const asWarning = { severity: 'warning' } as const;

/** Without a byte order mark; the last line has a line end. */
export interface SourceFile {
  /** Relative to the content's root, for messages. */
  readonly file: string;
  /** Relative to the folder that `/` stands for in includes. */
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
}

export interface MacroCall {
  readonly macro: string;
  readonly inside: Origin;
  readonly at: number;
  readonly outer: MacroCall | undefined;
  /** Number of calls around its text, itself included. */
  readonly depth: number;
}

/** Stretches of older texts: each step back to a file is a binary search. */
export interface TracedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly origins: readonly Origin[];
  readonly offsets: readonly number[];
  readonly calls: readonly (MacroCall | undefined)[];
}

export type Origin = SourceFile | TracedText;

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

export type TextBuilder = ReturnType<typeof createTextBuilder>;

export function createTextBuilder() {
  let text = '';
  const starts: number[] = [];
  const origins: Origin[] = [];
  const offsets: number[] = [];
  const calls: (MacroCall | undefined)[] = [];
  return {
    get length() {
      return text.length;
    },
    /** `to` is exclusive. */
    add(origin: Origin, from: number, to: number, call?: MacroCall): void {
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
    build: (): TracedText => ({ text, starts, origins, offsets, calls }),
  };
}

export function cut(origin: Origin, from: number, to: number): TracedText {
  return { text: origin.text.slice(from, to), starts: [0], origins: [origin], offsets: [from], calls: [undefined] };
}

/**
 * The place in a file, and the calls that led to it, the innermost first. Ends are directly after the last character.
 */
export function trace(origin: Origin, offset: number) {
  const calls: MacroCall[] = [];
  let at = Math.max(0, Math.min(offset, origin.text.length));
  let current = origin;
  while ('starts' in current) {
    if (current.starts.length === 0) return { file: nowhere, offset: 0, calls };
    const piece = lastAtMost(current.starts, at);
    const inner: MacroCall[] = [];
    for (let call = current.calls[piece]; call !== undefined; call = call.outer) inner.push(call);
    calls.unshift(...inner);
    at = current.offsets[piece] + at - current.starts[piece];
    current = current.origins[piece];
  }
  return { file: current, offset: at, calls };
}

const nowhere = createSourceFile('', '', '');

export function placeOf(origin: Origin, offset: number): SourcePlace {
  const { file, offset: at, calls } = trace(origin, offset);
  return {
    ...placeIn(file, at),
    calls: calls.map((call) => {
      const place = trace(call.inside, call.at);
      return { macro: call.macro, ...placeIn(place.file, place.offset) };
    }),
  };
}

function placeIn({ file, lines }: SourceFile, offset: number): Omit<SourcePlace, 'calls'> {
  return { file, ...positionAt(lines, offset) };
}

export function lineOf(origin: Origin, offset: number): string {
  const { file, offset: at } = trace(origin, offset);
  return lineAt(file.lines, positionAt(file.lines, at).line);
}
