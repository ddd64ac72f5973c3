import { quoteText } from '../../text/quote.js';

/** The first thing that is wrong with a document, which ends reading: what follows is mostly its consequence. */
export class XmlFault extends Error {
  constructor(
    /** Stable, for machines. */
    readonly code: 'xml-syntax' | 'xml-entity' | 'xml-doctype' | 'xml-too-deep' | 'xml-too-large' | 'file-too-long',
    readonly offset: number,
    message: string,
  ) {
    super(message);
    this.name = 'XmlFault';
  }
}

export function syntaxFault(offset: number, message: string): XmlFault {
  return new XmlFault('xml-syntax', offset, message);
}

export function isXmlSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d;
}

interface OpenElements {
  /** Offset after the last whole thing, such as a tag or a comment. */
  readonly met: number;
  /** From the outermost, with the offsets of their `<`. */
  readonly stack: readonly { readonly name: string; readonly offset: number }[];
  /** The last one that was closed. */
  readonly closed?: { readonly name: string; readonly line: number } | undefined;
}

export const noElement = 'there is no element; expected one, such as `<Active>`';

const entities = '`&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;` and numbers such as `&#233;`';

const lateDeclaration = 'an XML declaration inside of the file; expected it at the very beginning or not at all';

/** By the beginning of the parser's own message. */
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
    'no name of an element; expected one behind `<` (a `<` in text is written `&lt;`)',
  ],
  ['disallowed character in closing tag', 'expected `>` after the name of the element'],
  ['forward-slash in opening tag', 'expected `>` after `/`'],
  ['weird empty close tag', '`</>` names no element; expected the name of the element that ends'],
  ['inappropriately located doctype', 'a DOCTYPE; expected none, they are refused'],
  ['an XML declaration must be', lateDeclaration],
  ['the XML declaration must appear', lateDeclaration],
  ['incorrect syntax', 'expected `<!--` or `<![CDATA[` behind `<!`'],
  ['disallowed character', 'a character that XML does not allow here; expected text (`<` itself is written `&lt;`)'],
];

/** The parser's complaint in our words. `position` is after the character that it complains about. */
export function faultOfParser(complaint: string, source: string, position: number, elements: OpenElements): XmlFault {
  const message = complaint.replace(/^\d+:\d+: /, '');
  const at = Math.max(0, Math.min(position, source.length) - 1);
  if (atEnd.some((start) => message.startsWith(start))) return unfinished(source, elements);
  if (message.startsWith('documents may contain only one root')) {
    const second = 'a second element beside the root; expected the end of the file: put one element around both';
    return syntaxFault(elements.stack.at(-1)?.offset ?? at, second);
  }
  if (message.startsWith('unexpected close tag')) {
    const { closed } = elements;
    const expected =
      closed === undefined ? '' : `; expected ${quoteText(`</${closed.name}>`)} for the element of line ${closed.line}`;
    return endTagFault(source, at, `is not the innermost open one${expected}`);
  }
  if (message.startsWith('unmatched closing tag'))
    return endTagFault(source, at, 'never began; expected the end of the file');
  if (/^(?:undefined|empty|malformed|disallowed).* entity/.test(message)) return entity(source, at);
  return syntaxFault(at, wordings.find(([start]) => message.startsWith(start))?.[1] ?? `this is no XML: ${message}`);
}

/** Complaints about a text that ends too early. */
const atEnd: readonly string[] = ['unclosed tag', 'document must contain a root element', 'unexpected end'];

const ends: readonly (readonly [start: string, what: string, end: string])[] = [
  ['<!--', 'a comment', '-->'],
  ['<![CDATA[', 'a CDATA section', ']]>'],
  ['<?', 'a processing instruction', '?>'],
  ['<', 'a tag', '>'],
];

function unfinished(source: string, { met: offset, stack }: OpenElements): XmlFault {
  if (source.startsWith('<!DOCTYPE', offset)) return doctypeFault(offset);
  const begun = ends.find(([start]) => source.startsWith(start, offset));
  if (begun !== undefined)
    return syntaxFault(offset, `the file ends inside of ${begun[1]}; expected ${quoteText(begun[2])} before that`);
  const reference = source.lastIndexOf('&');
  if (reference >= offset && !source.includes(';', reference)) return entity(source, source.length - 1);
  const open = stack.at(-1);
  if (open === undefined) return syntaxFault(0, noElement);
  const what = `the element ${quoteText(open.name)} is open at the end of the file`;
  return syntaxFault(open.offset, `${what}; expected ${quoteText(`</${open.name}>`)} before that`);
}

export function doctypeFault(offset: number): XmlFault {
  return new XmlFault('xml-doctype', offset, 'a DOCTYPE; expected none: nobody may define entities, take it out');
}

function endTagFault(source: string, at: number, what: string): XmlFault {
  const offset = Math.max(0, source.lastIndexOf('</', at));
  const name = source.slice(offset + 2, at).split(/[\s>]/, 1)[0];
  return syntaxFault(offset, `${quoteText(`</${name}>`)} ends an element that ${what}`);
}

/** What is longer is no entity. */
const shownOfEntity = 40;

function entity(source: string, at: number): XmlFault {
  const start = Math.max(0, source.lastIndexOf('&', at));
  let end = start;
  while (end < at && end - start < shownOfEntity && !isXmlSpace(source.charCodeAt(end)) && source[end] !== '<') end++;
  const whole = end === at && source[at] === ';';
  const shown = source.slice(start, whole ? at + 1 : end);
  const message = `${quoteText(shown)} is no entity; expected ${entities} (\`&\` itself is written \`&amp;\`)`;
  return new XmlFault('xml-entity', start, message);
}
