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
  objectTypes,
  type NamedShape,
  expressionAt,
  integerText,
  literalAt,
} from '../syntax.js';
import { withoutMark } from './read-xml.js';
import { type NameList, type Names, isName } from './declared-names.js';
import type { Operator } from './operators.js';
import { mostKept, restOf } from '../../text/collector.js';
import { type Diagnostic, diagnosticAt } from '../../text/diagnostic.js';
import { type LineIndex, createLineIndex, lineAt } from '../../text/line-index.js';
import { hasTable, type GomKind, gomKindIn, gomKinds, gomPrefix, isGomKind } from '../world/gom-kinds.js';

/** Whether an expression may draw from a stream and call the host. Suppositions and flows may not. */
export type Purpose = 'pure' | 'any';

interface Loading {
  readonly names: Names;
  readonly purpose: Purpose;
  readonly issues: CivIssue[];
  /** True after an error, kept or not. */
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

export function refuse<Wanted>(
  { loading, element, path }: LoadingSpot,
  code: CivIssue['code'],
  message: string,
  { line, column }: Place = element,
): Wanted | undefined {
  loading.hasErrors = true;
  if (isKept(loading.book, 'error')) loading.issues.push({ code, severity: 'error', path, line, column, message });
  return undefined;
}

export function refuseText<Wanted>(spot: LoadingSpot, code: CivIssue['code'], message: string): Wanted | undefined {
  return refuse(spot, code, message, textPlace(spot.element));
}

export function refuseName<Wanted>(spot: LoadingSpot, what: string, known: NameList): Wanted | undefined {
  return refuseText(spot, 'unknown-id', unknownName(spot, spot.element.text, what, known));
}

export function remark(
  { loading: { book, issues }, element: { line, column }, path }: LoadingSpot,
  code: CivIssue['code'],
  message: string,
): void {
  if (isKept(book, 'lint')) issues.push({ code, severity: 'lint', path, line, column, message });
}

export function unknownName({ loading: { book } }: LoadingSpot, text: string, what: string, known: NameList): string {
  const found = text === '' ? `no ${what} is named` : `unknown ${what} ${quoteText(text)}`;
  const near = didYouMean(text, known.keys(), book.budget);
  if (near !== undefined) return `${found}; ${near}`;
  const [first] = known.keys();
  return `${found}; ${first === undefined ? 'none is declared' : `expected one such as ${quoteText(first)}`}`;
}

export function typesText(types: readonly ObjectType[]): string {
  const last = types.at(-1) ?? 'nothing';
  return types.length < 2 ? last : `${types.slice(0, -1).join(', ')} or ${last}`;
}

export const typeTexts: Readonly<Record<ValueType, string>> = { boolean: 'a boolean', number: 'an integer' };

export interface Parts {
  readonly operands: readonly LoadingSpot[];
  readonly parameters: ReadonlyMap<string, LoadingSpot>;
}

export function readParts(
  spot: LoadingSpot,
  { least, most, parameters }: Pick<Operator, 'least' | 'most' | 'parameters'>,
  required: readonly string[] = [],
): Parts | undefined {
  const { name, text } = spot.element;
  const arity = (message: string) => refuse<Parts>(spot, 'arity', `${quoteText(name)} has ${message}`);
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

function readParameters(spot: LoadingSpot, names: readonly string[]): readonly LoadingSpot[] {
  const parts = readParts(spot, { least: 0, most: 0, parameters: names }, names);
  return names.flatMap((name) => parts?.parameters.get(name) ?? []);
}

/**
 * Shared by the parts of a document: the counts of issues, of which a thousand errors and a thousand others are kept,
 * and the budget for suggesting names.
 */
export interface IssueBook {
  readonly found: Record<CivIssue['severity'], number>;
  readonly budget: NameBudget;
}

export function createIssueBook(): IssueBook {
  return { found: { error: 0, lint: 0 }, budget: createNameBudget() };
}

/** Loads an expression outside of a document, with a book of its own. */
export function loadAlone<Result extends { readonly issues: readonly CivIssue[] }>(
  load: (book: IssueBook) => Result,
): Result {
  const book = createIssueBook();
  const result = load(book);
  return { ...result, issues: withRest(result.issues, book) };
}

/** Counts an issue and tells whether to keep it. */
export function isKept({ found }: IssueBook, severity: CivIssue['severity']): boolean {
  return ++found[severity] <= mostKept;
}

/** Kept issues, then the number of the others, at the place of the last of each severity. */
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

/** Adds the file, the line and the path in the expression. A lint is a warning. */
export function describeIssue(issue: CivIssue, file: string, lines: LineIndex): Diagnostic {
  const { code, path, message } = issue;
  const placed = path === '' ? message : `${message} (at ${quoteText(path)})`;
  const severity = issue.severity === 'lint' ? 'warning' : 'error';
  return diagnosticAt(file, issue, lineAt(lines, issue.line), { code, message: placed }, severity);
}

export const hasTypes: ReadonlyMap<GomKind, readonly ObjectType[]> = new Map(
  gomKinds.map((kind) => [kind, objectTypes.filter((type) => hasTable[kind][type] !== 'never')]),
);

interface Leaf {
  readonly result: ValueType | 'either';
  load(site: Site): Loaded;
}

interface NamedLeaf {
  readonly node: NamedShape['node'];
  readonly result: ValueType;
  readonly names: 'tags' | 'attributes' | 'properties' | 'callbacks';
}

export const namedLeaves: ReadonlyMap<string, NamedLeaf> = new Map<string, NamedLeaf>([
  ['Is', { node: 'is', result: 'boolean', names: 'tags' }],
  ['AttributeType', { node: 'attribute', result: 'number', names: 'attributes' }],
  ['PropertyType', { node: 'property', result: 'number', names: 'properties' }],
  ['Python', { node: 'callback', result: 'number', names: 'callbacks' }],
]);

function loadNamed(site: Site, { node, result, names }: NamedLeaf): Loaded {
  const { element, loading } = site;
  const name = element.text;
  const known = loading.names[names];
  if (!known.has(name)) return refuseName(site, node === 'is' ? 'tag' : node, known);
  return fitsScope(site, node) ? expressionAt({ node, name }, result, element) : undefined;
}

function fitsScope(site: Site, node: NamedShape['node']): boolean {
  const name = site.element.text;
  const { tags, attributes } = site.loading.names;
  const types = (node === 'is' ? tags : node === 'attribute' ? attributes : undefined)?.get(name);
  if (types === undefined || !isNowhere(site, types)) return true;
  const scope = typesText(site.scope);
  if (node === 'is') {
    remark(site, 'never-true', `${quoteText(name)} is always false for ${scope}; only ${typesText(types)} can have it`);
    return true;
  }
  refuseText(
    site,
    'type',
    `${scope} has no ${quoteText(name)}; expected an attribute that it has: this one is of ${typesText(types)}`,
  );
  return false;
}

function isNowhere({ scope }: Site, types: readonly ObjectType[]): boolean {
  return scope.length > 0 && !scope.some((type) => types.includes(type));
}

function loadDefine(site: Site): Loaded {
  const { element, wanted } = site;
  const { defines } = site.loading.names;
  const value = defines.get(element.text);
  return value === undefined
    ? refuseName(site, 'define', defines)
    : literalAt(defineValue(value, wanted), wanted, element);
}

function loadHas(site: Site): Loaded {
  const [kindSpot, idSpot] = readParameters(site, ['GOMType', 'ID']);
  if (kindSpot === undefined) return undefined;
  const kind = gomKindIn(kindSpot.element.text);
  const { ids: known } = site.loading.names;
  const ids = known.get(kind);
  if (ids === undefined || !isGomKind(kind))
    return refuseName(kindSpot, 'kind of things', new Set([...known.keys()].map((name) => gomPrefix + name)));
  const id = idSpot.element.text;
  if (!ids.has(id)) return refuseName(idSpot, kind, ids);
  const types = hasTypes.get(kind) ?? [];
  if (isNowhere(site, types)) {
    remark(
      site,
      'never-true',
      `no ${typesText(site.scope)} has things of kind ${kind}: this is always false; only ${typesText(types)} can have them`,
    );
  }
  return expressionAt({ node: 'has', kind, id }, 'boolean', site.element);
}

const optionSources = { GAME: 'options', PLAYER: 'playerOptions', BUG: 'bugOptions' } as const satisfies Readonly<
  Record<string, keyof Names>
>;
const sourceNames = ['GAME', 'PLAYER', 'BUG'] as const;
const ownerless: readonly ObjectType[] = ['GAME', 'TEAM'];

function loadOption(site: Site): Loaded {
  if (site.element.children.length === 0) return loadOptionOf(site, 'GAME', site);
  const [sourceSpot, idSpot] = readParameters(site, ['OptionType', 'ID']);
  if (sourceSpot === undefined) return undefined;
  const { text } = sourceSpot.element;
  const source = sourceNames.find((name) => name === text);
  if (source !== undefined) return loadOptionOf(site, source, idSpot);
  return refuseText(
    sourceSpot,
    'unknown-id',
    `${quoteText(text)} is not a type of options; expected ${listTexts(sourceNames)}`,
  );
}

function loadOptionOf(site: Site, of: keyof typeof optionSources, named: LoadingSpot): Loaded {
  const id = named.element.text;
  const known = site.loading.names[optionSources[of]];
  if (!known.has(id)) return refuseName(named, `option of type ${of}`, known);
  const { scope, wanted, element } = site;
  if (of === 'PLAYER' && scope.length > 0 && scope.every((type) => ownerless.includes(type))) {
    return refuse(
      site,
      'type',
      `${typesText(scope)} has no owner whose option ${quoteText(id)} could be asked; expected an option of type GAME`,
    );
  }
  return expressionAt({ node: 'option', of, id }, wanted, element);
}

function textLeaf(result: Leaf['result'], load: Leaf['load']): Leaf {
  return {
    result,
    load(site) {
      const { name, children } = site.element;
      if (children.length === 0) return load(site);
      return refuse(site, 'arity', `${quoteText(name)} holds elements; expected a text alone`);
    },
  };
}

export const leaves: ReadonlyMap<string, Leaf> = new Map<string, Leaf>([
  ['Constant', textLeaf('either', (site) => loadLiteral(site, site.wanted, site.element))],
  ['Define', textLeaf('either', loadDefine)],
  ['Option', { result: 'either', load: loadOption }],
  ['Has', { result: 'boolean', load: loadHas }],
  ...[...namedLeaves].map(([name, leaf]) => [name, textLeaf(leaf.result, (site) => loadNamed(site, leaf))] as const),
]);

const booleanText = /^(?:0|1|true|false)$/i;

export function loadLiteral(spot: LoadingSpot, wanted: ValueType, place: Place = textPlace(spot.element)): Loaded {
  const value = literalIn(spot, wanted);
  return value === undefined ? undefined : literalAt(value, wanted, place);
}

function literalIn(spot: LoadingSpot, wanted: ValueType): number | undefined {
  const { text } = spot.element;
  if (wanted === 'boolean' && booleanText.test(text)) return Number(text === '1' || text.toLowerCase() === 'true');
  if (wanted === 'number' && integerText.test(text)) {
    // The addition turns -0 into 0.
    const value = Number(text) + 0;
    if (value === (value | 0)) return value;
    return refuseText(
      spot,
      'type',
      `${quoteText(text)} does not fit 32 bits; expected an integer of -2147483648 to 2147483647`,
    );
  }
  const { defines } = spot.loading.names;
  const define = defines.get(text);
  if (define !== undefined) return defineValue(define, wanted);
  if (isName(text)) return refuseName(spot, 'literal or define', defines);
  const found = text === '' ? 'nothing' : quoteText(text);
  return refuseText(
    spot,
    'type',
    `${found} where ${typeTexts[wanted]} is expected; expected ${expected[wanted]}, or the name of a define`,
  );
}

function defineValue(define: number, wanted: ValueType): number {
  return wanted === 'boolean' ? Number(define !== 0) : define;
}

const expected: Readonly<Record<ValueType, string>> = {
  boolean: listTexts(['0', '1', 'true', 'false']),
  number: 'digits, perhaps with a sign',
};
