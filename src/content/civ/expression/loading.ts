import { nearestName, type NameBudget, createNameBudget } from '../../diagnostics/nearest-name.js';
import { listTexts, quoteText } from '../../diagnostics/quote.js';
import { type Limits, defaultLimits } from '../../../kernel/limits.js';
import type { ObjectType } from '../policy.js';
import { type XmlElement, joinPath } from '../xml/element.js';
import type { NameList, Names } from './names.js';
import { type CivIssue, type Place, type ValueType, textPlace } from './syntax.js';
import { mostKept, restOf } from '../../diagnostics/collector.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { excerptOf } from '../../diagnostics/excerpt.js';
import { type LineIndex, createLineIndex, lineAt } from '../../diagnostics/line-index.js';

/**
 * Whether an expression may draw from a stream and call the host: not where it is asked what would be, nor by what
 * flows.
 */
export type Purpose = 'pure' | 'any';

/** How deep expressions may be; see `Limits`. */
export type ExpressionLimits = Pick<Limits, 'expressionDepth' | 'aggregateDepth'>;

/** What is the same for a whole expression while it is loaded. */
export interface Loading {
  readonly names: Names;
  readonly purpose: Purpose;
  readonly limits: ExpressionLimits;
  /** Those that are kept. */
  readonly issues: CivIssue[];
  /** Whether there is an error, kept or not. */
  hasErrors: boolean;
  readonly book: IssueBook;
}

export function createLoading(
  names: Names,
  purpose: Purpose,
  book: IssueBook,
  limits: ExpressionLimits = defaultLimits,
): Loading {
  return { names, purpose, limits, book, issues: [], hasErrors: false };
}

/** An element, and how it is reached from the holder. */
export interface Spot {
  readonly element: XmlElement;
  readonly path: string;
}

/** An element where an expression is expected. */
export interface Site extends Spot {
  readonly wanted: ValueType;
  /** Types of the objects that it is asked of. */
  readonly scope: readonly ObjectType[];
  /** Levels of nodes, and of aggregates, above it. */
  readonly depth: number;
  readonly aggregates: number;
}

/** Notes an error at an element, or at another place in it, and gives undefined, whatever was wanted. */
export function refuse<Wanted>(
  loading: Loading,
  code: CivIssue['code'],
  { element, path }: Spot,
  message: string,
  { line, column }: Place = element,
): Wanted | undefined {
  loading.hasErrors = true;
  if (isKept(loading.book, 'error')) loading.issues.push({ code, severity: 'error', path, line, column, message });
  return undefined;
}

/** The same at the text of an element. */
export function refuseText<Wanted>(
  loading: Loading,
  code: CivIssue['code'],
  spot: Spot,
  message: string,
): Wanted | undefined {
  return refuse(loading, code, spot, message, textPlace(spot.element));
}

/** Notes that the text of an element is none of the names that are known. */
export function refuseName<Wanted>(loading: Loading, spot: Spot, what: string, known: NameList): Wanted | undefined {
  return refuseText(loading, 'unknown-id', spot, unknownName(loading, spot.element.text, what, known));
}

/** Notes something odd that loads all the same. */
export function remark(
  { book, issues }: Loading,
  code: CivIssue['code'],
  { element: { line, column }, path }: Spot,
  message: string,
): void {
  if (isKept(book, 'lint')) issues.push({ code, severity: 'lint', path, line, column, message });
}

/** `X` is no tag; did you mean `Y`? */
export function unknownName({ book }: Loading, text: string, what: string, known: NameList): string {
  const found = text === '' ? 'nothing' : quoteText(text);
  const nearest = nearestName(text, known.keys(), book.budget);
  if (nearest !== undefined) return `${found} is no ${what}; did you mean ${quoteText(nearest)}?`;
  const [first] = known.keys();
  return `${found} is no ${what}; ${first === undefined ? 'none is declared' : `expected one that there is, such as ${quoteText(first)}`}`;
}

/** `CITY, UNIT or PLOT`. */
export function typesText(types: readonly ObjectType[]): string {
  const last = types.at(-1) ?? 'nothing';
  return types.length < 2 ? last : `${types.slice(0, -1).join(', ')} or ${last}`;
}

export const typeTexts: Readonly<Record<ValueType, string>> = { boolean: 'a boolean', number: 'an integer' };

export interface Parts {
  /** Places of the operands among the children, in order. */
  readonly operands: readonly number[];
  /** By name, each of them once. */
  readonly parameters: ReadonlyMap<string, Spot>;
}

interface PartsForm {
  readonly least: number;
  readonly most: number;
  readonly parameters: readonly string[];
}

/** Nothing where there are too few or too many operands or parameters, with the reason noted. */
export function readParts(
  loading: Loading,
  spot: Spot,
  { least, most, parameters }: PartsForm,
  required: readonly string[] = [],
): Parts | undefined {
  const { name, children, text } = spot.element;
  const arity = (message: string): Parts | undefined =>
    refuse(loading, 'arity', spot, `${quoteText(name)} has ${message}`);
  const operands = children.flatMap((child, index) => (parameters.includes(child.name) ? [] : [index]));
  if (operands.length < least || operands.length > most)
    return arity(`${amount(operands.length)}; expected ${countText(least, most)}`);
  if (text !== '') return arity(`the text ${quoteText(text)} beside its elements; expected elements alone`);
  const given = new Map<string, Spot>();
  for (const element of children) {
    if (!parameters.includes(element.name)) continue;
    if (given.has(element.name)) return arity(`${quoteText(element.name)} twice; expected it once`);
    given.set(element.name, { element, path: joinPath(spot.path, element.name) });
  }
  const missing = required.filter((parameter) => !given.has(parameter));
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

/** The parameters of an element that must have all of them and nothing else. */
export function readParameters(loading: Loading, spot: Spot, names: readonly string[]): readonly Spot[] {
  const parts = readParts(loading, spot, { least: 0, most: 0, parameters: names }, names);
  return names.flatMap((name) => parts?.parameters.get(name) ?? []);
}

/**
 * What the parts of a document share: how many issues there are, of which a thousand errors and a thousand others are
 * kept, and the work of finding names.
 */
export interface IssueBook {
  readonly found: Record<CivIssue['severity'], number>;
  readonly budget: NameBudget;
}

export function createIssueBook(): IssueBook {
  return { found: { error: 0, lint: 0 }, budget: createNameBudget() };
}

/** Counts an issue and says whether it is kept. */
export function isKept({ found }: IssueBook, severity: CivIssue['severity']): boolean {
  return ++found[severity] <= mostKept;
}

/** The issues that are kept, then how many more there are, at the places of the last of each sort. */
export function withRest<Issue extends DescribedIssue>(
  issues: readonly Issue[],
  { found }: IssueBook,
): readonly (Issue | RestOf<Issue>)[] {
  const rests = (['error', 'lint'] as const).flatMap((severity): readonly RestOf<Issue>[] => {
    const left = found[severity] - mostKept;
    const last = left > 0 ? issues.findLast((issue) => issue.severity === severity) : undefined;
    return last === undefined ? [] : [{ ...last, ...restOf(left, severity === 'error' ? 'error' : 'warning') }];
  });
  return [...issues, ...rests];
}

type RestOf<Issue> = Omit<Issue, 'code' | 'message'> & Pick<CivIssue, 'code' | 'message'>;

type DescribedIssue = Omit<CivIssue, 'code'> & { readonly code: string };

/** The text of a file, for several issues made ready to be shown by lines. */
export function issueLines(text: string): LineIndex {
  return createLineIndex(text.startsWith('\ufeff') ? text.slice(1) : text);
}

/** An issue for people: with its place, the line there and the path in the expression. A lint is a warning. */
export function describeIssue(
  { code, severity, path, line, column, message }: DescribedIssue,
  file: string,
  lines: LineIndex,
): Diagnostic {
  const where = path === '' ? '' : ` (at ${quoteText(path)})`;
  return {
    severity: severity === 'lint' ? 'warning' : 'error',
    code,
    file,
    line,
    column,
    message: `${message}${where}`,
    ...excerptOf(lineAt(lines, line), column),
  };
}
