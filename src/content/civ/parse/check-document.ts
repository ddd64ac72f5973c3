import { indexByName } from '../../../model/model.js';
import { quoteText } from '../../text/quote.js';
import { type IssueBook, createIssueBook, isKept, withRest, loadAlone } from './expression-loading.js';
import { DepthError, type PassedOver, compatLiteral, loadCompat } from './load-compat.js';
import { type LoadedExpression, loadInBook } from './load-intended.js';
import type { Names } from './declared-names.js';
import {
  type CivExpression,
  type CivIssue,
  type Place,
  type ValueType,
  integerText,
  type Policy,
  type ObjectType,
  objectTypes,
  type Spot,
  type XmlElement,
  childSpots,
  spotOf,
  childText,
} from '../syntax.js';
import { manipulatorsInBook } from '../manipulators/load-manipulators.js';
import {
  type LoadedManipulators,
  type Manipulator,
  manipulatorTags,
  carrierKinds,
  carrierTypes,
  globalCarrier,
} from '../manipulators/manipulator.js';
import type { CivDeclaration } from '../world/declaration.js';

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

type Part = LoadedManipulators & Pick<CheckedDocument, 'expressions'>;

function checkHolder(checking: Checking, found: Found, wanted: ValueType): Part {
  const { element } = found;
  const holder = element.name;
  const { names, policy, book } = checking;
  const { expression, issues } =
    policy === 'compat'
      ? compatInBook(checking, element, wanted, holder)
      : loadInBook(book, { element, path: holder }, names, wanted, found.scope, 'any');
  return { expressions: expression === undefined ? [] : [{ holder, expression }], manipulators: [], issues };
}

/** Reads a holder as the shipped game does, with all that it ignores. A tree deeper than the limit is an error. */
export function readCompat(holder: XmlElement, names: Names, wanted: ValueType, path = ''): LoadedExpression {
  return loadAlone((book) => compatInBook({ names, book }, holder, wanted, path));
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
  // A loop over a Map includes entries added meanwhile.
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

/** Parts of manipulators that the shipped game ignores. */
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

interface HolderTag {
  readonly name: string;
  readonly wanted: ValueType;
  readonly scope?: readonly ObjectType[];
  /** Only within an element of this name: elsewhere, the game uses the name for other things. */
  readonly inside?: string;
}

const city = { wanted: 'boolean', scope: ['CITY'] } as const;
const unit = { wanted: 'boolean', scope: ['UNIT'] } as const;
const plot = { wanted: 'boolean', scope: ['PLOT'] } as const;
const outcome = { wanted: 'number', scope: ['UNIT'], inside: 'Outcome' } as const;

/**
 * Holders in manipulators, then conditions of buildings, units, spawns and replacements, then outcomes and their
 * missions.
 */
export const holderTags: readonly HolderTag[] = [
  { name: 'Active', wanted: 'boolean' },
  { name: 'TargetCondition', wanted: 'boolean' },
  { name: 'iAmountPerTurn', wanted: 'number' },
  { name: 'ConstructCondition', ...city },
  { name: 'NewCityFree', ...city },
  { name: 'FreePromotionCondition', ...unit },
  { name: 'TrainCondition', ...city },
  { name: 'SpawnCondition', ...plot },
  { name: 'ReplacementCondition', wanted: 'boolean', scope: ['GAME'] },
  { name: 'PlotCondition', ...plot },
  { name: 'UnitCondition', ...unit },
  { name: 'bUnitToCity', ...unit },
  { name: 'iReduceAnarchyLength', ...outcome },
  { name: 'iChance', ...outcome },
  { name: 'iYield', ...outcome },
  { name: 'iCommerce', ...outcome },
  { name: 'iCost', ...outcome, inside: 'Action' },
];

interface Holder {
  readonly element: XmlElement;
  readonly tag: HolderTag;
  /** The element around it, which identifies its owner; the holder itself at the root. */
  readonly parent: XmlElement;
}

interface Visit extends Omit<Holder, 'tag'> {
  readonly around: ReadonlySet<string>;
}

/** All holders in document order, but none within another. Does not recurse. */
export function findHolders(root: XmlElement, tags: readonly HolderTag[] = holderTags): readonly Holder[] {
  const byName = indexByName(tags);
  const asked = new Set(tags.map(({ inside }) => inside));
  const holders: Holder[] = [];
  const stack: Visit[] = [{ element: root, parent: root, around: new Set() }];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { element, parent, around } = visit;
    const tag = byName.get(element.name);
    if (tag !== undefined && (tag.inside === undefined || around.has(tag.inside))) {
      holders.push({ element, tag, parent });
      continue;
    }
    const within = asked.has(element.name) && !around.has(element.name) ? new Set([...around, element.name]) : around;
    for (const child of element.children.toReversed()) stack.push({ element: child, parent: element, around: within });
  }
  return holders;
}

interface Found {
  readonly element: XmlElement;
  readonly wanted?: ValueType;
  readonly scope: readonly ObjectType[];
  readonly owner: string;
}

const manipulatorsTag: HolderTag = { name: 'PropertyManipulators', wanted: 'boolean' };

/** In document order. `types`: declared ids by kind, if known. */
export function findExpressions(root: XmlElement, types: CivDeclaration['types'] = {}): readonly Found[] {
  // An element with many holders is searched once.
  const owners = new Map<XmlElement, string>();
  // Manipulators own the holders within them.
  return findHolders(root, [...holderTags, manipulatorsTag]).map(({ element, tag, parent }) => {
    const owner = parent === element ? '' : (owners.get(parent) ?? childText(parent, 'Type'));
    owners.set(parent, owner);
    if (tag === manipulatorsTag) return { element, owner, scope: carriersOf(owner, types) };
    return { element, owner, wanted: tag.wanted, scope: tag.scope ?? objectTypes };
  });
}

/** All types if unknown, and for expressions of no thing. */
function carriersOf(owner: string, types: CivDeclaration['types']): readonly ObjectType[] {
  const declared = carrierTypes({ types }, owner === '' ? globalCarrier : owner);
  if (declared.length > 0) return declared;
  const kind = owner.startsWith('UNIT_') ? 'UNITTYPE' : owner.split('_', 1)[0];
  const named = objectTypes.filter((type) => carrierKinds[type].some((each) => each === kind));
  return named.length > 0 ? named : objectTypes;
}

/** True if objects carry the thing; otherwise its manipulators apply to every object. */
export function isCarrier(owner: string, types: CivDeclaration['types']): boolean {
  return owner !== globalCarrier && carrierTypes({ types }, owner).length > 0;
}
