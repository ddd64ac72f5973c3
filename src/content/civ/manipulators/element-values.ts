import { objectTypeOf, relationOf } from '../expression/integrators.js';
import { greatestDistance } from '../expression/load-aggregate.js';
import type { ObjectType } from '../policy.js';
import { type XmlElement, childOf } from '../xml/element.js';
import type { Related } from './manipulator.js';

/** A whole number of 32 bits. */
export function wholeOf(text: string): number | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = Number(text);
  return value === (value | 0) ? value | 0 : undefined;
}

/** A distance: digits alone, and no more than expressions may have. */
export function distanceOf(text: string): number | undefined {
  return /^\d+$/.test(text) && Number(text) <= greatestDistance ? Number(text) : undefined;
}

/** The type that the first child of a name names. */
export function objectTypeIn(element: XmlElement, tag: string): ObjectType | undefined {
  return objectTypeOf(childOf(element, tag)?.text ?? '');
}

/** The relation that a child names, with the distance that another gives where it has one. */
export function relatedIn(element: XmlElement, relationTag: string, distanceTag: string): Related | undefined {
  const relation = relationOf(childOf(element, relationTag)?.text ?? '');
  if (relation === undefined) return undefined;
  return {
    relation,
    distance: relation === 'NEAR' ? (distanceOf(childOf(element, distanceTag)?.text ?? '0') ?? 0) : 0,
  };
}
