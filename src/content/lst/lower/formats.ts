import { isOf } from '../../../eval/shape.js';
import type { Node } from '../../../ir/node.js';
import { heed } from '../../../eval/ops/heed.js';
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
  return { name: 'OBJECT', scope: objects.all[objectIn(node) - 1].scope.name };
}

/**
 * The index of one of the objects that an expression of an object may be, which are all of one scope: it is one that is
 * named, or a choice between such.
 */
function objectIn(node: Node): number {
  let at = node;
  while (at.args.length > 0) at = at.args[isOf(at, heed) ? 0 : 1];
  return (at.data as { readonly value: number }).value;
}

/** For people: objects are told by their scope. */
export function describeFormat(format: Format): string {
  return format.name === 'OBJECT' ? `an object of ${format.scope}` : formatName(format);
}
