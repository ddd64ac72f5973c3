import { vi } from 'vitest';
import type { WorldState } from '../../../src/components/world-state.js';
import { createEvaluator } from '../../../src/compile/columns/evaluate.js';
import type { Rows } from '../../../src/compile/columns/rows.js';
import type { GeneratedCounts } from '../../../src/compile/generate/generator.js';
import { sourceFor } from '../../../src/compile/generate/make-function.js';
import { shapeOf } from '../../../src/compile/generate/shape.js';
import type { GenerateMode } from '../../../src/compile/generate/mode.js';
import { createFrame } from '../../../src/compile/interpreter.js';
import type { Node } from '../../../src/compile/node.js';
import type { Term } from '../../../src/compile/plan/term.js';
import { EdictError } from '../../../src/kernel/errors.js';
import { type Comparer, plainTerm } from '../columns/compared.js';

/** A comparer whose evaluator generates code when the mode says so. */
export function generating(state: WorldState, mode: GenerateMode): Comparer & { readonly counts: GeneratedCounts } {
  vi.stubEnv('EDICT_GENERATE', mode);
  const counts = { generated: 0, generatedCalls: 0 };
  const evaluator = createEvaluator(state, counts);
  vi.unstubAllEnvs();
  const frame = createFrame(state, 5);
  frame.rule = 3;
  evaluator.frame = frame;
  return { state, frame, evaluator, counts };
}

/** The source of the function of a term, or why there is none. */
export function sourceOrRefusal(
  term: Term,
  rows: Rows,
  state: WorldState,
): { readonly source?: string; readonly refusal?: string } {
  try {
    return { source: sourceFor(term, shapeOf(term, rows), state.model).source };
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
