import type { Node } from '../../../compile/node.js';
import { formatOfType } from '../definitions/format-type.js';
import type { ObjectTable } from '../definitions/objects.js';
import { type Format, formatName } from '../text/format.js';

export function equalFormats(one: Format, other: Format): boolean {
  if (one === other) return true;
  if (one.name === 'ARRAY') return other.name === 'ARRAY' && one.of.name === other.of.name;
  if (one.name === 'OBJECT') return other.name === 'OBJECT' && one.scope === other.scope;
  return one.name === other.name;
}

/** The format of an expression's values. */
export function formatOfNode(node: Node, objects: ObjectTable): Format {
  const format = formatOfType(node.type);
  if (format !== undefined) return format;
  return { name: 'OBJECT', scope: objects.all[objectsIn(node)[0] - 1].scope.name };
}

/** Indices of the objects that an expression of an object may be: it is one that is named, or a choice between such. */
export function objectsIn(node: Node): readonly number[] {
  return node.args.length === 0 ? [(node.data as { readonly value: number }).value] : node.args.slice(1).flatMap(objectsIn);
}

/** For people: objects are told by their scope. */
export function describeFormat(format: Format): string {
  return format.name === 'OBJECT' ? `an object of ${format.scope}` : formatName(format);
}
