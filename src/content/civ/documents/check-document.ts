import { quoteText } from '../../diagnostics/quote.js';
import { type IssueBook, createIssueBook, isKept, withRest, createLoading } from '../expression/loading.js';
import { DepthError, type PassedOver, compatLiteral, loadCompat } from '../expression/load-compat.js';
import { loadHeld } from '../expression/load-intended.js';
import type { Names } from '../expression/names.js';
import type { CivExpression, CivIssue, Place, ValueType } from '../expression/syntax.js';
import { manipulatorsInBook } from '../manipulators/load-manipulators.js';
import { type Manipulator, manipulatorTags } from '../manipulators/manipulator.js';
import type { Policy } from '../policy.js';
import type { CivDeclaration } from '../world/declaration.js';
import { type XmlElement, joinPath, stepsOf } from '../xml/element.js';
import { type Found, findExpressions } from './find-expressions.js';

/** `passed-over` is what the shipped game reads without a word and does not know. */
export interface DocumentIssue extends PartIssue {
  /** The thing whose it is; empty where there is none. */
  readonly owner: string;
}

interface PartIssue extends Omit<CivIssue, 'code'> {
  readonly code: CivIssue['code'] | 'passed-over';
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

/** Loads all expressions and manipulators of a document by a policy, and says what is wrong with each, or odd. */
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
  readonly issues: readonly PartIssue[];
}

function checkHolder(checking: Checking, { element, scope }: Found, wanted: ValueType): Part {
  const { names, policy, book } = checking;
  const holder = element.name;
  const held = (expression: CivExpression | undefined): Part['expressions'] =>
    expression === undefined ? [] : [{ holder, expression }];
  if (policy === 'compat') {
    const { expression, issues } = compatInBook(checking, element, wanted, holder);
    return { expressions: held(expression), manipulators: [], issues };
  }
  const loading = createLoading(names, 'any', book);
  const expression = loadHeld(loading, { element, path: holder }, wanted, scope);
  return { expressions: held(expression), manipulators: [], issues: loading.issues };
}

/** What the game makes of a holder, with all that it passes over. Deeper than the limit is an error here too. */
export function readCompat(holder: XmlElement, names: Names, wanted: ValueType, path = ''): CompatReading {
  const book = createIssueBook();
  const reading = compatInBook({ names, book }, holder, wanted, path);
  return { ...reading, issues: withRest(reading.issues, book) };
}

interface CompatReading {
  readonly expression?: CivExpression;
  readonly issues: readonly PartIssue[];
}

/** The same as a part of a document, which counts what is not kept. */
function compatInBook(
  { names, book }: Omit<Checking, 'policy'>,
  holder: XmlElement,
  wanted: ValueType,
  path: string,
): CompatReading {
  const passed: PassedOver[] = [];
  try {
    const expression = loadCompat(holder, names, wanted, undefined, (each) => passed.push(each));
    const odd = passed.filter((each) => !isPlainNumber(each) && isKept(book, 'lint'));
    const paths = odd.length === 0 ? undefined : pathsBelow(holder);
    return {
      expression,
      issues: odd.map((each) =>
        passedOver(each.element, joinPath(path, paths?.get(each.element) ?? ''), passedText(each, names)),
      ),
    };
  } catch (error) {
    return { issues: depthIssues(error, path, book) };
  }
}

function passedOver({ line, column }: Place, path: string, message: string): PartIssue {
  return { code: 'passed-over', severity: 'lint', path, line, column, message };
}

/** What is too deep, in the element that a path leads to. Throws every other error on. */
function depthIssues(error: unknown, path: string, book: IssueBook): readonly PartIssue[] {
  if (!(error instanceof DepthError)) throw error;
  const { line, column, what } = error;
  return isKept(book, 'error') ? [{ code: 'too-deep', severity: 'error', path, line, column, message: what }] : [];
}

/** A constant is not known where a number is wanted, and its digits are read all the same. */
function isPlainNumber({ element: { name, text }, wanted, stands, unknown }: PassedOver): boolean {
  const isConstant = unknown === undefined && stands === undefined && name === 'Constant';
  return isConstant && wanted === 'number' && /^[+-]?\d+$/.test(text);
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
  const others = children.length === 2 ? 'the other is' : `the other ${String(children.length - 1)} are`;
  const unread = children.length < 2 ? '' : `, and ${others} not read`;
  return `the game knows no \`${name}\` where ${what} is wanted: ${instead}${unread}`;
}

/** What each element below a holder is called from there. */
function pathsBelow(holder: XmlElement): ReadonlyMap<XmlElement, string> {
  const paths = new Map<XmlElement, string>([[holder, '']]);
  // A Map goes on to what is added while it is gone through.
  for (const [element, path] of paths) {
    const steps = stepsOf(element);
    for (const [i, child] of element.children.entries()) paths.set(child, joinPath(path, steps[i]));
  }
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

/** Of manipulators the game says as little as of expressions. */
function passedManipulators(
  checking: Checking,
  root: XmlElement,
  loaded: readonly Manipulator[],
): readonly PartIssue[] {
  const steps = stepsOf(root);
  const known = new Set(loaded.map(placeOf));
  return root.children.flatMap((element, i) => {
    const { name } = element;
    const path = joinPath(root.name, steps[i]);
    if (known.has(placeOf(element)))
      return held.flatMap(([tag, wanted]) => {
        const index = element.children.findIndex((child) => child.name === tag);
        if (index < 0) return [];
        const holder = joinPath(path, stepsOf(element)[index]);
        return compatInBook(checking, element.children[index], wanted, holder).issues;
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
