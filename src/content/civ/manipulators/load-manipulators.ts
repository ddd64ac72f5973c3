import { type IssueBook, createIssueBook, withRest } from '../expression/issue-book.js';
import { loadCompat } from '../expression/load-compat.js';
import type { Names } from '../expression/names.js';
import { type ObjectType, type Policy, objectTypes } from '../policy.js';
import { type XmlElement, childOf, childText, stepsOf } from '../xml/element.js';
import { loadIntendedManipulators, manipulatorOf, objectTypeIn, relatedIn } from './load-intended.js';
import { type LoadedManipulators, type Manipulator, type SortRow, manipulatorTags, sorts } from './manipulator.js';

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
  if (policy === 'intended') return loadIntendedManipulators(root, names, carriers, book);
  const steps = stepsOf(root);
  const manipulators = manipulatorTags.flatMap((tag) =>
    root.children.flatMap((element, i) =>
      element.name === tag ? loadCompatManipulator(element, steps[i], sorts[tag], names) : [],
    ),
  );
  return { manipulators, issues: [] };
}

/**
 * What the shipped game makes of a manipulator: of several elements of one name the first; nothing where it could not
 * do anything. Never fails.
 */
function loadCompatManipulator(element: XmlElement, name: string, sort: SortRow, names: Names): readonly Manipulator[] {
  const row = sort.forms.get(childText(element, sort.typeTag));
  if (row === undefined || sort.propertyTags.some((tag) => !names.properties.has(childText(element, tag)))) return [];
  // An attribute that there is not is 0 everywhere.
  if (row.hasAttribute && !names.attributes.has(childText(element, 'AttributeType'))) return [];
  const objectType = objectTypeIn(element, 'GameObjectType');
  // Related objects of no type, of an unknown one, or by an unknown relation: there are none.
  const isAsked = (tag: string): boolean => childText(element, tag) !== '';
  if (isAsked('GameObjectType') && objectType === undefined) return [];
  const isNobody = relatedIn(element, 'RelationType', 'iDistance') === undefined || objectType === undefined;
  if (isAsked('RelationType') && isNobody) return [];
  return [
    manipulatorOf(element, name, sort, row, objectTypes, (tag, wanted) => {
      const holder = childOf(element, tag);
      return holder === undefined ? undefined : loadCompat(holder, names, wanted);
    }),
  ];
}
