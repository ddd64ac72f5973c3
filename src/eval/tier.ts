import { env } from 'node:process';
import { EdictError } from '../kernel/errors.js';

/** When code is generated: for what proved hot, never, or at once (for tests). It changes no result. */
export type GenerateMode = 'hot' | 'never' | 'always';

const modes: readonly GenerateMode[] = ['hot', 'never', 'always'];

/** What the environment variable EDICT_GENERATE says, else `hot`. Throws for other words. */
export function generateMode(): GenerateMode {
  const wanted = env.EDICT_GENERATE ?? '';
  const mode = wanted === '' ? 'hot' : modes.find((each) => each === wanted);
  if (mode === undefined) throw new EdictError('bad-option', `EDICT_GENERATE is "${wanted}"; give ${modes.join(', ')}`);
  return mode;
}

/**
 * Making functions of what has proved hot: how many there may be, and that an engine which makes none is not asked
 * again.
 */
export interface Tier {
  readonly mode: GenerateMode;
  /** Functions that have been made. */
  readonly made: number;
  readonly isClosed: boolean;
  /** A function, or undefined where code refuses to have it or no more are made. */
  make<Made>(make: () => Made): Made | undefined;
  /** What was made is forgotten, and counts no more. */
  forget(): void;
}

/** `most`: functions that are made at most, since content decides how much there is to make them of. */
export function createTier(most: number, mode = generateMode()): Tier {
  let made = 0;
  // An engine that makes no functions will make none later.
  let isOff = mode === 'never';
  return {
    mode,
    get made() {
      return made;
    },
    get isClosed() {
      return isOff || made >= most;
    },
    make(make) {
      if (isOff || made >= most) return undefined;
      try {
        const result = make();
        made++;
        return result;
      } catch (error) {
        if (error instanceof EvalError) isOff = true;
        else if (!(error instanceof EdictError)) throw error;
        return undefined;
      }
    },
    forget() {
      made = 0;
    },
  };
}
