import type { Node } from './node.js';

/**
 * An occurrence that is about to be: values by field, over slots 0 and 1 and the fields of the occurrence that is
 * answered; undefined: absent.
 */
export interface Raised {
  readonly type: number;
  readonly values: readonly (Node | undefined)[];
}
