import type { Program } from '../ir/rule.js';
import { EdictError } from '../kernel/errors.js';
import { bare } from '../scenarios/catching.js';
import { reload } from '../world.js';
import type { World } from '../world/api.js';

/** The world of the run before, which goes on with changed content. */
export interface RunningWorld {
  /**
   * The world with the program, where it begins as before and its content keeps its shape; else a new one. Says which.
   * `beginning`: all that a new world begins with, but its content.
   */
  open<Opened extends { readonly world: World }>(
    program: Program,
    beginning: string,
    make: () => Opened,
  ): Opened & { readonly goesOn?: true };
}

export function createRunningWorld(notice: (text: string) => void): RunningWorld {
  let running: { readonly opened: { readonly world: World }; readonly beginning: string } | undefined;
  return {
    open<Opened extends { readonly world: World }>(program: Program, beginning: string, make: () => Opened) {
      if (running !== undefined) {
        const went =
          running.beginning === beginning
            ? goneOn(running.opened.world, program)
            : 'its start, its scenario or its steps have changed';
        if (typeof went !== 'string') {
          notice(`the world goes on after turn ${went.turn}`);
          // Of one command all worlds are opened alike.
          const opened = { ...(running.opened as Opened), world: went, goesOn: true as const };
          running = { opened, beginning };
          return opened;
        }
        notice(`the world begins again: ${went}`);
      }
      const opened = make();
      running = { opened, beginning };
      return opened;
    },
  };
}

/** Or why it cannot. */
function goneOn(world: World, program: Program): World | string {
  try {
    return reload(world, program);
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    // Its message advises hosts.
    if (error.code === 'other-shape') return `the shape of the content has changed: ${error.culprit ?? ''}`;
    if (error.code === 'paused') return bare(error);
    throw error;
  }
}
