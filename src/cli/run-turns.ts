import { EdictError } from '../kernel/errors.js';
import type { PhaseObserver } from '../systems/schedule.js';
import type { World } from '../world/api.js';
import { doTimes } from './progress.js';
import { playWords } from './play-words.js';
import type { Terminal } from './terminal.js';

const mostOptions = 8;

export function runTurn(world: World, whatToDo: string, observer?: PhaseObserver): void {
  const before = world.turn;
  world.step(observer);
  const decision = world.turn === before ? world.events.decision : undefined;
  if (decision === undefined) return;
  const words = playWords(world);
  const options = decision.options.slice(0, mostOptions).map((option) => words.option(option, decision));
  const more = decision.options.length - options.length;
  throw new EdictError(
    'decision-needed',
    `a decision is needed: ${words.question(decision)} (${options.join(', ')}${more === 0 ? '' : ` and ${more} more`}); ${whatToDo}`,
  );
}

export function runSilently(terminal: Terminal, world: World, turns: number): void {
  const whatToDo = 'run the turns by edict run with --agent and --save, and go on with --load';
  doTimes(terminal, turns, () => runTurn(world, whatToDo), { silent: true });
}
