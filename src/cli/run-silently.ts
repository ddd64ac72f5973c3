import type { World } from '../world/api.js';
import { interruptible } from './interruptible.js';
import { createProgress } from './progress.js';
import { runTurn } from './run-turn.js';
import type { Terminal } from './terminal.js';

/** Runs turns with nothing but progress on the error stream. */
export function runSilently(terminal: Terminal, world: World, turns: number): void {
  const progress = createProgress(terminal, turns, true);
  try {
    let done = 1;
    interruptible(
      terminal,
      () => ` in turn ${String(done)} of ${String(turns)}`,
      () => {
        for (; done <= turns; done++) {
          runTurn(world, 'run the turns by edict run with --agent and --save, and go on with --load');
          progress.update(done);
        }
      },
    );
  } finally {
    progress.stop();
  }
}
