import { questionKey } from '../../ir/suppositions.js';
import type { Term } from '../term.js';
import type { Emission, Emitted } from './emission.js';

/** The answer; where anything is supposed of this question the primitives answer. */
export function emitSupposed(
  { node, args }: Term<{ readonly question: number; readonly word: number }>,
  emission: Emission,
): Emitted {
  const key = questionKey(node.data.question, node.data.word);
  emission.given(`supposition ${key}`, ({ evaluator: { frame } }) =>
    frame.suppositions?.answers.has(key) === true ? undefined : 0,
  );
  return emission.of(args[1]);
}
