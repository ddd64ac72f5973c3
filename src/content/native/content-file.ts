import type { Position } from '../text/line-index.js';

/** A content file as the loader takes it. `file` is how diagnostics name it. */
export interface ContentFile {
  readonly file: string;
  readonly text: string;
  /** Of a text that is a part of its file: where it begins there. Left out: line 1, column 1. */
  readonly at?: Position;
}
