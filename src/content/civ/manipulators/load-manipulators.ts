import type { Names } from '../expression/names.js';
import type { ObjectType, Policy } from '../policy.js';
import type { XmlElement } from '../xml/element.js';
import { loadCompatManipulators } from './load-compat.js';
import { loadIntendedManipulators } from './load-intended.js';
import type { LoadedManipulators } from './manipulator.js';

/**
 * Loads a `PropertyManipulators` element. `carriers` are the types of the objects that carry it. The shipped game accepts everything, so that there are issues
 * under `intended` alone; one that is an error keeps everything of the element from loading.
 */
export function loadManipulators(root: XmlElement, names: Names, policy: Policy, carriers: readonly ObjectType[]): LoadedManipulators {
  return policy === 'intended' ? loadIntendedManipulators(root, names, carriers) : { manipulators: loadCompatManipulators(root, names), issues: [] };
}
