import { quoteText } from '../../diagnostics/quote.js';
import { compatLiteral } from '../expression/compat-literals.js';
import { DepthError } from '../expression/depth-error.js';
import { type PassedOver, loadCompat } from '../expression/load-compat.js';
import { type IssueBook, createIssueBook, isKept, withRest } from '../expression/issue-book.js';
import { loadInBook } from '../expression/load-intended.js';
import type { Names } from '../expression/names.js';
import type { CivExpression, CivIssue } from '../expression/syntax.js';
import { manipulatorsInBook } from '../manipulators/load-manipulators.js';
import { type Manipulator, manipulatorTags } from '../manipulators/manipulator.js';
import type { Policy } from '../policy.js';
import type { CivDeclaration } from '../world/declaration.js';
import type { XmlElement } from '../xml/element.js';
import { joinPath, stepsOf } from '../xml/paths.js';
import { type Found, findExpressions } from './find-expressions.js';

/**
 * What is wrong somewhere in a document, or odd; `passed-over` is what the shipped game reads without a word and does
 * not know.
 */
export interface DocumentIssue extends Omit<CivIssue, 'code'> {
  readonly code: CivIssue['code'] | 'passed-over';
  /** The thing whose it is; empty where there is none. */
  readonly owner: string;
}

/** An expression that has loaded. */
export interface HeldExpression {
  readonly holder: string;
  readonly expression: CivExpression;
}

export interface CheckedDocument {
  readonly expressions: readonly HeldExpression[];
  readonly manipulators: readonly { readonly owner: string; readonly manipulator: Manipulator }[];
  readonly issues: readonly DocumentIssue[];
}

/** Loads all expressions and manipulators of a document by a policy, and says what is wrong with each, or odd. */
export function checkDocument(
  root: XmlElement,
  names: Names,
  policy: Policy,
  types?: CivDeclaration['types'],
): CheckedDocument {
  const book = createIssueBook();
  const checked = findExpressions(root, types).map((found) => {
    const part =
      found.wanted === undefined
        ? checkManipulators(found, names, policy, book)
        : checkHolder(found, found.wanted, names, policy, book);
    return { ...part, owner: found.owner };
  });
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
  readonly issues: readonly Omit<DocumentIssue, 'owner'>[];
}

function checkHolder(
  { element, scope }: Found,
  wanted: CivExpression['type'],
  names: Names,
  policy: Policy,
  book: IssueBook,
): Part {
  const holder = element.name;
  if (policy === 'compat') {
    const { expression, issues } = compatInBook(element, names, wanted, holder, book);
    return { expressions: expression === undefined ? [] : [{ holder, expression }], manipulators: [], issues };
  }
  const { expression, issues } = loadInBook(element, names, wanted, scope, 'any', book);
  return {
    expressions: expression === undefined ? [] : [{ holder, expression }],
    manipulators: [],
    issues: issues.map((issue) => ({ ...issue, path: issue.path === '' ? holder : joinPath(holder, issue.path) })),
  };
}

/** What the game makes of a holder, with all that it passes over. Deeper than the limit is an error here too. */
export function readCompat(holder: XmlElement, names: Names, wanted: CivExpression['type'], path = ''): CompatReading {
  const book = createIssueBook();
  const { issues, ...rest } = compatInBook(holder, names, wanted, path, book);
  return { ...rest, issues: withRest(issues, book) };
}

interface CompatReading {
  readonly expression?: CivExpression;
  readonly issues: readonly Omit<DocumentIssue, 'owner'>[];
}

/** The same as a part of a document, which counts what is not kept. */
function compatInBook(
  holder: XmlElement,
  names: Names,
  wanted: CivExpression['type'],
  path: string,
  book: IssueBook,
): CompatReading {
  const passed: PassedOver[] = [];
  try {
    const expression = loadCompat(holder, names, wanted, undefined, (each) => passed.push(each));
    const odd = passed.filter((each) => !isPlainNumber(each) && isKept(book, 'lint'));
    const paths = odd.length === 0 ? undefined : pathsBelow(holder);
    return {
      expression,
      issues: odd.map((each) => passedIssue(each, names, joinPath(path, paths?.get(each.element) ?? ''))),
    };
  } catch (error) {
    return { issues: depthIssues(error, path, book) };
  }
}

/** What is too deep, in the element that a path leads to. Throws every other error on. */
function depthIssues(error: unknown, path: string, book: IssueBook): readonly Omit<DocumentIssue, 'owner'>[] {
  if (!(error instanceof DepthError)) throw error;
  const { line, column, what } = error;
  return isKept(book, 'error') ? [{ code: 'too-deep', severity: 'error', path, line, column, message: what }] : [];
}

/** A constant is not known where a number is wanted, and its digits are read all the same. */
function isPlainNumber({ element: { name, text }, wanted, stands, unknown }: PassedOver): boolean {
  return (
    unknown === undefined &&
    name === 'Constant' &&
    wanted === 'number' &&
    stands === undefined &&
    /^[+-]?\d+$/.test(text)
  );
}

function passedIssue(
  { element, wanted, stands, unknown }: PassedOver,
  names: Names,
  path: string,
): Omit<DocumentIssue, 'owner'> {
  const { name, line, column, children } = element;
  if (unknown !== undefined) {
    const read = wanted === 'boolean' ? 'false' : '0';
    return {
      code: 'passed-over',
      severity: 'lint',
      path,
      line,
      column,
      message: `${unknown === '' ? `\`${name}\` has no name` : `there is no ${quoteText(unknown)}`}, which the game reads as ${read}`,
    };
  }
  const what = wanted === 'boolean' ? 'a condition' : 'a number';
  const value = compatLiteral(element.text, wanted, names);
  const literal = wanted === 'boolean' ? String(value === 1) : String(value);
  const instead =
    stands === undefined
      ? `its text ${element.text === '' ? '' : `${quoteText(element.text)} `}is read as ${literal}`
      : `its first element \`${stands}\` stands for it`;
  const others =
    children.length < 2
      ? ''
      : children.length === 2
        ? ', and the other is not read'
        : `, and the other ${String(children.length - 1)} are not read`;
  return {
    code: 'passed-over',
    severity: 'lint',
    path,
    line,
    column,
    message: `the game knows no \`${name}\` where ${what} is wanted: ${instead}${others}`,
  };
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

function checkManipulators(found: Found, names: Names, policy: Policy, book: IssueBook): Part {
  try {
    return loadedManipulators(found, names, policy, book);
  } catch (error) {
    return { manipulators: [], expressions: [], issues: depthIssues(error, found.element.name, book) };
  }
}

function loadedManipulators({ element, scope }: Found, names: Names, policy: Policy, book: IssueBook): Part {
  const { manipulators, issues } = manipulatorsInBook(element, names, policy, scope, book);
  return {
    manipulators,
    expressions: manipulators.flatMap(heldBy),
    issues: policy === 'compat' ? passedManipulators(element, names, manipulators, book) : issues,
  };
}

function heldBy({ active, form }: Manipulator): readonly HeldExpression[] {
  const held: HeldExpression[] = [];
  if (active !== undefined) held.push({ holder: 'Active', expression: active });
  if (form.does === 'constant') held.push({ holder: 'iAmountPerTurn', expression: form.amount });
  if ('targets' in form && form.targets.condition !== undefined)
    held.push({ holder: 'TargetCondition', expression: form.targets.condition });
  return held;
}

const held = [
  ['Active', 'boolean'],
  ['TargetCondition', 'boolean'],
  ['iAmountPerTurn', 'number'],
] as const;

/** Of manipulators the game says as little as of expressions. */
function passedManipulators(
  root: XmlElement,
  names: Names,
  loaded: readonly Manipulator[],
  book: IssueBook,
): Part['issues'] {
  const steps = stepsOf(root);
  const known = new Set(loaded.map(placeOf));
  return root.children.flatMap((element, i) => {
    const { line, column, name } = element;
    const path = joinPath(root.name, steps[i]);
    if (!known.has(placeOf(element))) {
      if (!isKept(book, 'lint')) return [];
      const why = manipulatorTags.some((tag) => tag === name)
        ? 'its type, property, attribute, relation or type of objects is not known'
        : `\`${name}\` is not known`;
      return [
        {
          code: 'passed-over' as const,
          severity: 'lint' as const,
          path,
          line,
          column,
          message: `the game makes nothing of this: ${why}`,
        },
      ];
    }
    return held.flatMap(([tag, wanted]) => {
      const index = element.children.findIndex((child) => child.name === tag);
      return index < 0
        ? []
        : compatInBook(element.children[index], names, wanted, joinPath(path, stepsOf(element)[index]), book).issues;
    });
  });
}

function placeOf({ line, column }: { readonly line: number; readonly column: number }): string {
  return `${line}:${column}`;
}
