import type { Program } from '../ir/program.js';
import { readState } from '../content/focs/state/read-state.js';
import type { World } from '../world/api.js';
import { importState } from './import-state.js';

/**
 * The world of a state file of a real game (.json or .json.gz), as `importState` makes it. Throws EdictError when the
 * file is not right.
 */
export function openState(program: Program, file: string, options: Parameters<typeof importState>[2] = {}): World {
  return importState(program, readState(file), options);
}
