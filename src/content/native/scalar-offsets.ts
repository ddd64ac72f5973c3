import type { CST } from 'yaml';

/**
 * Where the characters of a scalar's value stand in the file. YAML folds lines, trims indentation and resolves escapes,
 * so an offset into the value is not an offset into the file.
 */

type ScalarToken = CST.FlowScalar | CST.BlockScalar;

/** The value as it is built up, each UTF-16 unit with its offset in the file. */
interface Trace {
  value: string;
  readonly at: number[];
}

/**
 * Offsets in the file of each UTF-16 unit of a scalar's value, and behind the last the offset of its end. Where the
 * value cannot be retraced, every offset is that of the scalar.
 */
export function scalarOffsets(token: ScalarToken, value: string): readonly number[] {
  const trace: Trace = { value: '', at: [] };
  const end = token.type === 'block-scalar' ? traceBlock(token, trace) : traceFlow(token, trace);
  if (trace.value !== value) return Array.from({ length: value.length + 1 }, () => token.offset);
  return [...trace.at, end];
}

/** One offset of `scalarOffsets`; offsets outside the value count as its nearest end. */
export function fileOffset(token: ScalarToken, value: string, offset: number): number {
  const start = startAsWritten(token, value);
  if (start !== undefined) return start + Math.max(0, Math.min(offset, value.length));
  const offsets = scalarOffsets(token, value);
  return offsets[Math.max(0, Math.min(offset, offsets.length - 1))];
}

/** Where a value begins that stands in the file just as it is. */
function startAsWritten(token: ScalarToken, value: string): number | undefined {
  if (token.source === value) return token.type === 'scalar' ? token.offset : undefined;
  const isQuoted = token.type === 'double-quoted-scalar' || token.type === 'single-quoted-scalar';
  return isQuoted && token.source.length === value.length + 2 && token.source.startsWith(value, 1)
    ? token.offset + 1
    : undefined;
}

function emit(trace: Trace, text: string, at: number): void {
  trace.value += text;
  for (let i = 0; i < text.length; i++) trace.at.push(at + i);
}

/** Text that stands for something else in the file: all of it is at one place. */
function emitAt(trace: Trace, text: string, at: number): void {
  trace.value += text;
  for (let i = 0; i < text.length; i++) trace.at.push(at);
}

// --- flow scalars

function traceFlow(token: CST.FlowScalar, trace: Trace): number {
  const { source, offset } = token;
  switch (token.type) {
    case 'double-quoted-scalar':
      traceDouble(source, offset, trace);
      return offset + source.length - 1;
    case 'single-quoted-scalar': {
      const unfolded: Trace = { value: '', at: [] };
      unfold(source.slice(1, -1), offset + 1, unfolded);
      joinQuotes(unfolded, trace);
      return offset + source.length - 1;
    }
    default:
      unfold(source, offset, trace);
      return offset + source.length;
  }
}

/** Lines are trimmed and joined by a space; n empty lines between them by n line ends. */
function unfold(source: string, base: number, trace: Trace): void {
  const ends = lineEnds(source);
  if (ends.length === 0) return emit(trace, source, base);
  let separator = '';
  let separatorAt = base;
  let start = 0;
  for (const [index, end] of [...ends, source.length].entries()) {
    const isLast = index === ends.length;
    const from = index === 0 ? 0 : skipBlanks(source, start, end);
    const to = isLast ? end : trimBlanks(source, from, source[end - 1] === '\r' ? end - 1 : end);
    if (index === 0) {
      emit(trace, source.slice(from, to), base + from);
      separator = ' ';
    } else if (from < to || isLast) {
      emitAt(trace, separator, base + separatorAt);
      emit(trace, source.slice(from, to), base + from);
      separator = ' ';
    } else if (separator === '\n') {
      emitAt(trace, '\n', base + separatorAt);
    } else {
      separator = '\n';
    }
    separatorAt = end;
    start = end + 1;
  }
}

/** Two single quotes stand for one. */
function joinQuotes(from: Trace, into: Trace): void {
  for (let i = 0; i < from.value.length; i++) {
    emitAt(into, from.value[i], from.at[i]);
    if (from.value[i] === "'" && from.value[i + 1] === "'") i++;
  }
}

const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    0: '\0',
    a: '\x07',
    b: '\b',
    e: '\x1b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
    v: '\v',
    N: '\u0085',
    _: '\u00a0',
    L: '\u2028',
    P: '\u2029',
    ' ': ' ',
    '"': '"',
    '/': '/',
    '\\': '\\',
    '\t': '\t',
  }),
);
const codeLengths: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

function traceDouble(source: string, base: number, trace: Trace): void {
  const last = source.length - 1;
  let i = 1;
  while (i < last) {
    const character = source[i];
    if (character === '\\') i = traceEscape(source, i, base, trace);
    else if (character === '\n' || (character === '\r' && source[i + 1] === '\n'))
      i = traceFold(source, i, base, trace);
    else if (character === ' ' || character === '\t') i = traceBlanks(source, i, base, trace);
    else emit(trace, source[i++], base + i - 1);
  }
}

/** Returns the offset behind the escape. */
function traceEscape(source: string, start: number, base: number, trace: Trace): number {
  const letter = source[start + 1];
  const lineEnd = letter === '\r' && source[start + 2] === '\n' ? 3 : 2;
  if (letter === '\n' || lineEnd === 3) return skipBlanks(source, start + lineEnd, source.length);
  const simple = escapes.get(letter);
  const codeLength = codeLengths.get(letter);
  if (simple !== undefined) emitAt(trace, simple, base + start);
  if (codeLength === undefined) return start + 2;
  const code = Number.parseInt(source.slice(start + 2, start + 2 + codeLength), 16);
  if (code <= 0x10ffff) emitAt(trace, String.fromCodePoint(code), base + start);
  return start + 2 + codeLength;
}

/** One line end becomes a space, n become n - 1 line ends; blanks around them go. */
function traceFold(source: string, start: number, base: number, trace: Trace): number {
  let lines = 0;
  let i = start;
  while (
    i < source.length &&
    (source[i] === '\n' || source[i] === ' ' || source[i] === '\t' || (source[i] === '\r' && source[i + 1] === '\n'))
  ) {
    if (source[i] === '\n') lines++;
    i++;
  }
  emitAt(trace, lines === 1 ? ' ' : '\n'.repeat(lines - 1), base + start);
  return i;
}

/** Blanks stay unless they end a line. */
function traceBlanks(source: string, start: number, base: number, trace: Trace): number {
  const end = skipBlanks(source, start, source.length);
  const endsLine = source[end] === '\n' || (source[end] === '\r' && source[end + 1] === '\n');
  if (!endsLine) emit(trace, source.slice(start, end), base + start);
  return end;
}

// --- block scalars

interface BlockLine {
  readonly offset: number;
  readonly indent: number;
  readonly text: string;
}

function traceBlock(token: CST.BlockScalar, trace: Trace): number {
  const header = token.props.find((prop) => prop.type === 'block-scalar-header');
  const headerSource = header !== undefined && 'source' in header ? header.source : '|';
  const contentStart =
    token.offset + token.props.reduce((length, prop) => length + ('source' in prop ? prop.source.length : 0), 0);
  const lines = blockLines(token.source, contentStart);
  const explicit = Number(/[1-9]/.exec(headerSource)?.[0] ?? 0);
  const first = lines.findIndex((line) => line.text !== '');
  const indent = explicit > 0 ? token.indent + explicit : (lines[first]?.indent ?? token.indent);
  const keepsEnd = headerSource.includes('+');
  const end = contentStart + token.source.length;
  if (first < 0) {
    if (keepsEnd && token.source !== '') emitAt(trace, '\n'.repeat(Math.max(1, lines.length - 1)), contentStart);
    return end;
  }
  const last = lines.findLastIndex((line) => line.text !== '' || line.indent > indent);
  for (const line of lines.slice(0, first)) {
    emit(trace, ' '.repeat(Math.max(0, line.indent - indent)), line.offset + indent);
    emitAt(trace, '\n', line.offset + line.indent);
  }
  traceLines(lines.slice(first, last + 1), indent, headerSource.startsWith('>'), trace);
  traceEnd(lines, last, indent, headerSource, trace);
  return end;
}

function blockLines(source: string, start: number): readonly BlockLine[] {
  const lines: BlockLine[] = [];
  let offset = start;
  for (const line of source.split('\n')) {
    let indent = 0;
    while (line[indent] === ' ') indent++;
    const text = line.slice(indent);
    lines.push({ offset, indent, text: text.endsWith('\r') ? text.slice(0, -1) : text });
    offset += line.length + 1;
  }
  return lines;
}

function traceLines(lines: readonly BlockLine[], indent: number, folds: boolean, trace: Trace): void {
  let separator = '';
  let separatorAt = 0;
  let previousIsDeeper = false;
  for (const line of lines) {
    const isDeeper = line.indent > indent || line.text.startsWith('\t');
    const content = ' '.repeat(Math.max(0, line.indent - indent)) + line.text;
    const contentAt = line.offset + Math.min(indent, line.indent);
    if (!folds || isDeeper) {
      if (folds && separator === ' ') separator = '\n';
      else if (folds && !previousIsDeeper && separator === '\n') separator = '\n\n';
      emitAt(trace, separator, separatorAt);
      emit(trace, content, contentAt);
      separator = '\n';
      previousIsDeeper = isDeeper;
    } else if (line.text === '') {
      if (separator === '\n') emitAt(trace, '\n', separatorAt);
      else separator = '\n';
    } else {
      emitAt(trace, separator, separatorAt);
      emit(trace, content, contentAt);
      separator = ' ';
      previousIsDeeper = false;
    }
    separatorAt = contentAt + content.length;
  }
}

function traceEnd(lines: readonly BlockLine[], last: number, indent: number, header: string, trace: Trace): void {
  if (header.includes('-')) return;
  const at = lines[last].offset + lines[last].indent + lines[last].text.length;
  if (header.includes('+')) {
    for (const line of lines.slice(last + 1)) {
      emitAt(trace, '\n', at);
      emit(trace, ' '.repeat(Math.max(0, line.indent - indent)), line.offset + indent);
    }
    if (trace.value.endsWith('\n')) return;
  }
  emitAt(trace, '\n', at);
}

// --- lines and blanks

function lineEnds(text: string): readonly number[] {
  const ends: number[] = [];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) ends.push(end);
  return ends;
}

function skipBlanks(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (text[at] === ' ' || text[at] === '\t')) at++;
  return at;
}

function trimBlanks(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && (text[at - 1] === ' ' || text[at - 1] === '\t')) at--;
  return at;
}
