import { EdictError } from '../../src/kernel/errors.js';
import type { Say } from '../suite.js';
import { simulationsOf } from './models.js';
import { type Make, type SizeOf, ranToEnd, yardstickModel } from './yardstick.js';

interface Mean {
  readonly mean: number;
  /** Standard error. */
  readonly error: number;
}

/** A figure that a model reports, over many seeds, in content and in the tuned program. */
export interface Agreement {
  readonly figure: string;
  readonly edict: Mean;
  readonly typed: Mean;
  /** Of two samples. */
  readonly z: number;
}

/** As much as two samples of one distribution may differ. */
export const largestZ = 4;

/** What a model is at the end, over as many seeds as asked, in content and in the tuned program. */
export async function agreementOf(model: string, size: SizeOf, seeds: number): Promise<readonly Agreement[]> {
  const { implementations } = await yardstickModel(model);
  const typed = implementations.get('typed');
  if (typed === undefined) throw new EdictError('benchmark', `the yardstick has no tuned program of ${model}`);
  const own = endsOf(simulationsOf(model, size), size, seeds, 0);
  // The seeds differ, because equal ones would begin from the same draws in programs that draw alike.
  const theirs = endsOf(typed, size, seeds, 7);
  return [...own.keys()].map((figure) => compare(figure, own.get(figure) ?? [], theirs.get(figure) ?? []));
}

/** The values of each number that a model ends with, by seed. */
function endsOf(make: Make, size: SizeOf, seeds: number, offset: number): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (let seed = 1; seed <= seeds; seed++) {
    const result = ranToEnd(make(size, seed * 1_000 + offset), size).result();
    for (const [figure, value] of Object.entries(result))
      if (typeof value === 'number') found.set(figure, [...(found.get(figure) ?? []), value]);
  }
  return found;
}

export function compare(figure: string, own: readonly number[], theirs: readonly number[]): Agreement {
  if (own.length !== theirs.length)
    throw new EdictError('benchmark', `the tuned program reports ${String(theirs.length)} values of ${figure}`, figure);
  const [edict, typed] = [meanOf(own), meanOf(theirs)];
  return { figure, edict, typed, z: (edict.mean - typed.mean) / Math.hypot(edict.error, typed.error, 1e-12) };
}

function meanOf(values: readonly number[]): Mean {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}

export function agreementText({ figure, edict, typed, z }: Agreement): string {
  const text = ({ mean, error }: Mean): string => `${mean.toFixed(4)} ± ${error.toFixed(4)}`;
  return `${figure}: ${text(edict)}, typed ${text(typed)}, z = ${z.toFixed(2)}`;
}

/** Says how models agree. Throws if one does not. */
export async function checkAgreement(
  models: readonly string[],
  sizeName: string,
  seeds: number,
  say: Say,
): Promise<void> {
  const wrong: string[] = [];
  for (const model of models) {
    const { sizes } = await yardstickModel(model);
    for (const found of await agreementOf(model, sizes[sizeName], seeds)) {
      const text = `${model} ${sizeName}, ${String(seeds)} seeds, ${agreementText(found)}`;
      say(`agents: ${text}`);
      // What is no number does not agree.
      if (!(Math.abs(found.z) < largestZ)) wrong.push(text);
    }
  }
  if (wrong.length > 0)
    throw new EdictError(
      'disagreement',
      `models differ from the tuned programs, |z| ≥ ${String(largestZ)}: ${wrong.join('; ')}`,
    );
}
