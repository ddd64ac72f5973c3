import { EdictError } from '../kernel/errors.js';
import type { PhaseObserver } from '../systems/turn.js';
import type { World } from '../world/api.js';
import { playWords } from './play-words.js';

/** Options that an error names. */
const mostOptions = 8;

/**
 * Runs one turn. Throws `decision-needed` where somebody has to decide something in it and nobody does, with what to
 * do.
 */
export function runTurn(world: World, whatToDo: string, observer?: PhaseObserver): void {
  const before = world.turn;
  world.step(observer);
  const { decision } = world.turn === before ? world : {};
  if (decision === undefined) return;
  const words = playWords(world);
  const options = decision.options.slice(0, mostOptions).map((option) => words.option(option, decision));
  const more = decision.options.length - options.length;
  throw new EdictError(
    'decision-needed',
    `a decision is needed: ${words.question(decision)} (${options.join(', ')}${more === 0 ? '' : ` and ${more} more`}); ${whatToDo}`,
  );
}
