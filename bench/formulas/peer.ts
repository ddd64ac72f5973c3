import { Environment } from '@marcbachmann/cel-js';
import { compileExpression } from 'filtrex';
import { compile } from 'mathjs';

/** What the column formula reads, as programs keep it that ask for it object by object. */
export interface Scored {
  readonly Score: number;
}

/** Another program that evaluates the formula of every score. */
export interface FormulaPeer {
  readonly name: string;
  /** Numbers by place; peers know no classes of numbers. */
  evaluateAll(out: Float64Array): void;
}

/** The formula, compiled once by each peer and asked in a loop of its own, with nothing else in it. */
export function createPeers(scores: readonly number[]): readonly FormulaPeer[] {
  const objects: readonly Scored[] = scores.map((Score) => ({ Score }));
  return [mathjsPeer(objects), celPeer(objects), filtrexPeer(objects), handwrittenPeer(scores)];
}

export const peerNames: readonly string[] = ['mathjs', 'cel-js', 'filtrex', 'handwritten'];

function mathjsPeer(objects: readonly Scored[]): FormulaPeer {
  const code = compile('floor((Score-10)/2)');
  return {
    name: 'mathjs',
    evaluateAll(out) {
      for (let i = 0; i < objects.length; i++) out[i] = code.evaluate(objects[i]) as number;
    },
  };
}

/**
 * Declared types are checked once, when it is parsed; its doubles are the numbers of JavaScript, of which it has no
 * `floor`.
 */
function celPeer(objects: readonly Scored[]): FormulaPeer {
  const environment = new Environment()
    .registerVariable('Score', 'double')
    .registerFunction('floor(double): double', (value: number) => Math.floor(value));
  const evaluate = environment.parse('floor((Score-10.0)/2.0)');
  return {
    name: 'cel-js',
    evaluateAll(out) {
      for (let i = 0; i < objects.length; i++) out[i] = evaluate(objects[i]) as number;
    },
  };
}

function filtrexPeer(objects: readonly Scored[]): FormulaPeer {
  const evaluate = compileExpression('floor((Score-10)/2)') as (object: Scored) => number;
  return {
    name: 'filtrex',
    evaluateAll(out) {
      for (let i = 0; i < objects.length; i++) out[i] = evaluate(objects[i]);
    },
  };
}

/** Plain JavaScript over columns, with the int-or-double rule: what is possible, with the formula known beforehand. */
function handwrittenPeer(scores: readonly number[]): FormulaPeer {
  const values = Float64Array.from(scores);
  const wholes = Uint8Array.from(scores, (score) => (Number.isInteger(score) ? 1 : 0));
  return { name: 'handwritten', evaluateAll: (out) => floorHalf(values, wholes, out) };
}

function floorHalf(values: Float64Array, wholes: Uint8Array, out: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    const over = wholes[i] === 1 ? (values[i] - 10) | 0 : values[i] - 10;
    // Even or not, half of it is the same number; only its class differs, of which nothing is left after the floor.
    out[i] = Math.max(-2_147_483_648, Math.min(2_147_483_647, Math.floor(over / 2)));
  }
}
