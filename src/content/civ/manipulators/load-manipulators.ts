import { type IssueBook, createIssueBook, withRest } from '../expression/issue-book.js';
import type { Names } from '../expression/names.js';
import type { ObjectType, Policy } from '../policy.js';
import type { XmlElement } from '../xml/element.js';
import { loadCompatManipulators } from './load-compat.js';
import { loadIntendedManipulators } from './load-intended.js';
import type { LoadedManipulators } from './manipulator.js';

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
