import { expect, vi } from 'vitest';
import { columnStamp, touchBack } from '../../src/model/stamps.js';
import type { WorldState } from '../../src/components/state.js';
import { hashState } from '../../src/state/state-hash.js';
import type { GenerateMode } from '../../src/eval/tier.js';
import type { Rule } from '../../src/ir/rule.js';
import type { Game } from '../../src/content/focs/game.js';
import type { GalaxyState } from '../../src/content/focs/state/read-state.js';
import { EdictError } from '../../src/kernel/errors.js';
import {
  type GameSession,
  createSession,
  type PassName,
  keptColumns,
} from '../../src/content/focs/turn/game-session.js';

/**
 * One game under the interpreter and under plans, with generated code and without: what is done to one is done to all,
 * and all must come to the same.
 */
export interface Sides {
  readonly reference: GameSession;
  readonly compiled: readonly GameSession[];
}

const modes: readonly GenerateMode[] = ['never', 'always'];

export function openSides(game: Game, source: GalaxyState): Sides {
  const compiled = modes.map((mode) => {
    vi.stubEnv('EDICT_GENERATE', mode);
    return createSession(game, source, { executor: 'compiled' });
  });
  vi.unstubAllEnvs();
  return { reference: createSession(game, source, { executor: 'reference' }), compiled };
}

export function forAll({ reference, compiled }: Sides, act: (state: WorldState) => void): void {
  for (const { state } of [reference, ...compiled]) act(state);
}

/** What can be told of a pass or a turn apart from the state that it leaves. */
interface Told {
  /** What refused it, in words. */
  readonly refusal: string | undefined;
  readonly wrote: number;
  readonly firings: readonly string[];
  /** By rule: how often a source of it was asked and active, and its targets. */
  readonly activity: readonly Float64Array[];
  /** It came to what it had come to before, without asking anybody. */
  readonly putBack: boolean;
}

/** What all agree on. */
export interface Agreed {
  readonly refusal: string | undefined;
  readonly wrote: number;
  /** By the index of a rule. */
  readonly asked: Float64Array;
  readonly active: Float64Array;
  readonly targets: Float64Array;
  readonly firings: number;
  /** How often it was put back. */
  readonly putBack: number;
}

export interface RunOptions {
  readonly isObserved?: boolean;
  /** How often plans are to come to the same again, from the same state; for passes of meters. */
  readonly again?: number;
}

/** Runs a pass, or the whole turn, on all sides and compares them. */
export function runAll(
  { reference, compiled }: Sides,
  part: PassName | 'turn',
  { isObserved = false, again = 0 }: RunOptions = {},
): Agreed {
  const expected = run(reference, part, isObserved);
  let putBack = 0;
  for (const session of compiled) {
    const restore = keptCells(session);
    const found = run(session, part, isObserved);
    expect(found.refusal).toBe(expected.refusal);
    expect(firstDifference(found.firings, expected.firings)).toBeUndefined();
    putBack += Number(found.putBack);
    // Who puts back asks nobody.
    if (!found.putBack && expected.refusal === undefined) {
      expect(found.wrote).toBe(expected.wrote);
      found.activity.forEach((counts, i) => {
        expect(differentCounts(session.game, counts, expected.activity[i])).toEqual([]);
      });
    }
    compareStates(session, reference);
    for (let i = 0; i < (expected.refusal === undefined ? again : 0); i++) {
      restore();
      const repeated = run(session, part, false);
      expect(repeated.wrote).toBe(expected.wrote);
      putBack += Number(repeated.putBack);
      compareStates(session, reference);
    }
  }
  const [asked, active, targets] = expected.activity;
  return {
    refusal: expected.refusal,
    wrote: expected.wrote,
    asked,
    active,
    targets,
    firings: expected.firings.length,
    putBack,
  };
}

/** Puts back what no reset makes again, as if a pass had not written it. */
function keptCells({ game, state }: GameSession): () => void {
  const kept = keptColumns(game.model).map((column) => ({
    column,
    cells: state.cells[column].slice(),
    stamp: state.stamps.values[columnStamp(column)],
  }));
  return () => {
    for (const { column, cells, stamp } of kept) {
      state.cells[column].set(cells);
      touchBack(state.stamps, columnStamp(column), stamp);
    }
  };
}

function compareStates(session: GameSession, reference: GameSession): void {
  expect(differentCells(session, reference)).toEqual([]);
  expect(hashState(session.state)).toBe(hashState(reference.state));
}

function run(session: GameSession, part: PassName | 'turn', isObserved: boolean): Told {
  const { activity, paths } = session.executor;
  const all = [activity.asked, activity.active, activity.targets];
  const earlier = all.map((counts) => counts.slice());
  const putBackEarlier = paths.putBack;
  const firings: string[] = [];
  const observe = isObserved
    ? (rule: Rule, source: number, targets: readonly number[]): void => {
        firings.push(`${String(rule.index)} ${rule.name} by ${String(source)} on ${targets.join(' ')}`);
      }
    : undefined;
  let wrote = 0;
  let refusal: string | undefined;
  try {
    if (part === 'turn') session.runTurn({ observe });
    else ({ wrote } = session.runPass(part, { observe }));
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    refusal = `${error.code}: ${error.message}`;
  }
  return {
    refusal,
    wrote,
    firings: refusal === undefined ? firings : [],
    activity: all.map((counts, i) => counts.map((count, at) => count - earlier[i][at])),
    putBack: paths.putBack > putBackEarlier,
  };
}

/** The first firings that are not the same, side by side. */
function firstDifference(found: readonly string[], expected: readonly string[]): object | undefined {
  const length = Math.max(found.length, expected.length);
  for (let i = 0; i < length; i++)
    if (found[i] !== expected[i]) return { at: i, found: found[i], expected: expected[i] };
  return undefined;
}

function differentCounts({ program: { rules } }: Game, found: Float64Array, expected: Float64Array): readonly string[] {
  const different = [...expected.keys()].filter((index) => found[index] !== expected[index]);
  if (different.length === 0) return [];
  const names = new Map(rules.passes.flatMap((pass) => pass.rules.map((rule) => [rule.index, rule.name])));
  return different
    .slice(0, 5)
    .map((index) => `${names.get(index) ?? ''}: ${String(found[index])}, not ${String(expected[index])}`);
}

const bits = new DataView(new ArrayBuffer(8));

function bitsOf(value: number): bigint {
  bits.setFloat64(0, value);
  return bits.getBigUint64(0);
}

/**
 * Some of the cells that are not the same to the last bit, the sign of a zero included, which the hash does not tell.
 */
function differentCells({ state: a }: GameSession, { state: b }: GameSession): readonly string[] {
  const different: string[] = [];
  for (const { index, name } of a.model.columns) {
    const [found, expected] = [a.cells[index], b.cells[index]];
    if (areSameBytes(found, expected)) continue;
    for (let id = 0; id < expected.length; id++) {
      if (bitsOf(found[id]) !== bitsOf(expected[id]))
        different.push(`${name} of ${String(id)}: ${String(found[id])}, not ${String(expected[id])}`);
    }
  }
  return different.slice(0, 5);
}

function areSameBytes(a: WorldState['cells'][number], b: WorldState['cells'][number]): boolean {
  const bytes = ({ buffer, byteOffset, byteLength }: typeof a): Uint8Array =>
    new Uint8Array(buffer, byteOffset, byteLength);
  return Buffer.compare(bytes(a), bytes(b)) === 0;
}
