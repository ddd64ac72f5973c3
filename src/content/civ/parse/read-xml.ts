import { SaxesParser } from 'saxes';
import type { Diagnostic } from '../../text/diagnostic.js';
import { excerptOf } from '../../text/excerpt.js';
import { type LineIndex, createLineIndex, lineAt, positionAt } from '../../text/line-index.js';
import { quoteText } from '../../text/quote.js';
import type { XmlElement } from './element.js';
import { XmlFault, doctypeFault, faultOfParser, isXmlSpace, noElement, syntaxFault } from './fault.js';
import { EdictError } from '../../../kernel/errors.js';

/** Past any of them a document is refused, at the place where it passes it. */
interface XmlLimits {
  /** Elements inside one another. */
  readonly depth: number;
  /** Characters, in UTF-16 units. */
  readonly length: number;
  /** Elements and attributes together. */
  readonly elements: number;
}

/** Several times what the largest files of the game need. */
export const xmlLimits: XmlLimits = { depth: 1_000, length: 32_000_000, elements: 2_000_000 };

type XmlReading =
  | { readonly root: XmlElement; readonly problem?: undefined }
  | { readonly problem: Diagnostic; readonly root?: undefined };

/** The parser would take the next character for the other half. */
const halfCharacter = /\p{Cs}/u;

/**
 * Reads a whole document. Only XML's own five entities and references to characters are known; a DOCTYPE is refused, so
 * that none can be declared. Time and memory are linear in the length of the text, and nothing recurses. `file` is for
 * diagnostics.
 */
export function readXml(text: string, file: string, limits: XmlLimits = xmlLimits): XmlReading {
  const body = withoutMark(text);
  const isTooLong = body.length > limits.length;
  const lines = createLineIndex(isTooLong ? '' : body);
  try {
    if (isTooLong) {
      const message = `the file has ${body.length} characters, the limit is ${limits.length}; split it`;
      throw new XmlFault('file-too-long', 0, message);
    }
    const half = halfCharacter.exec(body);
    if (half !== null)
      throw syntaxFault(half.index, 'half of a character; expected text: write the file anew, as UTF-8');
    return { root: parse(body, lines, limits) };
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    return { problem: diagnose(error, file, lines) };
  }
}

/** The text without a byte order mark, which is no part of its lines. */
export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function diagnose({ code, offset, message }: XmlFault, file: string, lines: LineIndex): Diagnostic {
  const { line, column } = positionAt(lines, offset);
  return { severity: 'error', code, file, line, column, message, ...excerptOf(lineAt(lines, line), column) };
}

/** `parser.position` is always the offset after what was met. */
function parse(source: string, lines: LineIndex, limits: XmlLimits): XmlElement {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const tree: Tree = { source, lines, limits, stack: [], count: 0, met: 0 };
  const pass = (): void => {
    tree.met = parser.position;
  };
  parser.on('error', (error) => {
    throw faultOfParser(error.message, source, parser.position, tree);
  });
  parser.on('doctype', () => {
    throw doctypeFault(Math.max(0, source.indexOf('<!DOCTYPE', tree.met)));
  });
  parser.on('opentagstart', ({ name }) => open(tree, name, parser.position));
  parser.on('attribute', ({ name, value }) => addAttribute(tree, name, value, parser.position));
  parser.on('opentag', pass);
  parser.on('closetag', () => {
    close(tree);
    pass();
  });
  parser.on('text', (value) => {
    const end = parser.position - 1;
    addText(tree, value, tree.met, end);
    tree.met = end;
  });
  parser.on('cdata', (value) => {
    addText(tree, value, source.indexOf(cdataStart, tree.met) + cdataStart.length, parser.position - 3);
    pass();
  });
  parser.on('comment', pass);
  parser.on('processinginstruction', pass);
  parser.on('xmldecl', pass);
  parser.write(source).close();
  if (tree.root === undefined) throw syntaxFault(0, noElement);
  return tree.root;
}

const cdataStart = '<![CDATA[';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface OpenElement extends Writable<Omit<XmlElement, 'attributes' | 'children'>> {
  attributes: Map<string, string> | undefined;
  readonly children: XmlElement[];
  readonly offset: number;
  hasText: boolean;
}

interface Tree {
  readonly source: string;
  readonly lines: LineIndex;
  readonly limits: XmlLimits;
  readonly stack: OpenElement[];
  root?: XmlElement;
  closed?: OpenElement | undefined;
  /** Elements and attributes. */
  count: number;
  /** Offset after the last whole thing, such as a tag or a comment: the next begins there. */
  met: number;
}

function countOne(tree: Tree, offset: number): void {
  const { elements } = tree.limits;
  if (++tree.count <= elements) return;
  throw new XmlFault('xml-too-large', offset, `more than ${elements} elements and attributes; split the file`);
}

function open(tree: Tree, name: string, end: number): void {
  const { stack, limits, lines } = tree;
  const offset = end - name.length - 2;
  countOne(tree, offset);
  if (stack.length >= limits.depth) {
    const what = `the element ${quoteText(name)} in ${quoteText(beginning(stack))}`;
    const message = `${what} is more than ${limits.depth} levels deep; nothing real is so deep`;
    throw new XmlFault('xml-too-deep', offset, message);
  }
  const { line, column } = positionAt(lines, offset);
  stack.push({
    name,
    attributes: undefined,
    children: [],
    text: '',
    line,
    column,
    textLine: line,
    textColumn: column,
    offset,
    hasText: false,
  });
}

function addAttribute(tree: Tree, name: string, value: string, end: number): void {
  countOne(tree, end - 1);
  const element = tree.stack.at(-1);
  if (element === undefined) return;
  element.attributes ??= new Map();
  if (element.attributes.has(name))
    throw syntaxFault(Math.max(0, end - 1), `a second attribute ${quoteText(name)}; expected each once`);
  element.attributes.set(name, value);
}

function addText({ stack, source, lines }: Tree, value: string, start: number, end: number): void {
  const element = stack.at(-1);
  if (element === undefined) return;
  if (!element.hasText) {
    let offset = start;
    while (offset < end && isXmlSpace(source.charCodeAt(offset))) offset++;
    if (offset < end) {
      const { line, column } = positionAt(lines, offset);
      Object.assign(element, { hasText: true, textLine: line, textColumn: column });
    }
  }
  element.text += value;
}

function close(tree: Tree): void {
  tree.closed = tree.stack.pop();
  if (tree.closed === undefined) return;
  const { name, attributes = noAttributes, children, text, line, column, textLine, textColumn } = tree.closed;
  const element = { name, attributes, children, text: trimXml(text), line, column, textLine, textColumn };
  const parent = tree.stack.at(-1);
  if (parent === undefined) tree.root = element;
  else parent.children.push(element);
}

const noAttributes: ReadonlyMap<string, string> = new Map();

function trimXml(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isXmlSpace(text.charCodeAt(start))) start++;
  while (end > start && isXmlSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

const shownSteps = 6;

function beginning(stack: readonly OpenElement[]): string {
  const shown = stack
    .slice(0, shownSteps)
    .map(({ name }) => name)
    .join('/');
  return stack.length > shownSteps ? `${shown}/…` : shown;
}

const declaration = /^<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/;
const longestDeclaration = 200;

/**
 * Decodes by the byte order mark, else by the XML declaration, else as UTF-8. Throws where the bytes are no such text.
 */
export function decodeXml(bytes: Uint8Array, file: string): string {
  const encoding =
    marked(bytes) ?? declaration.exec(String.fromCharCode(...bytes.subarray(0, longestDeclaration)))?.[1] ?? 'utf-8';
  const decoder = decoderOf(encoding);
  const refusal = (what: string) => new EdictError('unreadable-file', `${file} ${what}; save it as UTF-8`, file);
  if (decoder === undefined) throw refusal(`says that its encoding is ${encoding}, which is not known`);
  try {
    return decoder.decode(bytes);
  } catch {
    throw refusal(`is no text in the encoding ${encoding}`);
  }
}

function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    return undefined;
  }
}

function marked([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
