import { type IssueBook, createIssueBook, withRest } from '../expression/issue-book.js';
import type { Names } from '../expression/names.js';
import type { ObjectType, Policy, RelationName } from '../policy.js';
import { type XmlElement, childOf } from '../xml/element.js';
import { loadIntendedManipulators } from './load-intended.js';
import {
  type LoadedManipulators,
  type Manipulator,
  type ManipulatorTargets,
  type Related,
  manipulatorTags,
} from './manipulator.js';
import { leadingInteger } from '../expression/compat-literals.js';
import { loadCompat } from '../expression/load-compat.js';
import { objectTypeOf, relationOf } from '../expression/integrators.js';
import type { CivExpression } from '../expression/syntax.js';
import { stepsOf } from '../xml/paths.js';
import { type Fields, type FormRow, type SortRow, sorts } from './forms.js';

/**
 * Loads a `PropertyManipulators` element. `carriers` are the types of the objects that carry it. The shipped game
 * accepts everything, so that there are issues under `intended` alone; one that is an error keeps everything of the
 * element from loading.
 */
export function loadManipulators(
  root: XmlElement,
  names: Names,
  policy: Policy,
  carriers: readonly ObjectType[],
): LoadedManipulators {
  const book = createIssueBook();
  const { manipulators, issues } = manipulatorsInBook(root, names, policy, carriers, book);
  return { manipulators, issues: withRest(issues, book) };
}

/** The same as a part of a document, which counts what is not kept. */
export function manipulatorsInBook(
  root: XmlElement,
  names: Names,
  policy: Policy,
  carriers: readonly ObjectType[],
  book: IssueBook,
): LoadedManipulators {
  return policy === 'intended'
    ? loadIntendedManipulators(root, names, carriers, book)
    : { manipulators: loadCompatManipulators(root, names), issues: [] };
}

/**
 * What the shipped game makes of a `PropertyManipulators` element: of several elements of one name the first, of what
 * it does not know nothing. Never fails.
 */
function loadCompatManipulators(root: XmlElement, names: Names): readonly Manipulator[] {
  const steps = stepsOf(root);
  return manipulatorTags.flatMap((tag) =>
    root.children.flatMap((element, i) =>
      element.name === tag ? manipulatorOf(element, steps[i], sorts[tag], names) : [],
    ),
  );
}

/** Nothing where it could not do anything. */
function manipulatorOf(element: XmlElement, name: string, sort: SortRow, names: Names): readonly Manipulator[] {
  const row = sort.forms.get(textOf(element, sort.typeTag));
  if (row === undefined || sort.propertyTags.some((tag) => !names.properties.has(textOf(element, tag)))) return [];
  // An attribute that there is not is 0 everywhere.
  if (row.hasAttribute && !names.attributes.has(textOf(element, 'AttributeType'))) return [];
  const objectType = typeOf(element, 'GameObjectType');
  const relates = textOf(element, 'RelationType') !== '';
  const relation = relatedOf(element, 'RelationType', 'iDistance');
  // Related objects of no type, of an unknown one, or by an unknown relation: there are none.
  if (objectType === 'unknown' || (relates && (relation === undefined || objectType === undefined))) return [];
  const active = childOf(element, 'Active');
  return [
    {
      name,
      objectType,
      relation,
      form: formOf(element, row, names),
      line: element.line,
      column: element.column,
      active: active === undefined ? undefined : loadCompat(active, names, 'boolean'),
    },
  ];
}

function formOf(element: XmlElement, row: FormRow, names: Names): Manipulator['form'] {
  const fields: Fields = {
    property: (tag) => textOf(element, tag),
    whole: (tag) => leadingInteger(textOf(element, tag)),
    attribute: () => textOf(element, 'AttributeType'),
    amount: () => amountOf(element, names),
    targets: () => targetsOf(element, names),
  };
  return row.form(fields);
}

function amountOf(element: XmlElement, names: Names): CivExpression {
  const holder = childOf(element, 'iAmountPerTurn');
  return holder === undefined
    ? { node: 'literal', value: 0, type: 'number', line: element.line, column: element.column }
    : loadCompat(holder, names, 'number');
}

function targetsOf(element: XmlElement, names: Names): ManipulatorTargets {
  const objectType = typeOf(element, 'TargetObjectType');
  const condition = childOf(element, 'TargetCondition');
  return {
    objectType: objectType === 'unknown' ? undefined : objectType,
    relation: objectType === 'unknown' ? undefined : relatedOf(element, 'TargetRelationType', 'iTargetDistance'),
    condition: condition === undefined ? undefined : loadCompat(condition, names, 'boolean'),
  };
}

function relatedOf(element: XmlElement, relationTag: string, distanceTag: string): Related | undefined {
  const relation = relationOf(textOf(element, relationTag));
  if (relation === undefined) return undefined;
  const distance = distanceOf(relation, textOf(element, distanceTag));
  return distance < 0 ? undefined : { relation, distance };
}

function distanceOf(relation: RelationName, text: string): number {
  return relation === 'NEAR' ? leadingInteger(text) : 0;
}

function typeOf(element: XmlElement, tag: string): ObjectType | 'unknown' | undefined {
  const text = textOf(element, tag);
  if (text === '') return undefined;
  return objectTypeOf(text) ?? 'unknown';
}

function textOf(element: XmlElement, tag: string): string {
  return childOf(element, tag)?.text ?? '';
}
