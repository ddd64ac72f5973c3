import type { OwnComponent } from './components-api.js';

/** As declared. */
export type Layout = readonly (readonly [string, string])[];

export interface Declared {
  readonly layout: Layout;
  readonly shown: OwnComponent;
  /** A saved world or a copy has it, and the host may still declare it here. */
  isAwaited: boolean;
}
