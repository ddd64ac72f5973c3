import { turnOf } from '../components/clock.js';
import type { WorldState } from '../components/state.js';
import { createFrame } from '../eval/interpreter.js';
import type { Frame } from '../ir/node.js';
import { EdictError } from '../kernel/errors.js';

/** So many objects tell which condition fails most. */
export const mostAsked = 200;
/** What the conditions of one rule or flow may look at, beyond which it is not known what blocks it. */
const mostVisits = 5_000_000;

/** What blocks a rule now; undefined where its conditions look at too much. `rule`: whose draws the frame has. */
export function blockedNow<Block>(
  state: WorldState,
  rule: number,
  blockedIn: (frame: Frame) => Block | undefined,
): Block | undefined {
  const frame = createFrame(state, turnOf(state));
  frame.rule = rule;
  frame.visits = state.limits.visitsPerTurn - mostVisits;
  try {
    return blockedIn(frame);
  } catch (error) {
    if (error instanceof EdictError && error.code === 'limit-visits') return undefined;
    throw error;
  }
}

/** `failed` of `asked` objects. */
export interface Failure<Part extends string> {
  readonly part: Part;
  readonly text: string;
  readonly failed: number;
  readonly asked: number;
}

/** Counts clauses that fail. */
export interface Failures<Part extends string> {
  fail(part: Part, text: string): void;
  clear(): void;
  /** The clause that failed most often, of the first that did; undefined if none failed. */
  worst(asked: number): Failure<Part> | undefined;
}

export function countFailures<Part extends string>(): Failures<Part> {
  const failed = new Map<string, { readonly part: Part; readonly text: string; failed: number }>();
  return {
    fail(part, text) {
      const key = `${part} ${text}`;
      const known = failed.get(key) ?? { part, text, failed: 0 };
      known.failed++;
      failed.set(key, known);
    },
    clear() {
      failed.clear();
    },
    worst(asked) {
      const [worst] = [...failed.values()].sort((a, b) => b.failed - a.failed);
      return worst && { ...worst, asked };
    },
  };
}
