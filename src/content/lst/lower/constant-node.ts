import { makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import { constant } from '../../../eval/ops/constant.js';
import { numeral } from '../../../eval/ops/numeric.js';
import { pooled } from '../../../eval/ops/pooled.js';
import type { Content } from '../../../model/model.js';
import { typeOfFormat } from '../definitions/format-type.js';
import type { Format } from '../text/format.js';

/** The expression of a constant. */
export function nodeOfContent(format: Format, content: Content): Node {
  const type = typeOfFormat(format);
  if ('text' in content) return makeNode(pooled, { type, text: content.text });
  const { value, whole = false } = content;
  return type.name === 'numeric' ? makeNode(numeral, { value, whole }) : makeNode(constant, { value, type });
}
