import { quoteText } from '../../text/quote.js';
import { type IssueBook, createIssueBook, isKept, withRest, createLoading } from './expression-loading.js';
import { DepthError, type PassedOver, compatLiteral, loadCompat } from './load-compat.js';
import { type LoadedExpression, loadHeld } from './load-intended.js';
import type { Names } from './declared-names.js';
import { type CivExpression, type CivIssue, type Place, type ValueType, integerText, type Policy } from '../syntax.js';
import { manipulatorsInBook } from '../manipulators/load-manipulators.js';
import { type Manipulator, manipulatorTags } from '../manipulators/manipulator.js';
import type { CivDeclaration } from '../world/declaration.js';
import { type Spot, type XmlElement, childSpots, spotOf } from './element.js';
import { type Found, findExpressions } from './find-expressions.js';

export interface DocumentIssue extends CivIssue {
  readonly owner: string;
}

export interface HeldExpression {
  readonly holder: string;
  readonly expression: CivExpression;
}

export interface CheckedDocument {
  readonly expressions: readonly HeldExpression[];
  readonly manipulators: readonly { readonly owner: string; readonly manipulator: Manipulator }[];
  readonly issues: readonly DocumentIssue[];
}

interface Checking {
  readonly names: Names;
  readonly policy: Policy;
  readonly book: IssueBook;
}

export function checkDocument(
  root: XmlElement,
  names: Names,
  policy: Policy,
  types?: CivDeclaration['types'],
): CheckedDocument {
  const book = createIssueBook();
  const checking = { names, policy, book };
  const checked = findExpressions(root, types).map((found) => ({
    ...(found.wanted === undefined ? checkManipulators(checking, found) : checkHolder(checking, found, found.wanted)),
    owner: found.owner,
  }));
  return {
    expressions: checked.flatMap(({ expressions }) => expressions),
    manipulators: checked.flatMap(({ manipulators, owner }) =>
      manipulators.map((manipulator) => ({ owner, manipulator })),
    ),
    issues: withRest(
      checked.flatMap(({ issues, owner }) => issues.map((issue) => ({ ...issue, owner }))),
      book,
    ),
  };
}

interface Part {
  readonly expressions: readonly HeldExpression[];
  readonly manipulators: readonly Manipulator[];
  readonly issues: readonly CivIssue[];
}

function checkHolder(checking: Checking, found: Found, wanted: ValueType): Part {
  const { element } = found;
  const holder = element.name;
  const { expression, issues } =
    checking.policy === 'compat'
      ? compatInBook(checking, element, wanted, holder)
      : intendedInBook(checking, found, wanted);
  return { expressions: expression === undefined ? [] : [{ holder, expression }], manipulators: [], issues };
}

function intendedInBook({ names, book }: Checking, { element, scope }: Found, wanted: ValueType): LoadedExpression {
  const loading = createLoading(names, 'any', book);
  const expression = loadHeld(loading, { element, path: element.name }, wanted, scope);
  return { expression, issues: loading.issues };
}

/** A holder as the shipped game reads it, with all that it ignores. A tree deeper than the limit is an error. */
export function readCompat(holder: XmlElement, names: Names, wanted: ValueType, path = ''): LoadedExpression {
  const book = createIssueBook();
  const reading = compatInBook({ names, book }, holder, wanted, path);
  return { ...reading, issues: withRest(reading.issues, book) };
}

function compatInBook(
  { names, book }: Omit<Checking, 'policy'>,
  holder: XmlElement,
  wanted: ValueType,
  path: string,
): LoadedExpression {
  const passed: PassedOver[] = [];
  try {
    const expression = loadCompat(holder, names, wanted, (each) => passed.push(each));
    const odd = passed.filter((each) => !isPlainNumber(each) && isKept(book, 'lint'));
    const paths = odd.length === 0 ? undefined : pathsFrom({ element: holder, path });
    return {
      expression,
      issues: odd.map((each) => passedOver(each.element, paths?.get(each.element) ?? path, passedText(each, names))),
    };
  } catch (error) {
    return { expression: undefined, issues: depthIssues(error, path, book) };
  }
}

function passedOver({ line, column }: Place, path: string, message: string): CivIssue {
  return { code: 'passed-over', severity: 'lint', path, line, column, message };
}

function depthIssues(error: unknown, path: string, book: IssueBook): readonly CivIssue[] {
  if (!(error instanceof DepthError)) throw error;
  const { line, column, what } = error;
  return isKept(book, 'error') ? [{ code: 'too-deep', severity: 'error', path, line, column, message: what }] : [];
}

function isPlainNumber({ element: { name, text }, wanted, stands, unknown }: PassedOver): boolean {
  const isConstant = unknown === undefined && stands === undefined && name === 'Constant';
  return isConstant && wanted === 'number' && integerText.test(text);
}

function passedText({ element, wanted, stands, unknown }: PassedOver, names: Names): string {
  const { name, text, children } = element;
  const isBoolean = wanted === 'boolean';
  if (unknown !== undefined) {
    const what = unknown === '' ? `\`${name}\` has no name` : `there is no ${quoteText(unknown)}`;
    return `${what}, which the game reads as ${isBoolean ? 'false' : '0'}`;
  }
  const what = isBoolean ? 'a condition' : 'a number';
  const value = compatLiteral(text, wanted, names);
  const literal = isBoolean ? value === 1 : value;
  const instead =
    stands === undefined
      ? `its text ${text === '' ? '' : `${quoteText(text)} `}is read as ${String(literal)}`
      : `its first element \`${stands}\` stands for it`;
  const others = children.length === 2 ? 'the other is' : `the other ${children.length - 1} are`;
  const unread = children.length < 2 ? '' : `, and ${others} not read`;
  return `the game knows no \`${name}\` where ${what} is wanted: ${instead}${unread}`;
}

function pathsFrom(start: Spot): ReadonlyMap<XmlElement, string> {
  const paths = new Map<XmlElement, string>([[start.element, start.path]]);
  // A Map goes on to what is added while it is gone through.
  for (const [element, path] of paths)
    for (const child of childSpots({ element, path })) paths.set(child.element, child.path);
  return paths;
}

function checkManipulators(checking: Checking, { element, scope }: Found): Part {
  const { names, policy, book } = checking;
  try {
    const { manipulators, issues } = manipulatorsInBook(element, names, policy, scope, book);
    return {
      manipulators,
      expressions: manipulators.flatMap(heldBy),
      issues: policy === 'compat' ? passedManipulators(checking, element, manipulators) : issues,
    };
  } catch (error) {
    return { manipulators: [], expressions: [], issues: depthIssues(error, element.name, book) };
  }
}

const held = [
  ['Active', 'boolean'],
  ['TargetCondition', 'boolean'],
  ['iAmountPerTurn', 'number'],
] as const;

function heldBy({ active, form }: Manipulator): readonly HeldExpression[] {
  const expressions = [active, form.targets?.condition, form.expression];
  return held.flatMap(([holder], i) => {
    const expression = expressions[i];
    return expression === undefined ? [] : [{ holder, expression }];
  });
}

/** All that the shipped game ignores in manipulators. */
function passedManipulators(checking: Checking, root: XmlElement, loaded: readonly Manipulator[]): readonly CivIssue[] {
  const known = new Set(loaded.map(placeOf));
  return childSpots({ element: root, path: root.name }).flatMap((spot) => {
    const { element, path } = spot;
    const { name } = element;
    if (known.has(placeOf(element)))
      return held.flatMap(([tag, wanted]) => {
        const holder = spotOf(childSpots(spot), tag);
        return holder === undefined ? [] : compatInBook(checking, holder.element, wanted, holder.path).issues;
      });
    if (!isKept(checking.book, 'lint')) return [];
    const why = manipulatorTags.some((tag) => tag === name)
      ? 'its type, property, attribute, relation or type of objects is not known'
      : `\`${name}\` is not known`;
    return [passedOver(element, path, `the game makes nothing of this: ${why}`)];
  });
}

function placeOf({ line, column }: Place): string {
  return `${line}:${column}`;
}
