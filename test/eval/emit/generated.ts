import { vi } from 'vitest';
import type { WorldState } from '../../../src/components/state.js';
import { createMatching } from '../../../src/match/evaluate.js';
import { createPathCounts } from '../../../src/eval/path-counts.js';
import type { Rows } from '../../../src/eval/columns/rows.js';
import type { GeneratedCounts } from '../../../src/eval/emit/generator.js';
import { sourceOf } from '../../../src/eval/emit/code.js';
import { codeFor } from '../../../src/eval/emit/make-function.js';
import { shapeOf } from '../../../src/eval/emit/emission.js';
import type { GenerateMode } from '../../../src/eval/tier.js';
import { createFrame } from '../../../src/eval/interpreter.js';
import type { Node } from '../../../src/ir/node.js';
import type { Term } from '../../../src/eval/term.js';
import { EdictError } from '../../../src/kernel/errors.js';
import { type Comparer, plainTerm } from '../columns/compared.js';

/** A comparer whose evaluator generates code when the mode says so. */
export function generating(state: WorldState, mode: GenerateMode): Comparer & { readonly counts: GeneratedCounts } {
  vi.stubEnv('EDICT_GENERATE', mode);
  const paths = createPathCounts();
  const { evaluator } = createMatching(state, paths);
  vi.unstubAllEnvs();
  const frame = createFrame(state, 5);
  frame.rule = 3;
  evaluator.frame = frame;
  const counts = (): GeneratedCounts => ({ generated: paths.generated, generatedCalls: paths.generatedCalls });
  return {
    state,
    frame,
    evaluator,
    get counts() {
      return counts();
    },
  };
}

/** The source of the function of a term, or why there is none. */
export function sourceOrRefusal(
  term: Term,
  rows: Rows,
  state: WorldState,
): { readonly source?: string; readonly refusal?: string } {
  try {
    return { source: sourceOf(codeFor(term, shapeOf(term, rows), state.model).body) };
  } catch (error) {
    if (error instanceof EdictError) return { refusal: error.message };
    throw error;
  }
}

/** Operations whose code stands in the function of a node: those that differ from row to row. */
export function emittedIn(node: Node, rows: Rows): readonly string[] {
  const term = plainTerm(node);
  const isUniform = (term.free & rows.varying) === 0 && !(term.runs && rows.running !== undefined);
  // What an aggregate binds varies too, but its operations are counted by others.
  return isUniform ? [] : [node.op, ...node.args.flatMap((arg) => emittedIn(arg, rows))];
}
