import { SaxesParser } from 'saxes';
import { type Diagnostic, diagnosticAt } from '../../text/diagnostic.js';
import { type LineIndex, createLineIndex, lineAt, positionAt } from '../../text/line-index.js';
import { quoteText } from '../../text/quote.js';
import type { XmlElement } from '../syntax.js';
import { EdictError } from '../../../kernel/errors.js';

interface XmlLimits {
  /** Nesting depth of elements. */
  readonly depth: number;
  readonly length: number;
  /** Elements and attributes together. */
  readonly elements: number;
}

/** Several times the needs of the largest files of the game. */
export const xmlLimits: XmlLimits = { depth: 1_000, length: 32_000_000, elements: 2_000_000 };

export type XmlReading =
  | { readonly root: XmlElement; readonly problem?: undefined }
  | { readonly problem: Diagnostic; readonly root?: undefined };

const halfCharacter = /\p{Cs}/u;

/**
 * Reads a whole document. Knows XML's own five entities and references to characters; a DOCTYPE, which could declare
 * more, is refused. Takes time and memory linear in the length of the text; does not recurse. `file` is for
 * diagnostics.
 */
export function readXml(text: string, file: string, limits: XmlLimits = xmlLimits): XmlReading {
  const body = withoutMark(text);
  const isTooLong = body.length > limits.length;
  const lines = createLineIndex(isTooLong ? '' : body);
  try {
    if (isTooLong) {
      throw new XmlFault(
        'file-too-long',
        0,
        `the file has ${body.length} characters, the limit is ${limits.length}; split it`,
      );
    }
    const half = halfCharacter.exec(body);
    if (half !== null)
      throw syntaxFault(half.index, 'half of a character; expected text: write the file again, as UTF-8');
    return { root: parse(body, lines, limits) };
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    const at = positionAt(lines, error.offset);
    return { problem: diagnosticAt(file, at, lineAt(lines, at.line), error) };
  }
}

export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** `parser.position` is always the offset after the last event. */
function parse(source: string, lines: LineIndex, limits: XmlLimits): XmlElement {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const tree: Tree = { source, lines, limits, stack: [], count: 0, met: 0 };
  const pass = (): void => {
    tree.met = parser.position;
  };
  parser.on('error', (error) => {
    throw faultOfParser(error.message, parser.position, tree);
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
  count: number;
  /** Offset after the last tag, comment or other item, where the next begins. */
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
    throw new XmlFault(
      'xml-too-deep',
      offset,
      `the element ${quoteText(name)} in ${quoteText(beginning(stack))} is more than ${limits.depth} levels deep; nothing real is so deep`,
    );
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

/** Decodes by the byte order mark, else by the XML declaration, else as UTF-8. Throws for bytes without such a text. */
export function decodeXml(bytes: Uint8Array, file: string): string {
  const encoding =
    marked(bytes) ?? declaration.exec(String.fromCharCode(...bytes.subarray(0, longestDeclaration)))?.[1] ?? 'utf-8';
  const decoder = decoderOf(encoding);
  const refusal = (what: string) => new EdictError('unreadable-file', `${file} ${what}; save it as UTF-8`, file);
  if (decoder === undefined) throw refusal(`says that its encoding is ${encoding}, which is not known`);
  try {
    return decoder.decode(bytes);
  } catch {
    throw refusal(`is not text in the encoding ${encoding}`);
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

class XmlFault extends Error {
  constructor(
    readonly code: 'xml-syntax' | 'xml-entity' | 'xml-doctype' | 'xml-too-deep' | 'xml-too-large' | 'file-too-long',
    readonly offset: number,
    message: string,
  ) {
    super(message);
    this.name = 'XmlFault';
  }
}

function syntaxFault(offset: number, message: string): XmlFault {
  return new XmlFault('xml-syntax', offset, message);
}

function isXmlSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d;
}

const noElement = 'there is no element; expected one, such as `<Active>`';

const entities = '`&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;` and numbers such as `&#233;`';

const lateDeclaration = 'an XML declaration inside of the file; expected it at the very beginning or not at all';

const wordings: readonly (readonly [start: string, message: string])[] = [
  ['text data outside of root node', 'text outside of all elements; expected `<`'],
  ['the string "]]>" is disallowed', '`]]>` in text; expected `]]&gt;`'],
  ['malformed comment', '`--` inside of a comment; expected the end of the comment, `-->`'],
  ['attribute without value', 'an attribute without a value; expected `=` and a value in quotation marks'],
  ['unquoted attribute value', 'the value of an attribute without quotation marks; expected `"` or `\'`'],
  ['no whitespace between attributes', 'two attributes side by side; expected a space between them'],
  [
    'disallowed character in attribute name',
    'a character that is in no attribute; expected `name="value"`, `/>` or `>`',
  ],
  [
    'disallowed character in tag name',
    'no name of an element; expected one after `<` (a `<` in text is written `&lt;`)',
  ],
  ['disallowed character in closing tag', 'expected `>` after the name of the element'],
  ['forward-slash in opening tag', 'expected `>` after `/`'],
  ['weird empty close tag', '`</>` names no element; expected the name of the element that ends'],
  ['inappropriately located doctype', 'a DOCTYPE; expected none, they are refused'],
  ['an XML declaration must be', lateDeclaration],
  ['the XML declaration must appear', lateDeclaration],
  ['incorrect syntax', 'expected `<!--` or `<![CDATA[` after `<!`'],
  ['disallowed character', 'a character that XML does not allow here; expected text (`<` itself is written `&lt;`)'],
];

function faultOfParser(complaint: string, position: number, tree: Tree): XmlFault {
  const { source, stack, closed } = tree;
  const message = complaint.replace(/^\d+:\d+: /, '');
  const at = Math.max(0, Math.min(position, source.length) - 1);
  if (atEnd.some((start) => message.startsWith(start))) return unfinished(tree);
  if (message.startsWith('documents may contain only one root')) {
    return syntaxFault(
      stack.at(-1)?.offset ?? at,
      'a second element beside the root; expected the end of the file: put one element around both',
    );
  }
  if (message.startsWith('unexpected close tag')) {
    const expected =
      closed === undefined ? '' : `; expected ${quoteText(`</${closed.name}>`)} for the element of line ${closed.line}`;
    return endTagFault(source, at, `is not the innermost open one${expected}`);
  }
  if (message.startsWith('unmatched closing tag'))
    return endTagFault(source, at, 'never began; expected the end of the file');
  if (/^(?:undefined|empty|malformed|disallowed).* entity/.test(message)) return entity(source, at);
  return syntaxFault(at, wordings.find(([start]) => message.startsWith(start))?.[1] ?? `this is no XML: ${message}`);
}

const atEnd: readonly string[] = ['unclosed tag', 'document must contain a root element', 'unexpected end'];

const ends: readonly (readonly [start: string, what: string, end: string])[] = [
  ['<!--', 'a comment', '-->'],
  ['<![CDATA[', 'a CDATA section', ']]>'],
  ['<?', 'a processing instruction', '?>'],
  ['<', 'a tag', '>'],
];

function unfinished({ source, met: offset, stack }: Tree): XmlFault {
  if (source.startsWith('<!DOCTYPE', offset)) return doctypeFault(offset);
  const begun = ends.find(([start]) => source.startsWith(start, offset));
  if (begun !== undefined)
    return syntaxFault(offset, `the file ends inside of ${begun[1]}; expected ${quoteText(begun[2])} before that`);
  const reference = source.lastIndexOf('&');
  if (reference >= offset && !source.includes(';', reference)) return entity(source, source.length - 1);
  const open = stack.at(-1);
  if (open === undefined) return syntaxFault(0, noElement);
  return syntaxFault(
    open.offset,
    `the element ${quoteText(open.name)} is open at the end of the file; expected ${quoteText(`</${open.name}>`)} before that`,
  );
}

function doctypeFault(offset: number): XmlFault {
  return new XmlFault('xml-doctype', offset, 'a DOCTYPE; expected none, because it may define entities; remove it');
}

function endTagFault(source: string, at: number, what: string): XmlFault {
  const offset = Math.max(0, source.lastIndexOf('</', at));
  const name = source.slice(offset + 2, at).split(/[\s>]/, 1)[0];
  return syntaxFault(offset, `${quoteText(`</${name}>`)} ends an element that ${what}`);
}

const shownOfEntity = 40;

function entity(source: string, at: number): XmlFault {
  const start = Math.max(0, source.lastIndexOf('&', at));
  let end = start;
  while (end < at && end - start < shownOfEntity && !isXmlSpace(source.charCodeAt(end)) && source[end] !== '<') end++;
  const whole = end === at && source[at] === ';';
  const shown = source.slice(start, whole ? at + 1 : end);
  return new XmlFault(
    'xml-entity',
    start,
    `${quoteText(shown)} is not an entity; expected ${entities} (\`&\` itself is written \`&amp;\`)`,
  );
}
