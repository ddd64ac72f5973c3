import type { Node } from '../../../ir/node.js';
import { planetSizes } from '../model/words.js';
import type { Context } from './context.js';

/**
 * What the rules of a game say of a size of planets; where the size is worked out, its words are tried one after the
 * other.
 */
export function habitableSize(size: Node, { kit, builder }: Context): Node {
  const room = (name: string): Node => kit.read(builder.rule(`RULE_HABITABLE_SIZE_${name.toUpperCase()}`), kit.galaxy);
  const word = (name: string): Node => kit.word('planetSize', builder.word('planetSize', name) ?? 0);
  return planetSizes.reduceRight<Node>(
    (rest, name) => kit.choose(kit.compare('==', size, word(name)), room(name), rest),
    kit.number(0),
  );
}
