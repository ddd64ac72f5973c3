import { EdictError } from '../kernel/errors.js';

/** Of a state that came from a file and holds what no world could. */
export function damaged(what: string): EdictError {
  return new EdictError('damaged-file', `the saved world is damaged: ${what}; save it again`);
}
