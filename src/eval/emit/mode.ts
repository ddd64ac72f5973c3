import { env } from 'node:process';
import { EdictError } from '../../kernel/errors.js';

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
