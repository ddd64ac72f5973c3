import { didYouMean, type NameBudget, createNameBudget } from '../../text/nearest-name.js';
import { listTexts, quoteText } from '../../text/quote.js';
import {
  type ObjectType,
  type CivExpression,
  type CivIssue,
  type Place,
  type ValueType,
  textPlace,
  type Spot,
  childSpots,
} from '../syntax.js';
import { withoutMark } from './read-xml.js';
import type { NameList, Names } from './declared-names.js';
import type { Operator } from './operators.js';
import { mostKept, restOf } from '../../text/collector.js';
import { type Diagnostic, diagnosticAt } from '../../text/diagnostic.js';
import { type LineIndex, createLineIndex, lineAt } from '../../text/line-index.js';

/**
 * Whether an expression may draw from a stream and call the host: not where it is asked what would be, nor by what
 * flows.
 */
export type Purpose = 'pure' | 'any';

export interface Loading {
  readonly names: Names;
  readonly purpose: Purpose;
  /** Only those that are kept. */
  readonly issues: CivIssue[];
  /** Whether there is an error, kept or not. */
  hasErrors: boolean;
  readonly book: IssueBook;
}

export function createLoading(names: Names, purpose: Purpose, book: IssueBook): Loading {
  return { names, purpose, book, issues: [], hasErrors: false };
}

export interface LoadingSpot extends Spot {
  readonly loading: Loading;
}

export type Loaded = CivExpression | undefined;

export interface Site extends LoadingSpot {
  readonly wanted: ValueType;
  readonly scope: readonly ObjectType[];
  /** Levels of nodes, and of aggregates, above it. */
  readonly depth: number;
  readonly aggregates: number;
}

export function refuse(
  { loading, element, path }: LoadingSpot,
  code: CivIssue['code'],
  message: string,
  { line, column }: Place = element,
): undefined {
  loading.hasErrors = true;
  if (isKept(loading.book, 'error')) loading.issues.push({ code, severity: 'error', path, line, column, message });
  return undefined;
}

export function refuseText(spot: LoadingSpot, code: CivIssue['code'], message: string): undefined {
  return refuse(spot, code, message, textPlace(spot.element));
}

export function refuseName(spot: LoadingSpot, what: string, known: NameList): undefined {
  return refuseText(spot, 'unknown-id', unknownName(spot, spot.element.text, what, known));
}

export function remark(
  { loading: { book, issues }, element: { line, column }, path }: LoadingSpot,
  code: CivIssue['code'],
  message: string,
): void {
  if (isKept(book, 'lint')) issues.push({ code, severity: 'lint', path, line, column, message });
}

/** `X` is no tag; did you mean `Y`? */
export function unknownName({ loading: { book } }: LoadingSpot, text: string, what: string, known: NameList): string {
  const found = text === '' ? 'nothing' : quoteText(text);
  const near = didYouMean(text, known.keys(), book.budget);
  if (near !== undefined) return `${found} is no ${what}; ${near}`;
  const [first] = known.keys();
  return `${found} is no ${what}; ${first === undefined ? 'none is declared' : `expected one that there is, such as ${quoteText(first)}`}`;
}

export function typesText(types: readonly ObjectType[]): string {
  const last = types.at(-1) ?? 'nothing';
  return types.length < 2 ? last : `${types.slice(0, -1).join(', ')} or ${last}`;
}

export const typeTexts: Readonly<Record<ValueType, string>> = { boolean: 'a boolean', number: 'an integer' };

export interface Parts {
  readonly operands: readonly LoadingSpot[];
  /** By name, each of them once. */
  readonly parameters: ReadonlyMap<string, LoadingSpot>;
}

export function readParts(
  spot: LoadingSpot,
  { least, most, parameters }: Pick<Operator, 'least' | 'most' | 'parameters'>,
  required: readonly string[] = [],
): Parts | undefined {
  const { name, text } = spot.element;
  const arity = (message: string) => refuse(spot, 'arity', `${quoteText(name)} has ${message}`);
  const children = childSpots(spot);
  const operands = children.filter(({ element }) => !parameters.includes(element.name));
  if (operands.length < least || operands.length > most)
    return arity(`${amount(operands.length)}; expected ${countText(least, most)}`);
  if (text !== '') return arity(`the text ${quoteText(text)} beside its elements; expected elements alone`);
  const given = new Map<string, LoadingSpot>();
  for (const child of children) {
    const parameter = child.element.name;
    if (!parameters.includes(parameter)) continue;
    if (given.has(parameter)) return arity(`${quoteText(parameter)} twice; expected it once`);
    given.set(parameter, child);
  }
  const missing = required.filter((each) => !given.has(each));
  if (missing.length > 0)
    return arity(`no ${listTexts(missing)}; expected ${missing.length === 1 ? 'it' : 'each'} once`);
  return { operands, parameters: given };
}

function amount(count: number): string {
  return count === 0 ? 'no operand' : count === 1 ? 'one operand' : `${count} operands`;
}

function countText(least: number, most: number): string {
  if (most === Infinity) return `${least} or more`;
  if (most === 0) return 'none';
  return least === most ? String(least) : `${least} to ${most}`;
}

export function readParameters(spot: LoadingSpot, names: readonly string[]): readonly LoadingSpot[] {
  const parts = readParts(spot, { least: 0, most: 0, parameters: names }, names);
  return names.flatMap((name) => parts?.parameters.get(name) ?? []);
}

/**
 * What the parts of a document share: the counts of issues, of which a thousand errors and a thousand others are kept,
 * and the budget for finding names.
 */
export interface IssueBook {
  readonly found: Record<CivIssue['severity'], number>;
  readonly budget: NameBudget;
}

export function createIssueBook(): IssueBook {
  return { found: { error: 0, lint: 0 }, budget: createNameBudget() };
}

/** Loads what is no part of a document: with a book of its own. */
export function loadAlone<Result extends { readonly issues: readonly CivIssue[] }>(
  load: (book: IssueBook) => Result,
): Result {
  const book = createIssueBook();
  const result = load(book);
  return { ...result, issues: withRest(result.issues, book) };
}

/** Counts an issue and says whether it is kept. */
export function isKept({ found }: IssueBook, severity: CivIssue['severity']): boolean {
  return ++found[severity] <= mostKept;
}

/** The issues that are kept, then how many more there are, at the place of the last of each severity. */
export function withRest<Issue extends CivIssue>(issues: readonly Issue[], { found }: IssueBook): readonly Issue[] {
  const rests = (['error', 'lint'] as const).flatMap((severity) => {
    const left = found[severity] - mostKept;
    const last = left > 0 ? issues.findLast((issue) => issue.severity === severity) : undefined;
    return last === undefined ? [] : [{ ...last, ...restOf(left, severity === 'error' ? 'error' : 'warning') }];
  });
  return [...issues, ...rests];
}

export function issueLines(text: string): LineIndex {
  return createLineIndex(withoutMark(text));
}

/** With its place, the line there and the path in the expression. A lint is a warning. */
export function describeIssue(issue: CivIssue, file: string, lines: LineIndex): Diagnostic {
  const { code, path, message } = issue;
  const placed = path === '' ? message : `${message} (at ${quoteText(path)})`;
  const severity = issue.severity === 'lint' ? 'warning' : 'error';
  return diagnosticAt(file, issue, lineAt(lines, issue.line), { code, message: placed }, severity);
}
