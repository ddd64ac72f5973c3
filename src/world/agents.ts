import { EdictError } from '../kernel/errors.js';
import { functionGiven, listGiven, seedGiven, shorten, textGiven } from '../kernel/given.js';
import { seedWords } from '../kernel/random.js';
import { closestOf } from './names.js';
import type { Timing } from './timing-api.js';

/**
 * What an agent sees of what has to be decided. The number of options costs nothing; `decision` makes a list of them
 * each time that it is read.
 */
export type DecisionView = Pick<Timing, 'decision' | 'optionCount' | 'decider'>;

/** Decides: gives the place of an option, from 0 to `optionCount - 1`. */
export type Agent = (view: DecisionView) => number;

/** Takes the first option there is. */
export function firstAgent(): Agent {
  return () => 0;
}

/**
 * Takes any option, each as likely as the others. Equal seeds, equal decisions; it draws from a stream of its own, and
 * nothing from the world's.
 */
export function randomAgent(seed: string | number): Agent {
  const { low, high } = seedWords(seedGiven(seed));
  // Xorshift of 64 bits in two halves. All zeros would stay so.
  let [a, b] = [low | 0, high | 0 || 1];
  return ({ optionCount }) => {
    const t = a ^ (a << 10);
    a = b;
    b = b ^ (b >>> 10) ^ t ^ (t >>> 13);
    return Math.floor((((b + a) >>> 0) / 2 ** 32) * optionCount);
  };
}

/**
 * Takes the options of these names one after the other, then decides as `otherwise` does (default: the first option).
 * Throws `not-an-option` where there is no option of the name.
 */
export function scriptedAgent(script: readonly string[], otherwise: Agent = firstAgent()): Agent {
  const names = listGiven('the script', script, 'a list of names of options');
  for (const name of names) textGiven('a name in the script', name);
  functionGiven('otherwise', otherwise, 'an agent: a function that decides');
  let next = 0;
  return (view) => {
    if (next >= names.length) return otherwise(view);
    const name = names[next];
    const options = view.decision?.options.map((option) => option.name) ?? [];
    const index = options.indexOf(name);
    if (index < 0)
      throw new EdictError(
        'not-an-option',
        `the script says ${shorten(name)} (name ${next + 1} of ${names.length}), which is no option now; ${closestOf(name, options)}`,
        shorten(name),
      );
    next++;
    return index;
  };
}
