/** How a saved world was carried over into changed content. */
export interface LoadReport {
  /** In the order of the parts of a world. Empty if all its parts carry over by name. */
  readonly changes: readonly LoadChange[];
}

/**
 * - `dropped`: the content no longer has the part, and its values are gone.
 * - `added`: the content has a new part, which begins as in a new world.
 * - `converted`: the type has changed, and values changed as if they were written to the new type.
 * - `defaulted`: values are no longer valid and were replaced by the default.
 * - `released`: objects are no longer attached to anything, and stay at the place where they were.
 */
export type LoadEvent = 'dropped' | 'added' | 'converted' | 'defaulted' | 'released';

export interface LoadChange {
  readonly event: LoadEvent;
  /** The part of content, such as `kind`, `class`, `property`, `word`, `set`, `list`, `trigger`, `delay`. */
  readonly part: string;
  /** The declared name; for a word, `enumeration.word`. */
  readonly name: string;
  /** Number of objects, or entries of other lists, that have changed; 0 if only a declaration did. */
  readonly count: number;
  /** A sentence for people. */
  readonly text: string;
}

export type Notes = ReturnType<typeof createNotes>;

export function createNotes() {
  const changes: LoadChange[] = [];
  return {
    changes: changes as readonly LoadChange[],
    /** `what`: of the changed things, such as `3 objects are dropped`. */
    note(event: LoadEvent, part: string, name: string, count: number, what: string): void {
      changes.push({ event, part, name, count, text: `${part} ${name}: ${what}` });
    },
  };
}
