import { readXml } from '../../content/civ/xml/read-xml.js';
import type { XmlElement } from '../../content/civ/xml/element.js';
import { EdictError } from '../../kernel/errors.js';

/** The root of a document that stands in a case. Throws where it is no XML. */
export function readDocumentOf(xml: string, what: string): XmlElement {
  const { root, problem } = readXml(xml, what);
  if (root !== undefined) return root;
  const { line, column, message, code } = problem;
  throw new EdictError(code, `${what} is no XML: ${message} (line ${String(line)}, column ${String(column)})`, what);
}
