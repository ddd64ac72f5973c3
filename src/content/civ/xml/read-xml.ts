import { SaxesParser } from 'saxes';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { excerptOf } from '../../diagnostics/excerpt.js';
import { createLineIndex, lineAt, positionAt } from '../../diagnostics/line-index.js';
import { createTree } from './create-tree.js';
import type { XmlElement } from './element.js';
import { type XmlFault, XmlFaultError, faultOfParser } from './fault.js';
import { type XmlLimits, xmlLimits } from './limits.js';

/** A document's root, or what is wrong with it. */
export type XmlReading =
  | { readonly root: XmlElement; readonly problem?: undefined }
  | { readonly problem: Diagnostic; readonly root?: undefined };

const byteOrderMark = '\ufeff';

/** The parser would take the next character for the other half. */
const halfCharacter = /\p{Cs}/u;

/**
 * Reads a whole document. Of entities only the five that XML itself defines and references to characters are known; a
 * DOCTYPE is refused, so that none can be declared. Time and memory are linear in the length of the text, and nothing
 * recurses. `file` is how diagnostics name it.
 */
export function readXml(text: string, file: string, limits: XmlLimits = xmlLimits): XmlReading {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const lines = createLineIndex(body.length > limits.length ? '' : body);
  if (body.length > limits.length) {
    return {
      problem: diagnose({
        code: 'file-too-long',
        offset: 0,
        message: `the file has ${body.length} characters, the limit is ${limits.length}; split it`,
      }),
    };
  }
  const half = halfCharacter.exec(body);
  if (half !== null)
    return {
      problem: diagnose({
        code: 'xml-syntax',
        offset: half.index,
        message: 'half of a character; expected text: write the file anew, as UTF-8',
      }),
    };
  try {
    return { root: parse(body) };
  } catch (error) {
    if (!(error instanceof XmlFaultError)) throw error;
    return { problem: diagnose(error.fault) };
  }

  function diagnose({ code, offset, message, suggestion }: XmlFault): Diagnostic {
    const { line, column } = positionAt(lines, offset);
    return {
      severity: 'error',
      code,
      file,
      line,
      column,
      message,
      ...(suggestion === undefined ? {} : { suggestion }),
      ...excerptOf(lineAt(lines, line), column),
    };
  }

  function parse(source: string): XmlElement {
    const parser = new SaxesParser({ xmlns: false, position: true });
    const tree = createTree(source, lines, limits);
    parser.on('error', (error) => {
      throw new XmlFaultError(faultOfParser(error.message, source, parser.position, tree));
    });
    parser.on('doctype', () => tree.refuseDoctype());
    parser.on('opentagstart', ({ name }) => tree.open(name, parser.position));
    parser.on('attribute', ({ name, value }) => tree.attribute(name, value, parser.position));
    parser.on('opentag', () => tree.opened(parser.position));
    parser.on('closetag', () => tree.close(parser.position));
    parser.on('text', (value) => tree.text(value, parser.position - 1));
    parser.on('cdata', (value) => tree.cdata(value, parser.position));
    parser.on('comment', () => tree.pass(parser.position));
    parser.on('processinginstruction', () => tree.pass(parser.position));
    parser.on('xmldecl', () => tree.pass(parser.position));
    parser.write(source).close();
    return tree.root();
  }
}
