import { builtInAggregators } from '../state/aggregators.js';
import { type Census, censusOf } from '../content/civ/documents/census.js';
import { type CheckedDocument, type DocumentIssue, checkDocument } from '../content/civ/documents/check-document.js';
import { usedNames, namesOf } from '../content/civ/expression/names.js';
import { describeIssue, issueLines } from '../content/civ/expression/loading.js';
import type { Policy } from '../content/civ/policy.js';
import type { CivDeclaration } from '../content/civ/world/declaration.js';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { printable } from '../content/diagnostics/quote.js';
import { EdictError } from '../kernel/errors.js';
import { findFiles } from '../scenarios/find-files.js';
import { readXmlFile } from './expressions-files.js';
import { problemList } from './problem-list.js';
import { grouped, right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** A problem with where it is in the tree, and whose it is. */
interface Found {
  readonly diagnostic: Diagnostic;
  readonly path: string;
  readonly owner: string;
}

export interface DocumentsCheck {
  readonly files: number;
  readonly census: Census;
  readonly manipulators: number;
  readonly errors: readonly Found[];
  readonly warnings: readonly Found[];
  /** Whether ids, properties and the like were checked. */
  readonly namesChecked: boolean;
}

/** Checks the documents that paths stand for, by the names of a declaration or, without one, by those that they use. */
export function checkDocuments(
  paths: readonly string[],
  declaration: CivDeclaration | undefined,
  policy: Policy,
): DocumentsCheck {
  const errors: Found[] = [];
  let files = 0;
  const documents = paths.flatMap(filesOf).flatMap((file) => {
    const read = attempt(file, errors, () => readXmlFile(file));
    if (read !== undefined) files++;
    if (read?.problem !== undefined) errors.push({ diagnostic: read.problem, path: '', owner: '' });
    return read?.root === undefined ? [] : [{ file, ...read }];
  });
  const names =
    declaration === undefined ? usedNames(documents.map(({ root }) => root)) : namesOf(declaration, builtInAggregators);
  const warnings: Found[] = [];
  const checked = documents.map(({ file, root, text }): CheckedDocument => {
    const document = checkDocument(root, names, policy, declaration?.types);
    for (const found of described(document.issues, file, text))
      (found.diagnostic.severity === 'error' ? errors : warnings).push(found);
    return document;
  });
  return {
    files,
    errors,
    warnings,
    namesChecked: declaration !== undefined,
    census: censusOf(checked.flatMap(({ expressions }) => expressions)),
    manipulators: checked.reduce((sum, { manipulators }) => sum + manipulators.length, 0),
  };

  function filesOf(path: string): readonly string[] {
    const found = findFiles([path], ['.xml', '.XML']);
    if (found.length === 0) errors.push(ofFile(path, 'no-content', `${path} has no .xml file in it`));
    return found.map(({ file }) => file);
  }
}

/** Issues of a document for people. */
export function described(issues: readonly DocumentIssue[], file: string, text: string): readonly Found[] {
  const lines = issueLines(text);
  return issues.map((issue) => {
    const { path, owner } = issue;
    const diagnostic = describeIssue(issue, file, lines);
    return {
      path,
      owner,
      diagnostic: owner === '' ? diagnostic : { ...diagnostic, message: `${owner}: ${diagnostic.message}` },
    };
  });
}

function attempt<Result>(file: string, errors: Found[], run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    errors.push(ofFile(file, error.code, error.message.replace(/^edict: /, '')));
    return undefined;
  }
}

function ofFile(file: string, code: string, message: string): Found {
  return { diagnostic: { severity: 'error', code, file, line: 1, column: 1, message }, path: '', owner: '' };
}

export function checkJson({ files, census, manipulators, errors, warnings, namesChecked }: DocumentsCheck) {
  const { expressions, distinct, nodes, largest, holders, elements, kinds } = census;
  return {
    files,
    expressions,
    distinct,
    nodes,
    largest,
    manipulators,
    namesChecked,
    holders: Object.fromEntries(holders),
    elements: Object.fromEntries(elements),
    kinds: Object.fromEntries(kinds),
    errors: errors.map(entryOf),
    warnings: warnings.map(entryOf),
  };
}

function entryOf({ diagnostic: { file, line, column, code, message, suggestion }, path, owner }: Found) {
  return { file, line, column, path, owner, code, message, suggestion: suggestion ?? null };
}

export function checkText(check: DocumentsCheck, { outColors: colors }: Terminal): string {
  const paint = { place: colors.bold, error: colors.red, warning: colors.yellow, faint: colors.dim };
  const found = [...check.errors, ...check.warnings].map(({ diagnostic }) => diagnostic);
  const list = found.length === 0 ? '' : `${problemList(found, paint, '; --json lists all')}\n\n`;
  return `${list}${censusText(check.census, colors)}${summaryOf(check)}\n`;
}

/** Elements, kinds of what is had and holders side by side. */
function censusText({ elements, kinds, holders }: Census, colors: Terminal['outColors']): string {
  if (elements.size === 0) return '';
  const columns = [[...holders], [...elements], [...kinds]].map((rows) =>
    rows.map(([name, count]) => [printable(name), right(count)] as const),
  );
  const height = Math.max(...columns.map((rows) => rows.length));
  const rows = Array.from({ length: height }, (_row, i) => columns.flatMap((column) => column[i] ?? ['', right('')]));
  const [head, ...lines] = tableLines(
    [['in', right(''), 'element', right(''), ...(kinds.size === 0 ? [] : ['Has', right('')])], ...rows],
    '  ',
  );
  return `${colors.bold(head)}\n${lines.join('\n')}\n\n`;
}

function summaryOf({
  files,
  census: { expressions, distinct, nodes },
  manipulators,
  errors,
  warnings,
  namesChecked,
}: DocumentsCheck): string {
  const size =
    expressions === 0
      ? 'no expressions'
      : `${counted(expressions, 'expression')} (${grouped(distinct)} distinct), ${counted(nodes, 'node')}`;
  const held = `${counted(files, 'file')}, ${size}, ${counted(manipulators, 'manipulator')}`;
  const problems = [
    ...(errors.length > 0 ? [counted(errors.length, 'error')] : []),
    ...(warnings.length > 0 ? [counted(warnings.length, 'warning')] : []),
  ];
  const unchecked =
    namesChecked || expressions === 0
      ? ''
      : '\nids, properties and other names were not checked: give what declares them, --names or --world';
  return `${held}: ${problems.length === 0 ? 'no problems' : problems.join(', ')}${unchecked}`;
}

function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
