import { builtInAggregators } from '../../../state/aggregators.js';
import {
  type CheckedDocument,
  type DocumentIssue,
  checkDocument,
  type HeldExpression,
} from '../parse/check-document.js';
import { usedNames, namesOf } from '../parse/declared-names.js';
import { describeIssue, issueLines, namedLeaves } from '../parse/expression-loading.js';
import { type Policy, type CivExpression, type OperatorShape, nodesOf } from '../syntax.js';
import { type CivDeclaration, declarationSchema } from '../world/declaration.js';
import type { Diagnostic } from '../../text/diagnostic.js';
import {
  problemCounts,
  problemsJson,
  problemsText,
  fileProblem,
  counted,
  grouped,
  right,
  tableText,
  type Colors,
} from '../../../cli/terminal.js';
import { readEach } from '../../../cli/read-each.js';
import { z } from 'zod';
import { type XmlReading, decodeXml, xmlLimits, readXml } from '../parse/read-xml.js';
import { EdictError } from '../../../kernel/errors.js';
import { isObject } from '../../../kernel/given.js';
import { formatName } from '../scenarios/scenario-schema.js';
import { formatOf } from '../../../scenarios/format-of.js';
import { isEmpty } from '../../../scenarios/no-format.js';
import type { KnownFormats } from '../../../scenarios/known-formats.js';
import { listOf } from '../../../scenarios/native/case-content.js';
import { fitted, readValue } from '../../native/source-value.js';
import { bytesOf, readBytes, readText } from '../../../files/read-file.js';
import { integrators, operators, printExpression } from '../parse/operators.js';

interface Found extends Diagnostic {
  readonly path: string;
  readonly owner: string;
}

export function checkDocuments(
  paths: readonly string[],
  declaration: CivDeclaration | undefined,
  policy: Policy,
  known: KnownFormats,
) {
  const reads = readEach<ReadDocument & { readonly file: string; readonly isRead: boolean }>(
    paths,
    ['.xml', '.XML'],
    ({ file }) => ({ file, ...readXmlFile(file, known), isRead: true }),
    (problem) => ({ file: problem.file, text: '', problem, isRead: false }),
  );
  const errors = reads.flatMap(({ problem }): readonly Found[] =>
    problem === undefined ? [] : [{ ...problem, path: '', owner: '' }],
  );
  const documents = reads.flatMap(({ file, root, text }) => (root === undefined ? [] : [{ file, root, text }]));
  const names =
    declaration === undefined ? usedNames(documents.map(({ root }) => root)) : namesOf(declaration, builtInAggregators);
  const warnings: Found[] = [];
  const checked = documents.map(({ file, root, text }): CheckedDocument => {
    const document = checkDocument(root, names, policy, declaration?.types);
    for (const found of described(document.issues, file, text))
      (found.severity === 'error' ? errors : warnings).push(found);
    return document;
  });
  return {
    files: reads.filter(({ isRead }) => isRead).length,
    errors,
    warnings,
    namesChecked: declaration !== undefined,
    census: censusOf(checked.flatMap(({ expressions }) => expressions)),
    manipulators: checked.reduce((sum, { manipulators }) => sum + manipulators.length, 0),
  };
}

function described(issues: readonly DocumentIssue[], file: string, text: string): readonly Found[] {
  const lines = issueLines(text);
  return issues.map((issue) => {
    const { path, owner } = issue;
    const found = describeIssue(issue, file, lines);
    return { ...found, path, owner, message: owner === '' ? found.message : `${owner}: ${found.message}` };
  });
}

export function problemsFound(
  file: string,
  { text, problem }: ReadDocument,
  issues: readonly DocumentIssue[] = [],
): readonly Diagnostic[] {
  return problem === undefined ? described(issues, file, text) : [problem];
}

type DocumentsCheck = ReturnType<typeof checkDocuments>;

export function checkJson({ files, census, manipulators, errors, warnings, namesChecked }: DocumentsCheck) {
  const { holders, elements, kinds, ...sizes } = census;
  return {
    files,
    ...sizes,
    manipulators,
    namesChecked,
    holders: Object.fromEntries(holders),
    elements: Object.fromEntries(elements),
    kinds: Object.fromEntries(kinds),
    ...problemsJson({ errors, warnings }, ({ path, owner }) => ({ path, owner })),
  };
}

export function checkText(check: DocumentsCheck, colors: Colors): string {
  const { files, census, manipulators, errors, warnings, namesChecked } = check;
  const { expressions, distinct, nodes } = census;
  const list = problemsText([...errors, ...warnings], colors, '; --json lists all');
  const size =
    expressions === 0
      ? 'no expressions'
      : `${counted(expressions, 'expression')} (${grouped(distinct)} distinct), ${counted(nodes, 'node')}`;
  const unchecked =
    namesChecked || expressions === 0
      ? ''
      : '\nids, properties and other names were not checked: give what declares them, --names or --world';
  return `${list}${censusText(census, colors)}${counted(files, 'file')}, ${size}, ${counted(manipulators, 'manipulator')}: ${problemCounts(errors, warnings)}${unchecked}\n`;
}

function censusText({ elements, kinds, holders }: Census, colors: Colors): string {
  if (elements.size === 0) return '';
  const columns = [[...holders], [...elements], [...kinds]].map((rows) =>
    rows.map(([name, count]) => [name, right(count)] as const),
  );
  const height = Math.max(...columns.map((rows) => rows.length));
  const rows = Array.from({ length: height }, (_row, i) => columns.flatMap((column) => column[i] ?? ['', '']));
  const head = ['in', '', 'element', '', ...(kinds.size === 0 ? [] : ['Has', ''])];
  return `${tableText(head, rows, colors)}\n\n`;
}

export type ReadDocument = XmlReading & { readonly text: string };

/** Names the format of a file that is not XML. Throws for a file without text. */
export function readXmlFile(file: string, known: KnownFormats): ReadDocument {
  const bytes = readBytes(file, bytesOf(xmlLimits.length));
  const wide = unmarkedWide(bytes);
  if (wide !== undefined)
    return {
      text: '',
      problem: fileProblem(file, 'no-content', `the text is in ${wide} without a byte order mark; save it as UTF-8`),
    };
  const text = decodeXml(bytes, file);
  const other = otherKind(file, text, known);
  return other === undefined
    ? { text, ...readXml(text, file) }
    : { text, problem: fileProblem(file, 'no-content', other) };
}

/** UTF-16 without a byte order mark that begins with ASCII, such as `<a`. */
function unmarkedWide(bytes: Uint8Array): string | undefined {
  const [even, odd] = [0, 1].map((first) => bytes.length >= 4 && bytes[first] === 0 && bytes[first + 2] === 0);
  return even === odd ? undefined : odd ? 'UTF-16LE' : 'UTF-16BE';
}

/** XML begins with an angle bracket, broken or not. */
function otherKind(file: string, text: string, known: KnownFormats): string | undefined {
  const start = text.trimStart();
  if (start === '' || start.startsWith('<')) return undefined;
  const other = known.otherCommand(file.replace(/\.xml$/i, ''), formatOf(text));
  if (other !== undefined) return `this ${other}`;
  const kind = /^[[{]/.test(start)
    ? 'JSON'
    : /\.ya?ml$/i.test(file) || /^(?:---|#|[\w"'-]+[ \t]*:(?:\s|$))/.test(start)
      ? 'YAML'
      : undefined;
  return kind === undefined
    ? undefined
    : `this is ${kind}, and expressions and manipulators are XML; a file that declares a world goes to --world, --names or edict civ run`;
}

const worldSchema = z.looseObject({ world: declarationSchema });

export function readWorld(file: string, known: KnownFormats): CivDeclaration {
  return worldIn(file, valueOf(file, known));
}

/** Reads names alone: map and objects may be left out. */
export function readNames(file: string, known: KnownFormats): CivDeclaration {
  const { text, value } = valueOf(file, known);
  const isWhole = hasWorld(value) || !isObject(value) || Array.isArray(value);
  const left = { types: {}, map: { width: 1, height: 1 }, objects: [] };
  return worldIn(file, { text, value: isWhole ? value : { ...left, ...value } });
}

function valueOf(file: string, known: KnownFormats) {
  const text = readText(file);
  const give = 'give the file that declares the world, JSON or YAML';
  if (isEmpty(text)) throw misfit(file, `is empty, or holds only comments; ${give}`);
  if (/^\s*</.test(text)) throw misfit(file, `is XML; ${give}`);
  const format = formatOf(text);
  const other = format === formatName ? undefined : known.otherCommand(file, format);
  if (other !== undefined) throw misfit(file, other);
  const read = readValue(file, text);
  if (read.ok) return { text, value: read.value };
  throw misfit(file, `is neither JSON nor YAML:\n${listOf(read.errors)}`);
}

function hasWorld(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, 'world');
}

function worldIn(file: string, { text, value }: ReturnType<typeof valueOf>): CivDeclaration {
  if (hasWorld(value)) return parsed(worldSchema).world;
  return parsed(declarationSchema);

  function parsed<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
    const read = fitted(schema, file, text, value);
    if (read.ok) return read.data;
    throw misfit(file, `declares no world that can be:\n${listOf(read.errors)}`);
  }
}

function misfit(file: string, why: string): EdictError {
  return new EdictError('bad-scenario', `${file} ${why}`, file);
}

type Census = ReturnType<typeof censusOf>;

export function censusOf(held: readonly HeldExpression[]) {
  const nodes = held.map(({ expression }) => nodesOf(expression));
  const all = nodes.flat();
  return {
    expressions: held.length,
    distinct: new Set(held.map(({ expression }) => `${expression.type} ${printExpression(expression)}`)).size,
    nodes: all.length,
    largest: nodes.reduce((most, { length }) => Math.max(most, length), 0),
    holders: ranked(held.map(({ holder }) => holder)),
    elements: ranked(all.map(elementOf)),
    kinds: ranked(all.flatMap((node) => (node.node === 'has' ? [node.kind] : []))),
  };
}

function ranked(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...counts].sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1)));
}

const elements: ReadonlyMap<string, string> = new Map([
  ['literal', 'Constant'],
  ['option', 'Option'],
  ['has', 'Has'],
  ...[...namedLeaves].map(([name, { node }]) => [node, name] as const),
  ...[...operators].map(([name, { shape }]) => [keyOf(shape), name] as const),
  // The first of several elements with one aggregator stands for all.
  ...[...integrators].reverse().map(([name, { aggregator }]) => [aggregator, name] as const),
]);

function elementOf(expression: CivExpression): string {
  if (expression.node === 'integrate' && expression.wholly === true) return 'Aggregate';
  return elements.get(keyOf(expression)) ?? 'Aggregate';
}

function keyOf(shape: CivExpression | OperatorShape): string {
  if (shape.node === 'integrate') return shape.aggregator;
  return shape.node === 'compare' ? shape.comparison : shape.node;
}
