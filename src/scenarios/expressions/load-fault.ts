import type { XmlElement } from '../../content/civ/xml/element.js';
import { readXml } from '../../content/civ/xml/read-xml.js';
import { EdictError } from '../../kernel/errors.js';
import type { CivIssue } from '../../content/civ/expression/syntax.js';
import type { IssueData } from './scenario-schema.js';

/**
 * Undefined where the issues of a load are as expected. Of what was found the first counts; where nothing is expected
 * there must be none.
 */
export function loadFault(
  wanted: IssueData | undefined,
  issues: readonly CivIssue[],
  what: string,
): string | undefined {
  const [first] = issues;
  const found = `${what} has ${issues.map(issueText).join('; ')}`;
  if (wanted === undefined) return first === undefined ? undefined : `${found}, expected no issue`;
  const expected = placeText(wanted);
  if (first === undefined) return `${what} loads without an issue, expected ${expected}`;
  return placeText(first) === expected ? undefined : `${found}, expected ${expected} first`;
}

export function issueText(issue: CivIssue): string {
  const { line, column, message } = issue;
  return `${placeText(issue)} (line ${String(line)}, column ${String(column)} of the XML): ${message}`;
}

function placeText({ severity, code, path }: Pick<CivIssue, 'severity' | 'code' | 'path'>): string {
  return `${severity === 'lint' ? 'the lint' : 'the error'} ${code} at ${path === '' ? 'the holder' : path}`;
}

/** Throws where a document of a case is no XML. */
export function readDocumentOf(xml: string, what: string): XmlElement {
  const { root, problem } = readXml(xml, what);
  if (root !== undefined) return root;
  const { line, column, message, code } = problem;
  throw new EdictError(code, `${what} is no XML: ${message} (line ${String(line)}, column ${String(column)})`, what);
}
