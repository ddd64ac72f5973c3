import { type CodesLoop, bothLoop, dyadicCodeColumns, eitherLoop } from '../columns/codes.js';
import { codeEmitters } from '../emit/emit-numeric.js';
import type { EmitTerm } from '../emit/emit-numbers.js';
import { type Operation, binary, booleanType, signature } from '../operation.js';

/** Logic that always looks at both sides: absent where one of them is, whatever the other says. */
function strict(
  name: string,
  apply: (a: number, b: number) => number,
  loop: CodesLoop,
  emit: EmitTerm,
): Operation<undefined> {
  return {
    name,
    type: signature([booleanType, booleanType], booleanType),
    evaluate: (node, frame) => binary(node, frame, apply),
    columns: (term, rows, evaluator) => dyadicCodeColumns(term, rows, evaluator, loop),
    emit,
  };
}

export const both = strict('both', (a, b) => a & b, bothLoop, codeEmitters.both);
export const either = strict('either', (a, b) => a | b, eitherLoop, codeEmitters.either);
