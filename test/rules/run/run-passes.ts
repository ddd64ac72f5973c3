import { turnOf } from '../../../src/components/clock.js';
import { type CellWrite, type TurnContext, beginTurn } from '../../../src/meaning/effects/turn-context.js';
import { type Executor, StrictTurnNeeded } from '../../../src/meaning/executor.js';
import type { Rule } from '../../../src/ir/rule.js';
import { captureState, restoreState } from '../../../src/state/world-state.js';
import { type WorldState } from '../../../src/components/state.js';
import { EdictError } from '../../../src/kernel/errors.js';
import { passSystem } from '../../../src/systems/standard.js';
import type { System } from '../../../src/systems/schedule.js';

/** What fired, as the observer of a turn is told. */
export interface Firing {
  readonly rule: string;
  readonly source: number;
  readonly targets: readonly number[];
}

/** What can be told of passes that have run. */
export interface Outcome {
  /** Code and words of what refused them; the state is then as it was. */
  readonly refusal: string | undefined;
  /** They began, and were begun again in strict order. */
  readonly again: boolean;
  readonly firings: readonly Firing[];
  readonly writes: readonly CellWrite[];
  readonly fired: number;
  readonly created: number;
  readonly wrote: number;
}

export interface PassOptions {
  readonly turn?: number;
  readonly observe?: boolean;
  readonly watch?: boolean;
  readonly strict?: boolean;
}

/** The systems of an executor's passes: what they keep between turns is kept. */
const systems = new WeakMap<Executor, Map<readonly Rule[], System>>();

function systemOf(executor: Executor, rules: readonly Rule[]): System {
  const known = systems.get(executor) ?? new Map<readonly Rule[], System>();
  systems.set(executor, known);
  const system = known.get(rules) ?? passSystem('pass', 'pass', rules, executor);
  known.set(rules, system);
  return system;
}

/**
 * Runs passes one after the other in one turn, wholly or not at all, as a world does: in strict order where the
 * executor asks for it.
 */
export function runPasses(
  executor: Executor,
  state: WorldState,
  passes: readonly (readonly Rule[])[],
  options: PassOptions = {},
): Outcome {
  const { turn = turnOf(state) + 1, observe = false, watch = false, strict = false } = options;
  const before = captureState(state);
  const begin = (isStrict: boolean, firings: Firing[], writes: CellWrite[]): TurnContext =>
    beginTurn(state, turn, {
      strict: isStrict,
      observe: observe
        ? (rule, source, targets) => {
            firings.push({ rule: rule.name, source, targets: [...targets] });
          }
        : undefined,
      watch: watch
        ? (write) => {
            writes.push(write);
          }
        : undefined,
    });
  for (let again = false; ; again = true) {
    const firings: Firing[] = [];
    const writes: CellWrite[] = [];
    const context = begin(strict || again, firings, writes);
    try {
      for (const rules of passes) systemOf(executor, rules).run(context);
      return {
        refusal: undefined,
        again,
        firings,
        writes,
        fired: context.fired,
        created: context.created,
        wrote: context.wrote,
      };
    } catch (error) {
      restoreState(state, before);
      if (error instanceof EdictError)
        return {
          refusal: `${error.code}: ${error.message}`,
          again,
          firings: [],
          writes: [],
          fired: 0,
          created: 0,
          wrote: 0,
        };
      if (!(error instanceof StrictTurnNeeded) || strict || again) throw error;
    }
  }
}

/**
 * Whether the cells of two states of one size are the same to the last bit, the sign of a zero included: the hash does
 * not tell it.
 */
export function haveSameCells(a: WorldState, b: WorldState): boolean {
  return a.cells.every((cells, column) => Buffer.compare(bytesOf(cells), bytesOf(b.cells[column])) === 0);
}

function bytesOf({ buffer, byteOffset, byteLength }: WorldState['cells'][number]): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
