import { EdictError } from '../../kernel/errors.js';
import { type GenerateMode, generateMode } from '../emit/mode.js';

/** Something of which a function is made when it has been done often enough. */
export interface Hot<Made> {
  /** The function, once it is made. */
  made: Made | undefined;
  /** How often it was done without; Infinity: it will have no function, or has one. */
  calls: number;
}

/** To make a function takes as long as some hundred evaluations save. */
const leastCalls = 500;
/** Functions that are made at most: content decides how much there is to make them of. */
const mostFunctions = 10_000;
let functions = 0;
/** An engine that makes no functions will make none later. */
let isOff = false;
/** Calls from which on functions are made in this process. */
let least: number | undefined;

/**
 * Counts that something is done without a function; makes that when it is worth it. What code refuses to have is done
 * without for good.
 */
export function hotAfter<Made>(hot: Hot<Made>, make: () => Made): void {
  if (hot.calls === Infinity) return;
  least ??= leastFor(generateMode());
  if (++hot.calls <= least) return;
  hot.calls = Infinity;
  if (isOff || functions >= mostFunctions) return;
  try {
    hot.made = make();
    functions++;
  } catch (error) {
    if (error instanceof EvalError) isOff = true;
    else if (!(error instanceof EdictError)) throw error;
  }
}

function leastFor(mode: GenerateMode): number {
  return mode === 'hot' ? leastCalls : mode === 'always' ? 0 : Infinity;
}
