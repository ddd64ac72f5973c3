import { EdictError } from '../kernel/errors.js';
import { processSetting } from '../kernel/process-settings.js';

/** When code is generated: for hot terms, never, or at once (for tests). Results never differ. */
export type GenerateMode = 'hot' | 'never' | 'always';

const modes: readonly GenerateMode[] = ['hot', 'never', 'always'];

/** That of EDICT_GENERATE, else `hot`. Throws for other words. */
export function generateMode(): GenerateMode {
  const wanted = processSetting('EDICT_GENERATE') ?? '';
  const mode = wanted === '' ? 'hot' : modes.find((each) => each === wanted);
  if (mode === undefined) throw new EdictError('bad-option', `EDICT_GENERATE is "${wanted}"; give ${modes.join(', ')}`);
  return mode;
}

/** Code generation with a limit; an engine that makes no functions is not asked again. */
export interface Tier {
  readonly mode: GenerateMode;
  readonly made: number;
  readonly isClosed: boolean;
  /** Undefined where code generation refuses it or the limit is reached. */
  make<Made>(make: () => Made): Made | undefined;
  forget(): void;
}

/** `most`: limit of functions, since content decides how many there could be. */
export function createTier(most: number, mode = generateMode()): Tier {
  let made = 0;
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
