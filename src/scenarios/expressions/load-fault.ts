import type { CivIssue } from '../../content/civ/expression/syntax.js';
import type { IssueData } from './scenario-schema.js';

/**
 * Why the issues of a load are not those that are expected; undefined where they are. Of what was found the first
 * counts; where nothing is expected there must be none.
 */
export function loadFault(
  wanted: IssueData | undefined,
  issues: readonly CivIssue[],
  what: string,
): string | undefined {
  const [first] = issues;
  if (wanted === undefined)
    return first === undefined ? undefined : `${what} has ${issues.map(issueText).join('; ')}, expected no issue`;
  if (first === undefined) return `${what} loads without an issue, expected ${wantedText(wanted)}`;
  if (first.code === wanted.code && first.path === wanted.path && first.severity === wanted.severity) return undefined;
  return `${what} has ${issues.map(issueText).join('; ')}, expected ${wantedText(wanted)} first`;
}

/** An issue with its place, in a line. */
export function issueText({ severity, code, path, line, column, message }: CivIssue): string {
  return `${wordFor(severity)} ${code} at ${pathText(path)} (line ${String(line)}, column ${String(column)} of the XML): ${message}`;
}

function wantedText({ severity, code, path }: IssueData): string {
  return `${wordFor(severity)} ${code} at ${pathText(path)}`;
}

function wordFor(severity: CivIssue['severity']): string {
  return severity === 'lint' ? 'the lint' : 'the error';
}

function pathText(path: string): string {
  return path === '' ? 'the holder' : path;
}
